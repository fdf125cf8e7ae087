package laws

import (
	"errors"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// DiffUnchanged checks the preconditions of a patch. If the patch touches a place that must
// stay unchanged, the operation must return an error with a path. If not, the patch must be
// the same as without preconditions.
func DiffUnchanged(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-unchanged", subject: s, in: in}
	return t.checksPreconditions(in.Original)
}

// ThreeWayUnchanged is the law DiffUnchanged for three-way merges.
func ThreeWayUnchanged(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "threeway-unchanged", subject: s, in: in}
	return t.checksPreconditions(in.Current)
}

// checksPreconditions compares the answer with the answer without preconditions, which is a
// patch for the document.
func (t *trial) checksPreconditions(document model.Value) Verdict {
	free := t.runChanged(func(in *corpus.Input) { in.Options.Preconditions = nil })
	out, ok := t.outcome()
	if len(t.in.Options.Preconditions) == 0 || !ok || !accepted(free) {
		return t.inapplicable("no precondition, or no patch without it")
	}
	touched := slices.DeleteFunc(slices.Clone(t.in.Options.Preconditions), func(p model.Path) bool {
		return !touches(t.in.Schema, free.Result, document, p)
	})
	if len(touched) == 0 {
		if !same(out, free) {
			return t.broken("the patch %s touches none of %v\nbut the answer is %s", free.Result.JSON(), t.in.Options.Preconditions, describe(out))
		}
		return t.held()
	}
	var e *smp.Error
	if !errors.As(out.Err, &e) || e.Code != smp.Precondition || !slices.ContainsFunc(touched, e.Path.Equal) {
		return t.broken("the patch %s touches %v\nbut the answer is %s", free.Result.JSON(), touched, describe(out))
	}
	return t.held()
}

// touches reports whether a patch for a document affects a place: the patch sets a value
// there, or it removes, replaces, clears or has a list directive for the place or one of
// its parents.
func touches(s smp.Schema, patch, document model.Value, place model.Path) bool {
	for _, step := range place {
		name := string(step.(model.Field))
		if _, whole := patch.Get(patchName); whole || patch.Type() != model.Map {
			return patch.Type() != model.Absent
		}
		below, had := document.Get(name)
		had = had && below.Type() != model.Null
		if retained, ok := directive(s, patch, retainKeysName); ok && had && !hasValue(retained, model.NewString(name)) {
			return true
		}
		_, orders := directive(s, patch, orderListPrefix+name)
		_, deletes := directive(s, patch, deleteListPrefix+name)
		if orders || deletes {
			return true
		}
		patch, _ = patch.Get(name)
		s, _ = s.Member(name)
		document = below
	}
	return patch.Type() != model.Absent
}

// directive returns a directive of a patch map, and reports whether it exists.
func directive(s smp.Schema, patch model.Value, name string) (model.Value, bool) {
	v, ok := patch.Get(name)
	return v, ok && isDirective(s, name, v, smp.AllDirectives)
}
