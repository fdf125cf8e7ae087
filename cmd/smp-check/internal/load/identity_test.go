package load

import (
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
)

// value parses a value of a test.
func value(t *testing.T, text string) model.Value {
	t.Helper()
	v, err := parseText("test", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestIdentityString(t *testing.T) {
	for text, want := range map[string]string{
		"{kind: Pod, metadata: {name: web, namespace: shop}}": "Pod shop/web",
		"{kind: Pod, metadata: {name: web}}":                  "Pod web",
		"{kind: Pod, metadata: {namespace: shop}}":            "Pod shop/",
		"{kind: Pod, metadata: {generateName: web-}}":         "Pod web-",
		"{metadata: {name: web}}":                             "web",
		"{kind: Pod}":                                         "Pod",
		"{a: b}":                                              "a document without kind and name",
	} {
		if got := IdentityOf(value(t, text)).String(); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// The identity of the object comes first in a patch. Fields that the patch already has do not change.
func TestWithIdentity(t *testing.T) {
	const object = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop, labels: {x: y}}}"
	for _, test := range []struct{ patch, object, want string }{
		{"{data: {a: b}}", object, `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a", "namespace": "shop"}, "data": {"a": "b"}}`},
		{"{metadata: {labels: {x: z}}, data: null}", object, `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a", "namespace": "shop", "labels": {"x": "z"}}, "data": null}`},
		{"{metadata: {name: b}}", object, `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"namespace": "shop", "name": "b"}}`},
		{"{metadata: null}", object, `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": null}`},
		{"{data: {}}", "{kind: ConfigMap, metadata: {generateName: a-}}", `{"kind": "ConfigMap", "metadata": {"generateName": "a-"}, "data": {}}`},
		{"{data: {}}", "{kind: ConfigMap}", `{"kind": "ConfigMap", "data": {}}`},
		{"{machine: {}}", "{apiVersion: v1alpha1, kind: LinkConfig, name: net0}", `{"apiVersion": "v1alpha1", "kind": "LinkConfig", "name": "net0", "machine": {}}`},
	} {
		got, err := WithIdentity(value(t, test.patch), value(t, test.object))
		if err != nil || output.OneLine(got) != test.want {
			t.Errorf("%s for %s: got %s, error %v\nwant %s", test.patch, test.object, output.OneLine(got), err, test.want)
		}
	}
}
