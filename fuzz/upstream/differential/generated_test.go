package differential_test

import (
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/differential"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp/cluster"
)

// Both engines give the same results for generated schemas and documents. The inputs must
// reach every divergence, except for the one about elements with their own strategy, because
// such elements are not generated.
func TestGenerated(t *testing.T) {
	total := run(t, 4000, func(seed uint64, r *differential.Record) string {
		c := gen.Apply(gen.FromSeed(seed))
		s := differential.OfSchema(c.Schema)
		return r.Compare(s, readable(c.Original), readable(c.Patch))
	})
	if executions(t, 0) < 1_000_000 {
		return
	}
	for _, v := range total.Unseen(cluster.ElementStrategyIgnored) {
		t.Errorf("%s has decided nothing", v)
	}
}

// smaller replaces the digits of numbers that apimachinery cannot read.
var smaller = strings.NewReplacer("e400", "e40", "e399", "e39", "e401", "e41", "e999999999", "e99")

// readable returns a document without numbers beyond the range of floats.
func readable(v model.Value) model.Value {
	text := v.JSON()
	if less := smaller.Replace(text); less != text {
		return model.MustParse(less)
	}
	return v
}
