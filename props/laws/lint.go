package laws

import (
	"errors"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// runOnBoth applies a patch to an empty document and to the original of the input, and returns
// both answers.
func (t *trial) runOnBoth(patch model.Value) [2]corpus.Outcome {
	var answers [2]corpus.Outcome
	for i, original := range []model.Value{newMap(), bare(t.in.Original)} {
		answers[i] = run(t.subject, corpus.Input{
			Op: corpus.OpApply, Schema: t.in.Schema, Options: corpus.Options{Strict: t.in.Options.Strict, Ignore: t.in.Options.Ignore, Unions: t.in.Options.Unions},
			Original: original, Patch: patch,
		})
	}
	return answers
}

// LintComplete checks patches that are rejected with the same error for an empty original and for
// another one. Lint must report this error as a problem with the same path and code. Errors that
// depend on the original are not compared: ambiguous keys, and the type of a field from which the
// patch deletes values.
func LintComplete(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "lint-complete", subject: s, in: in}
	problems, ok := t.result()
	if !ok {
		return t.inapplicable("no answer")
	}
	return t.finds(problems)
}

// finds checks that the error for which the patch is rejected is among the problems.
func (t *trial) finds(problems model.Value) Verdict {
	answers := t.runOnBoth(t.in.Patch)
	var e, other *smp.Error
	if !errors.As(answers[0].Err, &e) || !errors.As(answers[1].Err, &other) || e.Document != "patch" ||
		!same(answers[0], answers[1]) || e.Code == smp.AmbiguousMergeKey || e.Code == smp.Limit || e.Rule == smp.RuleSetDelete {
		return t.inapplicable("the patch is not rejected with every original")
	}
	for _, problem := range problems.Elements() {
		path, _ := problem.Get("path")
		kind, _ := problem.Get("kind")
		strict := t.in.Options.Strict && (e.Rule == smp.RuleUnknownField || e.Rule == smp.RuleValueType)
		if (rejected(problem) || strict) && path.Text() == e.Path.String() && kind.Text() == string(e.Code) {
			return t.held()
		}
	}
	return t.broken("the error for which the patch is rejected is not among the problems: %v\n%s", e, problems.JSON())
}

// LintSound checks that if lint marks a problem as rejected, the patch is rejected.
func LintSound(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "lint-sound", subject: s, in: in}
	problems, ok := t.result()
	if !ok || !has(problems, rejected) {
		return t.inapplicable("no problem is marked as rejected")
	}
	for _, out := range t.runOnBoth(in.Patch) {
		if accepted(out) {
			return t.broken("a patch with these problems is accepted: %s", problems.JSON())
		}
	}
	return t.held()
}

// rejected reports whether a problem is marked as rejected: every engine must reject the
// patch.
func rejected(problem model.Value) bool {
	v, _ := problem.Get("rejected")
	return v.Bool()
}
