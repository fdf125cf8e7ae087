package server_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
	"github.com/strategicpatch/smp/smp/server"
)

const pod = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","labels":{"a":"1"}},"spec":{"containers":[{"name":"web","image":"web:1"}]}}`

const shop = `{"apiVersion":"example.com/v1","kind":"Shop","spec":{"parts":[{"name":"a","n":1}]}}`

func definition(t *testing.T) *openapi.CRD {
	t.Helper()
	crd, err := openapi.ReadCRD(model.MustParse(`{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","spec":{"group":"example.com",
		"names":{"kind":"Shop"},"versions":[{"name":"v1","served":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object",
		"properties":{"parts":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"],
		"items":{"type":"object","properties":{"name":{"type":"string"},"n":{"type":"integer"}}}}}}}}}}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	return crd
}

func TestPatch(t *testing.T) {
	custom := server.Server{Definitions: []*openapi.CRD{definition(t)}, MergeCustom: true}
	for _, test := range []struct {
		reason           string
		s                server.Server
		kind, live, want string
		patch            string
	}{
		{"containers merge by name", server.Server{}, server.StrategicMergePatch, pod,
			`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","labels":{"a":"1"}},"spec":{"containers":[{"name":"web","image":"web:2"}]}}`,
			`{"spec":{"containers":[{"name":"web","image":"web:2"}]}}`},
		{"a merge patch replaces them", server.Server{}, server.MergePatch, pod,
			`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web"},"spec":{"containers":[{"name":"web","image":"web:2"}]}}`,
			`{"metadata":{"labels":null},"spec":{"containers":[{"name":"web","image":"web:2"}]}}`},
		{"a JSON patch says where", server.Server{}, server.JSONPatch + "; charset=utf-8", pod,
			`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","labels":{"a":"1"}},"spec":{"containers":[{"name":"web","image":"web:3"}]}}`,
			`[{"op":"replace","path":"/spec/containers/-1/image","value":"web:3"}]`},
		{"custom resources take merge patches", server.Server{}, server.MergePatch, shop,
			`{"apiVersion":"example.com/v1","kind":"Shop","spec":{"parts":[]}}`, `{"spec":{"parts":[]}}`},
		{"and merge by their definition where that is asked", custom, server.StrategicMergePatch, shop,
			`{"apiVersion":"example.com/v1","kind":"Shop","spec":{"parts":[{"name":"a","n":2}]}}`, `{"spec":{"parts":[{"name":"a","n":2}]}}`},
		{"a schema is that of objects without kind", server.Server{Schema: kubernetes.MustLookup("v1", "Pod")}, server.StrategicMergePatch,
			`{"spec":{"containers":[{"name":"a"}]}}`, `{"spec":{"containers":[{"name":"a","image":"x"}]}}`, `{"spec":{"containers":[{"name":"a","image":"x"}]}}`},
		{"a strategic merge patch may be null", custom, server.StrategicMergePatch, shop, shop, `null`},
		{"it does not change the kind", custom, server.StrategicMergePatch, shop, shop, `{"kind":"Other","apiVersion":null}`},
		{"nor gives one to an object without", server.Server{Schema: kubernetes.MustLookup("v1", "Pod")}, server.StrategicMergePatch, `{"spec":{}}`, `{"spec":{}}`, `{"kind":"Pod","apiVersion":"v1"}`},
		{"a merge patch gives one", server.Server{}, server.MergePatch, `{"spec":{}}`, `{"kind":"Pod","spec":{}}`, `{"kind":"Pod"}`},
		{"an object without name gets one", server.Server{}, server.MergePatch, shop, strings.Replace(shop, `"spec"`, `"metadata":{"name":"a","namespace":"b"},"spec"`, 1), `{"metadata":{"name":"a","namespace":"b"}}`},
		{"an object with a name gets no namespace", server.Server{}, server.MergePatch, pod, pod, `{"metadata":{"namespace":"b"}}`},
		{"a missing kind is the one that was there", server.Server{}, server.MergePatch, pod, pod, `{"kind":null}`},
		{"of several fields with one name the last counts", server.Server{}, server.MergePatch, `{"a":1}`, `{"a":1,"b":"\ufffd","c":{"e":2},"d":[{"x":2}]}`,
			`{"b":1, "c":{"d":1} ,"b":"\ud800","c":{"e":1,"e":2},"d":[{"x":1,"\u0078":2}]}`},
		{"also in fields that another one replaces", server.Server{}, server.MergePatch, `{"a":1}`, `{"a":{"}":"\"}","y":4}}`, `{"a":{"x":1,"x":2},"a":{"}":"\",","y":{"\"":3},"}":"\"}","y":4}}`},
		{"a schema makes an object built in", server.Server{Schema: kubernetes.MustLookup("v1", "Pod")}, server.MergePatch, shop, shop, `{"kind":null}`},
		{"nulls in a new map are not kept", server.Server{}, server.MergePatch, `{"a":1}`, `{"a":{"b":{},"l":[{"y":1},null]}}`,
			`{"a":{"b":{"c":null},"l":[{"x":null,"y":1},null]}}`},
	} {
		got, err := test.s.Patch(test.kind, []byte(test.live), []byte(test.patch))
		if err != nil || !model.Equal(parsed(got), model.MustParse(test.want)) {
			t.Errorf("%s: got %s, %v, want %s", test.reason, got, err, test.want)
		}
	}
}

func parsed(text []byte) model.Value {
	v, _ := model.Parse(text)
	return v
}

func TestErrors(t *testing.T) {
	custom := server.Server{MergeCustom: true}
	many := "[" + strings.Repeat(`{"op":"test","path":"","value":1},`, server.MaxOperations) + `{"op":"test","path":"","value":1}]`
	for _, test := range []struct {
		s                 server.Server
		kind, live, patch string
		want              server.Reason
		text              string
	}{
		{server.Server{}, server.StrategicMergePatch, shop, `{}`, server.UnsupportedMediaType, `UnsupportedMediaType (415): example.com/v1/Shop is not a built-in kind; expected a patch of type application/json-patch+json or application/merge-patch+json`},
		{server.Server{Definitions: []*openapi.CRD{definition(t)}}, server.StrategicMergePatch, shop, `{}`, server.UnsupportedMediaType, `UnsupportedMediaType (415): example.com/v1/Shop is not a built-in kind; expected a patch of type application/json-patch+json or application/merge-patch+json`},
		{custom, server.StrategicMergePatch, shop, `{}`, server.UnsupportedMediaType, `UnsupportedMediaType (415): example.com/v1/Shop is not a built-in kind; add its definition to Server.Definitions`},
		{server.Server{Definitions: []*openapi.CRD{definition(t)}, MergeCustom: true}, server.StrategicMergePatch,
			strings.Replace(shop, "/v1", "/v2", 1), `{}`, server.InternalError, `InternalError (500): schema: spec.versions: unknown-kind: version "v2" of Shop.example.com is not served`},
		{server.Server{}, "application/apply-patch+yaml", pod, `{}`, server.UnsupportedMediaType, `UnsupportedMediaType (415): unknown content type "application/apply-patch+yaml"; expected application/json-patch+json, application/merge-patch+json or application/strategic-merge-patch+json`},
		{server.Server{}, server.StrategicMergePatch, `{"a":1}`, `{}`, server.InternalError, `InternalError (500): the live object has no apiVersion or kind; add them, or set Server.Schema`},
		{server.Server{}, server.StrategicMergePatch, pod, `{`, server.BadRequest, `BadRequest (400): the patch cannot be read: syntax error at byte 1: the text ends too early`},
		{server.Server{}, server.StrategicMergePatch, pod, `[]`, server.BadRequest, `BadRequest (400): expected a patch, which is a map, got a list`},
		{server.Server{}, server.StrategicMergePatch, pod, `{"$patch":"merged"}`, server.Unknown, `500: patch: ["$patch"]: invalid-directive: expected "replace" or "delete" (rule unknown-directive)`},
		{server.Server{}, server.StrategicMergePatch, pod, `{"spec":{"containers":[{"image":"x"}]}}`, server.Unknown, `500: patch: spec.containers[0]: missing-merge-key: missing merge key "name" (rule keyed-merge)`},
		{server.Server{}, server.StrategicMergePatch, `{"apiVersion":"v1","kind":"Pod","spec":{"containers":[["x"]]}}`, `{"spec":{"containers":[["x"]]}}`, server.Invalid, `Invalid (422): original: spec.containers[0]: wrong-kind: expected only maps, or only scalars of one type (rule no-nested-lists)`},
		{server.Server{}, server.StrategicMergePatch, shop, strings.Repeat(" ", server.MaxBytes+1), server.UnsupportedMediaType, `UnsupportedMediaType (415): example.com/v1/Shop is not a built-in kind; expected a patch of type application/json-patch+json or application/merge-patch+json`},
		{server.Server{}, server.MergePatch, shop, strings.Repeat(" ", server.MaxBytes) + "{}", server.RequestEntityTooLarge, `RequestEntityTooLarge (413): the patch has 3145730 bytes; at most 3145728 are allowed`},
		{server.Server{}, server.MergePatch, pod, `null`, server.BadRequest, `BadRequest (400): expected a patch, which is a map, got null`},
		{server.Server{}, server.MergePatch, `[]`, `{}`, server.InternalError, `InternalError (500): the live object cannot be read: expected an object, which is a map, got a list`},
		{server.Server{}, server.MergePatch, `{`, `{}`, server.InternalError, `InternalError (500): the live object cannot be read: syntax error at byte 1: the text ends too early`},
		{server.Server{}, server.JSONPatch, pod, `{}`, server.BadRequest, `BadRequest (400): JSON patch: invalid-patch: expected a list of operations, got a map`},
		{server.Server{}, server.JSONPatch, pod, `[{"op":"test","path":"/kind","value":"Node"}]`, server.Invalid, `Invalid (422): JSON patch: operation 0: test "/kind": test-failed: expected a different string`},
		{server.Server{}, server.JSONPatch, pod, `[{"op":"replace","path":"","value":1}]`, server.Invalid, `Invalid (422): JSON patch: operation 0: replace "": invalid-patch: expected a map or a list for the whole document, got a number`},
		{server.Server{}, server.JSONPatch, pod, many, server.RequestEntityTooLarge, `RequestEntityTooLarge (413): the patch has 10001 operations; at most 10000 are allowed`},
		{server.Server{}, server.JSONPatch, pod, `[{"op":"test","path":""}]`, server.Unknown, `500: JSON patch: operation 0: test "": panic: missing "value" for the whole document`},
		{server.Server{}, server.MergePatch, pod, `{"metadata":{"name":"other"}}`, server.BadRequest, `BadRequest (400): metadata.name: expected "web", got "other"`},
		{server.Server{}, server.MergePatch, pod, `{"kind":"Node"}`, server.Invalid, `Invalid (422): the patch changes the kind of the object; expected v1/Pod, got v1/Node`},
		{server.Server{}, server.MergePatch, shop, `{"apiVersion":null}`, server.InternalError, `InternalError (500): the patch removes apiVersion; expected example.com/v1`},
		{server.Server{Schema: kubernetes.MustLookup("v1", "Pod")}, server.MergePatch, shop, `{"apiVersion":null}`, server.BadRequest, `BadRequest (400): the patch removes apiVersion; expected example.com/v1`},
		{server.Server{}, server.MergePatch, pod, `[]`, server.BadRequest, `BadRequest (400): expected a patch, which is a map, got a list`},
		{server.Server{}, server.MergePatch, pod, `{"spec":{"priority":1e999}}`, server.BadRequest, `BadRequest (400): a number is too large; expected at most 1.8e308, the maximum of float64`},
		{server.Server{}, server.MergePatch, pod, `{"metadata":[]}`, server.Invalid, `Invalid (422): metadata: expected a map, got a list`},
		{server.Server{}, server.MergePatch, pod, `{"metadata":{"name":1}}`, server.Invalid, `Invalid (422): metadata.name: expected a string, got a number`},
		{server.Server{}, server.MergePatch, pod, `{"kind":{}}`, server.Invalid, `Invalid (422): kind: expected a string, got a map`},
		{server.Server{}, server.MergePatch, shop, `{"apiVersion":"a/b/c"}`, server.Invalid, `Invalid (422): apiVersion: expected example.com/v1, got a/b/c`},
		{server.Server{}, server.MergePatch, shop, `{"kind":null}`, server.Invalid, `Invalid (422): the patch removes kind; expected Shop`},
		{server.Server{}, server.MergePatch, shop, `{"kind":"Store"}`, server.Invalid, `Invalid (422): the patch changes the kind of the object; expected example.com/v1/Shop, got example.com/v1/Store`},
		{server.Server{}, server.MergePatch, `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","namespace":"one"}}`, `{"metadata":{"namespace":"two"}}`, server.BadRequest, `BadRequest (400): metadata.namespace: expected "one", got "two"`},
	} {
		got, err := test.s.Patch(test.kind, []byte(test.live), []byte(test.patch))
		var e *server.Error
		if !errors.As(fmt.Errorf("wrapped: %w", err), &e) || e.Reason != test.want || got != nil || err.Error() != test.text {
			t.Errorf("%s of %.99s:\n got %s, %v\nwant %s", test.kind, test.patch, got, err, test.text)
		}
	}
	for reason, code := range map[server.Reason]int{server.BadRequest: 400, server.Conflict: 409, server.RequestEntityTooLarge: 413, server.UnsupportedMediaType: 415,
		server.Invalid: 422, server.InternalError: 500, server.Unknown: 500} {
		if reason.Code() != code {
			t.Errorf("%q has the code %d, not %d", reason, reason.Code(), code)
		}
	}
	var missing *smp.Error
	if _, err := server.Patch(server.StrategicMergePatch, []byte(pod), []byte(`{"spec":{"containers":[{"image":"x"}]}}`)); !errors.As(err, &missing) || missing.Code != smp.MissingMergeKey {
		t.Errorf("got %v", err)
	}
	var failed *jsonpatch.Error
	if _, err := server.Patch(server.JSONPatch, []byte(pod), []byte(`[{"op":"test","path":"/kind","value":"Node"}]`)); !errors.As(err, &failed) || failed.Code != jsonpatch.TestFailed {
		t.Errorf("got %v", err)
	}
}

// A deployment has the types of some fields of a Deployment.
type deployment struct {
	Spec struct {
		Replicas *int32            `json:"replicas"`
		Paused   bool              `json:"paused"`
		Labels   map[string]string `json:"labels"`
	} `json:"spec"`
}

// The settings of a Server switch the checks of types, versions and uids.
func TestSettings(t *testing.T) {
	const live = `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","uid":"u","resourceVersion":"7"},"spec":{"replicas":1}}`
	const bare = `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":1}}`
	typed := server.Server{New: func(apiVersion, kind string) any {
		if apiVersion == "apps/v1" && kind == "Deployment" {
			return new(deployment)
		}
		return nil
	}}
	const status = `{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":`
	for _, test := range []struct {
		name                     string
		s                        server.Server
		contentType, live, patch string
		want                     string // the result, or the body of the error
	}{
		{"another version", server.Server{}, server.MergePatch, live, `{"metadata":{"resourceVersion":"6"}}`, status +
			`"metadata.resourceVersion: the object has been modified; expected \"7\", got \"6\"","reason":"Conflict","details":{"name":"web","group":"apps","kind":"deployments"},"code":409}`},
		{"the same version in another spelling", server.Server{}, server.MergePatch, live, `{"metadata":{"resourceVersion":"07"}}`, live},
		{"no version", server.Server{}, server.MergePatch, live, `{"metadata":{"resourceVersion":null}}`, live},
		{"every version", server.Server{AnyVersion: true}, server.MergePatch, live, `{"metadata":{"resourceVersion":"6"}}`, strings.Replace(live, `"7"`, `"6"`, 1)},
		{"a live object without a version", server.Server{}, server.MergePatch, bare, `{"metadata":{"resourceVersion":"6"}}`, strings.Replace(bare, `"web"`, `"web","resourceVersion":"6"`, 1)},
		{"versions that are not numbers", server.Server{}, server.MergePatch, strings.Replace(live, `"7"`, `"a"`, 1), `{"metadata":{"resourceVersion":"b"}}`, status +
			`"metadata.resourceVersion: the object has been modified; expected \"a\", got \"b\"","reason":"Conflict","details":{"name":"web","group":"apps","kind":"deployments"},"code":409}`},
		{"another uid", server.Server{}, server.StrategicMergePatch, live, `{"metadata":{"uid":"v"}}`, status +
			`"metadata.uid: expected \"u\", got \"v\"","reason":"Invalid","details":{"name":"web","group":"apps","kind":"Deployment","causes":[{"reason":"FieldValueInvalid","message":"metadata.uid: expected \"u\", got \"v\"","field":"metadata.uid"}]},"code":422}`},
		{"every uid", server.Server{AnyUID: true}, server.StrategicMergePatch, live, `{"metadata":{"uid":"v"}}`, strings.Replace(live, `"u"`, `"v"`, 1)},
		{"a live object without a uid", server.Server{}, server.StrategicMergePatch, bare, `{"metadata":{"uid":"v"}}`, strings.Replace(bare, `"web"`, `"web","uid":"v"`, 1)},
		{"a string as a number", typed, server.MergePatch, bare, `{"spec":{"replicas":"three"}}`, status +
			`"result: spec.replicas: wrong-kind: the Go type int32 does not accept this JSON string","reason":"Invalid","details":{"causes":[{"reason":"FieldValueInvalid","message":"result: spec.replicas: wrong-kind: the Go type int32 does not accept this JSON string","field":"patch"}]},"code":422}`},
		{"a number as a string", typed, server.StrategicMergePatch, bare, `{"spec":{"labels":{"a":1}}}`, status +
			`"result: spec.labels.a: wrong-kind: the Go type string does not accept this JSON number","reason":"Invalid","details":{"causes":[{"reason":"FieldValueInvalid","message":"result: spec.labels.a: wrong-kind: the Go type string does not accept this JSON number","field":"patch"}]},"code":422}`},
		{"without New", server.Server{}, server.MergePatch, bare, `{"spec":{"replicas":"three"}}`, strings.Replace(bare, `1}`, `"three"}`, 1)},
		{"another kind", typed, server.MergePatch, pod, `{"spec":{"replicas":"three","containers":null}}`, `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","labels":{"a":"1"}},"spec":{"replicas":"three"}}`},
		{"a name in another case", typed, server.MergePatch, bare, `{"spec":{"Replicas":"three"}}`, strings.Replace(bare, `1}`, `1,"Replicas":"three"}`, 1)},
		{"a float as a number", typed, server.StrategicMergePatch, bare, `{"spec":{"replicas":3.0}}`, strings.Replace(bare, `1}`, `3.0}`, 1)},
		{"a float as a number in a merge patch", typed, server.MergePatch, bare, `{"spec":{"replicas":3.0}}`, status +
			`"result: spec.replicas: wrong-kind: the Go type int32 does not accept this JSON number","reason":"Invalid","details":{"causes":[{"reason":"FieldValueInvalid","message":"result: spec.replicas: wrong-kind: the Go type int32 does not accept this JSON number","field":"patch"}]},"code":422}`},
	} {
		got, err := test.s.Patch(test.contentType, []byte(test.live), []byte(test.patch))
		var e *server.Error
		if errors.As(err, &e) {
			got = e.StatusJSON()
		}
		if e != nil && string(got) != test.want || !model.Equal(parsed(got), model.MustParse(test.want)) {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}
