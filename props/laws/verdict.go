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

// A Status says what became of a law on one input.
type Status uint8

// The statuses.
const (
	// Inapplicable: the law says nothing about this input, or the subject does
	// not do what it is about.
	Inapplicable Status = iota
	// Held: the law was put to the test and held.
	Held
	// Broken: the subject does not follow the law.
	Broken
)

// String returns inapplicable, held or broken.
func (s Status) String() string { return [...]string{"inapplicable", "held", "broken"}[s] }

// A Verdict is what a law says about a subject on one input.
type Verdict struct {
	Law    string
	Status Status
	// What says, of a broken law, what was found; else it may say why the law
	// does not apply.
	What string
	// Subject is the subject's name, and Input is what it was given.
	Subject string
	Input   corpus.Input
	// Answer is what the subject answered, or where two are compared the
	// reference. It is empty where the law does not apply.
	Answer corpus.Outcome
}

// Text returns the text of the broken law. It is empty for a law that All does not list.
func (v Verdict) Text() string {
	for _, law := range All() {
		if law.Name == v.Law {
			return law.Text
		}
	}
	return ""
}

// Err returns nil unless the law is broken; then an error whose text has the
// law, what was found, and on a line of its own the case that shows it, as
// JSON.
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

// oneLine puts JSON text on one line. Strings have no line ends in them.
var oneLine = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ")

// A trial is one law with one subject and one input.
type trial struct {
	law     string
	subject corpus.Subject
	in      corpus.Input
	answer  corpus.Outcome
	// anyOrder lets results that are lists differ in order.
	anyOrder bool
}

func (t *trial) verdict(status Status, what string) Verdict {
	return Verdict{Law: t.law, Status: status, What: what, Subject: t.subject.Name(), Input: t.in, Answer: t.answer}
}

func (t *trial) held() Verdict { return t.verdict(Held, "") }

func (t *trial) inapplicable(why string) Verdict { return t.verdict(Inapplicable, why) }

func (t *trial) broken(format string, args ...any) Verdict {
	return t.verdict(Broken, fmt.Sprintf(format, args...))
}

// errPanic is the error of an outcome that was a panic, errVaries that of one
// that is not the same every time.
var (
	errPanic  = errors.New("panic")
	errVaries = errors.New("the answer varies")
)

// run runs the subject; a panic becomes an error that wraps errPanic, as does
// what an engine in another process does instead of answering.
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

// unanswered reports whether there is no answer to judge: the subject skipped
// the input, or panicked or varied, which other laws say.
func unanswered(out corpus.Outcome) bool {
	return out.Skipped != "" || errors.Is(out.Err, errPanic) || errors.Is(out.Err, errVaries)
}

// ran runs the subject on the trial's input. It reports false where there is
// no answer to judge.
func (t *trial) ran() (corpus.Outcome, bool) {
	if a, ok := t.subject.(*asked); ok && a.isOn(t.in) {
		t.answer = a.answer
	} else {
		t.answer = run(t.subject, t.in)
	}
	return t.answer, !unanswered(t.answer)
}

// applied is ran for laws about results: it reports false for errors too.
func (t *trial) applied() (model.Value, bool) {
	out, ok := t.ran()
	return out.Result, ok && out.Err == nil
}

// full is applied for laws about patches of the full level.
func (t *trial) full() (model.Value, bool) {
	patch, ok := t.applied()
	return patch, ok && t.in.Options.Omit == 0
}

// fullOn returns the patch of the full level, and what it makes of a document.
// It reports false where there is no such patch, or no result.
func (t *trial) fullOn(document model.Value) (patch, result model.Value, ok bool) {
	if patch, ok = t.full(); !ok {
		return patch, result, false
	}
	out := t.applies(document, patch, 0)
	return patch, out.Result, accepted(out)
}

// same reports whether two outcomes are the same answer: results that are
// equal values, or errors with equal kind, document, path and rule; a rule that
// one does not give is not compared, nor is anything of errors without a kind.
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

// sameResult reports whether two results are equal values. In lists of conflicts
// and problems equal paths may be written in two ways, as the numbers in them.
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

// sameInAnyOrder is same for lists of conflicts or problems whose order does not
// matter. A place may be listed once for each spelling of a key in it, so it does not
// matter either how often one is listed.
func sameInAnyOrder(a, b corpus.Outcome) bool {
	if x, y := conflictsIn(a.Err), conflictsIn(b.Err); x != nil && y != nil {
		return sameSet(x.Conflicts, y.Conflicts, sameConflict)
	}
	return a.Err == nil && b.Err == nil && a.Result.Type() == model.List && b.Result.Type() == model.List &&
		sameSet(a.Result.AppendElements(nil), b.Result.AppendElements(nil), sameEntry)
}

// sameSet reports whether each element of a slice is in the other.
func sameSet[T any](a, b []T, same func(T, T) bool) bool {
	within := func(some, others []T) bool {
		return !slices.ContainsFunc(some, func(x T) bool {
			return !slices.ContainsFunc(others, func(y T) bool { return same(x, y) })
		})
	}
	return within(a, b) && within(b, a)
}

// sameConflict reports whether two conflicts are equal, their values included.
func sameConflict(a, b smp.Conflict) bool {
	return a.Code == b.Code && a.Path.Equal(b.Path) && model.Equal(a.Left, b.Left) && model.Equal(a.Right, b.Right)
}

// describe returns an outcome on one line.
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
