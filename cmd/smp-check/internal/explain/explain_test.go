package explain

import (
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// A rule explains each difference between original and result, at its place or at a parent.
// The merging of maps is not such a rule, because it does not change fields that the patch
// lacks.
func TestEachDifferenceIsExplained(t *testing.T) {
	explained := 0
	for seed := range uint64(3000) {
		c := gen.Apply(gen.FromSeed(seed))
		x, err := New(engine.Engine{Ignore: c.Engine.Ignore, Unions: c.Engine.Unions}, c.Schema, c.Original, c.Patch)
		if err != nil {
			continue
		}
		for _, e := range x.effects {
			if e.sign() == effectNone || onTheWay(x, e) {
				continue
			}
			explained++
			if len(e.reasons) == 0 || e.reasons[0].Rule == smp.RuleMapMerge {
				t.Errorf("seed %d: %s %s: %v\noriginal %s\npatch %s\nresult %s", seed, e.sign(), e.path, e.reasons, c.Original.JSON(), c.Patch.JSON(), x.result.JSON())
			}
		}
		for _, d := range corpus.Differences(c.Schema, c.Original, x.result) {
			if path := x.canonical(d.Path); !slices.ContainsFunc(x.effects, func(e *effect) bool { return related(e.path, path) }) {
				t.Errorf("seed %d: nothing explains %s: %s", seed, path, d.How)
			}
		}
	}
	if explained < 3000 {
		t.Errorf("%d differences explained", explained)
	}
}

// The notes about a cluster name each divergence that changes the answer.
func TestEachDivergenceIsNamed(t *testing.T) {
	named := 0
	for seed := uint64(3400); seed < 4500; seed++ {
		c := gen.Apply(gen.FromSeed(seed))
		e := engine.Engine{Ignore: c.Engine.Ignore, Unions: c.Engine.Unions}
		x, err := New(e, c.Schema, c.Original, c.Patch)
		if err != nil {
			continue
		}
		notes := strings.Join(x.Cluster(), "\n")
		for _, d := range e.Differences(c.Schema, c.Original, c.Patch) {
			named++
			if !strings.Contains(notes, d.String()) {
				t.Errorf("seed %d: %s is missing in %s\noriginal %s\npatch %s", seed, d, notes, c.Original.JSON(), c.Patch.JSON())
			}
		}
	}
	if named < 300 {
		t.Errorf("%d divergences named", named)
	}
}

// onTheWay reports whether the effects inside a place explain the effect at that place
// completely.
func onTheWay(x *Explanation, e *effect) bool {
	return slices.ContainsFunc(x.effects, func(inner *effect) bool {
		return len(inner.path) > len(e.path) && related(inner.path, e.path) && inner.sign() != effectNone
	})
}
