package upstream_test

import (
	"os"
	"testing"

	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"sigs.k8s.io/yaml"

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

// Both engines give the same answers for every workload, so that the comparison is fair.
func TestWorkloadsAreAnsweredAlike(t *testing.T) {
	for _, w := range workloads(t) {
		t.Run(w.Name(), func(t *testing.T) {
			if os.Getenv("SMP_CHECKS") == "" && w.Elements > 1000 {
				t.Skip("apimachinery takes seconds; the nightly run sets SMP_CHECKS")
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

// Every measured operation can be run repeatedly without an error.
func TestOperationsRun(t *testing.T) {
	for _, w := range workloads(t) {
		operations, err := w.Operations()
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range operations {
			if o.Engine == speed.Theirs && w.Elements > 1000 {
				continue // this operation takes seconds, and another test covers it
			}
			for range 2 {
				if err := o.Run(); err != nil {
					t.Errorf("%s/%s/engine=%s: %v", o.Name, w.Name(), o.Engine, err)
				}
			}
		}
	}
}

// Other libraries do the same work: they give equal answers, even if they are called
// repeatedly.
func TestOthersAnswerAlike(t *testing.T) {
	for _, w := range workloads(t) {
		if w.Patch != "plain" || testing.Short() && w.Elements > 1000 {
			continue
		}
		others, err := w.Others()
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range others {
			if err := o.Run(); err != nil {
				t.Errorf("%s/%s/engine=%s: %v", o.Name, w.Name(), o.Engine, err)
			}
		}
		merged, err := w.MergePatched()
		if err != nil {
			t.Fatal(err)
		}
		want := model.MustParse(string(w.Modified))
		if !model.Equal(model.MustParse(string(merged)), want) {
			t.Errorf("%s: a JSON Merge Patch gives another result:\n%.500s", w.Name(), merged)
		}
		if len(w.Original) > 1<<16 {
			continue
		}
		text, err := w.Kustomize()
		if err != nil {
			t.Fatal(err)
		}
		read, err := yaml.YAMLToJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if !model.Equal(model.MustParse(string(read)), want) {
			t.Errorf("%s: kustomize gives another result:\n%.500s", w.Name(), read)
		}
	}
}

// Operations on maps can be run repeatedly, and do not change the documents.
func TestMapsRun(t *testing.T) {
	for _, w := range workloads(t) {
		if w.Patch != "plain" || w.Elements > 1000 {
			continue
		}
		operations, err := w.Maps()
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range operations {
			for range 2 {
				if err := o.Run(); err != nil {
					t.Errorf("%s/%s/engine=%s: %v", o.Name, w.Name(), o.Engine, err)
				}
			}
			if o.Engine != speed.Ours || w.Object != "Deployment" || o.Name != "Apply" {
				continue
			}
			if allocations := testing.AllocsPerRun(100, func() { o.Run() }); allocations > 40 {
				t.Errorf("%s: %v allocations for one image, 40 are allowed", w.Name(), allocations)
			}
		}
	}
}

// Parsed documents retain at most three times as much memory as their text.
func TestRetained(t *testing.T) {
	for _, w := range workloads(t) {
		if w.Patch != "plain" {
			continue
		}
		kept, err := w.Retained()
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %.2f", w.Name(), kept)
		if kept > 3 || kept < 1 {
			t.Errorf("%s: %.2f bytes are kept for each byte of text", w.Name(), kept)
		}
	}
}

// Goroutines that share a document get the same result as a single one.
func TestConcurrentApplies(t *testing.T) {
	for _, w := range workloads(t) {
		applies, err := w.Concurrent(4, 3)
		if err != nil {
			t.Fatal(err)
		}
		if err := applies(); err != nil {
			t.Errorf("%s: %v", w.Name(), err)
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

func BenchmarkOthers(b *testing.B) {
	for _, w := range workloads(b) {
		others, err := w.Others()
		if err != nil {
			b.Fatal(err)
		}
		for _, o := range others {
			if w.Patch != "plain" {
				continue
			}
			b.Run(o.Name+"/"+w.Name()+"/engine="+o.Engine, func(b *testing.B) {
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
