package laws

import (
	"errors"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// inTurn applies patches one after the other to the input's original, on an
// engine with its options. It stops at the first that is not accepted.
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

// agree reports whether two answers are equal documents, the order of elements
// in merging lists and null members aside.
func (t *trial) agree(a, b corpus.Outcome) bool {
	return accepted(a) && accepted(b) && model.Equal(unordered(t.in.Schema, a.Result), unordered(t.in.Schema, b.Result))
}

// ComposeSequence is the law that the composed patch does what the patches do
// in turn, the order of elements in merging lists and duplicates in sets aside, where the
// original takes them. A subject may say that they are not composable.
func ComposeSequence(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "compose-sequence", subject: s, in: in}).composes()
}

func (t *trial) composes() Verdict {
	composed, ok := t.ran()
	want := t.inTurn(t.in.Patches...)
	if !ok || !accepted(want) {
		return t.inapplicable("the original does not take the patches")
	}
	var e *smp.Error
	if errors.As(composed.Err, &e) && e.Code == smp.NotComposable {
		return t.inapplicable("it does not compose these")
	}
	if composed.Err != nil {
		return t.broken("the original takes all patches, which %s makes %s", describe(composed), describe(want))
	}
	got := t.inTurn(composed.Result)
	one, all := got, want
	one.Result, all.Result = distinctSets(t.in.Schema, one.Result), distinctSets(t.in.Schema, all.Result)
	if got.Skipped == "" && !t.agree(one, all) {
		return t.broken("of original %s\nthe composed patch %s\nmakes %s\nthe patches in turn make %s",
			t.in.Original.JSON(), composed.Result.JSON(), describe(got), describe(want))
	}
	return t.held()
}

// ConflictsCommute is the law that patches without conflicts commute, the order
// of elements in merging lists aside, where the original takes each of them.
func ConflictsCommute(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "conflicts-commute", subject: s, in: in}).commutes()
}

func (t *trial) commutes() Verdict {
	conflicts, ok := t.applied()
	if !ok || conflicts.Len() > 0 {
		return t.inapplicable("conflicts, or no answer")
	}
	if !accepted(t.inTurn(t.in.Left)) || !accepted(t.inTurn(t.in.Right)) {
		return t.inapplicable("the original does not take both patches")
	}
	if one, two := t.inTurn(t.in.Left, t.in.Right), t.inTurn(t.in.Right, t.in.Left); !t.agree(one, two) {
		return t.broken("of original %s\nleft, then right makes %s\nright, then left makes %s", t.in.Original.JSON(), describe(one), describe(two))
	}
	return t.held()
}

// ConflictsSymmetric is the law that two patches are at odds whichever is called
// left.
func ConflictsSymmetric(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "conflicts-symmetric", subject: s, in: in}
	conflicts, ok := t.applied()
	swapped := t.asks(func(in *corpus.Input) { in.Left, in.Right = in.Right, in.Left })
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

// ConflictsSorted is the law that conflicts are sorted by path, and that each
// has a path, a kind and at least one value.
func ConflictsSorted(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "conflicts-sorted", subject: s, in: in}
	conflicts, ok := t.applied()
	if !ok {
		return t.inapplicable("no answer")
	}
	last := ""
	for _, c := range conflicts.Elements() {
		path, _ := c.Get("path")
		kind, _ := c.Get("kind")
		_, left := c.Get("left")
		_, right := c.Get("right")
		if path.Text() == "" || kind.Text() == "" || !left && !right {
			return t.broken("a conflict lacks path, kind or values: %s", c.JSON())
		}
		if _, err := model.ParsePath(path.Text()); err != nil {
			return t.broken("the path of a conflict is none: %v", err)
		}
		if path.Text() < last {
			return t.broken("the conflict at %s comes after that at %s", path.Text(), last)
		}
		last = path.Text()
	}
	return t.held()
}
