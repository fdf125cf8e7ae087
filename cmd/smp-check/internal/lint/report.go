package lint

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

var colors = []string{finding.Note: "", finding.Warning: output.Yellow, finding.Error: output.Red}

// text returns a line of the text output: file, line, column, severity, path and problem.
func text(f finding.Finding, color bool) string {
	return fmt.Sprintf("%s: %s: %s", f.Place(), output.Paint(f.Severity.String(), colors[f.Severity], color), model.OneLine(message(f)))
}

// message returns a finding with its path, code and rule as a text. If a file cannot be read, the text has
// no code.
func message(f finding.Finding) string {
	if f.Code == finding.Unreadable {
		return f.Text()
	}
	message := (&smp.Error{Code: f.Code, Path: f.Path, Rule: f.Rule, Cause: errors.New(f.Text())}).Error()
	if f.Rejected {
		return "rejected: " + message
	}
	return message
}

// A Report contains the findings in patches, or in whole objects.
type Report struct {
	Patches   int
	Documents bool
	Findings  []finding.Finding

	counted map[string]bool // positions of counted patches, because several kustomizations may use one patch
	found   map[string]bool // lines of findings, so that each is reported once
	// unneeded has the lines of findings about deletions of what the objects of one kind lack.
	unneeded map[string]bool
}

// Add adds the findings in a patch or a document, sorted by line. k is not nil if kustomize applies the patch.
func (r *Report) Add(d load.Document, e engine.Engine, s smp.Schema, of judge.Target, k *KustomizeTarget) {
	r.Patches++
	first := len(r.Findings)
	var found []finding.Finding
	if r.Documents {
		found = judge.Document(s, d, of)
	} else {
		found = judge.Patch(s, e, d, of)
	}
	for _, f := range found {
		if k == nil || k.forKustomize(&f) {
			r.add(d, f)
		}
	}
	if k != nil {
		r.addKustomize(d, k)
		r.addResults(d, s, judge.AtKeys(s, d.Value, found), k)
	}
	slices.SortStableFunc(r.Findings[first:], byPosition)
}

// AddPlaced adds a finding with its file and position.
func (r *Report) AddPlaced(f finding.Finding) { r.append(f) }

// AddEach adds the reports about one patch, with one report for each of several kinds. If
// only some of the kinds have a problem, its message names them. The patch counts once, even
// if several kustomizations use it.
func (r *Report) AddEach(d load.Document, kinds []string, reports []Report) {
	line, column := d.Position(nil)
	place := fmt.Sprintf("%s:%d:%d", d.Name, line, column)
	if r.counted == nil {
		r.counted = map[string]bool{}
	}
	if !r.counted[place] {
		r.counted[place] = true
		r.Patches++
	}
	of := map[string][]string{}
	for i, one := range reports {
		for _, f := range one.Findings {
			of[text(f, false)] = append(of[text(f, false)], kinds[i])
		}
	}
	var all []finding.Finding
	for _, one := range reports {
		for _, f := range one.Findings {
			if some := of[text(f, false)]; len(some) < len(kinds) {
				if one.unneeded[text(f, false)] {
					continue // it has an effect for other kinds
				}
				f.Sentence = fmt.Sprintf("for %s: %s", strings.Join(some, ", "), f.Sentence)
			}
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, byPosition)
	for _, f := range all {
		r.append(f)
	}
}

// byPosition compares findings of one patch.
func byPosition(a, b finding.Finding) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// AddUnknown adds a note for a patch that cannot be checked, because its kind has no schema. If
// kustomize applies the patch, its merge is checked.
func (r *Report) AddUnknown(d load.Document, kind kubernetes.Kind, k *KustomizeTarget) {
	if k != nil {
		defer r.addKustomize(d, k)
	}
	r.Patches++
	what := "patch"
	if r.Documents {
		what = "object"
	}
	severity := finding.Warning
	cause := fmt.Sprintf("the %s has no apiVersion or kind, so it was not checked; pass its kind with --kind", what)
	if kinds.Complete(kind) {
		severity = finding.Note // most custom resources have none
		cause = fmt.Sprintf("no schema is known for %s, so the %s was not checked; pass a schema with --crd FILE or --schema FILE", kinds.Text(kind), what)
	}
	r.add(d, finding.Finding{Path: model.Path{model.Field("kind")}, Code: smp.UnknownKind, Severity: severity, Sentence: cause})
}

// AddMistaken adds an error for a patch whose kind is a mistake, or must have a schema.
func (r *Report) AddMistaken(d load.Document, cause error) {
	r.Patches++
	r.add(d, finding.Finding{Path: model.Path{model.Field("kind")}, Code: smp.UnknownKind, Severity: finding.Error, Sentence: cause.Error()})
}

// AddFault adds a file that cannot be read. It counts as one patch.
func (r *Report) AddFault(f *finding.Finding) {
	r.Patches++
	r.append(*f)
}

// AddRejected adds a document that cannot be checked, because it is not a patch.
func (r *Report) AddRejected(d load.Document, e *smp.Error) {
	r.Patches++
	r.add(d, finding.Finding{Path: e.Path, Code: e.Code, Rule: e.Rule, Severity: finding.Error, Sentence: e.Cause.Error(), Rejected: true})
}

// add adds a finding in a document.
func (r *Report) add(d load.Document, f finding.Finding) {
	r.append(d.Placed(f))
}

// addUnneeded adds a deletion without effect.
func (r *Report) addUnneeded(d load.Document, f finding.Finding) {
	if r.unneeded == nil {
		r.unneeded = map[string]bool{}
	}
	r.unneeded[text(d.Placed(f), false)] = true
	r.add(d, f)
}

// append adds a finding, unless the report contains it already.
func (r *Report) append(f finding.Finding) {
	if r.found == nil {
		r.found = map[string]bool{}
	}
	if line := text(f, false); !r.found[line] {
		r.found[line] = true
		r.Findings = append(r.Findings, f)
	}
}

// Worst returns the number of findings with the severity least or a worse one.
func (r *Report) Worst(least finding.Severity) int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity >= least {
			n++
		}
	}
	return n
}

// count returns the number of findings with severity s.
func (r *Report) count(s finding.Severity) int { return r.Worst(s) - r.Worst(s+1) }

// Summary returns the number of patches and findings: "2 patches: 1 error, 2 notes".
func (r *Report) Summary() string {
	var parts []string
	for s := finding.Error; s >= finding.Note; s-- {
		if n := r.count(s); n > 0 {
			parts = append(parts, counted(n, s.String()))
		}
	}
	if parts == nil {
		parts = []string{"no problems"}
	}
	what := "patch"
	if r.Documents {
		what = "document"
	}
	return counted(r.Patches, what) + ": " + strings.Join(parts, ", ")
}

func counted(n int, what string) string {
	switch {
	case n == 1:
	case what == "patch":
		what = "patches"
	default:
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
