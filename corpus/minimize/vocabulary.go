package minimize

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A vocabulary is the set of words of a case.
type vocabulary struct {
	names, strings, numbers map[string]bool
}

func (d draft) vocabulary() vocabulary {
	v := vocabulary{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, doc := range d.documents() {
		v.addValue(doc.Value)
	}
	paths := slices.Concat(d.c.Input.Options.Preconditions, d.c.Want.Wide)
	if r := d.c.Want.Rejection; r != nil {
		paths = append(paths, r.Path)
		v.addValue(r.Conflicts)
	}
	for _, path := range paths {
		v.addPath(path)
	}
	for _, path := range d.c.Input.Options.Keep {
		for _, s := range path {
			v.addPath(model.Path{s.Step}) // the step is nil for ** and [*]
		}
	}
	if d.typ != nil {
		v.addType(*d.typ)
	}
	delete(v.strings, "") // the empty string cannot be shortened, and contains nothing to hide
	delete(v.names, "")
	return v
}

// fixedNames are the directives, which are not replaced.
var fixedNames = []string{patchMark, retainKeys, patchMergeKeyName}

// isOperation reports whether a member is $patch with a known value, which is not replaced.
func isOperation(name string, value model.Value) bool {
	return name == patchMark && slices.Contains([]string{"replace", "delete", "merge"}, value.Text())
}

func (v vocabulary) addName(name string) {
	if _, field := directiveOf(name); !slices.Contains(fixedNames, field) {
		v.names[field] = true
	}
}

func (v vocabulary) addPath(path model.Path) {
	for _, step := range path {
		switch step := step.(type) {
		case model.Field:
			v.addName(string(step))
		case model.SetValue:
			v.addValue(step.Value)
		case model.Key:
			for _, field := range step {
				v.addName(field.Name)
				v.addValue(field.Value)
			}
		}
	}
}

func (v vocabulary) addValue(value model.Value) {
	switch value.Type() {
	case model.String:
		v.strings[value.Text()] = true
	case model.Number:
		v.numbers[value.NumberText()] = true
	}
	for name, m := range value.Members() {
		switch {
		case isOperation(name, m):
		case listsFields(name) && m.Type() == model.List:
			for _, e := range m.Elements() {
				if e.Type() == model.String {
					v.addName(e.Text())
				} else {
					v.addValue(e)
				}
			}
		default:
			v.addName(name)
			v.addValue(m)
		}
	}
	for _, e := range value.Elements() {
		v.addValue(e)
	}
}

// schemaKeywords are the properties of a schema whose values are keywords.
var schemaKeywords = []string{"type", "x-kubernetes-patch-strategy", "x-kubernetes-list-type", "x-kubernetes-map-type", "x-smp-marks"}

// addSchemaText adds the words of a schema that is written inline: the names of fields and keys, and
// the default values.
func (v vocabulary) addSchemaText(schema model.Value) {
	for property, value := range schema.Members() {
		switch {
		case slices.Contains(schemaKeywords, property):
		case property == "properties":
			for name, field := range value.Members() {
				v.addName(name)
				v.addSchemaText(field)
			}
		case property == "default":
			v.addValue(value)
		case strings.HasPrefix(property, "x-"):
			for _, key := range strings.Split(value.Text(), ",") {
				v.addName(key)
			}
			v.addValue(value)
		default:
			v.addSchemaText(value)
		}
	}
	for _, e := range schema.Elements() {
		v.addSchemaText(e)
	}
}

// addType adds the words of a type. Aliases, discriminators and the members of unions are fields.
func (v vocabulary) addType(t smp.Definition) {
	for name, field := range t.Fields {
		v.addName(name)
		v.addType(field)
	}
	for _, name := range slices.Concat(t.Keys, t.Recommended) {
		v.addName(name)
	}
	v.addValue(t.Default)
	for _, u := range t.Unions {
		for _, m := range u.Members {
			v.strings[m.Value] = true
			for _, unset := range m.Unset {
				v.addValue(unset)
			}
		}
	}
	for _, inner := range []*smp.Definition{t.Values, t.Element} {
		if inner != nil {
			v.addType(*inner)
		}
	}
}
