package laws

import (
	"errors"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// inTurn applies patches in order to the original of the input, with the options of the
// input. It stops at the first patch that is rejected.
func (t *trial) inTurn(patches ...model.Value) corpus.Outcome {
	out := corpus.Outcome{Result: bare(t.in.Original)}
	for _, patch := range patches {
		out = run(t.subject, corpus.Input{
			Op: corpus.OpApply, Schema: t.in.Schema, Original: out.Result, Patch: patch,
			Options: corpus.Options{Strict: t.in.Options.Strict, Ignore: t.in.Options.Ignore, Unions: t.in.Options.Unions},
		})
		if out.Err != nil || out.Skipped != "" {
			break
		}
	}
	return out
}

func accepted(out corpus.Outcome) bool { return out.Err == nil && out.Skipped == "" }

// agree reports whether two answers are equal documents, except for null fields and the
// order of elements in merging lists.
func (t *trial) agree(a, b corpus.Outcome) bool {
	return accepted(a) && accepted(b) && model.Equal(unordered(t.in.Schema, a.Result), unordered(t.in.Schema, b.Result))
}

// ComposeSequence checks that the composed patch has the same effect on the original as the
// patches applied in order, if all of them can be applied. The order of elements in merging
// lists and duplicates in sets are not compared. A subject may also report that the patches
// are not composable.
func ComposeSequence(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "compose-sequence", subject: s, in: in}).composes()
}

func (t *trial) composes() Verdict {
	composed, ok := t.outcome()
	want := t.inTurn(t.in.Patches...)
	if !ok || !accepted(want) {
		return t.inapplicable("the original does not accept the patches")
	}
	var e *smp.Error
	if errors.As(composed.Err, &e) && e.Code == smp.NotComposable {
		return t.inapplicable("the subject does not compose these patches")
	}
	if composed.Err != nil {
		return t.broken("composing gives %s\nbut the original accepts the patches and gives %s", describe(composed), describe(want))
	}
	got := t.inTurn(composed.Result)
	one, all := got, want
	one.Result, all.Result = distinctSets(t.in.Schema, one.Result), distinctSets(t.in.Schema, all.Result)
	if got.Skipped == "" && !t.agree(one, all) {
		return t.broken("on the original %s\nthe composed patch %s\ngives %s\nthe patches in turn give %s",
			t.in.Original.JSON(), composed.Result.JSON(), describe(got), describe(want))
	}
	return t.held()
}

// ComposeRejects checks that patches are rejected if Apply rejects one of them with the same error for
// an empty original and for another one. Errors that depend on the original are not compared.
func ComposeRejects(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "compose-rejects", subject: s, in: in}).rejects(in.Patches...)
}

// ConflictsReject is ComposeRejects for the two patches of Conflicts.
func ConflictsReject(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "conflicts-reject", subject: s, in: in}).rejects(in.Left, in.Right)
}

func (t *trial) rejects(patches ...model.Value) Verdict {
	out, ok := t.outcome()
	if !ok {
		return t.inapplicable("no answer")
	}
	for _, patch := range patches {
		answers := t.runOnBoth(patch)
		var e *smp.Error
		if !errors.As(answers[0].Err, &e) || e.Document != "patch" || !same(answers[0], answers[1]) || dependsOnOriginal(e, patch) {
			continue
		}
		if out.Err == nil {
			return t.broken("the patch %s is accepted, although apply rejects it with every original: %v", patch.JSON(), e)
		}
		return t.held()
	}
	return t.inapplicable("no patch is rejected with every original")
}

// dependsOnOriginal reports whether some originals may accept a patch that has this error with others.
func dependsOnOriginal(e *smp.Error, patch model.Value) bool {
	switch {
	case e.Code == smp.AmbiguousMergeKey, e.Code == smp.Limit, e.Rule == smp.RuleSetDelete:
		return true
	case e.Code == smp.UnknownField, e.Code == smp.WrongType && len(e.Path) > 0:
		return true // a cluster may not be able to decode the result
	case e.Rule == smp.RuleOrderDirective && len(e.Path) == 1:
		name, _ := e.Path[0].(model.Field)
		list, _ := patch.Get(strings.TrimPrefix(string(name), "$setElementOrder/"))
		return list.Type() == model.List && list.Len() == 0 // a cluster has nothing to sort
	}
	return false
}

// ConflictsCommute checks that patches without conflicts give the same result in both orders,
// except for the order of elements in merging lists. It requires that each of the patches can
// be applied to the original.
func ConflictsCommute(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "conflicts-commute", subject: s, in: in}).commutes()
}

func (t *trial) commutes() Verdict {
	conflicts, ok := t.result()
	if !ok || conflicts.Len() > 0 {
		return t.inapplicable("conflicts, or no answer")
	}
	if !accepted(t.inTurn(t.in.Left)) || !accepted(t.inTurn(t.in.Right)) {
		return t.inapplicable("the original does not accept both patches")
	}
	if one, two := t.inTurn(t.in.Left, t.in.Right), t.inTurn(t.in.Right, t.in.Left); !t.agree(one, two) {
		return t.broken("on the original %s\nleft, then right gives %s\nright, then left gives %s", t.in.Original.JSON(), describe(one), describe(two))
	}
	return t.held()
}

// ConflictsSymmetric checks that the order in which two patches are given does not affect
// whether they have conflicts.
func ConflictsSymmetric(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "conflicts-symmetric", subject: s, in: in}
	conflicts, ok := t.result()
	swapped := t.runChanged(func(in *corpus.Input) { in.Left, in.Right = in.Right, in.Left })
	if !ok || !accepted(swapped) {
		return t.inapplicable("no answer")
	}
	if (conflicts.Len() == 0) != (swapped.Result.Len() == 0) {
		return t.broken("left and right have the conflicts %s\nright and left %s", conflicts.JSON(), swapped.Result.JSON())
	}
	return t.held()
}

// pathOf returns the path of a conflict or problem.
func pathOf(v model.Value) model.Path {
	text, _ := v.Get("path")
	path, err := model.ParsePath(text.Text())
	if err != nil {
		return nil
	}
	return path
}

// ConflictsSorted checks that conflicts are sorted by path, and that each has a path, a
// code and, if unions are not enabled, at least one value.
func ConflictsSorted(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "conflicts-sorted", subject: s, in: in}
	conflicts, ok := t.result()
	if !ok {
		return t.inapplicable("no answer")
	}
	last := ""
	for _, c := range conflicts.Elements() {
		path, _ := c.Get("path")
		kind, _ := c.Get("kind")
		_, left := c.Get("left")
		_, right := c.Get("right")
		// With unions, $retainKeys may delete a discriminator that no patch contains.
		if path.Text() == "" || kind.Text() == "" || !left && !right && !in.Options.Unions {
			return t.broken("a conflict lacks path, kind or values: %s", c.JSON())
		}
		if _, err := model.ParsePath(path.Text()); err != nil {
			return t.broken("invalid path of a conflict: %v", err)
		}
		if path.Text() < last {
			return t.broken("the conflict at %s comes after that at %s", path.Text(), last)
		}
		last = path.Text()
	}
	return t.held()
}
