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
var testTypes = map[string]smp.Type{
	"root": declared(map[string]smp.Type{
		"$ref":     text,
		"union":    united(retaining(declared(map[string]smp.Type{"foo": text, "bar": text, "other": text, "another": text})), "foo", "bar"),
		"map":      {Ref: "root"},
		"atomic":   {Ref: "root", Strategy: smp.Replace},
		"labels":   {Kind: smp.MapType, Values: &text},
		"structs":  {Kind: smp.MapType, Values: &smp.Type{Ref: "root"}},
		"lists":    {Kind: smp.MapType, Values: &set},
		"open":     {Kind: smp.MapType, Fields: map[string]smp.Type{"set": set}, Values: &smp.Type{}},
		"list":     keyed(smp.Type{Ref: "element"}, "name"),
		"pair":     keyed(smp.Type{Ref: "element"}, "foo", "bar"),
		"rec":      recommended("foo", "bar", "baz"),
		"ports":    {Kind: smp.ListType, Strategy: smp.Merge, MapKeys: true, Keys: []string{"port"}, Recommended: []string{"port", "protocol"}, Element: &smp.Type{Ref: "port"}},
		"loose":    keyed(smp.Type{}, "name"),
		"volumes":  retaining(keyed(smp.Type{Ref: "element"}, "name")),
		"retained": retaining(recommended("foo", "bar", "baz")),
		"unions":   keyed(united(retaining(declared(map[string]smp.Type{"name": text, "foo": text, "bar": text, "value": text, "valueFrom": {Kind: smp.MapType}})), "value", "valueFrom"), "name"),
		"named": {Kind: smp.ListType, Strategy: smp.Merge, Keys: []string{"foo"}, Recommended: []string{"foo", "bar"},
			Element: &smp.Type{Kind: smp.MapType, Fields: map[string]smp.Type{"foo": text, "bar": text, "$patchMergeKey": {}}}},
		"shared": {Kind: smp.MapType, Fields: map[string]smp.Type{"foo": text, "bar": text, "other": text}, Unions: []smp.Union{
			{Members: []smp.UnionMember{{Fields: []string{"foo"}}, {Fields: []string{"bar"}}}},
			{Members: []smp.UnionMember{{Fields: []string{"bar"}, Unset: []model.Value{value(`""`)}}, {Fields: []string{"other"}}}},
		}},
		"kept":  retaining(smp.Type{Kind: smp.MapType, Values: &smp.Type{}}),
		"set":   set,
		"args":  {Kind: smp.ListType, Element: &text},
		"items": {Kind: smp.ListType, Element: &smp.Type{Ref: "element"}},
		"grid":  {Kind: smp.ListType, Element: &smp.Type{Kind: smp.ListType}},
		"raw":   {Kind: smp.ListType},
		"name":  text,
		"n":     {Kind: smp.ScalarType, Scalars: smp.NumberScalar},
		"any":   {},
	}),
	"element": united(declared(map[string]smp.Type{
		"name": text, "value": text, "image": text, "other": {Kind: smp.ScalarType}, "another": text,
		"foo": text, "bar": text, "baz": text,
		"set": set, "list": keyed(smp.Type{Ref: "element"}, "name"),
		"emptyDir": {Kind: smp.MapType}, "hostPath": {Kind: smp.MapType}, "map": {Ref: "root"},
	}), "emptyDir", "hostPath"),
	"port": declared(map[string]smp.Type{
		"port": {Kind: smp.ScalarType}, "name": text,
		"protocol": {Kind: smp.ScalarType, Default: value(`"TCP"`)},
	}),
}

var (
	text = smp.Type{Kind: smp.ScalarType, Scalars: smp.StringScalar}
	set  = smp.Type{Kind: smp.ListType, Strategy: smp.Merge, Element: &text}
)

func declared(fields map[string]smp.Type) smp.Type {
	return smp.Type{Kind: smp.MapType, Fields: fields}
}

// united adds a union of these fields to a map.
func united(t smp.Type, fields ...string) smp.Type {
	var u smp.Union
	for _, name := range fields {
		u.Members = append(u.Members, smp.UnionMember{Fields: []string{name}})
	}
	t.Unions = append(t.Unions, u)
	return t
}

func keyed(element smp.Type, keys ...string) smp.Type {
	return smp.Type{Kind: smp.ListType, Strategy: smp.Merge, Keys: keys, Element: &element}
}

func recommended(keys ...string) smp.Type {
	t := keyed(smp.Type{Ref: "element"}, keys[0])
	t.Recommended = keys
	return t
}

func retaining(t smp.Type) smp.Type {
	t.RetainKeys = true
	return t
}

func testSchema() smp.Schema {
	s, err := smp.NewSchema(smp.Type{Ref: "root"}, func(name string) (smp.Type, bool) {
		t, ok := testTypes[name]
		return t, ok
	})
	if err != nil {
		panic(err)
	}
	return s
}
