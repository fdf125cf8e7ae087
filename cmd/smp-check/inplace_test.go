package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/fuzz/cputime"
)

// TestInPlaceCost patches 1 MB of manifests in their file. The command may allocate a certain multiple
// of the memory that only parsing the YAML allocates, in bytes and in objects. These numbers are nearly
// the same in each run, and for each size.
func TestInPlaceCost(t *testing.T) {
	text, patches := deployments(t, 2400)
	for _, test := range []struct {
		name           string
		patch          []byte
		bytes, objects float64
	}{
		{"one document changes", firstOf(patches), 1.8, 1.3},
		{"all documents change", patches, 4.5, 3.6},
	} {
		t.Run(test.name, func(t *testing.T) {
			edit := inPlace(t, text, test.patch)
			parserBytes, parserObjects := allocated(func() { parseYAML(t, text); parseYAML(t, test.patch) })
			ourBytes, ourObjects := allocated(edit)
			moreBytes, moreObjects := ourBytes/parserBytes, ourObjects/parserObjects
			t.Logf("%d + %d bytes: %.2f times the bytes and %.2f times the objects of the parser alone", len(text), len(test.patch), moreBytes, moreObjects)
			if moreBytes > test.bytes || moreObjects > test.objects {
				t.Errorf("apply --in-place allocates %.2f times the bytes and %.2f times the objects of the parser; want at most %v and %v",
					moreBytes, moreObjects, test.bytes, test.objects)
			}
		})
	}
}

// The time to patch manifests in their file is linear in their number, and in that of the patches.
func TestInPlaceGrowth(t *testing.T) {
	for name, of := range map[string]func(patches []byte) []byte{
		"one document changes": firstOf,
		"all documents change": func(patches []byte) []byte { return patches },
	} {
		t.Run(name, func(t *testing.T) {
			cputime.CheckGrowth(t, 250, cputime.Proportional, func(n int) func() {
				text, patches := deployments(t, n)
				return inPlace(t, text, of(patches))
			})
		})
	}
}

// inPlace returns a function that writes a text to a file and patches it there.
func inPlace(t *testing.T, text, patch []byte) func() {
	t.Setenv("GOGC", "100") // so that the command does not change the garbage collection of the test
	folder := t.TempDir()
	original, patchFile := filepath.Join(folder, "original.yaml"), filepath.Join(folder, "patch.yaml")
	return func() {
		if err := errors.Join(os.WriteFile(original, text, 0o644), os.WriteFile(patchFile, patch, 0o644)); err != nil {
			t.Fatal(err)
		}
		var problems bytes.Buffer
		code := execute([]string{"apply", "--in-place", original, patchFile}, nil, io.Discard, &problems)
		edited, err := os.ReadFile(original)
		if code != exitDone || err != nil || bytes.Count(edited, []byte("replicas: -1\n")) != bytes.Count(patch, []byte("replicas: -1\n")) {
			t.Fatalf("exit status %d, %s\n%.200s, %v", code, problems.Bytes(), edited, err)
		}
	}
}

// allocated returns the memory that a function allocates, in bytes and in objects.
func allocated(do func()) (bytes, objects float64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc), float64(after.Mallocs - before.Mallocs)
}

// parseYAML parses all documents of a text, and does nothing else.
func parseYAML(t *testing.T, text []byte) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	for {
		if err := decoder.Decode(new(yaml.Node)); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// firstOf returns the first of several documents.
func firstOf(documents []byte) []byte { return documents[:1+bytes.Index(documents[1:], []byte("---"))] }

// deployments returns a text of n documents, and a patch for each document in it.
func deployments(t *testing.T, n int) (text, patches []byte) {
	t.Helper()
	deployment, err := os.ReadFile("../../smp/yaml/yamldoc/testdata/deployment.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		text = fmt.Appendf(text, string(deployment), i)
		patches = fmt.Appendf(patches, `---
kind: Deployment
metadata:
  name: web-%d
spec:
  replicas: -1
  template:
    spec:
      containers:
      - name: nginx
        image: other
`, i)
	}
	return text, patches
}
