package kubernetes_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

func managed(entries ...string) model.Value {
	return model.MustParse(`{"metadata":{"managedFields":[` + strings.Join(entries, ",") + `]}}`)
}

func entry(manager, fields string) string {
	return fmt.Sprintf(`{"manager":%q,"operation":"Update","fieldsType":"FieldsV1","fieldsV1":%s}`, manager, fields)
}

func TestManagedPaths(t *testing.T) {
	live := managed(
		entry("hpa", `{"f:spec":{"f:replicas":{}}}`),
		entry("hook", `{"f:metadata":{"f:labels":{".":{},"f:a.b/c":{}},"f:finalizers":{".":{},"v:\"x/a\"":{}}},"f:spec":{"f:containers":{
			"k:{\"name\":\"app\"}":{"f:image":{}},
			"k:{\"name\":\"proxy\"}":{".":{},"f:name":{},"f:ports":{"k:{\"containerPort\":80,\"protocol\":\"TCP\"}":{".":{},"f:containerPort":{}}}},
			"k:{\"name\":\"both\"}":{".":{},"f:image":{}}},"f:args":{"i:2":{}},"f:empty":{".":{}}}}`),
		entry("me", `{"f:spec":{"f:containers":{"k:{\"name\":\"app\"}":{".":{},"f:name":{}},"k:{\"name\":\"both\"}":{"f:args":{}}}}}`),
		entry("hpa", `{"f:spec":{"f:replicas":{},"f:other":{}}}`),
	)
	for manager, want := range map[string]string{
		"hpa":    "spec.replicas spec.other",
		"hook":   `metadata.labels["a.b/c"] metadata.finalizers[="x/a"] spec.containers[name=app].image spec.containers[name=proxy] spec.containers[name=both].image spec.args[2] spec.empty`,
		"nobody": "",
	} {
		paths, err := kubernetes.ManagedPaths(live, manager)
		var texts []string
		for _, p := range paths {
			texts = append(texts, p.String())
		}
		if got := strings.Join(texts, " "); err != nil || got != want {
			t.Errorf("%s: got %s, %v\nwant %s", manager, got, err, want)
		}
	}
	if names, err := kubernetes.Managers(live); err != nil || strings.Join(names, " ") != "hpa hook me" {
		t.Errorf("got the managers %v, %v", names, err)
	}
	if paths, err := kubernetes.ManagedPaths(model.MustParse(`{}`), "hpa"); err != nil || paths != nil {
		t.Errorf("without entries: got %v, %v", paths, err)
	}
}

// The error for a malformed entry contains its place, for any manager.
func TestManagedPathsErrors(t *testing.T) {
	for text, want := range map[string]string{
		`{"metadata":{"managedFields":{}}}`:                       `live: metadata.managedFields: wrong-kind: expected a list`,
		`{"metadata":{"managedFields":[1]}}`:                      `live: metadata.managedFields[0]: wrong-kind: expected a map`,
		`{"metadata":{"managedFields":[{"manager":1}]}}`:          `live: metadata.managedFields[0].manager: wrong-kind: expected a string`,
		`{"metadata":{"managedFields":[{"manager":"a"}]}}`:        `live: metadata.managedFields[0].fieldsType: wrong-kind: expected FieldsV1`,
		managed(entry("a", `[]`)).JSON():                          `live: metadata.managedFields[0].fieldsV1: wrong-kind: expected a map`,
		managed(entry("a", `{}`), entry("a", `{"f:a":1}`)).JSON(): `live: metadata.managedFields[1].fieldsV1["f:a"]: wrong-kind: expected a map`,
		managed(entry("a", `{"f:a":{"x":{}}}`)).JSON():            `live: metadata.managedFields[0].fieldsV1["f:a"].x: wrong-kind: expected a name that begins with f:, k:, v: or i:, or a dot`,
		managed(entry("a", `{"f:a":{"k:{":{}}}`)).JSON():          `live: metadata.managedFields[0].fieldsV1["f:a"]["k:{"]: wrong-kind: expected k: and a JSON map of keys`,
		managed(entry("a", `{"f:a":{"k:{}":{}}}`)).JSON():         `live: metadata.managedFields[0].fieldsV1["f:a"]["k:{}"]: wrong-kind: expected k: and a JSON map of keys`,
		managed(entry("a", `{"f:a":{"v:x":{}}}`)).JSON():          `live: metadata.managedFields[0].fieldsV1["f:a"]["v:x"]: wrong-kind: expected v: and a JSON value`,
		managed(entry("a", `{"f:a":{"i:-1":{}}}`)).JSON():         `live: metadata.managedFields[0].fieldsV1["f:a"]["i:-1"]: wrong-kind: expected i: and an index`,
	} {
		_, err := kubernetes.ManagedPaths(model.MustParse(text), "b")
		var e *smp.Error
		if !errors.As(err, &e) || e.Code != smp.WrongType || err.Error() != want {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
	}
}

func ExampleManagedPaths() {
	live := model.MustParse(`{
		"metadata": {"managedFields": [{"manager": "autoscaler", "operation": "Update", "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {"f:replicas": {}}}}]},
		"spec": {"replicas": 5, "paused": true}
	}`)
	paths, err := kubernetes.ManagedPaths(live, "autoscaler")
	if err != nil {
		fmt.Println(err)
		return
	}
	desired := model.MustParse(`{"spec": {"replicas": 2, "paused": false}}`)
	kept, _, err := smp.Keep(kubernetes.MustLookup("apps/v1", "Deployment"), desired, live, paths)
	fmt.Println(kept, err)
	// Output: {"spec": {"replicas": 5, "paused": false}} <nil>
}
