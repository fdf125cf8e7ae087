package dropin_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// leftOut lists the names that no function of apimachinery's packages accepts or returns,
// except for types that callers cannot name.
var leftOut = map[string]bool{
	"strategicpatch.NewKindItem": true, "strategicpatch.NewSliceItem": true, "strategicpatch.LookupPatchItem": true,
	"strategicpatch.LookupPatchMetaError": true, "strategicpatch.InvalidTypeError": true,
	"strategicpatch.DiffOptions": true, "strategicpatch.MergeOptions": true,
	"strategicpatch.SortableSliceOfMaps": true, "strategicpatch.SortableSliceOfScalars": true,
}

// Every name that callers of apimachinery's three packages may use also exists in the
// packages that replace them. Package kubeopenapi has all names of strategicpatch.
func TestNamesAreComplete(t *testing.T) {
	own := map[string][]string{
		"strategicpatch": {"strategicpatch/kubeopenapi"}, "mergepatch": {"mergepatch"}, "jsonmergepatch": {"jsonmergepatch"},
	}
	for name, folders := range own {
		theirs := exported(t, "k8s.io/apimachinery/pkg/util/"+name)
		if len(theirs) == 0 {
			t.Errorf("%s has no names", name)
		}
		for _, folder := range folders {
			ours := exported(t, "github.com/strategicpatch/smp/smp/"+folder)
			for n := range theirs {
				if ours[n] == leftOut[name+"."+n] {
					t.Errorf("%s has %s: %t, and it is left out: %t", folder, n, ours[n], leftOut[name+"."+n])
				}
			}
		}
	}
	handedOn := exported(t, "github.com/strategicpatch/smp/smp/strategicpatch/kubeopenapi")
	for n := range exported(t, "github.com/strategicpatch/smp/smp/strategicpatch") {
		if !handedOn[n] {
			t.Errorf("kubeopenapi does not hand on %s", n)
		}
	}
}

// exported returns the names that a package declares, without methods.
func exported(t *testing.T, path string) map[string]bool {
	t.Helper()
	list := exec.Command("go", "list", "-f", "{{.Dir}}", path)
	list.Env = append(os.Environ(), "GOWORK=off")
	dir, err := list.Output()
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	files, _ := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "*.go"))
	names := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for name := range declared(parsed) {
			if ast.IsExported(name) {
				names[name] = true
			}
		}
	}
	return names
}

func declared(file *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names[s.Name.Name] = true
				case *ast.ValueSpec:
					for _, name := range s.Names {
						names[name.Name] = true
					}
				}
			}
		}
	}
	return names
}
