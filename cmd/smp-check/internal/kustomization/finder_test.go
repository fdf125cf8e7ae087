package kustomization

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
)

// TestManyInclusions tries 40 kustomizations and 40 components. Each includes the next one
// twice, which makes 2^40 inclusions. Some of the kustomizations include themselves.
func TestManyInclusions(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const depth = 40
	for i := range depth {
		write(fmt.Sprintf("base%d/kustomization.yaml", i), fmt.Sprintf("resources: [../base%d, ../base%[1]d]\n", i+1))
		write(fmt.Sprintf("part%d/kustomization.yaml", i), fmt.Sprintf("kind: Component\ncomponents: [../part%d, ../part%[1]d]\n", i+1))
	}
	write(fmt.Sprintf("base%d/kustomization.yaml", depth), "resources: [a.yaml]\n")
	write(fmt.Sprintf("base%d/a.yaml", depth), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
	write("top/kustomization.yaml", "resources: [../base0, ., ../loop]\ncomponents: [../part0]\npatches: [{patch: '{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}'}]\n")
	write("loop/kustomization.yaml", "resources: [../top]\n")
	reader := &load.Reader{}
	var found []load.Document
	for _, file := range Below(folder) {
		stream, err := reader.Stream(file)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, stream.Docs...)
	}
	patches := 0
	f := Finder{Reader: reader, OnPatch: func(Patch) { patches++ }, OnProblem: func(p Problem) { t.Errorf("%s: %v", p.Document.File(), p.Cause) }}
	f.Find(found)
	if patches == 0 || f.runs > maxRuns+2*depth {
		t.Errorf("%d patches and %d runs of components", patches, f.runs)
	}
}
