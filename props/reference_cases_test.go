package props_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// The reference gives the answers of the corpus for the operations that it supports: patches,
// the target of diffs and three-way merges, the conflicts of three-way merges, conflicts between
// patches, and problems.
func TestReferenceCases(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	tried := map[corpus.Op]int{}
	for _, c := range cases {
		v := corpus.Run(c, referenceEngine{})
		switch rejected := c.Want.Rejection; {
		case v.Skipped == "":
			tried[c.Input.Op]++
			if len(v.Failures) > 0 {
				t.Error(v)
			}
		case c.Input.Op == corpus.OpThreeWay && rejected != nil && rejected.Code == corpus.Conflicting:
			t.Errorf("%s: the reference finds no conflict; want %s", c.Name, rejected)
		case c.Input.Op == corpus.OpThreeWay && rejected == nil && c.Input.Options.Omit == 0:
			tried[corpus.OpThreeWay]++
			checkTarget(t, c)
		case c.Input.Op == corpus.OpDiff && rejected == nil && c.Input.Options.Omit == 0:
			tried[corpus.OpDiff]++
			c.Input.Current = c.Input.Original // a diff is a three-way merge for an unchanged object
			checkTarget(t, c)
		case c.Input.Op == corpus.OpConflicts && rejected == nil && c.Input.Options.Ignore == 0: // the reference assumes that all directives are supported
			tried[corpus.OpConflicts]++
			checkConflicts(t, c)
		}
	}
	for _, op := range []corpus.Op{corpus.OpApply, corpus.OpDiff, corpus.OpThreeWay, corpus.OpConflicts, corpus.OpLint} {
		if t.Logf("%d cases of %s", tried[op], op); tried[op] == 0 {
			t.Errorf("no case of %s", op)
		}
	}
}

// checkTarget compares the result of the wanted patch with the target, except for the
// positions of elements that only current has.
func checkTarget(t *testing.T, c corpus.Case) {
	in := withKept(c.Input)
	want, err := reference.Target(in.Schema, in.Original, in.Modified, in.Current)
	got, rejected := reference.Apply(smp.Engine{}, in.Schema, in.Current, c.Want.Result)
	if err != nil || rejected != nil || !(reference.TargetOptions{}).SameAside(in.Schema, in.Original, in.Modified, in.Current, got, want) {
		t.Errorf("%s: the patch makes %s, %v\nthe target is %s, %v", c.Name, got.Canonical(), rejected, want.Canonical(), err)
	}
}

// withKept returns the input of a three-way merge with current's values in the kept places.
func withKept(in corpus.Input) corpus.Input {
	if keep := in.Options.Keep; keep != nil {
		in.Original = reference.Keep(in.Schema, in.Original, in.Current, keep)
		in.Modified = reference.Keep(in.Schema, in.Modified, in.Current, keep)
	}
	return in
}

// checkConflicts compares the conflicts between two patches: paths, codes and values.
func checkConflicts(t *testing.T, c corpus.Case) {
	e := smp.Engine{Strict: c.Input.Options.Strict, Unions: c.Input.Options.Unions}
	got := must(corpus.ConflictList(reference.PatchConflicts(e, c.Input.Schema, c.Input.Left, c.Input.Right)))
	if !model.Equal(got, c.Want.Result) {
		t.Errorf("%s: the reference finds the conflicts %s, want %s", c.Name, got.Canonical(), c.Want.Result.Canonical())
	}
}

func must(v model.Value, err error) model.Value {
	if err != nil {
		panic(err)
	}
	return v
}

// A referenceEngine is the reference as a subject. It supports the operations whose answers
// are complete. It answers only those three-way merges that have conflicts.
type referenceEngine struct{}

func (referenceEngine) Name() string { return "reference" }

func (referenceEngine) Run(in corpus.Input) corpus.Outcome {
	if err := in.Err(); err != nil {
		return corpus.Outcome{Err: err}
	}
	e := smp.Engine{Ignore: in.Options.Ignore, Strict: in.Options.Strict, Unions: in.Options.Unions}
	switch in.Op {
	case corpus.OpApply:
		return referenceSubject().Run(in)
	case corpus.OpThreeWay:
		in = withKept(in)
		if found := reference.Conflicts(in.Schema, in.Original, in.Modified, in.Current); len(found) > 0 && !in.Options.Overwrite {
			return corpus.Outcome{Err: &smp.ConflictError{Conflicts: found}}
		}
		return corpus.Outcome{Skipped: "the reference computes no patch"}
	case corpus.OpLint:
		var list []model.Value
		for _, p := range reference.Lint(e, in.Schema, in.Patch) {
			list = append(list, must(model.NewMap(
				model.Member{Name: "path", Value: model.NewString(p.Path.String())},
				model.Member{Name: "kind", Value: model.NewString(string(p.Code))},
				model.Member{Name: "rule", Value: model.NewString(string(p.Rule))},
				model.Member{Name: "rejected", Value: model.NewBool(p.Rejected)},
			)))
		}
		return corpus.Outcome{Result: must(model.NewList(list...))}
	default:
		return corpus.Outcome{Skipped: "it cannot be asked"}
	}
}
