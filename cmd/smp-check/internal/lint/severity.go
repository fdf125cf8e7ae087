package lint

import (
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Severity is the severity of a problem.
type Severity int

// These are the severities in ascending order.
const (
	Note    Severity = iota // probably intended, unless the patch is for another object
	Warning                 // the effect is not the apparent one
	Error                   // rejected by apply, or certainly a mistake
)

// Severities contains the names of the severities.
var Severities = []string{"note", "warning", "error"}

// String returns note, warning or error.
func (s Severity) String() string { return Severities[s] }

// SeverityNamed returns the severity with a name, which must be one of Severities.
func SeverityNamed(name string) Severity { return Severity(slices.Index(Severities, name)) }

// severityOf returns the severity of a problem.
func severityOf(s smp.Schema, patch model.Value, repeats report.Repeating, p smp.Problem) Severity {
	switch {
	case p.Rejected:
		return Error
	case p.Code == smp.UnknownField, p.Code == smp.WrongType, p.Code == smp.DirectiveAsData:
		return Error
	case p.Code == smp.AmbiguousMergeKey && !repeats.Has(s, patch, p.Path):
		return Note // an ordinary element, such as {port: 80, protocol: TCP}
	case p.Code == smp.AmbiguousMergeKey:
		return Error
	case p.Code == smp.UnionSiblings:
		return unionSeverity(p)
	}
	return Warning
}

// unionSeverity returns the severity of a problem with a union. It is an error if the patch
// contains several members. It is a warning if only the object could contain other members.
// In an element it is a note, because most such elements are new or keep their member. It is
// also a note if a server sets the discriminator.
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
