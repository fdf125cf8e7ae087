package laws

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// PatchConflictsFound is the name of the law of FindsPatchConflicts.
const PatchConflictsFound = "conflicts-places"

// A PatchConflictsFunc returns the conflicts of two patches, in any order. It uses the
// fields Strict and Unions of the engine.
type PatchConflictsFunc func(e smp.Engine, s smp.Schema, left, right model.Value) []smp.Conflict

// FindsPatchConflicts checks that the subject reports exactly the conflicts that find returns, with
// their paths, codes and values (rule conflict-list).
func FindsPatchConflicts(s corpus.Subject, find PatchConflictsFunc, in corpus.Input) Verdict {
	t := &trial{law: PatchConflictsFound, subject: s, in: in}
	conflicts, ok := t.result()
	if !ok || in.Options.Ignore != 0 {
		return t.inapplicable("no answer, or an older server")
	}
	want := find(smp.Engine{Strict: in.Options.Strict, Unions: in.Options.Unions}, in.Schema, in.Left, in.Right)
	for _, c := range want {
		if !has(conflicts, func(found model.Value) bool { return isAnswer(found, c) }) {
			return t.broken("missing conflict: %v; got %s", c, conflicts.JSON())
		}
	}
	if conflicts.Len() > len(want) {
		return t.broken("expected only %v; got %s", want, conflicts.JSON())
	}
	return t.held()
}

// isAnswer reports whether a conflict of an answer is the given one.
func isAnswer(found model.Value, c smp.Conflict) bool {
	code, _ := found.Get("kind")
	left, _ := found.Get("left")
	right, _ := found.Get("right")
	return pathOf(found).Equal(c.Path) && code.Text() == string(c.Code) && model.Equal(left, c.Left) && model.Equal(right, c.Right)
}
