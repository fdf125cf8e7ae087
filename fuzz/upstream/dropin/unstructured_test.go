package dropin_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/strategicpatch/smp/fuzz/upstream/dropin"
)

// Documents without a Go type are rejected only by the functions that callers
// expect to reject them.
func TestUnstructured(t *testing.T) {
	for _, side := range []dropin.Side{dropin.Shipped, dropin.Ours} {
		document := map[string]any{"a": "b"}
		_, err := side.ApplyMaps(document, map[string]any{"a": "c"}, &unstructured.Unstructured{})
		if known := side.Known(err); known != "unsupported" {
			t.Errorf("maps: %v", err)
		}
		text, err := side.Apply([]byte(`{"a":"b"}`), []byte(`{"a":"c"}`), &unstructured.Unstructured{})
		if err != nil || string(text) != `{"a":"c"}` {
			t.Errorf("text: %s, %v", text, err)
		}
		if _, err = side.Apply([]byte(`{"a":{"b":{}}}`), []byte(`{"a":{"b":{}}}`), &unstructured.Unstructured{}); err == nil {
			t.Error("a map merges without schema")
		}
	}
}
