package upstream_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/smp/server"
)

// With Server.New, the answers of a kube-apiserver are the same for results that do not fit into the
// Go types of Kubernetes, and no other answer changes. The command `.ci/long cluster` records them.
func TestServerDecodesAsAnAPIServer(t *testing.T) {
	scheme := table.NewScheme()
	s := server.Server{New: func(apiVersion, kind string) any {
		if object, err := scheme.New(schema.FromAPIVersionAndKind(apiVersion, kind)); err == nil {
			return object
		}
		return new(metav1.PartialObjectMetadata) // a server decodes the metadata of custom resources
	}}
	file, err := os.Open("../../smp/server/testdata/answers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	types := map[string]string{"json": server.JSONPatch, "merge": server.MergePatch, "strategic": server.StrategicMergePatch}
	objects := map[string]json.RawMessage{}
	mistyped, others := 0, 0
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a struct {
			Kind, Object, Type, Patch, Reason string
			Live                              json.RawMessage
			Code, Times                       int
			Refused, Mistyped                 bool
			Bytes                             []byte
		}
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		if a.Kind != "" {
			objects[a.Kind] = a.Live
		}
		if a.Object == "" || a.Times > 0 || a.Bytes != nil || a.Code == 0 || types[a.Type] == "" {
			continue
		}
		_, err := s.Patch(types[a.Type], objects[a.Object], []byte(a.Patch))
		var e *server.Error
		switch {
		case a.Mistyped:
			mistyped++
			if !errors.As(err, &e) || e.Reason.Code() != a.Code || string(e.Reason) != a.Reason {
				t.Errorf("%.300s: got %v", lines.Text(), err)
			}
		default:
			others++
			if rejected := a.Code != 200 && !a.Refused; errors.As(err, &e) != rejected || rejected && e.Reason.Code() != a.Code {
				t.Errorf("%.300s: got %v", lines.Text(), err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if mistyped < 1000 || others < 4000 {
		t.Errorf("there are %d mistyped results and %d others", mistyped, others)
	}
}
