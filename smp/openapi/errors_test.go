package openapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/openapi"
)

// Only TestErrorTexts and TestKeyProblemTexts compare the texts of errors.
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
	definition := func(text, ref string) error {
		_, err := read(t, text).Schema(ref)
		return err
	}
	version := func(text string) error {
		text = `{"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1","spec":{"group":"g.io","scope":"Namespaced","names":{"kind":"K","plural":"ks"},` + text + `}}`
		c, err := openapi.ReadCRD(model.MustParse(text))
		if err == nil {
			_, err = c.Schema("v1")
		}
		return err
	}
	found := func(ref string) error {
		object := model.MustParse(`{"$ref":"` + ref + `"}`)
		_, err := openapi.SchemaWith(object, func(string) (model.Value, bool) { return model.Value{}, false })
		return err
	}
	chain := `{"$ref":"#/$defs/0","$defs":{"101":{}`
	for i := range 101 {
		chain += fmt.Sprintf(`,"%d":{"$ref":"#/$defs/%d"}`, i, i+1)
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
		{schema(`{"x-kubernetes-patch-merge-key":"a, b"}`), `schema: x-kubernetes-patch-merge-key: invalid-schema: invalid merge key " b"; expected field names without white space, separated by commas (rule keys-multi)`},
		{schema(`{"x-kubernetes-list-type":"maps"}`), `schema: x-kubernetes-list-type: invalid-schema: unknown x-kubernetes-list-type "maps"; expected one of atomic, map, set`},
		{schema(`{"x-smp-marks":["stored"]}`), `schema: x-smp-marks[0]: invalid-schema: unknown mark "stored"; expected not-stored, filled-in, zero-filled-in, derived, immutable, required, quantity, time or base64`},
		{schema(`{"properties":{"a":{"x-smp-alias-of":"b"}}}`), `schema: properties.a: invalid-schema: the field is an alias of "b", which is not another field of the map`},
		{schema(`{"$ref":"#/$defs/a","$defs":{}}`), `schema: ["$ref"]: invalid-schema: "#/$defs/a" not found: there is no "a"`},
		{schema(`{"$ref":"a.json"}`), `schema: ["$ref"]: invalid-schema: "a.json" refers to another document; expected a reference like #/definitions/x`},
		{schema(`{"$ref":"#"}`), `schema: ["$ref"]: invalid-schema: "#" leads only to other references, in a cycle`},
		{schema(`{"allOf":[{"type":"object"},{"type":"object"}]}`), `schema: allOf[1]: invalid-schema: a second schema in allOf affects merging; only one is supported`},
		{kind(`{"swagger":"2.0"}`), `schema: unknown-kind: the document has no kind K in g.io/v1`},
		{
			kind(`{"definitions":{"a":{"x-kubernetes-group-version-kind":[{"group":"g.io","version":"v1","kind":"K"}]},"b":{"x-kubernetes-group-version-kind":[{"group":"g.io","version":"v1","kind":"K"}]}}}`),
			`schema: definitions.b.x-kubernetes-group-version-kind: invalid-schema: kind K in g.io/v1 is already defined in definitions.a`,
		},
		{crd(`{"kind":"Pod"}`), `schema: kind: invalid-schema: expected CustomResourceDefinition, got Pod`},
		{crd(`{"kind":"CustomResourceDefinition","apiVersion":"v1"}`), `schema: apiVersion: invalid-schema: v1 is not supported; expected apiextensions.k8s.io/v1 or apiextensions.k8s.io/v1beta1`},
		{
			crd(`{"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1","spec":{"group":"g.io"}}`),
			`schema: spec: invalid-schema: missing names; a CustomResourceDefinition requires it here`,
		},
		{schema(chain + `}}`), `schema: ["$defs"]["99"]["$ref"]: invalid-schema: "#/$defs/100" leads through more than 100 references`},
		{schema(`{"$ref":"#/%"}`), `schema: ["$ref"]: invalid-schema: "#/%" is not a JSON pointer: invalid URL escape "%"`},
		{schema(`{"$ref":"#a"}`), `schema: ["$ref"]: invalid-schema: "#a" is not a JSON pointer; expected it to begin with #/`},
		{schema(`{"properties":{"a":1}}`), `schema: properties.a: invalid-schema: expected a schema, got a number`},
		{schema(`{"additionalProperties":1}`), `schema: additionalProperties: invalid-schema: expected a schema, true or false, got a number`},
		{schema(`{"allOf":{}}`), `schema: allOf: invalid-schema: expected a list of schemas, got a map`},
		{schema(`{"allOf":[1]}`), `schema: allOf[0]: invalid-schema: expected a schema, got a number`},
		{schema(`{"x-kubernetes-patch-strategy":"merge,merge"}`), `schema: x-kubernetes-patch-strategy: invalid-schema: duplicate strategy "merge"`},
		{schema(`{"x-kubernetes-list-type":"map"}`), `schema: x-kubernetes-list-type: invalid-schema: list type map requires x-kubernetes-list-map-keys, a list of field names`},
		{schema(`{"x-kubernetes-list-map-keys":["a"]}`), `schema: x-kubernetes-list-map-keys: invalid-schema: x-kubernetes-list-map-keys requires x-kubernetes-list-type: map`},
		{schema(`{"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":[]}`), `schema: x-kubernetes-list-map-keys: invalid-schema: expected a list of at least one field name`},
		{schema(`{"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a b"]}`), `schema: x-kubernetes-list-map-keys[0]: invalid-schema: expected a field name without commas and white space (rule keys-multi)`},
		{schema(`{"x-smp-alias-of":""}`), `schema: x-smp-alias-of: invalid-schema: expected the name of a field, got an empty string`},
		{schema(`{"x-smp-marks":["time","time"]}`), `schema: x-smp-marks[1]: invalid-schema: duplicate mark "time"`},
		{schema(`{"type":"object","properties":{"a":{},"b":{}},"x-kubernetes-unions":[{"fields-to-discriminateBy":{"a":"A","b":"B"},"unset-values":{"a":1}}]}`), `schema: x-kubernetes-unions[0].unset-values.a: invalid-schema: expected a list of values, got a number`},
		{definition(`{"definitions":{}}`, "a"), `schema: definitions: invalid-schema: definition "a" not found`},
		{crd(`1`), `schema: invalid-schema: expected a CustomResourceDefinition, got a number`},
		{version(`"versions":[]`), `schema: spec.versions: unknown-kind: version "v1" of K.g.io is not served`},
		{version(`"versions":{}`), `schema: spec.versions: invalid-schema: expected a list of versions`},
		{version(`"versions":[{"name":""}]`), `schema: spec.versions[0].name: invalid-schema: expected a string that is not empty`},
		{version(`"versions":[{"name":"v1","served":true,"schema":{"openAPIV3Schema":{"type":"array"}}}]`), `schema: spec.versions[0].schema.openAPIV3Schema: invalid-schema: a custom resource must be a map, got a list`},
		{found("#/%"), `schema: ["$ref"]: invalid-schema: "#/%" is not a JSON pointer: invalid URL escape "%"`},
		{found("#/definitions/a"), `schema: ["$ref"]: invalid-schema: "#/definitions/a" not found: there is no definition "a"`},
		{found("#/properties/a"), `schema: ["$ref"]: invalid-schema: "#/properties/a" is not a reference to a definition`},
	} {
		if c.err == nil {
			t.Errorf("no error, want %s", c.want)
		} else if c.err.Error() != c.want {
			t.Errorf("got  %s\nwant %s", c.err, c.want)
		}
	}
}

// TestKeyProblemTexts has a list for each problem with a key.
func TestKeyProblemTexts(t *testing.T) {
	list := func(keywords, element string) string {
		return `{"type":"array",` + keywords + `"items":{"type":"object",` + element + `"properties":{"name":{"type":"string"},"port":{"type":"integer"},
			"none":{"type":"string","default":null},"null":{"type":"string","default":"x","nullable":true}}}}`
	}
	for _, c := range []struct{ list, want string }{
		{list(``, ``), `the list has no keys, so setting an element replaces all of them; declare x-kubernetes-list-type map with keys, or atomic`},
		{list(`"x-kubernetes-list-type":"set",`, ``), `a set of maps has no keys, so a patch replaces the whole list; declare list type map with keys`},
		{list(`"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"name",`, `"required":["name"],`), `the merge key of a strategic merge patch is name, but server-side apply replaces the list; declare list type map`},
		{list(`"x-kubernetes-patch-merge-key":"name","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port"],`, `"required":["port"],`), `the merge key of a strategic merge patch is name, but server-side apply uses port; use the same keys for both`},
		{list(`"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"],`, ``), `the key name does not identify elements: it is not required and has no default`},
		{list(`"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["none"],`, ``), `the key none does not identify elements: it is not required and has no default`},
		{list(`"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["null"],`, `"required":["null"],`), `the key null is nullable, so API servers reject the definition; remove nullable`},
		{list(`"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["id"],`, ``), `the key id is not a field of the elements`},
	} {
		crd, err := openapi.ReadCRD(model.MustParse(`{"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1",
			"spec":{"group":"g.io","scope":"Namespaced","names":{"kind":"K","plural":"ks"},"versions":[{"name":"v1","served":true,
			"schema":{"openAPIV3Schema":{"type":"object","properties":{"l":` + c.list + `}}}}]}}`))
		if err != nil {
			t.Fatal(err)
		}
		problems, err := crd.CheckKeys("v1")
		if got := fmt.Sprint(problems); err != nil || got != "[l: "+c.want+"]" {
			t.Errorf("got  %v, %v\nwant %s", got, err, c.want)
		}
	}
}

// Errors leave out the middle of long texts of a document.
func TestErrorsAreShort(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, text := range []string{
		`{"type":"%s"}`, `{"x-kubernetes-patch-strategy":"%s"}`, `{"x-kubernetes-list-type":"%s"}`, `{"x-smp-marks":["%s"]}`,
		`{"$ref":"%s"}`, `{"$ref":"#%s"}`, `{"$ref":"#/%s"}`, `{"$ref":"#/$defs/%s","$defs":{}}`, `{"x-kubernetes-patch-merge-key":" %s"}`,
	} {
		_, err := openapi.Schema(model.MustParse(fmt.Sprintf(text, long)))
		if err == nil || len(err.Error()) > 2000 {
			t.Errorf("%s: got %.300v, want an error of at most 2000 bytes", text, err)
		}
	}
	for _, text := range []string{`{"kind":"%s"}`, `{"kind":"CustomResourceDefinition","apiVersion":"%s"}`} {
		_, err := openapi.ReadCRD(model.MustParse(fmt.Sprintf(text, long)))
		if err == nil || len(err.Error()) > 2000 {
			t.Errorf("%s: got %.300v, want an error of at most 2000 bytes", text, err)
		}
	}
}
