package laws

import (
	"errors"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// NoPanic checks that the operation does not panic.
func NoPanic(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "no-panic", subject: s, in: in}
	t.answer = run(s, in)
	switch {
	case errors.Is(t.answer.Err, errPanic):
		return t.broken("%v", t.answer.Err)
	case t.answer.Skipped != "":
		return t.inapplicable("no answer")
	}
	return t.held()
}

// InputsUnchanged checks that the operation does not change its inputs: their text is
// the same before and after.
func InputsUnchanged(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "inputs-unchanged", subject: s, in: in}
	before := texts(in)
	given := in
	given.Patches = slices.Clone(in.Patches)
	t.answer = run(s, given)
	for i, after := range texts(given) {
		if after != before[i] {
			return t.broken("an input was %s and is now %s", before[i], after)
		}
	}
	if unanswered(t.answer) {
		return t.inapplicable("no answer")
	}
	return t.held()
}

// texts returns the text of every document of an input.
func texts(in corpus.Input) []string {
	var all []string
	for _, d := range in.Documents() {
		all = append(all, d.Value.JSON())
	}
	return all
}

// AllOrNothing checks that the operation returns either an error or a complete result:
// a map, or a list of conflicts or problems.
func AllOrNothing(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "all-or-nothing", subject: s, in: in}
	out, ok := t.outcome()
	switch {
	case !ok:
		return t.inapplicable("no answer")
	case out.Err != nil && out.Result.Type() != model.Absent:
		return t.broken("there is both the error %v and the result %s", out.Err, out.Result.JSON())
	case out.Err == nil && out.Result.Type() != resultType(in.Op):
		return t.broken("expected a %s as result, got %s", resultType(in.Op), describe(out))
	}
	return t.held()
}

// resultType returns the type of an operation's results.
func resultType(op corpus.Op) model.Type {
	if op == corpus.OpConflicts || op == corpus.OpLint {
		return model.List
	}
	return model.Map
}

// ErrorPath checks the parts of an error. It must have a code, name a document of the
// operation, and have a path that exists in this document. If it has a rule, the rule must
// exist. A list of conflicts must not be empty. An error with the path of a conflict need not
// name a document. The path of a failed precondition must be one of the preconditions, but
// need not exist in any document.
func ErrorPath(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "error-path", subject: s, in: in}
	out, ok := t.outcome()
	if !ok || out.Err == nil || in.Err() != nil {
		return t.inapplicable("no error, or one about text that is not JSON")
	}
	if c := conflictsIn(out.Err); c != nil {
		if len(c.Conflicts) == 0 {
			return t.broken("the error lists no conflict: %v", out.Err)
		}
		return t.held()
	}
	var plain *corpus.Unclassified
	var e *smp.Error
	switch {
	case errors.As(out.Err, &plain):
		return t.inapplicable("the engine gives no error code")
	case !errors.As(out.Err, &e) || e == nil:
		return t.broken("the error is neither an *smp.Error nor an *smp.ConflictError: %v", out.Err)
	case isConflict(e) && len(e.Path) == 0:
		return t.inapplicable("the engine gives no paths of conflicts")
	case isConflict(e) && e.Document == "":
		if !slices.ContainsFunc(in.Documents(), func(d corpus.Document) bool { return leads(in.Schema, d.Value, e.Path) }) {
			return t.broken("no document has anything at %s: %v", e.Path, e)
		}
		return t.held()
	}
	if e.Code == smp.Precondition {
		if !slices.ContainsFunc(in.Options.Preconditions, e.Path.Equal) {
			return t.broken("%s is not the path of a precondition: %v", e.Path, e)
		}
		return t.held()
	}
	documents := in.Documents()
	i := slices.IndexFunc(documents, func(d corpus.Document) bool { return d.Name == e.Document })
	if i < 0 {
		return t.broken("there is no document %q: %v", e.Document, e)
	}
	if _, ok := e.Path.Lookup(documents[i].Value); !ok && len(e.Path) > 0 {
		return t.broken("the %s has nothing at %s: %v", e.Document, e.Path, e)
	}
	if e.Code == "" || e.Rule != "" && !slices.Contains(smp.Rules(), e.Rule) {
		return t.broken("code %q or rule %q does not exist", e.Code, e.Rule)
	}
	return t.held()
}

// conflictsIn returns the list of conflicts in an error, or nil if there is none.
func conflictsIn(err error) *smp.ConflictError {
	var c *smp.ConflictError
	errors.As(err, &c)
	return c
}

// Repeatable checks that equal inputs give equal answers.
func Repeatable(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "repeatable", subject: s, in: in}
	if out, _ := t.outcome(); errors.Is(out.Err, errVaries) {
		return t.broken("%v", out.Err)
	}
	return t.unaffected(func(v model.Value) model.Value { return v })
}

// MemberOrder checks that the order of fields in the inputs does not affect the answer.
func MemberOrder(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "member-order", subject: s, in: in}
	if v := t.unaffected(reversed); v.Status != Held {
		return v
	}
	return t.unaffected(sorted)
}

// Text checks that the answer is the same if the inputs are written as text and read
// again, by the caller or by the subject.
func Text(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "text", subject: s, in: in}
	v := t.unaffected(func(v model.Value) model.Value {
		if v.Type() == model.Absent {
			return v
		}
		return model.MustParse(v.JSON())
	})
	if v.Status != Held {
		return v
	}
	other := in
	other.Text = map[string]string{}
	for _, d := range in.Documents() {
		if d.Value.Type() == model.Absent {
			return v // an absent document has no text
		}
		other.Text[d.Name] = d.Value.JSON()
	}
	return t.compared(other)
}

// NumberSpelling checks that the spelling of numbers in the inputs affects only the
// spelling of numbers in the answer. It respells the numbers of all documents in the same way, and then
// in each document in another way, so that equal numbers have different texts.
func NumberSpelling(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "number-spelling", subject: s, in: in}
	t.anyOrder = true // conflicts are sorted by paths, which may contain numbers
	v := t.unaffected(respelled)
	if v.Status != Held {
		return v
	}
	document := 0
	return t.unaffected(func(v model.Value) model.Value {
		if v.Type() == model.Absent {
			return v
		}
		for range document % 3 {
			v = respelled(v)
		}
		document++
		return v
	})
}

// unaffected compares the answer to the input with the answer to changed documents. The
// change must not affect the answer.
func (t *trial) unaffected(change func(model.Value) model.Value) Verdict {
	other := t.in
	other.Text = nil
	for _, v := range []*model.Value{&other.Original, &other.Modified, &other.Current, &other.Patch, &other.Left, &other.Right} {
		*v = change(*v)
	}
	other.Patches = slices.Clone(other.Patches)
	for i, v := range other.Patches {
		other.Patches[i] = change(v)
	}
	return t.compared(other)
}

// compared compares the answer to the trial's input with the answer to another input.
func (t *trial) compared(other corpus.Input) Verdict {
	out, ok := t.outcome()
	if !ok || t.in.Err() != nil {
		return t.inapplicable("no answer")
	}
	again := run(t.subject, other)
	if again.Skipped != "" {
		return t.inapplicable("no answer to the other form")
	}
	if !same(out, again) && !(t.anyOrder && sameInAnyOrder(out, again)) {
		return t.broken("one answer is %s\nthe other is %s\nfor %s", describe(out), describe(again), strings.Join(texts(other), " and "))
	}
	return t.held()
}
