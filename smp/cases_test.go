package smp_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// The corpus and the laws have packages of their own, which try more. They stand
// here too for whoever runs the tests of this package alone, as mutation testing
// does. The race detector sees them there, and once is enough.
func alone(t *testing.T) {
	t.Helper()
	if raceEnabled {
		t.Skip("tried under the race detector by other packages")
	}
}

func TestCases(t *testing.T) {
	alone(t)
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if v := corpus.Run(c, corpus.Engine()); v.Skipped == "" && !v.Passed() {
			t.Fatalf("%s: %v", c.Name, v)
		}
	}
}

func TestLaws(t *testing.T) {
	alone(t)
	props.RunSeeds(t, corpus.Engine(), props.Seeds{Count: 200})
}

func TestReference(t *testing.T) {
	alone(t)
	engine, applier := corpus.Engine(), laws.Applier("reference", reference.Apply)
	props.Seeds{Count: uint64(inShort(1000))}.Each(t, func(seed uint64) error {
		for _, v := range []laws.Verdict{
			laws.Agree(engine, applier, gen.Apply(gen.FromSeed(seed)).Input()),
			laws.FindsProblems(engine, reference.Lint, gen.Lint(gen.FromSeed(seed)).Input()),
			laws.Reaches(engine, reference.Target, gen.ThreeWay(gen.FromSeed(seed)).Input()),
			laws.FindsConflicts(engine, reference.ConflictPaths, gen.ThreeWay(gen.FromSeed(seed)).Input()),
		} {
			if err := v.Err(); err != nil {
				return err
			}
		}
		return nil
	})
}

// Cases answer in the dialect of the shipped engine as they say, those that say
// nothing as the rules do; and what a patch promises holds there too.
func TestCasesInKubernetes(t *testing.T) {
	alone(t)
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.Input.Op != corpus.OpApply && c.Kubernetes == nil || c.Input.Options.Strict || c.Input.Options.Ignore != 0 {
			continue
		}
		dialect := smp.KubernetesBeforeDecoding
		if c.Kubernetes != nil && c.Kubernetes.ID == smp.DecodingDropsDirectives.String() {
			dialect = smp.Kubernetes
		}
		terms := corpus.Terms{Dialect: "kubernetes", AnyError: c.Kubernetes == nil}
		if v := terms.Run(c, corpus.EngineOf(dialect)); !v.Passed() {
			t.Fatalf("%s: %v", c.Name, v)
		}
	}
}

func TestLawsInKubernetes(t *testing.T) {
	alone(t)
	engine := corpus.EngineOf(smp.KubernetesBeforeDecoding)
	props.Seeds{Count: uint64(inShort(1000))}.Each(t, func(seed uint64) error {
		if err := laws.DiffExact(engine, gen.Diff(gen.FromSeed(seed)).Input()).Err(); err != nil {
			return err
		}
		return laws.ThreeWayConverges(engine, gen.ThreeWay(gen.FromSeed(seed)).Input()).Err()
	})
}
