package lint

import (
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Severity is how bad a problem is.
type Severity int

// The severities, each worse than the one before.
const (
	Note    Severity = iota // it may be meant; it is not, if the document is another one than one thinks
	Warning                 // it does not do what it seems to
	Error                   // apply rejects it, or nobody can have meant it
)

// Severities are the names of the severities.
var Severities = []string{"note", "warning", "error"}

// String returns note, warning or error.
func (s Severity) String() string { return Severities[s] }

// SeverityNamed returns the severity of a name, which has to be one of Severities.
func SeverityNamed(name string) Severity { return Severity(slices.Index(Severities, name)) }

// severityOf returns how bad a problem of a patch is.
func severityOf(s smp.Schema, patch model.Value, repeats report.Repeating, p smp.Problem) Severity {
	switch {
	case p.Rejected:
		return Error
	case p.Code == smp.UnknownField, p.Code == smp.WrongType, p.Code == smp.DirectiveAsData:
		return Error
	case p.Code == smp.AmbiguousMergeKey && !repeats.Has(s, patch, p.Path):
		return Note // an ordinary element, as {port: 80, protocol: TCP}
	case p.Code == smp.AmbiguousMergeKey:
		return Error
	case p.Code == smp.UnionSiblings:
		return unionSeverity(p)
	}
	return Warning
}

// unionSeverity returns how bad it is that members of a union exclude each other: an
// error if several are set. If they may be in the document, it is a warning, and a
// note for an element, which is most often new or of the same type as before, as it is
// where a server adds the discriminator.
func unionSeverity(p smp.Problem) Severity {
	switch p.Rule {
	case smp.RuleUnionMember:
		return Error
	case smp.RuleUnionDiscriminator:
		return Note
	}
	if n := len(p.Path); n > 0 {
		if _, isElement := p.Path[n-1].(model.Index); isElement {
			return Note
		}
	}
	return Warning
}
