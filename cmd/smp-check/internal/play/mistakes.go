package play

import (
	"bytes"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/explain"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/lint"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A mistakes collects the likely mistakes in a patch. Lint, the explanation and the fault may
// report the same mistake, but a reply contains each mistake once.
type mistakes struct {
	schema smp.Schema
	patch  model.Value
	found  lint.Report
	// noted lists the notes that find writes about the mistakes, in the words of the page.
	noted []string
}

// keyed returns the path of a finding in the form of explanations, with the keys of elements.
func (m *mistakes) keyed(f finding.Finding) string {
	return judge.ByKeys(m.schema, m.patch, f.Path).String()
}

// explained removes duplicates: if lint and the explanation report the same mistake, only one
// of them keeps it.
func (m *mistakes) explained(reply *Reply, x *explain.Explanation) {
	for _, found := range x.Findings() {
		m.noted = append(m.noted, words.Replace("the patch: "+found.String()))
		if found.InResult {
			// Lint may report a mistake in the patch that the explanation reports for the
			// result.
			m.drop(func(f finding.Finding) bool {
				return f.Code == smp.UnionSiblings && f.Severity < finding.Error && m.keyed(f) == found.Path.String()
			})
		}
		if !slices.ContainsFunc(m.found.Findings, func(f finding.Finding) bool {
			return !found.InResult && f.Path.Equal(found.Path) || found.InResult && f.Sentence == found.Sentence && m.keyed(f) == found.Path.String()
		}) {
			reply.Unknown = append(reply.Unknown, found.String())
		}
	}
	unknown := map[string]bool{}
	for _, f := range m.found.Findings {
		if f.Code == smp.UnknownField {
			unknown[m.keyed(f)] = true
		}
	}
	for i, p := range reply.Places {
		reply.Places[i].Reasons = slices.DeleteFunc(p.Reasons, func(r explain.Reason) bool {
			return r.Rule == smp.RuleUnknownField && unknown[p.Path]
		})
	}
	if reply.Repair != nil || reply.Patch != "" {
		m.drop(func(f finding.Finding) bool { return f.Code == smp.AmbiguousMergeKey && f.Severity == finding.Note })
		m.withoutAdvice()
	}
}

// withoutAdvice removes the advice for ambiguous keys, because the page shows a patch that
// follows the advice.
func (m *mistakes) withoutAdvice() {
	for i, f := range m.found.Findings {
		if f.Code == smp.AmbiguousMergeKey {
			m.found.Findings[i].Remedy = ""
		}
	}
}

// rejected removes the mistakes that the fault reports, if it is about the patch.
func (m *mistakes) rejected(fault *Fault) {
	m.drop(func(f finding.Finding) bool {
		return fault.Rule != "" && fault.Document == "patch" && f.Path.String() == fault.Path
	})
}

func (m *mistakes) drop(is func(finding.Finding) bool) {
	m.found.Findings = slices.DeleteFunc(m.found.Findings, is)
}

// write adds the remaining findings to the reply, and removes the notes about the same
// mistakes.
func (m *mistakes) write(reply *Reply) {
	reply.Notes = slices.DeleteFunc(reply.Notes, func(line string) bool {
		return slices.Contains(m.noted, strings.TrimPrefix(line, "warning: "))
	})
	m.found.Findings = m.found.Findings[:min(len(m.found.Findings), maxPlaces)]
	var b bytes.Buffer
	_ = m.found.Write(&b, output.FormJSON, "") // writing to a buffer cannot fail
	reply.Lint = b.Bytes()
}
