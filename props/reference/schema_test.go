package reference_test

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// The schema of the tables: one field for each way of merging.
//
//	union, map       declared maps, in union foo excludes bar; atomic is one with strategy replace
//	labels           free-form map of scalars
//	structs, lists   free-form maps of maps and of sets
//	list             keyed by name
//	pair             keyed by foo and bar together
//	rec              keyed by foo, recommended foo, bar, baz
//	ports            keyed by port, list-map-keys port, protocol (default TCP)
//	loose            keyed by name, elements without schema
//	volumes          keyed by name, elements retain keys; retained, like rec, too
//	unions           keyed by name, elements are maps that retain keys; value excludes valueFrom
//	named            keyed by foo, recommended foo, bar, but $patchMergeKey is a field
//	shared           declared map of two unions: foo excludes bar, bar excludes other, to which "" of bar counts as unset
//	kept             free-form map that retains keys
//	set              set of strings
//	args             atomic list of strings; items, of maps; grid, of lists; raw, of anything
//	name, n          scalars: a string, a number
//	any              no schema
var testTypes = map[string]smp.Definition{
	"root": declared(map[string]smp.Definition{
		"$ref":     text,
		"union":    united(retaining(declared(map[string]smp.Definition{"foo": text, "bar": text, "other": text, "another": text})), "foo", "bar"),
		"map":      {Ref: "root"},
		"atomic":   {Ref: "root", Strategy: smp.Replace},
		"labels":   {Type: smp.MapType, Values: &text},
		"structs":  {Type: smp.MapType, Values: &smp.Definition{Ref: "root"}},
		"lists":    {Type: smp.MapType, Values: &set},
		"open":     {Type: smp.MapType, Fields: map[string]smp.Definition{"set": set}, Values: &smp.Definition{}},
		"list":     keyed(smp.Definition{Ref: "element"}, "name"),
		"pair":     keyed(smp.Definition{Ref: "element"}, "foo", "bar"),
		"rec":      recommended("foo", "bar", "baz"),
		"ports":    {Type: smp.ListType, Strategy: smp.Merge, MapKeys: true, Keys: []string{"port"}, Recommended: []string{"port", "protocol"}, Element: &smp.Definition{Ref: "port"}},
		"loose":    keyed(smp.Definition{}, "name"),
		"volumes":  retaining(keyed(smp.Definition{Ref: "element"}, "name")),
		"retained": retaining(recommended("foo", "bar", "baz")),
		"unions":   keyed(united(retaining(declared(map[string]smp.Definition{"name": text, "foo": text, "bar": text, "value": text, "valueFrom": {Type: smp.MapType}})), "value", "valueFrom"), "name"),
		"named": {Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"foo"}, Recommended: []string{"foo", "bar"},
			Element: &smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"foo": text, "bar": text, "$patchMergeKey": {}}}},
		"shared": {Type: smp.MapType, Fields: map[string]smp.Definition{"foo": text, "bar": text, "other": text}, Unions: []smp.Union{
			{Members: []smp.UnionMember{{Fields: []string{"foo"}}, {Fields: []string{"bar"}}}},
			{Members: []smp.UnionMember{{Fields: []string{"bar"}, Unset: []model.Value{value(`""`)}}, {Fields: []string{"other"}}}},
		}},
		"kept":  retaining(smp.Definition{Type: smp.MapType, Values: &smp.Definition{}}),
		"set":   set,
		"args":  {Type: smp.ListType, Element: &text},
		"items": {Type: smp.ListType, Element: &smp.Definition{Ref: "element"}},
		"grid":  {Type: smp.ListType, Element: &smp.Definition{Type: smp.ListType}},
		"raw":   {Type: smp.ListType},
		"name":  text,
		"n":     {Type: smp.ScalarType, Scalars: smp.NumberScalar},
		"any":   {},
	}),
	"element": united(declared(map[string]smp.Definition{
		"name": text, "value": text, "image": text, "other": {Type: smp.ScalarType}, "another": text,
		"foo": text, "bar": text, "baz": text,
		"set": set, "list": keyed(smp.Definition{Ref: "element"}, "name"),
		"emptyDir": {Type: smp.MapType}, "hostPath": {Type: smp.MapType}, "map": {Ref: "root"},
	}), "emptyDir", "hostPath"),
	"port": declared(map[string]smp.Definition{
		"port": {Type: smp.ScalarType}, "name": text,
		"protocol": {Type: smp.ScalarType, Default: value(`"TCP"`)},
	}),
}

var (
	text = smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar}
	set  = smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Element: &text}
)

func declared(fields map[string]smp.Definition) smp.Definition {
	return smp.Definition{Type: smp.MapType, Fields: fields}
}

// united adds a union of these fields to a map.
func united(t smp.Definition, fields ...string) smp.Definition {
	var u smp.Union
	for _, name := range fields {
		u.Members = append(u.Members, smp.UnionMember{Fields: []string{name}})
	}
	t.Unions = append(t.Unions, u)
	return t
}

func keyed(element smp.Definition, keys ...string) smp.Definition {
	return smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Keys: keys, Element: &element}
}

func recommended(keys ...string) smp.Definition {
	t := keyed(smp.Definition{Ref: "element"}, keys[0])
	t.Recommended = keys
	return t
}

func retaining(t smp.Definition) smp.Definition {
	t.RetainKeys = true
	return t
}

func testSchema() smp.Schema {
	s, err := smp.NewSchema(smp.Definition{Ref: "root"}, func(name string) (smp.Definition, bool) {
		t, ok := testTypes[name]
		return t, ok
	})
	if err != nil {
		panic(err)
	}
	return s
}
