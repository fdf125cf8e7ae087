package openapi_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

func TestMarks(t *testing.T) {
	for _, c := range []struct {
		object string // the schema of field a; field b is a string
		want   smp.Marks
		reason string
	}{
		{`{"type":"string"}`, smp.Marks{}, "nothing is recorded"},
		{`{"type":"string","x-smp-marks":[]}`, smp.Marks{}, "no mark is listed"},
		{`{"type":"string","x-smp-marks":["not-stored"]}`, smp.Marks{NotStored: true}, ""},
		{`{"type":"array","x-smp-marks":["immutable","filled-in"]}`, smp.Marks{FilledIn: true, Immutable: true}, "marks have no order, and a list can have them"},
		{`{"type":"object","x-smp-marks":["quantity","time"]}`, smp.Marks{Quantity: true, Time: true}, ""},
		{`{"x-smp-marks":["not-stored"]}`, smp.Marks{NotStored: true}, "a field of which nothing else is known"},
		{`{"type":"string","x-smp-alias-of":"b"}`, smp.Marks{AliasOf: "b"}, ""},
		{`{"type":"string","x-smp-alias-of":"b","x-smp-marks":["time"]}`, smp.Marks{Time: true, AliasOf: "b"}, ""},
		{`{"$ref":"#/$defs/marked"}`, smp.Marks{}, "the marks of a definition are not those of a reference"},
		{`{"$ref":"#/$defs/marked","x-smp-marks":["immutable"]}`, smp.Marks{Immutable: true}, "those next to a reference are"},
		{`{"allOf":[{"$ref":"#/$defs/marked"}],"x-smp-marks":["immutable"]}`, smp.Marks{Immutable: true}, "and those around it"},
		{`{"allOf":[{"type":"string","x-smp-marks":["time"]}]}`, smp.Marks{}, "those inside allOf are not"},
		{`{"allOf":[{"type":"string"},{"x-smp-marks":["time"]}]}`, smp.Marks{}, "marks are no structure"},
	} {
		for _, opts := range [][]openapi.Option{nil, {openapi.Lazily()}} {
			s, err := openapi.Schema(model.MustParse(`{"properties":{"a":`+c.object+`,"b":{"type":"string"}},"$defs":{"marked":{"type":"string","x-smp-marks":["not-stored"]}}}`), opts...)
			if err != nil {
				t.Fatalf("%s: %v", c.object, err)
			}
			field, _ := s.Field("a")
			if got := field.Marks(); got != c.want {
				t.Errorf("%s: got %+v, want %+v; %s", c.object, got, c.want, c.reason)
			}
			checkRoundTrip(t, s)
		}
	}
}

func TestEncodeMarks(t *testing.T) {
	of := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"x": str}}
	s := build(t, fields(map[string]smp.Definition{
		"a": with(str, func(t *smp.Definition) { t.Marks = smp.Marks{FilledIn: true, NotStored: true} }),
		"b": with(str, func(t *smp.Definition) { t.Marks = smp.Marks{AliasOf: "a"} }),
		"c": {Ref: "m", Marks: smp.Marks{Immutable: true}},
		"d": {Ref: "m"},
	}), map[string]smp.Definition{"m": of})
	components, _ := openapi.Encode(s).Get("components")
	got, _ := components.Get("schemas")
	want := model.MustParse(`{"root":{"type":"object","properties":{"a":{"type":"string","x-smp-marks":["not-stored","filled-in"]},"b":{"type":"string","x-smp-alias-of":"a"},
		"c":{"allOf":[{"$ref":"#/components/schemas/type1"}],"x-smp-marks":["immutable"]},"d":{"$ref":"#/components/schemas/type1"}}},
		"type1":{"type":"object","properties":{"x":{"type":"string"}}}}`)
	if !model.Equal(got, want) {
		t.Errorf("got  %s\nwant %s", got.JSON(), want.JSON())
	}
}
