package smp_test

import (
	"errors"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

func mustPath(t *testing.T, s string) model.Path {
	t.Helper()
	p, err := model.ParsePath(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestWith(t *testing.T) {
	rule := mapOf(map[string]smp.Definition{"name": text, "weight": number, "spec": mapOf(map[string]smp.Definition{"a": text})})
	list := smp.Definition{Type: smp.ListType, Element: &rule}
	group := mapOf(map[string]smp.Definition{"name": text, "rules": list})
	s := schemaOf(t, mapOf(map[string]smp.Definition{
		"rules":  list,
		"groups": keyedBy(group, "name"),
		"text":   text,
		"free":   {},
		"tags":   {Type: smp.ListType, Element: &text},
		"maps":   {Type: smp.MapType, Values: &list},
	}))
	original := model.MustParse(`{"rules":[{"name":"a","weight":1}],"groups":[{"name":"g","rules":[{"name":"a","weight":1}]}],
		"free":{"rules":[{"name":"a","weight":1}]},"tags":["x"],"maps":{"one":[{"name":"a","weight":1}],"two":[{"name":"a","weight":1}]}}`)
	tests := []struct {
		name, path, patch, want string
		override                smp.Override
	}{
		{"keyed list", "rules", `{"rules":[{"name":"b"}]}`, `{"rules":[{"name":"a","weight":1},{"name":"b"}]}`, smp.Override{Keys: []string{"name"}}},
		{"in the elements of a list", "groups.rules", `{"groups":[{"name":"g","rules":[{"name":"b"}]}]}`, `{"groups":[{"name":"g","rules":[{"name":"a","weight":1},{"name":"b"}]}]}`, smp.Override{Keys: []string{"name"}}},
		{"without schema", "free.rules", `{"free":{"rules":[{"name":"b"}]}}`, `{"free":{"rules":[{"name":"a","weight":1},{"name":"b"}]}}`, smp.Override{Keys: []string{"name"}}},
		{"set", "tags", `{"tags":["y"]}`, `{"tags":["x","y"]}`, smp.Override{Strategy: smp.Merge}},
		{"set by having no keys", "tags", `{"tags":["y"],"$setElementOrder/tags":["y","x"]}`, `{"tags":["y","x"]}`, smp.Override{Keys: []string{}}},
		{"one member of a free-form map", "maps.one", `{"maps":{"one":[{"name":"b"}],"two":[{"name":"b"}]}}`, `{"maps":{"one":[{"name":"a","weight":1},{"name":"b"}],"two":[{"name":"b"}]}}`, smp.Override{Keys: []string{"name"}}},
		{"atomic map of which nothing is known", "free", `{"free":{"a":1}}`, `{"free":{"a":1}}`, smp.Override{Strategy: smp.Replace}},
		{"atomic instead of keyed", "groups", `{"groups":[{"name":"h"}]}`, `{"groups":[{"name":"h"}]}`, smp.Override{Strategy: smp.Replace}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			with, err := s.With(mustPath(t, test.path), test.override)
			if err != nil {
				t.Fatal(err)
			}
			got, err := smp.Apply(with, original, model.MustParse(test.patch))
			if err != nil {
				t.Fatal(err)
			}
			for name, want := range model.MustParse(test.want).Members() {
				if have, _ := got.Get(name); !model.Equal(have, want) {
					t.Errorf("%s = %s, want %s", name, have.JSON(), want.JSON())
				}
			}
			if before, _ := smp.Apply(s, original, model.MustParse(test.patch)); model.Equal(before, got) {
				t.Error("the override changes nothing, or changed the schema it was made from")
			}
		})
	}
	faults := []struct {
		path, want string
		override   smp.Override
	}{
		{"nope", `unknown field`, smp.Override{Keys: []string{"name"}}},
		{"text.a", `the path leads through a scalar`, smp.Override{Keys: []string{"name"}}},
		{"rules[0]", `expected only field names in the path of an override, got [0]`, smp.Override{Keys: []string{"name"}}},
		{"rules", `merge key "nope" is not a field of the elements`, smp.Override{Keys: []string{"nope"}}},
		{"rules", `merge key "spec": expected a scalar, got a map`, smp.Override{Keys: []string{"spec"}}},
		{"rules", `invalid merge key "na me"; expected a name without white space and commas`, smp.Override{Keys: []string{"na me"}}},
		{"rules", `a list of maps with strategy merge requires a merge key`, smp.Override{Strategy: smp.Merge}},
		{"tags", `a merge key requires a list of maps, got a list of scalars`, smp.Override{Keys: []string{"name"}}},
		{"groups.rules.spec", `a merge key requires a list with strategy merge`, smp.Override{Keys: []string{"a"}}},
		{"text", `a scalar cannot have a strategy; only maps and lists can`, smp.Override{Strategy: smp.Replace}},
		{"rules", `the recommended keys must begin with the merge key (rule keys-recommended)`, smp.Override{Keys: []string{"name"}, Recommended: []string{"weight"}}},
	}
	for _, test := range faults {
		t.Run(test.want, func(t *testing.T) {
			path := mustPath(t, test.path)
			_, err := s.With(path, test.override)
			var e *smp.Error
			if want := "schema: " + test.path + ": invalid-schema: " + test.want; !errors.As(err, &e) || e.Code != smp.InvalidSchema || e.Error() != want || !e.Path.Equal(path) || e.Cause == nil {
				t.Errorf("got  %v\nwant %s", err, want)
			}
		})
	}
}

// An override changes one path of a recursive schema, and no other path.
func TestWithRecursion(t *testing.T) {
	s := recursive(t, 0, smp.Merge)
	with, err := s.With(mustPath(t, "children"), smp.Override{Strategy: smp.Replace})
	if err != nil {
		t.Fatal(err)
	}
	outer, _ := with.Field("children")
	inner, _ := outer.Element().Field("children")
	if outer.Merging() || !inner.Merging() {
		t.Error("the override is not at one place only")
	}
	if old, _ := s.Field("children"); !old.Merging() {
		t.Error("the schema it was made from has changed")
	}
}
