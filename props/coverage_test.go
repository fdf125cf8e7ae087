package props_test

import (
	"cmp"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// counted returns the number of seeds to try and the floor for tests that count the effects
// of inputs. The floor is the least number that is expected. .ci/nightly, which sets SMP_CHECKS,
// tries all seeds. Other runs try a quarter of them, with a quarter of the floor. With
// -short, such tests are skipped.
func counted(t *testing.T, seeds, floor int) (uint64, int) {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes thousands of inputs")
	}
	t.Parallel()
	if os.Getenv("SMP_CHECKS") == "" {
		return uint64(seeds) / 4, floor / 4
	}
	return uint64(seeds), floor
}

// Every rule of Apply determines the result of some generated inputs. Most inputs are
// accepted, so that laws about results apply.
func TestEveryRuleIsReached(t *testing.T) {
	seeds, floor := counted(t, 10_000, 10)
	hits := map[smp.Rule]int{}
	accepted := 0
	for seed := range seeds {
		out := corpus.Engine().Run(gen.Apply(gen.FromSeed(seed)).Input())
		var e *smp.Error
		if errors.As(out.Err, &e) {
			out.Rules = append(out.Rules, e.Rule)
		} else {
			accepted++
		}
		seen := map[smp.Rule]bool{}
		for _, rule := range out.Rules {
			seen[rule] = true
		}
		for rule := range seen {
			hits[rule]++
		}
	}
	for _, rule := range smp.ApplyRules() {
		t.Logf("%6d %s", hits[rule], rule)
		if hits[rule] < floor {
			t.Errorf("rule %s decides in %d of %d inputs, want at least %d", rule, hits[rule], seeds, floor)
		}
	}
	if share := float64(accepted) / float64(seeds); share < 0.55 || share > 0.9 {
		t.Errorf("%.2f of the inputs are accepted", share)
	}
}

// Every rule of Diff, ThreeWay, Compose, Conflicts and Lint determines the result of some
// inputs of its operation. Most inputs are accepted.
func TestEveryRuleOfPatchesIsReached(t *testing.T) {
	seeds, floor := counted(t, 4000, 10)
	hits := map[smp.Rule]int{}
	for op, share := range map[corpus.Op]float64{
		corpus.OpDiff: 0.8, corpus.OpThreeWay: 0.55, corpus.OpCompose: 0.4, corpus.OpConflicts: 0.4, corpus.OpLint: 0.99,
	} {
		accepted := 0
		for seed := range seeds {
			out := corpus.Engine().Run(gen.For(op, gen.FromSeed(seed)).Input())
			var e *smp.Error
			var conflict *smp.ConflictError
			switch {
			case errors.As(out.Err, &conflict):
				out.Rules = append(out.Rules, smp.RuleThreeWayConflict)
			case errors.As(out.Err, &e):
				out.Rules = append(out.Rules, e.Rule)
			default:
				accepted++
			}
			seen := map[smp.Rule]bool{}
			for _, rule := range out.Rules {
				seen[rule] = true
			}
			for rule := range seen {
				hits[rule]++
			}
		}
		if got := float64(accepted) / float64(seeds); got < share {
			t.Errorf("%.2f of the inputs of %s are answered, want %.2f", got, op, share)
		}
	}
	elsewhere := append(slices.Concat(smp.ApplyRules(), smp.UnionRules()), smp.RuleKeep, smp.RuleThreeWayUnsent)
	for _, rule := range smp.Rules() {
		if slices.Contains(elsewhere, rule) { // TestEveryRuleIsReached counts those of Apply
			continue
		}
		t.Logf("%6d %s", hits[rule], rule)
		if hits[rule] < floor {
			t.Errorf("rule %s decides in %d inputs, want at least %d", rule, hits[rule], floor)
		}
	}
}

// Generated patches have problems with every code.
func TestEveryKindOfProblemIsReached(t *testing.T) {
	seeds, floor := counted(t, 4000, 10)
	hits := map[smp.Code]int{}
	for seed := range seeds {
		c := gen.Lint(gen.FromSeed(seed))
		for _, problem := range c.Engine.Lint(c.Schema, c.Patch) {
			hits[problem.Code]++
		}
	}
	for _, kind := range []smp.Code{
		smp.WrongType, smp.InvalidDirective, smp.MissingMergeKey, smp.InvalidMergeKey, smp.OrderMismatch, smp.RetainKeysMismatch, smp.UnknownField,
		smp.NoEffect, smp.DirectiveAsData, smp.AmbiguousMergeKey, smp.RepeatedKey, smp.MixedMergeKeys, smp.UnionSiblings,
	} {
		t.Logf("%6d %s", hits[kind], kind)
		if hits[kind] < floor {
			t.Errorf("%d problems of kind %s, want at least %d; make props/gen produce more of them", hits[kind], kind, floor)
		}
	}
}

// Every law applies to some inputs. A law that never applies would hold for every engine.
func TestEveryLawIsPutToTheTest(t *testing.T) {
	seeds, floor := counted(t, 1200, 12)
	for _, op := range laws.Ops() {
		for _, law := range laws.Of(op) {
			held, tried := heldUpTo(floor, law, engine, op, seeds)
			t.Logf("%s %s: %d of %d", op, law.Name, held, tried)
			if held < floor && !(op == corpus.OpLint && law.Name == "error-path") { // lint returns no errors
				t.Errorf("law %s holds for %d of %d inputs of %s, want at least %d; let it decide more of them, or change props/gen", law.Name, held, seeds, op, floor)
			}
		}
	}
}

// untrueOnClusters are the laws that never apply to an engine that follows clusters. Each of them
// contradicts a divergence, or is about unions or lint.
var untrueOnClusters = []string{
	"number-spelling", "union-member", "union-discriminator", "diff-superset", "diff-unchanged", "diff-older", "diff-retain", "diff-lints",
	"diff-unions", "threeway-narrow", "threeway-retain", "threeway-unions", "compose-unions", "conflicts-unions", "lint-complete", "lint-strict",
}

// All other laws also apply to some inputs of an engine that follows clusters.
func TestEveryLawIsPutToTheTestOnClusters(t *testing.T) {
	seeds, floor := counted(t, 2400, 4)
	for _, law := range laws.In(corpus.Kubernetes) {
		if slices.Contains(untrueOnClusters, law.Name) {
			continue
		}
		op := cmp.Or(law.Op, corpus.OpApply)
		held, tried := heldUpTo(floor, law, corpus.Untraced(corpus.EngineOf(corpus.Kubernetes)), op, seeds)
		t.Logf("%s: %d of %d", law.Name, held, tried)
		if held < floor {
			t.Errorf("law %s holds for %d of %d inputs of %s, want at least %d; see its conditions in package laws", law.Name, held, seeds, op, floor)
		}
	}
}

// heldUpTo counts the inputs for which a law holds, up to floor, and the inputs that it tried.
func heldUpTo(floor int, law laws.Law, subject corpus.Subject, op corpus.Op, seeds uint64) (held int, tried uint64) {
	for ; tried < seeds && held < floor; tried++ {
		if law.Check(subject, gen.For(op, gen.FromSeed(tried)).Input()).Status == laws.Held {
			held++
		}
	}
	return held, tried
}
