package smp_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// The corpus and the laws have packages of their own, which try more. They stand
// here too for whoever runs the tests of this package alone, as mutation testing
// does.

func TestCases(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if v := corpus.Run(c, corpus.Engine()); v.Skipped == "" && !v.Passed() {
			t.Errorf("%s: %v", c.Name, v)
		}
	}
}

func TestLaws(t *testing.T) {
	props.RunSeeds(t, corpus.Engine(), props.Seeds{Count: 200})
}

func TestReference(t *testing.T) {
	engine, applier := corpus.Engine(), laws.Applier("reference", reference.Apply)
	conflicts := func(s smp.Schema, original, modified, current model.Value) []model.Path {
		var paths []model.Path
		for _, c := range reference.Conflicts(s, original, modified, current) {
			paths = append(paths, c.Path)
		}
		return paths
	}
	props.Seeds{Count: 1000}.Each(t, func(seed uint64) error {
		for _, v := range []laws.Verdict{
			laws.Agree(engine, applier, gen.Apply(gen.FromSeed(seed)).Input()),
			laws.FindsProblems(engine, reference.Lint, gen.Lint(gen.FromSeed(seed)).Input()),
			laws.Reaches(engine, reference.Target, gen.ThreeWay(gen.FromSeed(seed)).Input()),
			laws.FindsConflicts(engine, conflicts, gen.ThreeWay(gen.FromSeed(seed)).Input()),
		} {
			if err := v.Err(); err != nil {
				return err
			}
		}
		return nil
	})
}
