package dropin

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
)

// An Object is a document of a built-in kind with every field set.
type Object struct {
	Name       string
	DataStruct any
	Document   map[string]any
}

// Objects returns the objects of k8s.io/api's testdata, which the go command
// finds in the module cache.
func Objects() ([]Object, error) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "k8s.io/api").Output()
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "testdata", "HEAD", "*.json"))
	if err != nil {
		return nil, err
	}
	types := map[[2]any]reflect.Type{}
	for _, k := range table.Kinds(table.NewScheme()) {
		types[[2]any{k.APIVersion, k.Kind.Kind}] = k.Type
	}
	var all []Object
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		m := Decode(text)
		if t, ok := types[[2]any{m["apiVersion"], m["kind"]}]; ok {
			all = append(all, Object{filepath.Base(file), reflect.Zero(t).Interface(), m})
		}
	}
	if len(all) < 100 {
		return nil, fmt.Errorf("%d objects of k8s.io/api were found", len(all))
	}
	return all, nil
}
