package laws_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// spellings are ways to spell numbers. The rules compare numbers by value, so an engine may choose
// any of them. A spelling returns other values, and numbers that it can't spell, unchanged.
var spellings = map[string]func(model.Value) model.Value{
	"the shortest":  plainNumber,
	"with fraction": func(v model.Value) model.Value { return spelled(v, ".0") },
	"with exponent": func(v model.Value) model.Value { return spelled(v, "e0") },
	"zero negative": func(v model.Value) model.Value {
		if v.NumberText() == "0" {
			return model.MustParse("-0")
		}
		return plainNumber(v)
	},
}

// spelled returns an integer with a suffix that does not change its value.
func spelled(v model.Value, suffix string) model.Value {
	text := v.NumberText()
	if text == "" || strings.ContainsAny(text, ".eE") {
		return v
	}
	return must(model.NewNumber(text + suffix))
}

// A speller is an engine that spells all numbers in its answers in its own way.
type speller struct {
	name  string
	spell func(model.Value) model.Value
}

func (s speller) Name() string { return s.name }

func (s speller) Run(in corpus.Input) corpus.Outcome {
	out := ours.Run(in)
	out.Result = rewrite(out.Result, s.spell)
	if in.Op == corpus.OpConflicts && out.Err == nil {
		out.Result = s.sorted(out.Result)
	}
	var c *smp.ConflictError
	if errors.As(out.Err, &c) {
		other := &smp.ConflictError{}
		for _, one := range c.Conflicts {
			one.Path, one.Left, one.Right = s.path(one.Path), rewrite(one.Left, s.spell), rewrite(one.Right, s.spell)
			other.Conflicts = append(other.Conflicts, one)
		}
		slices.SortStableFunc(other.Conflicts, func(a, b smp.Conflict) int { return strings.Compare(a.Path.String(), b.Path.String()) })
		out.Err = other
	}
	return out
}

// sorted respells the paths of conflicts, and sorts the conflicts by their new texts.
func (s speller) sorted(conflicts model.Value) model.Value {
	all := conflicts.AppendElements(nil)
	text := func(conflict model.Value) string {
		path, _ := conflict.Get("path")
		return path.Text()
	}
	for i, conflict := range all {
		path, err := model.ParsePath(text(conflict))
		if err != nil {
			panic(err)
		}
		all[i] = with(conflict, "path", model.NewString(s.path(path).String()))
	}
	slices.SortStableFunc(all, func(a, b model.Value) int { return strings.Compare(text(a), text(b)) })
	return must(model.NewList(all...))
}

// path returns a path with its numbers spelled otherwise.
func (s speller) path(path model.Path) model.Path {
	path = slices.Clone(path)
	for i, step := range path {
		switch step := step.(type) {
		case model.Key:
			step = slices.Clone(step)
			for j := range step {
				step[j].Value = s.spell(step[j].Value)
			}
			path[i] = step
		case model.SetValue:
			path[i] = model.SetValue{Value: s.spell(step.Value)}
		}
	}
	return path
}

// No law is broken by the spelling of numbers, except untouched-spelling, which is about it.
func TestSpellingBreaksNoLaw(t *testing.T) {
	n := uint64(500)
	if testing.Short() {
		n /= 5
	}
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	comparisons := map[corpus.Op][]laws.Law{
		corpus.OpApply: {{Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
			return laws.Agree(s, laws.Applier("reference", reference.Apply), in)
		}}},
		corpus.OpThreeWay: {lawNamed(t, corpus.Documented, laws.TargetReached), lawNamed(t, corpus.Documented, laws.ConflictsFound)},
		corpus.OpLint:     {lawNamed(t, corpus.Documented, laws.ProblemsFound)},
	}
	changed := map[string]int{}
	keeps := func(name string, in corpus.Input, checked []laws.Law) {
		subject := speller{name, spellings[name]}
		if subject.Run(in).String() != ours.Run(in).String() {
			changed[name]++
		}
		for _, law := range checked {
			if v := law.Check(subject, in); v.Status == laws.Broken {
				t.Fatalf("%s: %v", name, v.Err())
			}
		}
	}
	for name := range spellings {
		for _, op := range laws.Ops() {
			for seed := range n {
				keeps(name, gen.For(op, gen.FromSeed(seed)).Input(), slices.Concat(laws.Of(op), comparisons[op]))
			}
		}
		for _, c := range cases {
			if testing.Short() && !slices.Contains(c.Features(), "input-numbers") {
				continue
			}
			keeps(name, c.Input, laws.Of(c.Input.Op))
		}
	}
	for name := range spellings {
		if changed[name] < int(n)/20 {
			t.Errorf("%s: only %d answers are spelled otherwise", name, changed[name])
		}
	}
	t.Logf("answers that are spelled otherwise: %v", changed)
}
