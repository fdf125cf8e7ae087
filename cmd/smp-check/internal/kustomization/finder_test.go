package kustomization

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
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
	write(fmt.Sprintf("part%d/kustomization.yaml", depth), "kind: Component\n")
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
		found = append(found, load.Documents(stream.Entries)...)
	}
	patches, problems := 0, []string{}
	f := Finder{Reader: reader, OnPatch: func(Patch) { patches++ }, OnProblem: func(f finding.Finding) { problems = append(problems, f.Sentence) }}
	f.Find(found)
	slices.Sort(problems)
	if want := []string{
		"kustomize fails, because the kustomization in . includes itself",
		"kustomize fails, because the kustomization in ../loop includes itself",
	}; !slices.Equal(problems, want) {
		t.Errorf("problems %q, want %q", problems, want)
	}
	if patches == 0 || f.runs > maxRuns+2*depth {
		t.Errorf("%d patches and %d runs of components", patches, f.runs)
	}
	for folder, n := range f.inside {
		if n != 0 {
			t.Errorf("%s: %d kustomizations in the folder are still running", folder, n)
		}
	}
}

// TestWork counts the comparisons of resources with patches. Each of n resources has a patch
// that names it, and one patch has a target.
func TestWork(t *testing.T) {
	const n = 1000
	folder := t.TempDir()
	var resources, patches strings.Builder
	patches.WriteString("resources: [all.yaml]\nnamePrefix: x-\npatches:\n- {target: {kind: ConfigMap}, patch: '{kind: Any, metadata: {name: any}, data: {a: b}}'}\n")
	for i := range n {
		fmt.Fprintf(&resources, "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: c%d}}\n", i)
		fmt.Fprintf(&patches, "- {patch: '{apiVersion: v1, kind: ConfigMap, metadata: {name: c%d}, data: {c: d}}'}\n", i)
	}
	for name, text := range map[string]string{"all.yaml": resources.String(), "kustomization.yaml": patches.String()} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	reader := &load.Reader{}
	stream, err := reader.Stream(filepath.Join(folder, "kustomization.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	objects := 0
	f := Finder{Reader: reader, OnPatch: func(p Patch) { objects += len(p.Objects) }, OnProblem: func(f finding.Finding) { t.Error(f.Sentence) }}
	f.Find(load.Documents(stream.Entries))
	if objects != 2*n {
		t.Errorf("patches of %d objects, want %d", objects, 2*n)
	}
	if f.compared > 5*n {
		t.Errorf("%d comparisons for %d resources", f.compared, n)
	}
}
