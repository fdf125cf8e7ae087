package smp_test

import (
	"errors"
	"testing"

	"github.com/strategicpatch/smp/fuzz/trials"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// Rule compose: the composed patch has the same effect as the first patch followed by the second
// one, or Compose returns an error.
func TestComposeEqualsSequence(t *testing.T) {
	n := trials.Seeds(20000)
	refused, both := uint64(0), uint64(0)
	for seed := range n {
		src := gen.FromSeed(seed)
		s := trials.Schema(t, src)
		original := gen.Document(src, s)
		first := gen.Patch(src, s, original)
		middle, err := smp.Apply(s, original, first)
		if err != nil {
			continue
		}
		then := gen.Patch(src, s, middle)
		want, err := smp.Apply(s, middle, then)
		if err != nil {
			continue
		}
		both++
		composed, err := smp.Compose(s, first, then)
		var e *smp.Error
		if errors.As(err, &e) && e.Code == smp.NotComposable {
			refused++
			continue
		}
		show := "\noriginal " + original.Canonical() + "\nfirst    " + first.Canonical() + "\nthen     " + then.Canonical() + "\ncomposed " + composed.Canonical()
		if err != nil {
			t.Fatalf("seed %d: %v%s", seed, err, show)
		}
		got, err := smp.Apply(s, original, composed)
		if err != nil {
			t.Fatalf("seed %d: the composed patch is rejected: %v%s", seed, err, show)
		}
		if !model.Equal(trials.DistinctSets(t, s, trials.Unordered(t, s, got)), trials.DistinctSets(t, s, trials.Unordered(t, s, want))) {
			t.Fatalf("seed %d:%s\ngot      %s\nwant     %s", seed, show, got.Canonical(), want.Canonical())
		}
	}
	if both < n/4 || refused > both/4 {
		t.Errorf("%d pairs, %d of them refused", both, refused)
	}
}

// Compose composes many patches in another grouping. This changes neither the result nor the error.
func TestComposeInTurn(t *testing.T) {
	for _, e := range []smp.Engine{{}, {Strict: true}, {Ignore: smp.RetainKeys | smp.PatchMergeKey}, {Unions: true}} {
		trials.ComposeInTurn(t, e, trials.Seeds(20000), nil)
	}
}
