package judge

import (
	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// severityOf returns the severity of a problem.
func severityOf(s smp.Schema, patch model.Value, repeats repeating, p smp.Problem) finding.Severity {
	switch {
	case p.Rejected:
		return finding.Error
	case p.Code == smp.UnknownField, p.Code == smp.WrongType, p.Code == smp.DirectiveAsData:
		return finding.Error
	case p.Code == smp.AmbiguousMergeKey && !repeats.has(s, patch, p.Path):
		return finding.Note // an ordinary element, such as {port: 80, protocol: TCP}
	case p.Code == smp.AmbiguousMergeKey:
		return finding.Error
	case p.Code == smp.UnionSiblings:
		return unionSeverity(p)
	}
	return finding.Warning
}

// unionSeverity returns the severity of a problem with a union. It is an error if the patch
// contains several members. It is a warning if only the object could contain other members.
// In an element it is a note, because most such elements are new or keep their member. It is
// also a note if a server sets the discriminator.
func unionSeverity(p smp.Problem) finding.Severity {
	switch p.Rule {
	case smp.RuleUnionMember:
		return finding.Error
	case smp.RuleUnionDiscriminator:
		return finding.Note
	}
	if n := len(p.Path); n > 0 {
		if _, isElement := p.Path[n-1].(model.Index); isElement {
			return finding.Note
		}
	}
	return finding.Warning
}
