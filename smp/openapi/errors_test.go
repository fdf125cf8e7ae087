package openapi_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/openapi"
)

// The texts of errors are only tested here.
func TestErrorTexts(t *testing.T) {
	schema := func(text string) error {
		_, err := openapi.Schema(model.MustParse(text))
		return err
	}
	kind := func(text string) error {
		_, err := read(t, text).Kind("g.io/v1", "K")
		return err
	}
	crd := func(text string) error {
		_, err := openapi.ReadCRD(model.MustParse(text))
		return err
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{schema(`1`), `schema: invalid-schema: expected an OpenAPI document, got a number`},
		{schema(`{"$defs":{}}`), `schema: invalid-schema: the document itself is not a schema; name one of its definitions`},
		{schema(`{"items":[]}`), `schema: items: invalid-schema: a list of schemas is not supported; expected one schema for all elements`},
		{schema(`{"properties":{"a":{"type":"date"}}}`), `schema: properties.a.type: invalid-schema: unknown type "date"`},
		{schema(`{"x-kubernetes-patch-strategy":"mrege"}`), `schema: x-kubernetes-patch-strategy: invalid-schema: unknown strategy "mrege"; expected merge, replace or retainKeys`},
		{schema(`{"x-kubernetes-patch-strategy":"merge,replace"}`), `schema: x-kubernetes-patch-strategy: invalid-schema: expected merge or replace, got both`},
		{schema(`{"x-kubernetes-patch-strategy":1}`), `schema: x-kubernetes-patch-strategy: invalid-schema: expected a string, got a number`},
		{schema(`{"x-kubernetes-patch-merge-key":"a, b"}`), `schema: x-kubernetes-patch-merge-key: invalid-schema: a merge key is empty or contains white space (rule keys-multi)`},
		{schema(`{"x-kubernetes-list-type":"maps"}`), `schema: x-kubernetes-list-type: invalid-schema: unknown x-kubernetes-list-type "maps"; expected one of atomic, map, set`},
		{schema(`{"x-smp-marks":["stored"]}`), `schema: x-smp-marks[0]: invalid-schema: unknown mark "stored"; expected not-stored, filled-in, immutable, quantity or time`},
		{schema(`{"properties":{"a":{"x-smp-alias-of":"b"}}}`), `schema: properties.a: invalid-schema: the field is an alias of "b", which is not another field of the map`},
		{schema(`{"$ref":"#/$defs/a","$defs":{}}`), `schema: ["$ref"]: invalid-schema: "#/$defs/a" not found: there is no "a"`},
		{schema(`{"$ref":"a.json"}`), `schema: ["$ref"]: invalid-schema: "a.json" refers to another document; expected a reference like #/definitions/x`},
		{schema(`{"$ref":"#"}`), `schema: ["$ref"]: invalid-schema: "#" leads only to other references, in a cycle`},
		{schema(`{"allOf":[{"type":"object"},{"type":"object"}]}`), `schema: allOf[1]: invalid-schema: allOf has a second element that is more than a constraint; only one is supported`},
		{kind(`{"swagger":"2.0"}`), `schema: unknown-kind: the document has no kind K in g.io/v1`},
		{
			kind(`{"definitions":{"a":{"x-kubernetes-group-version-kind":[{"group":"g.io","version":"v1","kind":"K"}]},"b":{"x-kubernetes-group-version-kind":[{"group":"g.io","version":"v1","kind":"K"}]}}}`),
			`schema: definitions.b.x-kubernetes-group-version-kind: invalid-schema: kind K in g.io/v1 is already defined in definitions.a`,
		},
		{crd(`{"kind":"Pod"}`), `schema: kind: invalid-schema: expected CustomResourceDefinition, got Pod`},
		{crd(`{"kind":"CustomResourceDefinition","apiVersion":"v1"}`), `schema: apiVersion: invalid-schema: v1 is not supported; expected apiextensions.k8s.io/v1 or apiextensions.k8s.io/v1beta1`},
		{
			crd(`{"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1","spec":{"group":"g.io"}}`),
			`schema: spec: invalid-schema: missing names; every CustomResourceDefinition has one here`,
		},
	} {
		if c.err == nil {
			t.Errorf("no error, want %s", c.want)
		} else if c.err.Error() != c.want {
			t.Errorf("got  %s\nwant %s", c.err, c.want)
		}
	}
}
