package differential_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/differential"
	"github.com/strategicpatch/smp/fuzz/upstream/module"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// An object is a document of a built-in kind.
type object struct {
	kind  table.GoKind
	value model.Value
}

// objects returns the objects in the testdata of k8s.io/api in which every field is set.
var objects = sync.OnceValues(func() ([]object, error) {
	dir, err := module.Dir("k8s.io/api")
	if err != nil {
		return nil, err
	}
	paths, err := filepath.Glob(filepath.Join(dir, "testdata", "HEAD", "*.json"))
	if err != nil {
		return nil, err
	}
	kinds := map[kubernetes.Kind]table.GoKind{}
	for _, k := range table.Kinds(table.NewScheme()) {
		kinds[k.Kind] = k
	}
	var all []object
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		v, err := model.Parse(text)
		if err != nil {
			return nil, err
		}
		apiVersion, _ := v.Get("apiVersion")
		kind, _ := v.Get("kind")
		if k, ok := kinds[kubernetes.Kind{APIVersion: apiVersion.Text(), Kind: kind.Text()}]; ok {
			all = append(all, object{k, v})
		}
	}
	return all, nil
})

// Both engines give the same results for the objects in which every field is set, after their
// lists are lengthened and values are edited.
func TestObjects(t *testing.T) {
	all, err := objects()
	if err != nil || len(all) < 150 {
		t.Fatalf("%d objects, %v", len(all), err)
	}
	subjects := make([]lookups, len(all))
	for i, o := range all {
		if subjects[i], err = lookupsOf(o.kind); err != nil {
			t.Fatal(err)
		}
	}
	run(t, 3000, func(seed uint64, r *differential.Record) string {
		n := seed % uint64(len(all))
		e := differential.NewEditor(seed)
		s := subjects[n].choose(seed / uint64(len(all)))
		original := e.Document(all[n].value)
		return r.Compare(s, original, e.Patch(s.Schema, original))
	})
}
