package cluster_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/trials"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// The patch of Diff gives the modified document. The patch of ThreeWay gives the document that
// ThreeWay should produce.
func TestPatchesGiveTheirTargets(t *testing.T) {
	engine := corpus.EngineOf(corpus.Kubernetes)
	props.Seeds{Count: trials.Seeds(2000)}.Each(t, func(seed uint64) error {
		if err := laws.DiffExact(engine, gen.Diff(gen.FromSeed(seed)).Input()).Err(); err != nil {
			return err
		}
		return laws.ThreeWayConverges(engine, gen.ThreeWay(gen.FromSeed(seed)).Input()).Err()
	})
}

// Traced and untraced calls give the same patch. Only untraced calls skip equal parts.
func TestTracedDiff(t *testing.T) {
	for seed := range trials.Seeds(10000) {
		s, original, modified := trials.Related(t, seed)
		original, modified = model.MustParse(original.JSON()), model.MustParse(modified.JSON())
		if seed%2 > 0 { // the same document with other spellings and in another order
			modified = model.MustParse(modified.Canonical())
		}
		traced, quiet := cluster.Engine{Trace: func(cluster.Event) {}}, cluster.Engine{}
		want, wantErr := traced.Diff(s, original, modified, smp.DiffOptions{})
		got, err := quiet.Diff(s, original, modified, smp.DiffOptions{})
		if got.JSON() != want.JSON() || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("seed %d:\noriginal %s\nmodified %s\npatch    %s, %v\ntraced   %s, %v", seed, original.JSON(), modified.JSON(), got.JSON(), err, want.JSON(), wantErr)
		}
		want, wantErr = traced.ThreeWay(s, original, modified, original, smp.ThreeWayOptions{})
		got, err = quiet.ThreeWay(s, original, modified, original, smp.ThreeWayOptions{})
		if got.JSON() != want.JSON() || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("seed %d, three-way:\noriginal %s\nmodified %s\npatch    %s, %v\ntraced   %s, %v", seed, original.JSON(), modified.JSON(), got.JSON(), err, want.JSON(), wantErr)
		}
	}
}

// A patch does not depend on earlier calls, although calls reuse memory.
func TestDiffAfterOtherDiffs(t *testing.T) {
	for seed := range trials.Seeds(500) {
		s, original, modified := trials.Related(t, seed)
		var engine cluster.Engine
		opts := smp.DiffOptions{Omit: []smp.Directives{0, smp.PatchMergeKey, smp.SetElementOrder, smp.RetainKeys}[seed%4]}
		again, againErr := engine.Diff(s, original, modified, opts)
		againThree, againThreeErr := engine.ThreeWay(s, original, modified, original, smp.ThreeWayOptions{DiffOptions: opts})
		runtime.GC()
		runtime.GC() // frees the memory that is kept for reuse
		got, err := engine.Diff(s, original, modified, opts)
		runtime.GC()
		runtime.GC()
		three, threeErr := engine.ThreeWay(s, original, modified, original, smp.ThreeWayOptions{DiffOptions: opts})
		if got.JSON() != again.JSON() || fmt.Sprint(err) != fmt.Sprint(againErr) {
			t.Fatalf("seed %d: %s, %v, after a collection %s, %v", seed, again.JSON(), againErr, got.JSON(), err)
		}
		if three.JSON() != againThree.JSON() || fmt.Sprint(threeErr) != fmt.Sprint(againThreeErr) {
			t.Fatalf("seed %d, three-way: %s, %v, after a collection %s, %v", seed, againThree.JSON(), againThreeErr, three.JSON(), threeErr)
		}
	}
}
