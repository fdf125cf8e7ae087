package differential_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/strategicpatch/smp/fuzz/fuzzing"
	"github.com/strategicpatch/smp/fuzz/upstream/differential"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
)

func TestMain(m *testing.M) { fuzzing.Main(m) }

// FuzzGeneratedInputs compares both engines on the schema and documents that
// follow from the bytes.
func FuzzGeneratedInputs(f *testing.F) {
	for seed := range uint64(64) {
		f.Add(binary.LittleEndian.AppendUint64(nil, seed*0x9e3779b97f4a7c15))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := gen.Apply(gen.FromBytes(data))
		check(t, differential.OfSchema(c.Schema), readable(c.Original), readable(c.Patch))
	})
}

// FuzzPodPatches compares both engines on a pod and a patch. The input is the JSON text of
// both, with a line feed between them.
func FuzzPodPatches(f *testing.F) {
	f.Add([]byte(`{"spec":{"containers":[{"name":"a"}]}}` + "\n" + `{"spec":{"containers":[{"name":"b"}],"$setElementOrder/containers":[{"name":"a"},{"name":"b"}]}}`))
	f.Add([]byte(`{"metadata":{"finalizers":["a","b","a"]}}` + "\n" + `{"metadata":{"$deleteFromPrimitiveList/finalizers":["b"]}}`))
	f.Add([]byte(`{"spec":{"volumes":[{"name":"v","emptyDir":{}}]}}` + "\n" + `{"spec":{"volumes":[{"name":"v","hostPath":{"path":"/"},"$retainKeys":["name","hostPath"]}]}}`))
	var pod differential.Subject
	for _, k := range table.Kinds(table.NewScheme()) {
		if k.APIVersion == "v1" && k.Kind.Kind == "Pod" {
			var err error
			if pod, err = differential.OfGoType(k); err != nil {
				f.Fatal(err)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		before, after, ok := bytes.Cut(data, []byte("\n"))
		if !ok || len(data) > 1<<14 {
			t.Skip("no two documents, or long ones")
		}
		original, err := model.Parse(before)
		if err != nil {
			t.Skip("the original is no JSON")
		}
		patch, err := model.Parse(after)
		if err != nil {
			t.Skip("the patch is no JSON")
		}
		check(t, pod, original, patch)
	})
}

func check(t *testing.T, s differential.Subject, original, patch model.Value) {
	t.Helper()
	if verdict, text := s.Compare(original, patch, nil); verdict == differential.Differs {
		t.Error(text)
	}
}
