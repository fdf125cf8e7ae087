package props_test

import (
	"slices"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// keepInput returns the documents of a diff or of a three-way merge.
func keepInput(seed uint64) corpus.Input {
	ops := []corpus.Op{corpus.OpDiff, corpus.OpThreeWay}
	return gen.For(ops[seed%2], gen.FromSeed(seed)).Input()
}

// Keep returns what the reference returns.
func TestKeepReferenceSeeds(t *testing.T) {
	props.SeedsAsked(t, 4000).EachInput(t, keepInput, func(_ uint64, in corpus.Input) laws.Verdict {
		return laws.KeepsAlike(reference.Keep, in)
	})
}

// Diff and ThreeWay keep places as Keep does. The tests of all laws check this on fewer inputs.
func TestKeepLawsSeeds(t *testing.T) {
	props.SeedsAsked(t, 4000).EachInput(t, keepInput, func(_ uint64, in corpus.Input) laws.Verdict {
		if in.Op == corpus.OpDiff {
			return laws.DiffKeep(corpus.Engine(), in)
		}
		return laws.ThreeWayKeep(corpus.Engine(), in)
	})
}

// Keep changes nothing outside the kept places. A function that keeps one place too much is
// found out.
func TestKeepOnlySeeds(t *testing.T) {
	keep := func(s smp.Schema, desired, live model.Value, paths []smp.KeepPath) model.Value {
		kept, _, _ := smp.Keep(s, desired, live, paths) // absent if it fails, which breaks the law
		return kept
	}
	props.SeedsAsked(t, 4000).EachInput(t, keepInput, func(_ uint64, in corpus.Input) laws.Verdict {
		return laws.KeepsOnly(keep, in)
	})
	for name, wrong := range map[string]laws.KeepFunc{
		"keeps the list around an element": func(s smp.Schema, desired, live model.Value, paths []smp.KeepPath) model.Value {
			var wide []smp.KeepPath
			for _, p := range paths {
				i := slices.IndexFunc(p, func(step smp.KeepStep) bool { _, is := step.Step.(model.Key); return is })
				if i < 0 {
					i = len(p)
				}
				wide = append(wide, p[:i])
			}
			return keep(s, desired, live, wide)
		},
		"takes an unreached field of live": func(s smp.Schema, desired, live model.Value, paths []smp.KeepPath) model.Value {
			for name := range live.Members() {
				paths = append(slices.Clone(paths), smp.KeepPath{{Step: model.Field(name)}})
				break
			}
			return keep(s, desired, live, paths)
		},
		"reverses lists of elements": func(s smp.Schema, desired, live model.Value, paths []smp.KeepPath) model.Value {
			kept := keep(s, desired, live, paths)
			for name, v := range kept.Members() {
				elements := v.AppendElements(nil)
				if slices.Reverse(elements); v.Type() != model.List {
					continue
				}
				list, err := model.NewList(elements...)
				if err == nil {
					kept, err = kept.WithMembers(model.Member{Name: name, Value: list})
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			return kept
		},
	} {
		found := false
		for seed := uint64(0); seed < 2000 && !found; seed++ {
			found = laws.KeepsOnly(wrong, keepInput(seed)).Status == laws.Broken
		}
		if !found {
			t.Errorf("a function that %s is not found out", name)
		}
	}
}
