package laws

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Status is the outcome of a law on one input.
type Status uint8

// The statuses.
const (
	// Inapplicable means that the law makes no statement about this input, or that the
	// subject does not support the operation, or that the law cannot decide.
	Inapplicable Status = iota
	// Held means that the law was checked and holds.
	Held
	// Broken means that the subject breaks the law.
	Broken
)

// String returns inapplicable, held or broken.
func (s Status) String() string { return [...]string{"inapplicable", "held", "broken"}[s] }

// A Verdict is the outcome of a law for a subject and one input.
type Verdict struct {
	Law    string
	Status Status
	// What describes how the law is broken. If the law does not apply, it gives the reason, such
	// as the subject's reason for skipping the input.
	What string
	// Subject is the name of the subject, and Input is the input that it got.
	Subject string
	Input   corpus.Input
	// Answer is the answer of the subject, or of the reference if two subjects are
	// compared. It is empty if the law does not apply.
	Answer corpus.Outcome
	// compared is the kind of the subject's answer if Answer is that of a reference.
	compared string
}

// Alike reports whether two verdicts show the same failure: both break the same law, and both answers are
// results, or errors with the same code. If two subjects are compared, both pairs of answers are alike. A
// difference between two results is therefore not like a difference between two errors.
func (v Verdict) Alike(w Verdict) bool {
	return v.Status == Broken && w.Status == Broken && v.Law == w.Law && v.compared == w.compared && kindOf(v.Answer) == kindOf(w.Answer)
}

// kindOf returns the kind of an answer: a text that is equal for all results, and for all errors with the
// same code.
func kindOf(out corpus.Outcome) string {
	var e *smp.Error
	switch {
	case out.Skipped != "":
		return "skipped"
	case out.Err == nil:
		return "result"
	case errors.Is(out.Err, errPanic):
		return "panic"
	case errors.Is(out.Err, errVaries):
		return "varies"
	case conflictsIn(out.Err) != nil:
		return "conflicts"
	case errors.As(out.Err, &e):
		return "error " + string(e.Code)
	}
	return "error"
}

// Text returns the text of the law. It is empty for a law that All does not return.
func (v Verdict) Text() string {
	for _, law := range All() {
		if law.Name == v.Law {
			return law.Text
		}
	}
	return ""
}

// Or returns the verdict that says more about a subject: a broken law before one that held, both
// before a law that does not apply, and a skipped input before any other reason. If both say as
// much, Or returns v.
func (v Verdict) Or(w Verdict) Verdict {
	if w.weight() > v.weight() {
		return w
	}
	return v
}

func (v Verdict) weight() int {
	switch {
	case v.Status != Inapplicable:
		return 2 + int(v.Status)
	case v.Answer.Skipped != "":
		return 2
	case v.Law != "":
		return 1
	default:
		return 0
	}
}

// Cover counts the verdict: the answer was judged if the law held or was broken.
func (v Verdict) Cover(c *corpus.Coverage) {
	if v.Status == Inapplicable {
		c.Unjudged(v.What)
		return
	}
	c.Judged()
}

// Err returns an error if the law is broken, and nil if it is not. The error contains the law, a
// description of the difference, and the case as JSON on a separate line. The case is not made smaller,
// and contains the whole schema. To report the smallest case, call Seeds.EachInput or Smallest of
// package props.
func (v Verdict) Err() error {
	if v.Status != Broken {
		return nil
	}
	text := v.Text()
	if text != "" {
		text = ": " + text
	}
	value, err := v.Case().Value()
	if err != nil {
		value = model.NewString(err.Error())
	}
	return fmt.Errorf("law %s%s\n%s\ncase: %s", v.Law, text, v.What, oneLine.Replace(value.JSON()))
}

// oneLine puts JSON text on one line. Strings in JSON have no line breaks.
var oneLine = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ")

// A trial is one law with one subject and one input.
type trial struct {
	law     string
	subject corpus.Subject
	in      corpus.Input
	answer  corpus.Outcome
	// anyOrder ignores the order of results that are lists.
	anyOrder bool
}

func (t *trial) verdict(status Status, what string) Verdict {
	return Verdict{Law: t.law, Status: status, What: what, Subject: t.subject.Name(), Input: t.in, Answer: t.answer}
}

func (t *trial) held() Verdict { return t.verdict(Held, "") }

// inapplicable returns the verdict of a law that does not apply. If the subject skipped the input,
// its reason is part of the verdict.
func (t *trial) inapplicable(why string) Verdict {
	if t.answer.Skipped != "" {
		why = t.answer.Skipped
	}
	return t.verdict(Inapplicable, why)
}

func (t *trial) broken(format string, args ...any) Verdict {
	return t.verdict(Broken, fmt.Sprintf(format, args...))
}

// errPanic is wrapped by the errors of panics, and errVaries by those of varying answers.
var (
	errPanic  = errors.New("panic")
	errVaries = errors.New("the answer varies")
)

// run runs the subject. It turns a panic into an error that wraps errPanic, and treats faults
// of an engine in another process in the same way.
func run(s corpus.Subject, in corpus.Input) (out corpus.Outcome) {
	defer func() {
		if r := recover(); r != nil {
			out = corpus.Outcome{Err: fmt.Errorf("%w: %v", errPanic, r)}
		}
	}()
	out = s.Run(in)
	if fault := corpus.FaultOf(out.Err); fault != nil {
		what := errPanic
		if fault.Code == corpus.Varies {
			what = errVaries
		}
		out.Err = fmt.Errorf("%w: %w", what, fault)
	}
	return out
}

// unanswered reports whether there is no answer to check: the subject skipped the input, or
// it panicked or gave varying answers, which other laws report.
func unanswered(out corpus.Outcome) bool {
	return out.Skipped != "" || errors.Is(out.Err, errPanic) || errors.Is(out.Err, errVaries)
}

// outcome runs the subject on the trial's input. It returns false if there is no answer to
// check.
func (t *trial) outcome() (corpus.Outcome, bool) {
	t.answer = t.answered(t.in)
	return t.answer, !unanswered(t.answer)
}

// answered returns the cached answer for the input, if there is one. If not, it runs the
// subject.
func (t *trial) answered(in corpus.Input) corpus.Outcome {
	if a, ok := t.subject.(*asked); ok && a.isOn(in) {
		return a.answer
	}
	return run(t.subject, in)
}

// result runs the subject for laws about results. It returns false for errors, too.
func (t *trial) result() (model.Value, bool) {
	out, ok := t.outcome()
	return out.Result, ok && out.Err == nil
}

// full runs the subject for laws about patches. It returns false if the patch may not contain
// all directives.
func (t *trial) full() (model.Value, bool) {
	patch, ok := t.result()
	return patch, ok && t.in.Options.Omit == 0
}

// fullOn returns a patch with all directives, and its result on a document. It returns
// false if there is no such patch or no result.
func (t *trial) fullOn(document model.Value) (patch, result model.Value, ok bool) {
	if patch, ok = t.full(); !ok {
		return patch, result, false
	}
	out := t.runApply(document, patch, 0)
	return patch, out.Result, accepted(out)
}

// same reports whether two outcomes are the same answer: results with equal values, or errors
// with the same code, document, path and rule. Rules are compared only if both errors have
// one. All errors without a code are equal.
func same(a, b corpus.Outcome) bool {
	if a.Skipped != "" || b.Skipped != "" {
		return (a.Skipped != "") == (b.Skipped != "")
	}
	if a.Err == nil || b.Err == nil {
		return a.Err == nil && b.Err == nil && sameResult(a.Result, b.Result)
	}
	if x, y := conflictsIn(a.Err), conflictsIn(b.Err); x != nil && y != nil {
		return slices.EqualFunc(x.Conflicts, y.Conflicts, sameConflict)
	}
	var x, y *smp.Error
	if !errors.As(a.Err, &x) || !errors.As(b.Err, &y) {
		var p, q *corpus.Unclassified
		return errors.As(a.Err, &p) && errors.As(b.Err, &q) || a.Err.Error() == b.Err.Error()
	}
	return x.Code == y.Code && x.Document == y.Document && x.Path.Equal(y.Path) &&
		(x.Rule == y.Rule || x.Rule == "" || y.Rule == "")
}

// sameResult reports whether two results are equal values. In lists of conflicts and
// problems, paths are compared by value, because numbers in them may be spelled
// differently.
func sameResult(a, b model.Value) bool {
	if a.Type() != model.List || b.Type() != model.List {
		return model.Equal(a, b)
	}
	return slices.EqualFunc(a.AppendElements(nil), b.AppendElements(nil), sameEntry)
}

// sameEntry reports whether two conflicts or problems are equal.
func sameEntry(a, b model.Value) bool {
	return model.Equal(a, b) || pathOf(a).Equal(pathOf(b)) && model.Equal(without(a, "path"), without(b, "path"))
}

// sameInAnyOrder is like same for lists of conflicts or problems, but ignores their order and
// duplicates. A place may be listed several times, once for each spelling of a key in its
// path.
func sameInAnyOrder(a, b corpus.Outcome) bool {
	if x, y := conflictsIn(a.Err), conflictsIn(b.Err); x != nil && y != nil {
		return sameSet(x.Conflicts, y.Conflicts, sameConflict)
	}
	return a.Err == nil && b.Err == nil && a.Result.Type() == model.List && b.Result.Type() == model.List &&
		sameSet(a.Result.AppendElements(nil), b.Result.AppendElements(nil), sameEntry)
}

// sameSet reports whether two slices have the same elements, in any order, and ignores
// duplicates.
func sameSet[T any](a, b []T, same func(T, T) bool) bool {
	within := func(some, others []T) bool {
		return !slices.ContainsFunc(some, func(x T) bool {
			return !slices.ContainsFunc(others, func(y T) bool { return same(x, y) })
		})
	}
	return within(a, b) && within(b, a)
}

// sameConflict reports whether two conflicts are equal, including their values.
func sameConflict(a, b smp.Conflict) bool {
	return a.Code == b.Code && a.Path.Equal(b.Path) && model.Equal(a.Left, b.Left) && model.Equal(a.Right, b.Right)
}

// describe returns an outcome in one line.
func describe(out corpus.Outcome) string {
	switch {
	case out.Skipped != "":
		return "skipped: " + out.Skipped
	case out.Err != nil:
		return "error: " + out.Err.Error()
	default:
		return out.Result.Canonical()
	}
}
