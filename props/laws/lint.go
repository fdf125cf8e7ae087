package laws

import (
	"errors"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// tries applies a patch to nothing and to the input's original, and returns both
// answers.
func (t *trial) tries(patch model.Value) [2]corpus.Outcome {
	var answers [2]corpus.Outcome
	for i, original := range []model.Value{newMap(), bare(t.in.Original)} {
		answers[i] = run(t.subject, corpus.Input{
			Op: corpus.OpApply, Schema: t.in.Schema, Options: corpus.Options{Strict: t.in.Options.Strict, Ignore: t.in.Options.Ignore},
			Original: original, Patch: patch,
		})
	}
	return answers
}

// LintComplete is the law that what is rejected in a patch, for an empty
// original and another one alike, is a problem with that path and kind. Faults
// that an original has to show are none of the patch's own: how many elements
// some keys match, and what a field is that the patch deletes values from.
func LintComplete(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "lint-complete", subject: s, in: in}
	problems, ok := t.applied()
	if !ok {
		return t.inapplicable("no answer")
	}
	return t.finds(problems)
}

// finds says whether the fault for which the patch is rejected is a problem.
func (t *trial) finds(problems model.Value) Verdict {
	answers := t.tries(t.in.Patch)
	var e, other *smp.Error
	if !errors.As(answers[0].Err, &e) || !errors.As(answers[1].Err, &other) || e.Document != "patch" ||
		!same(answers[0], answers[1]) || e.Code == smp.AmbiguousMergeKey || e.Code == smp.Limit || e.Rule == smp.RuleSetDelete {
		return t.inapplicable("not every original rejects the patch for itself")
	}
	for _, problem := range problems.Elements() {
		path, _ := problem.Get("path")
		kind, _ := problem.Get("kind")
		strict := t.in.Options.Strict && e.Rule == smp.RuleUnknownField
		if (rejected(problem) || strict) && path.Text() == e.Path.String() && kind.Text() == string(e.Code) {
			return t.held()
		}
	}
	return t.broken("the patch is rejected, which is none of the problems: %v\n%s", e, problems.JSON())
}

// LintSound is the law that a patch with a problem for which it is said to be
// rejected is rejected.
func LintSound(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "lint-sound", subject: s, in: in}
	problems, ok := t.applied()
	if !ok || !has(problems, rejected) {
		return t.inapplicable("no problem is said to be fatal")
	}
	for _, out := range t.tries(in.Patch) {
		if accepted(out) {
			return t.broken("a patch with these problems is accepted: %s", problems.JSON())
		}
	}
	return t.held()
}

// rejected reports whether a problem is said to make every engine reject the
// patch.
func rejected(problem model.Value) bool {
	v, _ := problem.Get("rejected")
	return v.Bool()
}
