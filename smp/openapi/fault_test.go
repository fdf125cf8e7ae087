package openapi_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// keyed is the beginning of the schema of a list of ports with the patch strategy merge.
const keyed = `{"items":` + port + `,"x-kubernetes-patch-strategy":"merge"`

var faultCases = []struct {
	name   string
	object string
	path   string
}{
	{"not a map", `[]`, `.`},
	{"property that is no schema", `{"properties":{"a":true}}`, `properties.a`},
	{"items that are no schema", `{"items":true}`, `items`},
	{"additionalProperties that are no schema", `{"additionalProperties":"x"}`, `additionalProperties`},
	{"additionalProperties that are null", `{"additionalProperties":null}`, `additionalProperties`},
	{"properties that are no map", `{"properties":[]}`, `properties`},
	{"tuple", `{"properties":{"a":{"type":"array","items":[{"type":"string"}]}}}`, `properties.a.items`},
	{"unknown type", `{"properties":{"a":{"items":{"type":"file"}}}}`, `properties.a.items.type`},
	{"empty type", `{"type":""}`, `type`},
	{"type that is no string", `{"type":1}`, `type`},
	{"unknown type in a list", `{"type":["string","date"]}`, `type[1]`},
	{"type in a list that is no string", `{"type":["string",{}]}`, `type[1]`},
	{"required that is no list", `{"required":true,"properties":{"a":{}}}`, `required`},
	{"required that is no name", `{"required":["a",1],"properties":{"a":{}}}`, `required[1]`},
	{"preserve that is no boolean", `{"x-kubernetes-preserve-unknown-fields":"true"}`, `x-kubernetes-preserve-unknown-fields`},
	{"embedded that is no boolean", `{"x-kubernetes-embedded-resource":1}`, `x-kubernetes-embedded-resource`},
	{"int-or-string that is no boolean", `{"x-kubernetes-int-or-string":null}`, `x-kubernetes-int-or-string`},
	{"allOf that is no list", `{"allOf":{}}`, `allOf`},
	{"allOf with what is no schema", `{"allOf":[{},1]}`, `allOf[1]`},
	{"allOf of two", `{"allOf":[{"type":"string"},{"description":"d"},{"default":"x"}]}`, `allOf[2]`},
	{"oneOf that is no list", `{"oneOf":"x"}`, `oneOf`},
	{"anyOf with what is no schema", `{"anyOf":[1]}`, `anyOf[0]`},
	{"fault in an alternative", `{"anyOf":[{"type":"string"},{"type":"x"}]}`, `anyOf[1].type`},
	{"fault in allOf", `{"properties":{"a":{"allOf":[{"properties":{"b":{"type":"x"}}}]}}}`, `properties.a.allOf[0].properties.b.type`},
	{"key fault in allOf", `{"properties":{"a":{"allOf":[{"properties":{"b":` + keyed + `,"x-kubernetes-patch-merge-key":"x"}}}]}}}`, `properties.a.allOf[0].properties.b`},

	{"strategy that is no string", `{"x-kubernetes-patch-strategy":["merge"]}`, `x-kubernetes-patch-strategy`},
	{"unknown strategy", `{"x-kubernetes-patch-strategy":"Merge"}`, `x-kubernetes-patch-strategy`},
	{"strategy with white space", `{"x-kubernetes-patch-strategy":"merge, retainKeys"}`, `x-kubernetes-patch-strategy`},
	{"empty strategy", `{"x-kubernetes-patch-strategy":""}`, `x-kubernetes-patch-strategy`},
	{"merge and replace", `{"x-kubernetes-patch-strategy":"merge,replace"}`, `x-kubernetes-patch-strategy`},
	{"strategy twice", `{"x-kubernetes-patch-strategy":"retainKeys|retainKeys"}`, `x-kubernetes-patch-strategy`},
	{"merge key that is no string", keyed + `,"x-kubernetes-patch-merge-key":1}`, `x-kubernetes-patch-merge-key`},
	{"merge key with white space", keyed + `,"x-kubernetes-patch-merge-key":"port, name"}`, `x-kubernetes-patch-merge-key`},
	{"merge key with a tab", keyed + `,"x-kubernetes-patch-merge-key":"port\t"}`, `x-kubernetes-patch-merge-key`},
	{"empty merge key", keyed + `,"x-kubernetes-patch-merge-key":""}`, `x-kubernetes-patch-merge-key`},
	{"empty part of a merge key", keyed + `,"x-kubernetes-patch-merge-key":"port,"}`, `x-kubernetes-patch-merge-key`},
	{"recommended keys with white space", keyed + `,"x-kubernetes-patch-merge-key":"port","x-kubernetes-recommended-patch-merge-key":"port, name"}`, `x-kubernetes-recommended-patch-merge-key`},
	{"recommended keys that are no string", keyed + `,"x-kubernetes-patch-merge-key":"port","x-kubernetes-recommended-patch-merge-key":["port"]}`, `x-kubernetes-recommended-patch-merge-key`},
	{"recommended keys that begin otherwise", `{"properties":{"a":` + keyed + `,"x-kubernetes-patch-merge-key":"port","x-kubernetes-recommended-patch-merge-key":"name,port"}}}`, `properties.a`},
	{"recommended keys alone", `{"properties":{"a":` + keyed + `,"x-kubernetes-recommended-patch-merge-key":"name,port"}}}`, `properties.a`},
	{"merge key that is no field", `{"properties":{"a":` + keyed + `,"x-kubernetes-patch-merge-key":"nam"}}}`, `properties.a`},
	{"merge key listed twice", `{"additionalProperties":` + keyed + `,"x-kubernetes-patch-merge-key":"port,port"}}`, `additionalProperties`},
	{"merge key that is no scalar", `{"items":{"items":{"properties":{"k":{"type":"array"}}},"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"k"}}`, `items`},
	{"merging list of maps without key", `{"properties":{"a":` + keyed + `}}}`, `properties.a`},
	{"merging list of lists", `{"properties":{"a":{"items":{"type":"array"},"x-kubernetes-patch-strategy":"merge"}}}`, `properties.a`},
	{"unknown list type", `{"type":"array","x-kubernetes-list-type":"list"}`, `x-kubernetes-list-type`},
	{"list type that is no string", `{"type":"array","x-kubernetes-list-type":true}`, `x-kubernetes-list-type`},
	{"list type map without keys", `{"type":"array","x-kubernetes-list-type":"map"}`, `x-kubernetes-list-type`},
	{"map keys without list type", `{"type":"array","x-kubernetes-list-map-keys":["a"]}`, `x-kubernetes-list-map-keys`},
	{"map keys of a set", `{"type":"array","x-kubernetes-list-type":"set","x-kubernetes-list-map-keys":["a"]}`, `x-kubernetes-list-map-keys`},
	{"no map keys", `{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":[]}`, `x-kubernetes-list-map-keys`},
	{"map keys that are no list", `{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":"a"}`, `x-kubernetes-list-map-keys`},
	{"map key that is no string", `{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a",1]}`, `x-kubernetes-list-map-keys[1]`},
	{"map key with white space", `{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a b"]}`, `x-kubernetes-list-map-keys[0]`},
	{"map key with a comma", `{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a,b"]}`, `x-kubernetes-list-map-keys[0]`},
	{"unknown map type", `{"type":"object","x-kubernetes-map-type":"set"}`, `x-kubernetes-map-type`},
	{"map type that is no string", `{"type":"object","x-kubernetes-map-type":{}}`, `x-kubernetes-map-type`},

	{"unions that are no list", `{"properties":{"a":{}},"x-kubernetes-unions":{}}`, `x-kubernetes-unions`},
	{"union that is no map", `{"properties":{"a":{}},"x-kubernetes-unions":[1]}`, `x-kubernetes-unions[0]`},
	{"discriminator that is no string", `{"properties":{"a":{}},"x-kubernetes-unions":[{"discriminator":1}]}`, `x-kubernetes-unions[0].discriminator`},
	{"fields of a union that are no map", `{"properties":{"a":{}},"x-kubernetes-unions":[{"fields-to-discriminateBy":["a"]}]}`, `x-kubernetes-unions[0].fields-to-discriminateBy`},
	{"value of a member that is no string", `{"properties":{"a":{}},"x-kubernetes-unions":[{"fields-to-discriminateBy":{"a":1}}]}`, `x-kubernetes-unions[0].fields-to-discriminateBy.a`},
	{"unset values that are no list", `{"properties":{"a":{}},"x-kubernetes-unions":[{"unset-values":{"a":1}}]}`, `x-kubernetes-unions[0].unset-values.a`},
	{"union without members", `{"properties":{"m":{"properties":{"a":{}},"x-kubernetes-unions":[{"discriminator":"a"}]}}}`, `properties.m`},
	{"union of an unknown field", `{"properties":{"m":{"properties":{"a":{}},"x-kubernetes-unions":[{"fields-to-discriminateBy":{"a":"A","b":"B"}}]}}}`, `properties.m`},
	{"unknown discriminator", `{"properties":{"m":{"properties":{"a":{}},"x-kubernetes-unions":[{"discriminator":"b","fields-to-discriminateBy":{"a":"A"}}]}}}`, `properties.m`},
	{"discriminator that is a map", `{"properties":{"m":{"properties":{"a":{},"b":{"type":"object"}},"x-kubernetes-unions":[{"discriminator":"b","fields-to-discriminateBy":{"a":"A"}}]}}}`, `properties.m`},
	{"discriminator that is a member", `{"properties":{"m":{"properties":{"a":{}},"x-kubernetes-unions":[{"discriminator":"a","fields-to-discriminateBy":{"a":"A"}}]}}}`, `properties.m`},
	{"unset value that is no scalar", `{"properties":{"m":{"properties":{"a":{},"b":{}},"x-kubernetes-unions":[{"fields-to-discriminateBy":{"a":"A","b":"B"},"unset-values":{"a":[null]}}]}}}`, `properties.m`},

	{"marks that are no list", `{"properties":{"a":{"x-smp-marks":"time"}}}`, `properties.a.x-smp-marks`},
	{"mark that is no string", `{"properties":{"a":{"x-smp-marks":["time",1]}}}`, `properties.a.x-smp-marks[1]`},
	{"unknown mark", `{"items":{"x-smp-marks":["NotStored"]}}`, `items.x-smp-marks[0]`},
	{"mark twice", `{"x-smp-marks":["time","quantity","time"]}`, `x-smp-marks[2]`},
	{"unknown mark next to a reference", `{"properties":{"a":{"$ref":"#/$defs/x","x-smp-marks":["other"]}},"$defs":{"x":{}}}`, `properties.a.x-smp-marks[0]`},
	{"alias that is no string", `{"properties":{"a":{"x-smp-alias-of":["b"]},"b":{}}}`, `properties.a.x-smp-alias-of`},
	{"alias without name", `{"properties":{"a":{"x-smp-alias-of":""},"b":{}}}`, `properties.a.x-smp-alias-of`},
	{"alias of an unknown field", `{"properties":{"a":{"x-smp-alias-of":"c"},"b":{}}}`, `properties.a`},
	{"alias of itself", `{"properties":{"m":{"properties":{"a":{"type":"string","x-smp-alias-of":"a"}}}}}`, `properties.m.properties.a`},

	{"reference that is no string", `{"properties":{"a":{"$ref":1}}}`, `properties.a["$ref"]`},
	{"reference to nothing", `{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"y":{}}}`, `properties.a["$ref"]`},
	{"reference past a scalar", `{"properties":{"a":{"$ref":"#/title/x"}},"title":"t"}`, `properties.a["$ref"]`},
	{"reference past a list", `{"allOf":[{"$ref":"#/examples/1"}],"examples":[{}]}`, `allOf[0]["$ref"]`},
	{"reference by a padded index", `{"allOf":[{"$ref":"#/examples/00"}],"examples":[{}]}`, `allOf[0]["$ref"]`},
	{"reference to another document", `{"items":{"$ref":"other.json#/x"}}`, `items["$ref"]`},
	{"reference by name", `{"items":{"$ref":"x"},"$defs":{"x":{}}}`, `items["$ref"]`},
	{"reference to an anchor", `{"items":{"$ref":"#x"},"$defs":{"x":{"$anchor":"x"}}}`, `items["$ref"]`},
	{"reference with a bad escape", `{"items":{"$ref":"#/%zz"}}`, `items["$ref"]`},
	{"reference to no schema", `{"items":{"$ref":"#/$defs/x"},"$defs":{"x":"y"}}`, `["$defs"].x`},
	{"reference to itself", `{"properties":{"a":{"$ref":"#/properties/a"}}}`, `properties.a["$ref"]`},
	{"root that refers to itself", `{"$ref":"#"}`, `["$ref"]`},
	{"references in a circle", `{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},"b":{"oneOf":[{"$ref":"#/$defs/a"}]}}}`, `["$defs"].b.oneOf[0]["$ref"]`},
	{"references in a circle of three", `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/c"},"c":{"$ref":"#/$defs/a"}}}`, `["$defs"].c["$ref"]`},
	{"union in a circle", `{"$ref":"#/$defs/a","$defs":{"a":{"oneOf":[{"type":"string"},{"$ref":"#/$defs/a"}]}}}`, `["$defs"].a.oneOf[1]["$ref"]`},
	{"fault in a definition", `{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"properties":{"b":{"items":{"type":"y"}}}}}}`, `["$defs"].x.properties.b.items.type`},
	{"key fault in a definition", `{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"properties":{"b":` + keyed + `,"x-kubernetes-patch-merge-key":"nam"}}}}}`, `["$defs"].x.properties.b`},
	{"key fault beside a reference", `{"properties":{"a":{"$ref":"#/$defs/x","x-kubernetes-patch-strategy":"merge"}},"$defs":{"x":{"items":` + port + `}}}`, `properties.a`},
	{"key fault behind a reference", `{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":` + keyed + `,"x-kubernetes-patch-merge-key":"nam"}}}`, `properties.a`},
}

func TestFaults(t *testing.T) {
	for _, c := range faultCases {
		_, err := openapi.Schema(model.MustParse(c.object))
		wantFault(t, c.name, err, smp.InvalidSchema, c.path)
		if _, err = openapi.Schema(model.MustParse(c.object), openapi.ListTypes()); err == nil {
			t.Errorf("%s: no error with list types", c.name)
		}
		s, err := openapi.Schema(model.MustParse(c.object), openapi.Lazily())
		if err == nil {
			err = firstFault(s)
		}
		wantFault(t, c.name+", lazily", err, smp.InvalidSchema, c.path)
	}
}

// firstFault returns an error of the schema or of a schema inside it.
func firstFault(root smp.Schema) error {
	seen := map[smp.Schema]bool{}
	for next := []smp.Schema{root}; len(next) > 0; {
		s := next[0]
		next = next[1:]
		if err := s.Err(); err != nil || seen[s] {
			if err != nil {
				return err
			}
			continue
		}
		seen[s] = true
		for _, field := range s.Fields() {
			next = append(next, field)
		}
		values, _ := s.Values()
		next = append(next, values, s.Element())
	}
	return nil
}

// With Lazily, all fields that refer to an invalid definition return the same error.
func TestFaultForEachReference(t *testing.T) {
	s, err := openapi.Schema(model.MustParse(`{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"items":{"$ref":"#/$defs/x"}},"c":{"$ref":"#/$defs/y"}},
		"$defs":{"x":{"type":"z"},"y":{"$ref":"#/$defs/x"}}}`), openapi.Lazily())
	if err != nil {
		t.Fatal(err)
	}
	for name, field := range s.Fields() {
		wantFault(t, name, field.Err(), smp.InvalidSchema, `["$defs"].x.type`)
	}
}

// A definition is requested only once, even if several references refer to it.
func TestDefinitionIsAskedForOnce(t *testing.T) {
	for _, opts := range [][]openapi.Option{nil, {openapi.Lazily()}} {
		asked := map[string]int{}
		object := model.MustParse(`{"properties":{"a":{"$ref":"#/definitions/x"},"b":{"$ref":"#/components/schemas/x"},"c":{"items":{"$ref":"#/definitions/x"}}}}`)
		s, err := openapi.SchemaWith(object, func(name string) (model.Value, bool) {
			asked[name]++
			return model.MustParse(`{"properties":{"self":{"$ref":"#/definitions/x"}}}`), name == "x"
		}, opts...)
		if err == nil {
			err = firstFault(s)
		}
		if err != nil || len(asked) != 1 || asked["x"] != 1 {
			t.Errorf("asked %v, error %v", asked, err)
		}
	}
}

func TestReferencesToNoDefinition(t *testing.T) {
	none := func(string) (model.Value, bool) { return model.Value{}, false }
	for _, ref := range []string{"#/components/schemas/x", "#/definitions/x", "#", "#/x", "x"} {
		_, err := openapi.SchemaWith(model.MustParse(`{"items":{"$ref":"`+ref+`"}}`), none)
		wantFault(t, ref, err, smp.InvalidSchema, `items["$ref"]`)
	}
}

// The path of an error in a document starts at the document.
func TestFaultsInDocument(t *testing.T) {
	for _, c := range faultCases {
		if strings.Contains(c.object, `"#`) {
			continue // this object refers to its own root
		}
		doc, err := openapi.Read(model.MustParse(`{"components":{"schemas":{"a.b/c":` + c.object + `}}}`))
		if err != nil {
			t.Fatal(err)
		}
		root := `components.schemas["a.b/c"]`
		want := root + "." + c.path
		if c.path == "." {
			want = root
		} else if c.path[0] == '[' {
			want = root + c.path
		}
		_, err = doc.Schema("#/components/schemas/a.b~1c")
		wantFault(t, c.name, err, smp.InvalidSchema, want)
		_, err = doc.Schema("a.b/c")
		wantFault(t, c.name, err, smp.InvalidSchema, want)
	}
}

// The option ListTypes enables more checks.
func TestListTypeFaults(t *testing.T) {
	for _, c := range []struct{ name, object, path string }{
		{"map key that is no field", `{"properties":{"a":{"items":` + port + `,"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port","x"]}}}`, `properties.a`},
		{"map of scalars", `{"properties":{"a":{"items":{"type":"string"},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port"]}}}`, `properties.a`},
		{"set of what is faulty", `{"items":{"type":"x"},"x-kubernetes-list-type":"set"}`, `items.type`},
	} {
		_, err := openapi.Schema(model.MustParse(c.object), openapi.ListTypes())
		wantFault(t, c.name, err, smp.InvalidSchema, c.path)
	}
}

// wantFault compares the code, document and path of an error, after wrapping it twice, and
// requires a cause.
func wantFault(t *testing.T, name string, err error, kind smp.Code, path string) {
	t.Helper()
	var e *smp.Error
	if !errors.As(fmt.Errorf("b: %w", fmt.Errorf("a: %w", err)), &e) {
		t.Errorf("%s: got error %v, want an *smp.Error", name, err)
		return
	}
	if e.Code != kind || e.Document != "schema" || e.Path.String() != path || e.Cause == nil {
		t.Errorf("%s: got %s at %s in %s (%v), want %s at %s", name, e.Code, e.Path, e.Document, e.Cause, kind, path)
	}
}

// A chain of references can be as long as the limit, regardless of the definition of the chain that
// is read first.
func TestReferenceLimit(t *testing.T) {
	const limit = 100
	chain := func(n int) model.Value {
		var b strings.Builder
		b.WriteString(`{"definitions":{"d0":{"type":"string"}`)
		for i := range n {
			format := `,"d%d":{"$ref":"#/definitions/d%d"}`
			if i%7 == 3 {
				format = `,"d%d":{"oneOf":[{"type":"string"},{"$ref":"#/definitions/d%d"}]}`
			}
			fmt.Fprintf(&b, format, i+1, i)
		}
		fmt.Fprintf(&b, `,"down":{"properties":{"a":{"$ref":"#/definitions/d%d"},"b":{"$ref":"#/definitions/d50"}}}`, n-1)
		fmt.Fprintf(&b, `,"up":{"properties":{"a":{"$ref":"#/definitions/d50"},"b":{"$ref":"#/definitions/d%d"}}}}}`, n-1)
		return model.MustParse(b.String())
	}
	for _, name := range []string{"down", "up"} {
		for n, ok := range map[int]bool{limit - 1: true, limit: true, limit + 1: false} {
			doc, err := openapi.Read(chain(n))
			if err != nil {
				t.Fatal(err)
			}
			if _, err = doc.Schema(name); (err == nil) != ok {
				t.Errorf("%s: %d references: error %v", name, n, err)
			}
		}
	}
}
