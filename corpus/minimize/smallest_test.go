package minimize_test

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A minimal case has no part that can be left out. The functions in this file leave out each part of
// a case, without the package minimize.

// checkSmallest reports the parts of a minimal case that could be left out.
func checkSmallest(t *testing.T, small corpus.Case, keep func(corpus.Case) bool) {
	t.Helper()
	for what, c := range smaller(small) {
		if keep(c) {
			t.Errorf("%s can be left out of\n%s", what, written(small))
		}
	}
	if small.Schema.Root != "" || small.SchemaErr != nil {
		return
	}
	for place, c := range lifted(small) {
		if sizeOf(c) < sizeOf(small) && keep(c) {
			t.Errorf("%s can replace the map around it in\n%s", place, written(small))
		}
	}
}

// sizeOf returns the length of the schema and the documents of a case.
func sizeOf(c corpus.Case) int {
	size := len(openapi.Encode(c.Input.Schema).Canonical())
	for _, d := range minimizable(c) {
		size += len(d.Value.JSON())
	}
	return size
}

// smaller returns the cases that lack one part of a case, each with a description of the part.
func smaller(c corpus.Case) iter.Seq2[string, corpus.Case] {
	return func(yield func(string, corpus.Case) bool) {
		done := false
		next := func(what string, change func(c *corpus.Case)) {
			less := c
			change(&less)
			done = done || !yield(what, less)
		}
		for i := range c.Input.Patches {
			if len(c.Input.Patches) > 1 && c.Input.Text == nil {
				next(fmt.Sprintf("patch %d", i), func(c *corpus.Case) {
					c.Input.Patches = slices.Delete(slices.Clone(c.Input.Patches), i, i+1)
				})
			}
		}
		for _, d := range c.Input.Documents() {
			if _, isText := c.Input.Text[d.Name]; isText {
				continue
			}
			for path, less := range without(d.Value) {
				next(fmt.Sprintf("%s of %s", path, d.Name), func(c *corpus.Case) { c.Input = c.Input.With(d.Name, less) })
			}
		}
		for what, less := range lesserOptions(c.Input.Options) {
			next("the option "+what, func(c *corpus.Case) { c.Input.Options = less })
		}
		if c.SchemaErr != nil {
			return
		}
		size := len(openapi.Encode(c.Input.Schema).Canonical())
		for path, less := range withoutWords(c.Schema.OpenAPI) {
			s, err := schemaOf(less, c.Schema.Root)
			if err != nil || len(openapi.Encode(s).Canonical()) >= size {
				continue
			}
			next(fmt.Sprintf("%s of the schema", path), func(c *corpus.Case) {
				c.Input.Schema, c.Schema = s, corpus.SourceOf(s)
			})
		}
	}
}

// without returns copies of a value. In each copy, a member of a map or an element of a list is left
// out. The keys are the paths of these parts.
func without(v model.Value) iter.Seq2[model.Path, model.Value] {
	return func(yield func(model.Path, model.Value) bool) {
		var at func(path model.Path, part model.Value)
		at = func(path model.Path, part model.Value) {
			if len(path) > 0 {
				if less, err := path.Set(v, model.Value{}); err == nil {
					yield(path, less)
				}
			}
			for name, m := range part.Members() {
				at(path.Append(model.Field(name)), m)
			}
			for i, e := range part.Elements() {
				at(path.Append(model.Index(i)), e)
			}
		}
		at(nil, v)
	}
}

// withoutWords is like without for a schema, and also leaves out names in lists with commas.
func withoutWords(schema model.Value) iter.Seq2[model.Path, model.Value] {
	return func(yield func(model.Path, model.Value) bool) {
		for path, less := range without(schema) {
			yield(path, less)
			v, _ := path.Lookup(schema)
			words := strings.Split(v.Text(), ",")
			for i := range words {
				text := strings.Join(slices.Delete(slices.Clone(words), i, i+1), ",")
				if less, err := path.Set(schema, model.NewString(text)); err == nil && len(words) > 1 {
					yield(path, less)
				}
			}
		}
	}
}

// lesserOptions returns copies of options. In each copy, an option is not set, or lacks an element of
// its list or set.
func lesserOptions(o corpus.Options) iter.Seq2[string, corpus.Options] {
	return func(yield func(string, corpus.Options) bool) {
		all := reflect.ValueOf(o)
		for i := range all.NumField() {
			name, value := all.Type().Field(i).Name, all.Field(i)
			try := func(v reflect.Value) {
				less := o
				reflect.ValueOf(&less).Elem().Field(i).Set(v)
				yield(name, less)
			}
			if value.IsZero() {
				continue
			}
			try(reflect.Zero(value.Type()))
			if value.Kind() == reflect.Slice {
				for n := range value.Len() {
					try(reflect.AppendSlice(value.Slice3(0, n, n), value.Slice(n+1, value.Len())))
				}
			}
			set, _ := value.Interface().(smp.Directives)
			for d := smp.Directives(1); smp.AllDirectives.Has(d); d <<= 1 {
				switch {
				case name == "Ignore" && set.Has(d):
					try(reflect.ValueOf(set &^ d))
				case name == "Omit" && !set.Has(d): // a case lists the directives that are not in Omit
					try(reflect.ValueOf(set | d))
				}
			}
		}
	}
}

// schemaOf returns the schema of a case from its text.
func schemaOf(text model.Value, root string) (smp.Schema, error) {
	if root == "" {
		return openapi.Schema(text)
	}
	d, err := openapi.Read(text)
	if err != nil {
		return smp.Schema{}, err
	}
	return d.Schema(root)
}

// richSchema is a schema with every property that a case can have.
const richSchema = `
schema:
  openapi:
    type: object
    properties:
      SECRETlist:
        type: array
        x-kubernetes-list-type: map
        x-kubernetes-list-map-keys: [SECRETkey, SECRETport, SECRETprotocol]
        items:
          type: object
          properties:
            SECRETkey: {type: string}
            SECRETport: {type: integer}
            SECRETprotocol: {type: string, default: SECRETtcp}
      SECREToptional:
        type: array
        x-kubernetes-patch-strategy: merge
        x-kubernetes-patch-merge-key: SECRETkey
        x-kubernetes-recommended-patch-merge-key: SECRETkey,SECRETprotocol,SECREThost
        items: {type: object, properties: {SECRETkey: {type: string}, SECRETprotocol: {type: string}, SECREThost: {type: string}}}
      SECRETset: {type: array, x-kubernetes-patch-strategy: merge, items: {type: string}}
      SECRETbytes: {type: string, x-smp-marks: [not-stored, filled-in, zero-filled-in, derived, immutable, quantity, time, base64]}
      SECRETnumber: {type: integer, default: 77}
      SECRETmap:
        type: object
        x-kubernetes-patch-strategy: replace
        additionalProperties: {type: object, x-kubernetes-patch-strategy: retainKeys, properties: {SECRETname: {type: boolean}}}
      SECRETunion:
        type: object
        properties: {SECRETtype: {type: string}, SECRETone: {type: string, x-smp-marks: [not-stored]}, SECRETother: {type: string, x-smp-alias-of: SECRETone}, SECRETthird: {type: string}}
        x-kubernetes-unions: [{discriminator: SECRETtype, fields-to-discriminateBy: {SECRETone: SECRETOne, SECRETother: SECRETOther, SECRETthird: SECRETOther}, unset-values: {SECRETone: [SECRETnone, 55]}}]
`

const richDocument = `{SECRETlist: [{SECRETkey: SECRETa, SECRETport: 1, SECRETprotocol: SECRETtcp}], SECREToptional: [{SECRETkey: SECRETb, SECRETprotocol: SECRETudp, SECREThost: SECRETh}],
  SECRETset: [SECRETc], SECRETbytes: SECRETd, SECRETnumber: 3, SECRETmap: {SECRETe: {SECRETname: true}}, SECRETunion: {SECRETtype: SECRETOne, SECRETone: SECRETf, SECRETother: SECRETf, SECRETthird: SECRETg}}
`

// Whatever word of a schema the condition requires, everything else is left out if it can be.
func TestSmallestSchemas(t *testing.T) {
	c := read(t, richSchema+"op: apply\noptions: {listTypes: true}\noriginal: "+richDocument+"patch: {}")
	tried := map[string]bool{}
	for path := range without(c.Schema.OpenAPI) {
		word := path[len(path)-1].String()
		if v, _ := path.Lookup(c.Schema.OpenAPI); v.IsScalar() {
			word = v.JSON()
		}
		keep := func(c corpus.Case) bool { return strings.Contains(c.Schema.OpenAPI.Canonical(), word) }
		if small := smallest(c, keep); keep(small) && !tried[word] {
			tried[word] = true
			checkSmallest(t, small, keep)
		}
	}
	if len(tried) < 40 {
		t.Errorf("only %d words", len(tried))
	}
}

// Whatever option the condition requires, all others are dropped.
func TestSmallestOptions(t *testing.T) {
	all := corpus.Options{
		Overwrite: true, Resend: true, Strict: true, Unions: true, NoWide: true, Ignore: smp.AllDirectives, Omit: smp.PatchMergeKey,
		Preconditions: []model.Path{{model.Field("a")}, {model.Field("b")}},
		Keep:          []smp.KeepPath{{{Step: model.Field("c")}}, {{Step: model.Field("d")}}},
	}
	for i := range reflect.ValueOf(all).NumField() {
		field := reflect.TypeOf(all).Field(i)
		if reflect.ValueOf(all).Field(i).IsZero() && field.Name != "ListTypes" {
			t.Errorf("the option %s is not set", field.Name)
		}
	}
	c := read(t, "schema: {schemaless: true}\nop: threeway\noriginal: {}\nmodified: {}\ncurrent: {}")
	c.Input.Options = all
	for name := range lesserOptions(all) {
		for n := range 4 { // the condition requires the n-th element of a list or set
			keep := func(c corpus.Case) bool {
				switch v := reflect.ValueOf(c.Input.Options).FieldByName(name); {
				case v.Kind() == reflect.Slice:
					return v.Len() > 0
				case v.Kind() == reflect.Bool:
					return v.Bool()
				default:
					return v.Interface().(smp.Directives).Has(smp.DeleteFromPrimitiveList << n)
				}
			}
			if !keep(c) {
				continue
			}
			small := smallest(c, keep)
			checkSmallest(t, small, keep)
			if n := small.Input.Options.Value().Len(); n != 1 {
				t.Errorf("%s: %s", name, small.Input.Options.Value().JSON())
			}
		}
	}
}
