package openapi_test

import (
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// An object whose properties are numbered has the same schema as one whose properties are in the
// document. With Lazily, a property is requested only when it is used.
func TestNumberedProperties(t *testing.T) {
	const ports = `{"type":"array","items":{"type":"object","properties":{"port":{"type":"integer","default":80}},"required":["port"]},
		"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"port"}`
	whole, err := openapi.Schema(model.MustParse(`{"properties":{"ports":` + ports + `,"name":{"type":"string"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	var asked []string
	numbered := openapi.Properties(func(object int64) []string {
		return [][]string{{"ports", "name"}, {"port"}}[object]
	}, func(object int64, name string) model.Value {
		asked = append(asked, name)
		return model.MustParse([]map[string]string{{
			"ports": `{"type":"array","items":{"properties":1,"required":["port"]},"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"port"}`,
			"name":  `{"type":"string"}`,
		}, {
			"port": `{"type":"integer","default":80}`,
		}}[object][name])
	})
	for _, opts := range [][]openapi.Option{{numbered}, {numbered, openapi.Lazily()}} {
		asked = nil
		s, err := openapi.SchemaWith(model.MustParse(`{"properties":0}`), nil, opts...)
		if err != nil {
			t.Fatal(err)
		}
		if want := len(opts) == 1; (len(asked) > 0) != want {
			t.Errorf("with %d options, %q are asked for at once", len(opts), asked)
		}
		if name, _ := s.Field("name"); name.Type() != smp.ScalarType || len(opts) == 2 && !slices.Equal(asked, []string{"name"}) {
			t.Errorf("with %d options, the name is a %s, and %q are asked for", len(opts), name.Type(), asked)
		}
		if !s.Equal(whole) {
			t.Errorf("with %d options, another schema", len(opts))
		}
	}
	if _, err := openapi.SchemaWith(model.MustParse(`{"properties":0}`), nil); err == nil {
		t.Error("a number is properties without the option")
	}
	for _, other := range []string{`"0"`, `0.5`} {
		if _, err := openapi.SchemaWith(model.MustParse(`{"properties":`+other+`}`), nil, numbered); err == nil {
			t.Errorf("%s is properties", other)
		}
	}
}
