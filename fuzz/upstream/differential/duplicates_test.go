package differential_test

import (
	"os"
	"path/filepath"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"sigs.k8s.io/yaml"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// In the examples of the command, merge keys do not distinguish elements. apimachinery gives
// the wanted result for our patch, and loses data with its own patch.
func TestDuplicates(t *testing.T) {
	for _, c := range []struct {
		name, kind string
		object     any
	}{
		{"service", "Service", corev1.Service{}},
		{"node", "Node", corev1.Node{}},
		{"duplicates", "Pod", corev1.Pod{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			original, modified := example(t, c.name), example(t, c.name+"-new")
			schema, ok := kubernetes.Lookup("v1", c.kind)
			if !ok {
				t.Fatalf("the table has no %s", c.kind)
			}
			engine := cluster.Engine{}
			ours, err := engine.DiffJSON(schema, original, modified, smp.DiffOptions{})
			if err != nil {
				t.Fatal(err)
			}
			want := model.MustParse(string(modified))
			if got := applied(t, original, ours, c.object); !model.Equal(got, want) {
				t.Errorf("our patch %s gives\n%s\nand not\n%s", ours, got.Canonical(), want.Canonical())
			}
			theirs, err := strategicpatch.CreateTwoWayMergePatch(original, modified, c.object)
			if err != nil {
				t.Fatal(err)
			}
			got, err := strategicpatch.StrategicMergePatch(original, theirs, c.object)
			if err == nil && model.Equal(model.MustParse(string(got)), want) {
				t.Errorf("the shipped patch %s is right too", theirs)
			}
		})
	}
}

func applied(t *testing.T, original, patch []byte, object any) model.Value {
	t.Helper()
	got, err := strategicpatch.StrategicMergePatch(original, patch, object)
	if err != nil {
		t.Fatalf("apimachinery rejects %s: %v", patch, err)
	}
	return model.MustParse(string(got))
}

// example returns an example file of the command, as JSON.
func example(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "cmd", "smp-check", "testdata", "example", name+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	out, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
