package kyaml_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kyaml"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

var update = flag.Bool("update", false, "rewrite the problems that TestProblems expects")

// A merge is an object, a patch, and the result of kustomize. The result is null if kustomize
// fails, and empty if the object is removed.
type merge struct{ object, patch, result model.Value }

// merges returns the merges in a file. Test TestMerges in fuzz/upstream/builds writes the file.
func merges(t *testing.T) []merge {
	t.Helper()
	text, err := os.ReadFile("testdata/merges.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []merge
	for _, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		v, err := model.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		var m merge
		m.object, _ = v.Get("object")
		m.patch, _ = v.Get("patch")
		m.result, _ = v.Get("result")
		all = append(all, m)
	}
	return all
}

func (m merge) schema() kyaml.Schema {
	k := corpus.DeclaredKind(m.object)
	s := kubernetes.MustLookup(k.APIVersion, k.Kind)
	return kyaml.BuiltIn(s, k).Beside(s)
}

// Merge gives the results of kustomize.
func TestMergeRecorded(t *testing.T) {
	for i, m := range merges(t) {
		got, err := kyaml.Merge(m.schema(), m.object, m.patch)
		failed := (*kyaml.Error)(nil)
		switch {
		case m.result.Type() == model.Null && errors.As(err, &failed):
		case err == nil && (model.Equal(got, m.result) || m.result.Len() == 0 && got.Type() == model.Absent):
		default:
			t.Errorf("line %d: object %s, patch %s: got %s, %v; kustomize has %s", i+1, m.object.JSON(), m.patch.JSON(), got.JSON(), err, m.result.JSON())
		}
	}
}

// Check reports the expected problems, for the object and for an unknown one.
func TestProblems(t *testing.T) {
	var text strings.Builder
	for i, m := range merges(t) {
		for _, object := range []model.Value{m.object, {}} {
			for _, p := range kyaml.Check(m.schema(), object, m.patch) {
				fmt.Fprintf(&text, "%d %v: %v: %v%s\n", i+1, p.Path, p.Code, p.Cause, marks(object, p))
			}
		}
	}
	const file = "testdata/problems.txt"
	if *update {
		if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text.String()); diff != "" {
		t.Errorf("the problems are different (-want +got):\n%s", diff)
	}
}

// marks returns what a problem says about its object.
func marks(object model.Value, p kyaml.Problem) string {
	text := ""
	for _, m := range []struct {
		set  bool
		text string
	}{{object.Type() == model.Absent, "unknown object"}, {p.Possible, "possible"}, {p.Unneeded, "unneeded"}} {
		if m.set {
			text += ", " + m.text
		}
	}
	return text
}
