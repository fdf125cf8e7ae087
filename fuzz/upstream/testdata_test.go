package upstream_test

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/module"
	"github.com/strategicpatch/smp/model"
)

// testdataDir returns the folder in the testdata of k8s.io/api with objects in which every
// field is set.
var testdataDir = sync.OnceValues(func() (string, error) {
	dir, err := module.Dir("k8s.io/api")
	return filepath.Join(dir, "testdata", "HEAD"), err
})

// An object is one file of testdata with an apiVersion.
type object struct {
	name             string
	text             []byte
	value            model.Value
	apiVersion, kind string
}

func readObject(t testing.TB, name string) []byte {
	t.Helper()
	dir, err := testdataDir()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(text)
}

func objects(t testing.TB) []object {
	t.Helper()
	dir, err := testdataDir()
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []object
	for _, path := range names {
		o := object{name: filepath.Base(path), text: readObject(t, filepath.Base(path))}
		if o.value, err = model.Parse(o.text); err != nil {
			t.Fatalf("%s: %v", o.name, err)
		}
		apiVersion, ok := o.value.Get("apiVersion")
		if !ok {
			continue // a WatchEvent has no apiVersion
		}
		kind, _ := o.value.Get("kind")
		o.apiVersion, o.kind = apiVersion.Text(), kind.Text()
		all = append(all, o)
	}
	if len(all) != 192 {
		t.Errorf("%d objects, expected 192", len(all))
	}
	return all
}
