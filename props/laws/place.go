package laws

import (
	"iter"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// The names of directives.
const (
	patchName         = "$patch"
	retainKeysName    = "$retainKeys"
	patchMergeKeyName = "$patchMergeKey"
	deleteListPrefix  = "$deleteFromPrimitiveList/"
	orderListPrefix   = "$setElementOrder/"
)

// A place is a map of a patch that is not inside a list, with its schema and the values of
// the original and the result. Laws check places because they can be found without finding
// elements by their keys.
type place struct {
	path                    model.Path
	schema                  smp.Schema
	patch, original, result model.Value
	ignore                  smp.Directives
}

// places yields the places of an input of Apply, beginning with the root. It skips maps that
// the patch deletes.
func places(in corpus.Input, result model.Value) iter.Seq[place] {
	root := place{schema: in.Schema, patch: in.Patch, original: in.Original, result: result, ignore: in.Options.Ignore}
	return func(yield func(place) bool) { root.walk(yield) }
}

func (p place) walk(yield func(place) bool) bool {
	if word := p.word(); word == "delete" || p.patch.Type() != model.Map {
		return true
	} else if word == "replace" || p.original.Type() != model.Map {
		p.original = model.Value{}
	}
	if !yield(p) {
		return false
	}
	for name, patch := range p.patch.Members() {
		if !p.isField(name) {
			continue
		}
		field, _ := p.schema.Member(name)
		below := place{path: p.path.Append(model.Field(name)), schema: field, patch: patch, ignore: p.ignore}
		below.original, _ = p.original.Get(name)
		below.result, _ = p.result.Get(name)
		if atomicMap(field) {
			below.original = model.Value{}
		}
		if !below.walk(yield) {
			return false
		}
	}
	return true
}

// atomicMap reports whether a map with this schema is replaced as a whole.
func atomicMap(s smp.Schema) bool { return s.Type() != smp.ListType && s.Strategy() == smp.Replace }

// retainsMap reports whether a map with this schema has the strategy retainKeys.
func retainsMap(s smp.Schema) bool { return s.Type() != smp.ListType && s.RetainKeys() }

func retainsElements(s smp.Schema) bool { return s.RetainKeys() || s.Element().RetainKeys() }

// isField reports whether a member of the patch is certainly a field, and not a directive or
// an ignored name.
func (p place) isField(name string) bool {
	_, declared := p.schema.Field(name)
	return name != patchName && (declared || !strings.HasPrefix(name, "$"))
}

// word returns the value of $patch in the patch. It is empty if there is none.
func (p place) word() string {
	v, _ := p.patch.Get(patchName)
	return v.Text()
}

// retained returns the names in $retainKeys of the patch, and reports whether the directive
// exists.
func (p place) retained() ([]string, bool) {
	v, ok := p.patch.Get(retainKeysName)
	if _, declared := p.schema.Field(retainKeysName); !ok || declared || p.ignore.Has(smp.RetainKeys) || v.Type() != model.List {
		return nil, false
	}
	var names []string
	for _, name := range v.Elements() {
		names = append(names, name.Text())
	}
	return names, true
}

// lists yields the lists for which the patch has a directive with this prefix, and the names
// of their fields. It skips free-form maps, in which the directive may be data.
func (p place) lists(prefix string, directive smp.Directives) iter.Seq2[string, listDirective] {
	return func(yield func(string, listDirective) bool) {
		if !p.schema.Declared() || p.ignore.Has(directive) {
			return
		}
		for name, value := range p.patch.Members() {
			field, ok := strings.CutPrefix(name, prefix)
			if _, data := p.schema.Field(name); !ok || data {
				continue
			}
			schema, known := p.schema.Field(field)
			if !known || schema.Type() != smp.ListType {
				continue
			}
			d := listDirective{schema: schema, value: value}
			d.patch, _ = p.patch.Get(field)
			d.original, _ = p.original.Get(field)
			d.result, _ = p.result.Get(field)
			if !yield(field, d) {
				return
			}
		}
	}
}

// A listDirective is a list directive with its list in the patch, the original and the
// result.
type listDirective struct {
	schema                         smp.Schema
	value, patch, original, result model.Value
}

// isMarker reports whether an element of a patch list is {$patch: replace}.
func isMarker(v model.Value) bool {
	word, _ := v.Get(patchName)
	return v.Len() == 1 && word.Text() == "replace"
}

// isDeletion reports whether an element of a patch list has $patch: delete.
func isDeletion(v model.Value) bool {
	word, _ := v.Get(patchName)
	return word.Text() == "delete"
}

func hasMarker(list model.Value) bool {
	return slices.ContainsFunc(list.AppendElements(nil), isMarker)
}

// hasValue reports whether a list has an element that equals v.
func hasValue(list, v model.Value) bool {
	return slices.ContainsFunc(list.AppendElements(nil), func(e model.Value) bool { return model.Equal(e, v) })
}
