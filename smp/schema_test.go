package smp_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

var (
	text   = smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar}
	number = smp.Definition{Type: smp.ScalarType, Scalars: smp.NumberScalar}
)

func mapOf(fields map[string]smp.Definition) smp.Definition {
	return smp.Definition{Type: smp.MapType, Fields: fields}
}

func keyedBy(element smp.Definition, keys ...string) smp.Definition {
	return smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Keys: keys, Element: &element}
}

// keyedByMapKeys returns a keyed list like keyedBy does, but the keys may have defaults.
func keyedByMapKeys(element smp.Definition, keys ...string) smp.Definition {
	list := keyedBy(element, keys...)
	list.MapKeys = true
	return list
}

func schemaOf(t testing.TB, root smp.Definition) smp.Schema {
	t.Helper()
	s, err := smp.NewSchema(root, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// NewSchema rejects every invalid description. The error has the path of the fault in the
// language-neutral form.
func TestNewSchemaRejects(t *testing.T) {
	item := mapOf(map[string]smp.Definition{"name": text, "spec": mapOf(map[string]smp.Definition{"a": text})})
	recommended := keyedBy(item, "name")
	recommended.Recommended = []string{"spec", "name"}
	tests := []struct {
		name  string
		field smp.Definition
		path  string
		defs  map[string]smp.Definition
		want  string
	}{
		{"no definition", smp.Definition{Ref: "x"}, "properties.f", nil, `unknown definition "x"`},
		{"reference to itself", smp.Definition{Ref: "x"}, "properties.f", map[string]smp.Definition{"x": {Ref: "y"}, "y": {Ref: "x"}}, `the reference to "x" leads only to other references, in a cycle`},
		{"reference with structure", smp.Definition{Ref: "x", Scalars: smp.StringScalar}, "properties.f", map[string]smp.Definition{"x": text}, `a reference cannot have a type or structure of its own; put them into the definition "x"`},
		{"fault in a definition", smp.Definition{Ref: "x"}, "definitions.x.properties.l", map[string]smp.Definition{"x": mapOf(map[string]smp.Definition{"l": keyedBy(item, "nope")})}, `merge key "nope" is not a field of the elements`},
		{"key is no field", keyedBy(item, "nope"), "properties.f", nil, `merge key "nope" is not a field of the elements`},
		{"key is a map", keyedBy(item, "spec"), "properties.f", nil, `merge key "spec": expected a scalar, got a map`},
		{"empty key", keyedBy(item, ""), "properties.f", nil, `invalid merge key ""; expected a name without white space and commas`},
		{"padded key", keyedBy(item, " name"), "properties.f", nil, `invalid merge key " name"; expected a name without white space and commas`},
		{"comma in a key", keyedBy(item, "name,spec"), "properties.f", nil, `invalid merge key "name,spec"; expected a name without white space and commas`},
		{"key twice", keyedBy(item, "name", "name"), "properties.f", nil, `merge key "name" is listed twice`},
		{"keyed list of scalars", keyedBy(text, "name"), "properties.f", nil, `a merge key requires a list of maps, got a list of scalars`},
		{"list of maps without key", smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Element: &item}, "properties.f", nil, `a list of maps with strategy merge requires a merge key`},
		{"list of lists", smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Element: &smp.Definition{Type: smp.ListType}}, "properties.f", nil, `a list of lists cannot have strategy merge (rule no-nested-lists)`},
		{"key on an atomic list", smp.Definition{Type: smp.ListType, Strategy: smp.Replace, Keys: []string{"name"}, Element: &item}, "properties.f", nil, `a merge key requires a list with strategy merge`},
		{"key on a map", smp.Definition{Type: smp.MapType, Keys: []string{"name"}}, "properties.f", nil, `a merge key requires a list with strategy merge`},
		{"recommended keys alone", smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Recommended: []string{"name"}, Element: &text}, "properties.f", nil, `recommended keys and map keys require a merge key`},
		{"recommended keys without the default first", recommended, "properties.f", nil, `the recommended keys must begin with the merge key (rule keys-recommended)`},
		{"unknown strategy", smp.Definition{Type: smp.MapType, Strategy: 9}, "properties.f", nil, `unknown strategy 9; expected DefaultStrategy, Merge or Replace`},
		{"unknown kind", smp.Definition{Type: 9}, "properties.f", nil, `unknown schema type 9; expected AnyType, ScalarType, MapType or ListType`},
		{"strategy of a scalar", smp.Definition{Type: smp.ScalarType, Strategy: smp.Replace}, "properties.f", nil, `a scalar cannot have a strategy; only maps and lists can`},
		{"strategy of a string", smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar, Strategy: smp.Replace}, "properties.f", nil, `a scalar cannot have a strategy; only maps and lists can`},
		{"keys of a string", smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar, Keys: []string{"a"}}, "properties.f", nil, `a merge key requires a list with strategy merge`},
		{"recommended keys of a string", smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar, Recommended: []string{"a"}}, "properties.f", nil, `recommended keys and map keys require a merge key`},
		{"kinds of scalars of a map", smp.Definition{Type: smp.MapType, Scalars: smp.StringScalar}, "properties.f", nil, `the definition has parts that a map cannot have; maps have Fields or Field, lists an Element, scalars Scalars`},
		{"fractions without whole numbers", smp.Definition{Type: smp.ScalarType, Scalars: smp.NumberScalar &^ smp.IntegerScalar}, "properties.f", nil, `the definition has parts that a scalar cannot have; maps have Fields or Field, lists an Element, scalars Scalars`},
		{"reference beside a scalar", smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar, Ref: "x"}, "properties.f", map[string]smp.Definition{"x": text}, `a reference cannot have a type or structure of its own; put them into the definition "x"`},
		{"default of a string that is a map", smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar, Default: model.MustParse("{}")}, "properties.f", nil, `a default must be a scalar, and only a scalar can have one`},
		{"retainKeys of a scalar", smp.Definition{Type: smp.ScalarType, RetainKeys: true}, "properties.f", nil, `a scalar cannot have strategy retainKeys; only maps and lists can`},
		{"default of a map", smp.Definition{Type: smp.MapType, Default: model.NewInt(1)}, "properties.f", nil, `a default must be a scalar, and only a scalar can have one`},
		{"default that is a map", smp.Definition{Type: smp.ScalarType, Default: model.MustParse("{}")}, "properties.f", nil, `a default must be a scalar, and only a scalar can have one`},
		{"fields of a list", smp.Definition{Type: smp.ListType, Fields: map[string]smp.Definition{"a": text}}, "properties.f", nil, `the definition has parts that a list cannot have; maps have Fields or Field, lists an Element, scalars Scalars`},
		{"element of a map", smp.Definition{Type: smp.MapType, Element: &text}, "properties.f", nil, `the definition has parts that a map cannot have; maps have Fields or Field, lists an Element, scalars Scalars`},
		{"alias of no field", smp.Definition{Marks: smp.Marks{AliasOf: "g"}}, "properties.f", nil, `the field is an alias of "g", which is not another field of the map`},
		{"alias of itself", smp.Definition{Marks: smp.Marks{AliasOf: "f"}}, "properties.f", nil, `the field is an alias of "f", which is not another field of the map`},
		{"alias in a reference", smp.Definition{Ref: "x", Marks: smp.Marks{AliasOf: "g"}}, "properties.f", map[string]smp.Definition{"x": text}, `the field is an alias of "g", which is not another field of the map`},
		{"origin", smp.Definition{Type: smp.MapType, Strategy: 9, Origin: model.Path{model.Field("here")}}, "here", nil, `unknown strategy 9; expected DefaultStrategy, Merge or Replace`},
		{"deep in values and elements", smp.Definition{Type: smp.MapType, Values: &smp.Definition{Type: smp.ListType, Element: &smp.Definition{Type: 9}}}, "properties.f.additionalProperties.items", nil, `unknown schema type 9; expected AnyType, ScalarType, MapType or ListType`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := smp.NewSchema(mapOf(map[string]smp.Definition{"f": test.field}), func(name string) (smp.Definition, bool) {
				d, ok := test.defs[name]
				return d, ok
			})
			var e *smp.Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v, want an *Error", err)
			}
			if want := "schema: " + test.path + ": invalid-schema: " + test.want; e.Code != smp.InvalidSchema || e.Error() != want {
				t.Errorf("got  %v\nwant %s", e, want)
			}
		})
	}
}

func TestNewSchemaDepth(t *testing.T) {
	nest := func(n int, in func(smp.Definition) smp.Definition) smp.Definition {
		typ := text
		for range n {
			typ = in(typ)
		}
		return typ
	}
	for name, in := range map[string]func(smp.Definition) smp.Definition{
		"lists":          func(inner smp.Definition) smp.Definition { return smp.Definition{Type: smp.ListType, Element: &inner} },
		"declared maps":  func(inner smp.Definition) smp.Definition { return mapOf(map[string]smp.Definition{"a": inner}) },
		"free-form maps": func(inner smp.Definition) smp.Definition { return smp.Definition{Type: smp.MapType, Values: &inner} },
	} {
		if _, err := smp.NewSchema(nest(1000, in), nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := smp.NewSchema(nest(1001, in), nil); err == nil || !strings.HasSuffix(err.Error(), ": invalid-schema: the schema is nested more than 1000 levels deep") {
			t.Errorf("%s of 1001 levels: got %v", name, err)
		}
	}
}

// A reference has the properties of its definition, and may override them without changing
// other uses.
func TestReferenceOverrides(t *testing.T) {
	item := mapOf(map[string]smp.Definition{"name": text, "port": number})
	defs := func(name string) (smp.Definition, bool) {
		switch name {
		case "list":
			return smp.Definition{Type: smp.ListType, Element: &smp.Definition{Ref: "item"}}, true
		case "alias":
			return smp.Definition{Ref: "list", Strategy: smp.Merge, Keys: []string{"name"}}, true
		case "item":
			return item, true
		case "word":
			return smp.Definition{Type: smp.ScalarType, Default: model.NewString("one")}, true
		}
		return smp.Definition{}, false
	}
	s, err := smp.NewSchema(mapOf(map[string]smp.Definition{
		"atomic": {Ref: "list"},
		"keyed":  {Ref: "alias"},
		"ports":  {Ref: "alias", Keys: []string{"port"}},
		"union":  {Ref: "item", RetainKeys: true, Strategy: smp.Replace},
		"mapped": keyedByMapKeys(mapOf(map[string]smp.Definition{"a": {Ref: "word"}, "b": {Ref: "word", Default: model.NewString("two")}}), "a", "b"),
	}), defs)
	if err != nil {
		t.Fatal(err)
	}
	field := func(name string) smp.Schema {
		f, ok := s.Field(name)
		if !ok {
			t.Fatalf("no field %s", name)
		}
		return f
	}
	if f := field("atomic"); f.Merging() || f.Strategy() != smp.Replace {
		t.Error("a list without strategy is atomic")
	}
	if f := field("keyed"); !f.Keyed() || f.Keys()[0] != "name" || f.Element().Type() != smp.MapType {
		t.Errorf("keyed list: keys %v", f.Keys())
	}
	if f := field("ports"); f.Keys()[0] != "port" {
		t.Errorf("overridden key: %v", f.Keys())
	}
	if f := field("union"); !f.RetainKeys() || f.Strategy() != smp.Replace {
		t.Error("the place's strategies are lost")
	}
	for key, want := range map[string]string{"a": "one", "b": "two"} {
		if def, _ := field("mapped").KeyDefault(key); def.Text() != want {
			t.Errorf("default of %s: %s, want %s", key, def.JSON(), want)
		}
	}
}

// recursive returns a type that contains itself, after n unrolled levels.
func recursive(t *testing.T, n int, strategy smp.Strategy) smp.Schema {
	t.Helper()
	def := mapOf(map[string]smp.Definition{
		"name":     text,
		"children": {Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"name"}, Element: &smp.Definition{Ref: "node"}},
		"extra":    {Type: smp.MapType, Strategy: strategy, Values: &smp.Definition{Ref: "node"}},
	})
	root := smp.Definition{Ref: "node"}
	for range n {
		inner := root
		root = mapOf(map[string]smp.Definition{
			"name":     text,
			"children": {Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"name"}, Element: &inner},
			"extra":    {Type: smp.MapType, Strategy: strategy, Values: &smp.Definition{Ref: "node"}},
		})
	}
	s, err := smp.NewSchema(root, func(name string) (smp.Definition, bool) { return def, name == "node" })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSchemaEqual(t *testing.T) {
	a, b := recursive(t, 0, smp.Merge), recursive(t, 3, smp.Merge)
	if !a.Equal(b) || !b.Equal(a) {
		t.Error("an unrolled recursive schema differs from the plain one")
	}
	if c := recursive(t, 3, smp.Replace); a.Equal(c) || c.Equal(a) {
		t.Error("a different strategy deep inside goes unnoticed")
	}
	if !smp.Schemaless.Equal(schemaOf(t, smp.Definition{})) {
		t.Error("the zero schema is the one without schema")
	}
	if smp.Schemaless.Equal(schemaOf(t, text)) {
		t.Error("no schema equals a scalar")
	}
	one, two := keyedBy(mapOf(map[string]smp.Definition{"a": text, "b": text}), "a"), keyedBy(mapOf(map[string]smp.Definition{"a": text, "b": text}), "a")
	two.Recommended = []string{"a", "b"}
	if schemaOf(t, one).Equal(schemaOf(t, two)) {
		t.Error("recommended keys go unnoticed")
	}
	two.Recommended = []string{"a"}
	if !schemaOf(t, one).Equal(schemaOf(t, two)) {
		t.Error("recommended keys that are the default key are none")
	}
	two.Recommended = []string{}
	if !schemaOf(t, one).Equal(schemaOf(t, two)) {
		t.Error("no recommended keys are none, however they are said")
	}
	marked := mapOf(map[string]smp.Definition{"a": {Type: smp.ScalarType, Scalars: smp.StringScalar, Marks: smp.Marks{NotStored: true}}, "b": text})
	if schemaOf(t, marked).Equal(schemaOf(t, mapOf(map[string]smp.Definition{"a": text, "b": text}))) {
		t.Error("marks go unnoticed")
	}
	if !schemaOf(t, smp.Definition{Type: smp.ScalarType}).Equal(schemaOf(t, smp.Definition{Type: smp.ScalarType, Scalars: smp.AnyScalar})) {
		t.Error("a scalar is any scalar if nothing else is said")
	}
	if smp.NumberScalar|smp.IntegerScalar != smp.NumberScalar {
		t.Error("an integer is not a number")
	}
	if schemaOf(t, number).Equal(schemaOf(t, smp.Definition{Type: smp.ScalarType, Scalars: smp.IntegerScalar})) {
		t.Error("a number is an integer")
	}
}

func TestSchemaAccess(t *testing.T) {
	protocol := text
	protocol.Default = model.NewString("TCP")
	ports := keyedBy(mapOf(map[string]smp.Definition{"port": number, "protocol": protocol}), "port")
	ports.Recommended, ports.MapKeys = []string{"port", "protocol"}, true
	s := schemaOf(t, mapOf(map[string]smp.Definition{"ports": ports, "labels": {Type: smp.MapType, Values: &text}}))

	if !s.Declared() {
		t.Error("a map of fields is declared")
	}
	list, _ := s.Field("ports")
	if def, ok := list.KeyDefault("protocol"); !ok || def.Text() != "TCP" {
		t.Errorf("key default: %v %v", def, ok)
	}
	if _, ok := list.KeyDefault("port"); ok {
		t.Error("port has no default")
	}
	list.Keys()[0] = "changed"
	if list.Keys()[0] != "port" {
		t.Error("a caller can change the keys")
	}
	labels, _ := s.Member("labels")
	if labels.Declared() {
		t.Error("a free-form map is not declared")
	}
	if v, ok := labels.Member("any"); !ok || v.Type() != smp.ScalarType {
		t.Error("members of a free-form map have the schema of its values")
	}
	if _, ok := s.Member("nope"); ok {
		t.Error("an unknown field is known")
	}
	var names []string
	for name := range s.Fields() {
		names = append(names, name)
	}
	if len(names) != 2 || names[0] != "labels" {
		t.Errorf("fields: %v", names)
	}
}

// A number that is no type or strategy has the name of the zero value.
func TestNamesOfUnknownNumbers(t *testing.T) {
	for n := range uint8(10) {
		if name := smp.SchemaType(n).String(); (name == "any") != (n == 0 || n > uint8(smp.ListType)) {
			t.Errorf("schema type %d is %s", n, name)
		}
		if name := smp.Strategy(n).String(); (name == "default") != (n == 0 || n > uint8(smp.Replace)) {
			t.Errorf("strategy %d is %s", n, name)
		}
	}
}
