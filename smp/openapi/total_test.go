package openapi_test

import (
	"errors"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
	"pgregory.net/rapid"
)

// Reading a document always terminates. The result is a schema that can be encoded and read back,
// or an error with a path that exists in the document.
func TestAnyDocument(t *testing.T) {
	accepted, rejected := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		doc := newMap(t, []model.Member{
			{Name: "definitions", Value: newMap(t, []model.Member{
				{Name: "a", Value: drawObject(t, 3)},
				{Name: "b", Value: drawObject(t, 3)},
				{Name: "c", Value: drawObject(t, 2)},
			})},
		})
		before := doc.JSON()
		var opts []openapi.Option
		if rapid.Bool().Draw(t, "list types") {
			opts = listTypes
		}
		d, err := openapi.Read(doc, opts...)
		if err != nil {
			t.Fatalf("%v", err)
		}
		s, err := d.Schema("a")
		if doc.JSON() != before {
			t.Fatalf("the document changed")
		}
		if err == nil {
			accepted++
			checkRoundTrip(t, s)
			return
		}
		rejected++
		var e *smp.Error
		if !errors.As(err, &e) || e.Code != smp.InvalidSchema || e.Document != "schema" {
			t.Fatalf("got error %v", err)
		}
		if _, ok := e.Path.Lookup(doc); !ok {
			t.Fatalf("no such place: %v", err)
		}
	})
	if (accepted < 10 || rejected < 10) && !testing.Short() {
		t.Errorf("%d documents accepted, %d rejected: the property says little", accepted, rejected)
	}
}

func newMap(t *rapid.T, members []model.Member) model.Value {
	v, err := model.NewMap(members...)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return v
}

// objectKeywords contains valid and invalid values for the keywords that drawObject writes.
var objectKeywords = map[string][]string{
	"type":                         {`"object"`, `"object"`, `"array"`, `"array"`, `"string"`, `"integer"`, `"boolean"`, `["string","null"]`, `["array","string"]`, `"x"`},
	"format":                       {`"int-or-string"`, `"date"`, `1`},
	"$ref":                         {`"#/definitions/a"`, `"#/definitions/b"`, `"#/definitions/c"`, `"#/definitions/b/items"`, `"#/definitions/a/properties/k"`, `"#"`, `"#/definitions/d"`},
	"required":                     {`["k"]`, `[]`, `[1]`},
	"default":                      {`"x"`, `1`, `{}`, `null`},
	"additionalProperties":         {`true`, `false`, `1`},
	"x-kubernetes-patch-strategy":  {`"merge"`, `"merge"`, `"merge"`, `"replace"`, `"retainKeys"`, `"merge|retainKeys"`, `"x"`},
	"x-kubernetes-patch-merge-key": {`"k"`, `"k"`, `"k,l"`, `"m"`, `"k "`},
	"x-kubernetes-recommended-patch-merge-key": {`"k,l"`, `"l"`, `1`},
	"x-kubernetes-list-type":                   {`"map"`, `"set"`, `"atomic"`, `"x"`},
	"x-kubernetes-list-map-keys":               {`["k"]`, `["k","l"]`, `["l"]`, `[]`},
	"x-kubernetes-map-type":                    {`"atomic"`, `"granular"`, `"x"`},
	"x-kubernetes-preserve-unknown-fields":     {`true`, `false`, `"x"`},
	"x-kubernetes-embedded-resource":           {`true`, `false`, `1`},
	"x-kubernetes-int-or-string":               {`true`, `false`, `null`},
}

var plainKeywords = []string{
	"type", "type", "type", "type", "$ref", "$ref", "required", "default", "additionalProperties", "format",
	"x-kubernetes-patch-strategy", "x-kubernetes-patch-merge-key", "x-kubernetes-recommended-patch-merge-key",
	"x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type",
	"x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource", "x-kubernetes-int-or-string",
}

// drawObject generates a schema object that can be invalid.
func drawObject(t *rapid.T, depth int) model.Value {
	var members []model.Member
	for _, name := range rapid.SliceOfN(rapid.SampledFrom(plainKeywords), 0, 3).Draw(t, "keywords") {
		text := rapid.SampledFrom(objectKeywords[name]).Draw(t, name)
		members = append(members, model.Member{Name: name, Value: model.MustParse(text)})
	}
	if depth > 0 {
		for _, name := range rapid.SliceOfN(rapid.SampledFrom([]string{"properties", "properties", "items", "items", "additionalProperties", "allOf", "oneOf"}), 0, 2).Draw(t, "parts") {
			members = append(members, model.Member{Name: name, Value: drawPart(t, name, depth-1)})
		}
	}
	return newMap(t, members)
}

func drawPart(t *rapid.T, name string, depth int) model.Value {
	switch name {
	case "properties":
		return newMap(t, []model.Member{
			{Name: "k", Value: drawObject(t, min(depth, 1))},
			{Name: "l", Value: model.MustParse(`{"type":"string","default":"x"}`)},
			{Name: "m", Value: drawObject(t, depth)},
		})
	case "allOf", "oneOf":
		parts := []model.Value{drawObject(t, depth)}
		if rapid.Bool().Draw(t, "two") {
			parts = append(parts, drawObject(t, depth))
		}
		list, err := model.NewList(parts...)
		if err != nil {
			t.Fatalf("%v", err)
		}
		return list
	default:
		return drawObject(t, depth)
	}
}
