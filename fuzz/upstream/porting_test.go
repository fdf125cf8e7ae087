package upstream

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/module"
)

// functionsIn returns the names of the functions and methods of a file.
func functionsIn(t *testing.T, path string) map[string]bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			names[f.Name.Name] = true
		}
	}
	return names
}

// PORTING.md names each function of apimachinery once, and each of our functions in the
// correct file.
func TestPorting(t *testing.T) {
	page, err := os.ReadFile("PORTING.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, ours := range regexp.MustCompile("`([a-z_/]+\\.go)(?::(\\w+))?`").FindAllStringSubmatch(string(page), -1) {
		if ours[1] == "patch.go" {
			continue
		}
		if functions := functionsIn(t, filepath.Join("..", "..", "smp", ours[1])); ours[2] != "" && !functions[ours[2]] {
			t.Errorf("%s has no function %s", ours[1], ours[2])
		}
	}
	dir, err := module.Dir("k8s.io/apimachinery")
	if err != nil {
		t.Fatal(err)
	}
	theirs := functionsIn(t, filepath.Join(dir, "pkg/util/strategicpatch/patch.go"))
	maps.Copy(theirs, functionsIn(t, filepath.Join(dir, "pkg/util/strategicpatch/meta.go")))
	listed := map[string]int{}
	for row := range strings.Lines(string(page)) {
		cells := strings.Split(row, "|")
		if len(cells) < 3 || !strings.HasPrefix(row, "| `") {
			continue
		}
		for _, name := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(cells[1], -1) {
			listed[name[1]]++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(theirs)) {
		if listed[name] != 1 {
			t.Errorf("%s of apimachinery is listed %d times", name, listed[name])
		}
		delete(listed, name)
	}
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		t.Errorf("apimachinery has no function %s", name)
	}
}
