package gen_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Inputs for a given schema fit this schema: most patches are accepted and contain lists that
// merge.
func TestForSchema(t *testing.T) {
	s, ok := kubernetes.Lookup("v1", "Service")
	if !ok {
		t.Fatal("there is no Service")
	}
	accepted, merged := 0, 0
	for seed := range uint64(300) {
		c := gen.ForSchema(corpus.OpApply, s, gen.FromSeed(seed))
		if !c.Schema.Equal(s) {
			t.Fatalf("seed %d has another schema", seed)
		}
		out := corpus.Engine().Run(c.Input())
		if out.Err == nil {
			accepted++
		}
		for _, rule := range out.Rules {
			if rule == smp.RuleKeyedMerge {
				merged++
				break
			}
		}
	}
	if accepted < 100 || merged < 20 {
		t.Errorf("%d of 300 patches are accepted, %d merge a list by keys", accepted, merged)
	}
}
