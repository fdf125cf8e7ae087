package openapi_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/openapi"
)

// The texts of errors are asserted here and nowhere else.
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
		{schema(`1`), `schema: invalid-schema: an OpenAPI document is a map, not a number`},
		{schema(`{"$defs":{}}`), `schema: invalid-schema: the document is no schema itself: name one of its definitions`},
		{schema(`{"items":[]}`), `schema: items: invalid-schema: a list of schemas, one for each element, is not supported`},
		{schema(`{"properties":{"a":{"type":"date"}}}`), `schema: properties.a.type: invalid-schema: unknown type "date"`},
		{schema(`{"x-kubernetes-patch-strategy":"mrege"}`), `schema: x-kubernetes-patch-strategy: invalid-schema: unknown strategy "mrege"; there are merge, replace and retainKeys`},
		{schema(`{"x-kubernetes-patch-strategy":"merge,replace"}`), `schema: x-kubernetes-patch-strategy: invalid-schema: merge and replace exclude each other`},
		{schema(`{"x-kubernetes-patch-strategy":1}`), `schema: x-kubernetes-patch-strategy: invalid-schema: x-kubernetes-patch-strategy is a string, not a number`},
		{schema(`{"x-kubernetes-patch-merge-key":"a, b"}`), `schema: x-kubernetes-patch-merge-key: invalid-schema: a merge key is empty or has white space in it (rule keys-multi)`},
		{schema(`{"x-kubernetes-list-type":"maps"}`), `schema: x-kubernetes-list-type: invalid-schema: unknown x-kubernetes-list-type "maps"; there are atomic, map, set`},
		{schema(`{"x-smp-marks":["stored"]}`), `schema: x-smp-marks[0]: invalid-schema: unknown mark "stored"; there are not-stored, filled-in, immutable, quantity and time`},
		{schema(`{"properties":{"a":{"x-smp-alias-of":"b"}}}`), `schema: properties.a: invalid-schema: the field is an alias of "b", which is not another field of the map`},
		{schema(`{"$ref":"#/$defs/a","$defs":{}}`), `schema: ["$ref"]: invalid-schema: "#/$defs/a" leads nowhere: there is no "a"`},
		{schema(`{"$ref":"a.json"}`), `schema: ["$ref"]: invalid-schema: "a.json" points to another document; only references like #/definitions/x are followed`},
		{schema(`{"$ref":"#"}`), `schema: ["$ref"]: invalid-schema: "#" leads only to other references, in a circle`},
		{schema(`{"allOf":[{"type":"object"},{"type":"object"}]}`), `schema: allOf[1]: invalid-schema: allOf has a second element that is more than a constraint; one is supported`},
		{kind(`{"swagger":"2.0"}`), `schema: unknown-kind: the document has no kind K in g.io/v1`},
		{
			kind(`{"definitions":{"a":{"x-kubernetes-group-version-kind":[{"group":"g.io","version":"v1","kind":"K"}]},"b":{"x-kubernetes-group-version-kind":[{"group":"g.io","version":"v1","kind":"K"}]}}}`),
			`schema: definitions.b.x-kubernetes-group-version-kind: invalid-schema: kind K in g.io/v1 is defined a second time, after definitions.a`,
		},
		{crd(`{"kind":"Pod"}`), `schema: kind: invalid-schema: this is a Pod, not a CustomResourceDefinition`},
		{crd(`{"kind":"CustomResourceDefinition","apiVersion":"v1"}`), `schema: apiVersion: invalid-schema: v1 is not supported; there are apiextensions.k8s.io/v1 and apiextensions.k8s.io/v1beta1`},
		{
			crd(`{"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1","spec":{"group":"g.io"}}`),
			`schema: spec: invalid-schema: names is missing; every CustomResourceDefinition has one here`,
		},
	} {
		if c.err == nil {
			t.Errorf("no error, want %s", c.want)
		} else if c.err.Error() != c.want {
			t.Errorf("got  %s\nwant %s", c.err, c.want)
		}
	}
}
