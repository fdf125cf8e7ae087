package corpus

import (
	"fmt"
	"strings"
)

// A Verdict is the outcome of one case with one subject.
type Verdict struct {
	Case    Case
	Subject string
	// Failures lists the differences from the wanted answer. It is empty if the case passed
	// or was skipped.
	Failures []Failure
	// Skipped is the reason why the subject skipped the case. It is empty if the subject did
	// not skip it.
	Skipped string
	// ByRunner is true if the runner itself answered the case, because it rejects the schema or
	// the documents before it calls the subject.
	ByRunner bool
}

// A Failure is one difference between the wanted and the actual answer.
type Failure struct {
	// Form is the form of the input that was tested.
	Form Form
	// What names the compared value, such as "the result".
	What string
	// Want and Got are the two values.
	Want, Got string
}

// A Form is one form of a case's input.
type Form string

// The forms of a case's input.
const (
	// AsWritten is the input as it is in the case.
	AsWritten Form = "as written"
	// Again is the same input a second time. The answer must be the same.
	Again Form = "a second time"
	// ThroughText is the input with its documents as canonical text, and its schema
	// written as OpenAPI and read again.
	ThroughText Form = "through text"
)

// Passed reports whether the answer was correct, and the case was not skipped.
func (v Verdict) Passed() bool { return len(v.Failures) == 0 && v.Skipped == "" }

// Cover counts the verdict: the answer was judged if the subject gave one.
func (v Verdict) Cover(c *Coverage) {
	switch {
	case v.ByRunner:
		c.Unjudged("the runner itself answers such cases")
	case v.Skipped != "":
		c.Unjudged(v.Skipped)
	default:
		c.Judged()
	}
}

// String returns the full verdict: file, rules, comment, and each failure.
func (v Verdict) String() string {
	switch {
	case v.Skipped != "":
		return fmt.Sprintf("%s: skipped: %s", v.Case.File, v.Skipped)
	case v.Passed():
		return fmt.Sprintf("%s: passed", v.Case.File)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s fails (rule %s: %s)", v.Case.File, v.Subject, join(v.Case.Rule), strings.ReplaceAll(v.Case.Comment, "\n", " "))
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
