package cluster_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

var _ smp.Judge = cluster.Judge{}

// A judge returns the results that Apply has before decoding. A judge reports that a result varies
// if a trace of Apply reports that.
func TestJudge(t *testing.T) {
	varying := 0
	for seed := range checks(3000) {
		in := gen.For(corpus.OpApply, gen.FromSeed(seed)).Input()
		if in.Original.Type() != model.Map || in.Patch.Type() != model.Map {
			continue
		}
		for _, lookup := range []cluster.Lookup{cluster.GoTypes, cluster.OpenAPIV2, cluster.OpenAPIV3} {
			varies := false
			e := cluster.Engine{Lookup: lookup, BeforeDecoding: true, Trace: func(e cluster.Event) { varies = varies || e.Varies }}
			want, wantErr := e.Apply(in.Schema, in.Original, in.Patch)
			got, err := cluster.Judge{Lookup: lookup}.Map(in.Schema, in.Original, in.Patch)
			if jsonOf(got.Value) != jsonOf(want) || errText(err) != errText(wantErr) {
				t.Fatalf("seed %d: got %s %v, want %s %v", seed, jsonOf(got.Value), err, jsonOf(want), wantErr)
			}
			if said := got.Varies || got.VariesInOrder; err == nil && said != varies {
				t.Fatalf("seed %d: varies: %t, by the trace %t\n%s\n%s", seed, said, varies, jsonOf(in.Original), jsonOf(in.Patch))
			}
			if varies {
				varying++
			}
		}
	}
	t.Logf("%d results vary", varying)
}
