package upstream_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/fuzz/upstream/speed"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

func workloads(t testing.TB) []speed.Workload {
	t.Helper()
	all, err := speed.Workloads()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What is compared are equals: both engines answer the same on every workload.
func TestWorkloadsAreAnsweredAlike(t *testing.T) {
	for _, w := range workloads(t) {
		t.Run(w.Name(), func(t *testing.T) {
			if testing.Short() && w.Elements > 1000 {
				t.Skip("the shipped engine takes seconds")
			}
			ours, err := smp.ApplyJSON(w.Schema, w.Original, w.Change)
			if err != nil {
				t.Fatal(err)
			}
			theirs, err := strategicpatch.StrategicMergePatch(w.Original, w.Change, w.Struct)
			if err != nil {
				t.Fatal(err)
			}
			a, err := model.Parse(ours)
			if err != nil {
				t.Fatal(err)
			}
			b, err := model.Parse(theirs)
			if err != nil {
				t.Fatal(err)
			}
			if !model.Equal(a, b) {
				t.Errorf("the engines differ:\n%.2000s\n%.2000s", a.Canonical(), b.Canonical())
			}
			if original := model.MustParse(string(w.Original)); model.Equal(a, original) {
				t.Error("the patch changes nothing")
			}
		})
	}
}

// Both engines write the same patch between the documents of a workload.
func TestWorkloadsDifferAlike(t *testing.T) {
	for _, w := range workloads(t) {
		if w.Patch != "plain" {
			continue
		}
		ours, err := smp.DiffJSON(w.Schema, w.Original, w.Modified)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := strategicpatch.CreateTwoWayMergePatch(w.Original, w.Modified, w.Struct)
		if err != nil {
			t.Fatal(err)
		}
		a, b := model.MustParse(string(ours)), model.MustParse(string(theirs))
		if !model.Equal(a, b) {
			t.Errorf("%s: the engines differ:\n%.2000s\n%.2000s", w.Name(), a.Canonical(), b.Canonical())
		}
		if a.Len() == 0 {
			t.Errorf("%s: the documents are equal", w.Name())
		}
	}
}

// Both engines write the same patch for the live document.
func TestWorkloadsMergeAlike(t *testing.T) {
	for _, w := range workloads(t) {
		if w.Patch != "plain" || testing.Short() && w.Elements > 1000 {
			continue
		}
		options := smp.ThreeWayOptions{Overwrite: true}
		ours, err := smp.Engine{}.ThreeWayJSON(w.Schema, w.Original, w.Modified, w.Live, options)
		if err != nil {
			t.Fatal(err)
		}
		lookup, err := strategicpatch.NewPatchMetaFromStruct(w.Struct)
		if err != nil {
			t.Fatal(err)
		}
		patch, err := strategicpatch.CreateThreeWayMergePatch(w.Original, w.Modified, w.Live, lookup, true)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := smp.ApplyJSON(w.Schema, w.Live, patch)
		if err != nil {
			t.Fatal(err)
		}
		got, err := smp.ApplyJSON(w.Schema, w.Live, ours)
		if err != nil {
			t.Fatal(err)
		}
		a, b := model.MustParse(string(got)), model.MustParse(string(theirs))
		if !model.Equal(a, b) {
			t.Errorf("%s: the engines differ:\n%.2000s\n%.2000s", w.Name(), a.Canonical(), b.Canonical())
		}
	}
}

// Every operation that is measured succeeds, again and again.
func TestOperationsRun(t *testing.T) {
	for _, w := range workloads(t) {
		operations, err := w.Operations()
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range operations {
			if o.Engine == speed.Theirs && w.Elements > 1000 {
				continue // takes seconds, and one test does it already
			}
			for range 2 {
				if err := o.Run(); err != nil {
					t.Errorf("%s/%s/engine=%s: %v", o.Name, w.Name(), o.Engine, err)
				}
			}
		}
	}
}

func benchmark(b *testing.B, name string) {
	for _, w := range workloads(b) {
		operations, err := w.Operations()
		if err != nil {
			b.Fatal(err)
		}
		for _, o := range operations {
			if o.Name != name {
				continue
			}
			b.Run(w.Name()+"/engine="+o.Engine, func(b *testing.B) {
				b.SetBytes(int64(len(w.Original)))
				b.ReportAllocs()
				for b.Loop() {
					if err := o.Run(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkApplyJSON(b *testing.B) { benchmark(b, "ApplyJSON") }

func BenchmarkApply(b *testing.B) { benchmark(b, "Apply") }

func BenchmarkDiffJSON(b *testing.B) { benchmark(b, "DiffJSON") }

func BenchmarkThreeWayJSON(b *testing.B) { benchmark(b, "ThreeWayJSON") }

func BenchmarkParse(b *testing.B) { benchmark(b, "Parse") }
