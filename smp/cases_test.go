package smp_test

import (
	"fmt"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/trials"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// alone skips a test under the race detector, because the tests of other packages run the same
// cases and laws with it. The test is needed if only the tests of this package run, for example in
// mutation testing.
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

// Patches for clusters have the known answers, too.
func TestCasesOfClusters(t *testing.T) {
	alone(t)
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if o := c.Input.Options; c.Kubernetes == nil || c.Input.Op == corpus.OpApply || o.Strict || o.Unions || o.Ignore != 0 {
			continue // a patch for a cluster may differ, or apimachinery has no such option
		}
		decoded := c.Kubernetes.ID == cluster.DecodingDropsDirectives.String()
		terms := corpus.Terms{Dialect: corpus.Kubernetes}
		if v := terms.Run(c, corpus.Cluster(cluster.Engine{BeforeDecoding: !decoded})); !v.Passed() {
			t.Fatalf("%s: %v", c.Name, v)
		}
	}
}

// Patches for clusters reach the target of the reference, apart from the positions of elements that
// only current has, and have its conflicts.
func TestReferenceOfClusters(t *testing.T) {
	alone(t)
	subject, target := corpus.Untraced(corpus.EngineOf(corpus.Kubernetes)), reference.TargetOptions{Marks: true}
	props.Seeds{Count: trials.Seeds(1000)}.Each(t, func(seed uint64) error {
		in := gen.ThreeWay(gen.FromSeed(seed)).Input()
		in.Options.Resend = false
		if err := laws.ReachesAside(subject, target, in).Err(); err != nil {
			return err
		}
		return laws.FindsConflicts(subject, target.Conflicts, in).Err()
	})
}

// Traced and untraced calls give the same answers. Untraced calls use fast paths, which the
// cases and the laws do not test.
func TestAnswersWithoutTrace(t *testing.T) {
	alone(t)
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if in := c.Input; in.Op == corpus.OpApply && in.Err() == nil {
			e := smp.Engine{Ignore: in.Options.Ignore, Strict: in.Options.Strict, Unions: in.Options.Unions}
			answersWithoutTrace(t, c.Name, e, in.Schema, in.Original, in.Patch)
		}
	}
	for seed := range trials.Seeds(20000) {
		c := gen.Apply(gen.FromSeed(seed))
		answersWithoutTrace(t, fmt.Sprint("seed ", seed), c.Engine, c.Schema, c.Original, c.Patch)
	}
}

func answersWithoutTrace(t *testing.T, name string, e smp.Engine, s smp.Schema, original, patch model.Value) {
	t.Helper()
	traced := e
	traced.Trace = func(smp.Event) {}
	got, err := e.Apply(s, original, patch)
	want, wantErr := traced.Apply(s, original, patch)
	if got.JSON() != want.JSON() || fmt.Sprint(err) != fmt.Sprint(wantErr) {
		t.Fatalf("%s: %s, %v, and when it is traced %s, %v", name, got.JSON(), err, want.JSON(), wantErr)
	}
}

func TestLaws(t *testing.T) {
	alone(t)
	props.RunSeeds(t, corpus.Engine(), props.Seeds{Count: 200})
}

func TestReference(t *testing.T) {
	alone(t)
	engine, applier := corpus.Engine(), laws.Applier("reference", reference.Apply)
	props.Seeds{Count: trials.Seeds(1000)}.Each(t, func(seed uint64) error {
		for _, v := range []laws.Verdict{
			laws.Agree(engine, applier, gen.Apply(gen.FromSeed(seed)).Input()),
			laws.FindsProblems(engine, reference.Lint, gen.Lint(gen.FromSeed(seed)).Input()),
			laws.Reaches(engine, reference.TargetOptions{}, gen.ThreeWay(gen.FromSeed(seed)).Input()),
			laws.FindsConflicts(engine, reference.Conflicts, gen.ThreeWay(gen.FromSeed(seed)).Input()),
			laws.KeepsAlike(reference.Keep, gen.ThreeWay(gen.FromSeed(seed)).Input()),
		} {
			if err := v.Err(); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestDiffExactAndThreeWayConverges(t *testing.T) {
	alone(t)
	engine := corpus.Engine()
	props.Seeds{Count: trials.Seeds(2000)}.Each(t, func(seed uint64) error {
		if err := laws.DiffExact(engine, gen.Diff(gen.FromSeed(seed)).Input()).Err(); err != nil {
			return err
		}
		return laws.ThreeWayConverges(engine, gen.ThreeWay(gen.FromSeed(seed)).Input()).Err()
	})
}
