package corpus

import (
	"fmt"
	"strings"
)

// A Verdict is what became of one case with one subject.
type Verdict struct {
	Case    Case
	Subject string
	// Failures are what is wrong; none when the case passed or was skipped.
	Failures []Failure
	// Skipped, when not empty, is why the subject did not try.
	Skipped string
}

// A Failure is one difference between the wanted answer and the one given.
type Failure struct {
	// Form is the form of the input that was tried.
	Form Form
	// What is what was compared.
	What string
	// Want and Got are both sides.
	Want, Got string
}

// A Form is one of the forms in which a case is tried.
type Form string

// The forms of a case's input.
const (
	// AsWritten is the input as the case has it.
	AsWritten Form = "as written"
	// Again is the same input a second time; the answer must be the same.
	Again Form = "a second time"
	// ThroughText is the input with documents given as their canonical text,
	// and the schema written as OpenAPI and read again.
	ThroughText Form = "through text"
)

// Passed reports whether the subject tried the case and answered rightly.
func (v Verdict) Passed() bool { return len(v.Failures) == 0 && v.Skipped == "" }

// String says in full what became of the case: file, rules, comment, and each
// failure.
func (v Verdict) String() string {
	switch {
	case v.Skipped != "":
		return fmt.Sprintf("%s: skipped: %s", v.Case.File, v.Skipped)
	case v.Passed():
		return fmt.Sprintf("%s: passed", v.Case.File)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s fails (rule %s: %s)", v.Case.File, v.Subject, join(v.Case.Rule), v.Case.Comment)
	for _, f := range v.Failures {
		fmt.Fprintf(&b, "\n  %s, %s\n    want %s\n    got  %s", f.Form, f.What, f.Want, strings.ReplaceAll(f.Got, "\n", "\n         "))
	}
	return b.String()
}

func join[S ~string](list []S) string {
	var text []string
	for _, s := range list {
		text = append(text, string(s))
	}
	return strings.Join(text, ", ")
}
