// Package finding defines what a user should know about a document. All commands find, combine and print
// values of this one type:
//
//	f := finding.Finding{Path: path, Code: smp.UnknownField, Severity: finding.Warning,
//		Sentence: "unknown field", Remedy: "did you mean replicas?"}
//	f.String() // spec.replica: unknown field; did you mean replicas?
package finding

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Finding is a problem or a remarkable effect, with its place and its remedy.
type Finding struct {
	File         string
	Line, Column int // counted from 1; 0 if unknown
	// Path leads to the place: in a patch with the indexes of elements, in a result with their keys. It is
	// nil if the finding is about the whole document.
	Path     model.Path
	Code     smp.Code
	Rule     smp.Rule // may be empty
	Severity Severity
	Sentence string // the problem or the effect
	Remedy   string // the correction or a question, as in "did you mean replicas?"; may be empty
	Cause    error  // the error that the finding is about; may be nil
	InResult bool   // the place is in the result of a patch
	Rejected bool   // every engine rejects the patch
}

// Of returns the finding for a problem that the library reports.
func Of(p smp.Problem, severity Severity) Finding {
	return Finding{Path: append(model.Path{}, p.Path...), Code: p.Code, Rule: p.Rule, Severity: severity, Sentence: p.Cause.Error(), Rejected: p.Rejected}
}

// Unreadable is the code of a file that cannot be read.
const Unreadable smp.Code = "unreadable"

// Unread returns the finding for a file that cannot be read, without its position in the file.
func Unread(file string, code smp.Code, cause error) *Finding {
	return &Finding{File: file, Code: code, Severity: Error, Sentence: cause.Error(), Cause: cause, Rejected: true}
}

// Error returns one line: the file with its position, the code, and the sentence. A file that cannot be
// read has no code there.
func (f *Finding) Error() string {
	if f.Code == Unreadable {
		return f.Place() + ": " + f.Text()
	}
	return fmt.Sprintf("%s: %s: %s", f.Place(), f.Code, f.Text())
}

// Unwrap returns the Cause.
func (f *Finding) Unwrap() error { return f.Cause }

// String returns the place, the sentence and the remedy, as in
// "spec.replica: unknown field; did you mean replicas?". Findings in a result begin with
// "the result: ".
func (f Finding) String() string {
	text := f.Text()
	if f.Path != nil {
		text = f.Path.String() + ": " + text
	}
	if f.InResult {
		text = "the result: " + text
	}
	return text
}

// Text returns the sentence and the remedy.
func (f Finding) Text() string {
	if f.Remedy == "" {
		return f.Sentence
	}
	return f.Sentence + "; " + f.Remedy
}

// Place returns the file with the line and column, as far as they are known.
func (f Finding) Place() string {
	switch {
	case f.Line == 0:
		return f.File
	case f.Column == 0:
		return fmt.Sprintf("%s:%d", f.File, f.Line)
	}
	return fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
}

// DidYouMean returns the remedy "did you mean NAME?", or an empty text if the name is empty.
func DidYouMean(name string) string {
	if name == "" {
		return ""
	}
	return "did you mean " + model.Shorten(name) + "?"
}

// Suggests reports whether a text contains a suggestion, so that no other one is added.
func Suggests(text string) bool { return strings.Contains(text, "did you mean") }

// A Severity is the severity of a finding.
type Severity int

// These are the severities in ascending order.
const (
	Note    Severity = iota // probably intended, unless the patch is for another object
	Warning                 // the effect is not the apparent one
	Error                   // rejected, or certainly a mistake
)

// Severities contains the names of the severities.
var Severities = []string{"note", "warning", "error"}

// String returns note, warning or error.
func (s Severity) String() string { return Severities[s] }

// SeverityNamed returns the severity with a name, which must be one of Severities.
func SeverityNamed(name string) Severity { return Severity(slices.Index(Severities, name)) }
