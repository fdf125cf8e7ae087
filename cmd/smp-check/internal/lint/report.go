package lint

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A Finding is a problem of a patch and its position.
type Finding struct {
	smp.Problem
	Severity     Severity
	File         string
	Line, Column int // counted from 1; 0 if unknown

	unreadable bool // the file has no text that could have a line
	unneeded   bool // the place deletes something that objects of this kind do not have
}

var colors = []string{Note: "", Warning: output.Yellow, Error: output.Red}

// text returns a line of the text output: file, line, column, severity, path and problem.
func (f Finding) text(color bool) string {
	return fmt.Sprintf("%s: %s: %s", f.place(), output.Paint(f.Severity.String(), colors[f.Severity], color), model.OneLine(f.message()))
}

// place returns the file with the line and column, as far as they are known.
func (f Finding) place() string {
	switch {
	case f.Line == 0:
		return f.File
	case f.Column == 0:
		return fmt.Sprintf("%s:%d", f.File, f.Line)
	}
	return fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
}

// message returns the problem as a text. If a file cannot be read, the text has no code.
func (f Finding) message() string {
	switch {
	case f.unreadable:
		return f.Cause.Error()
	case f.Rejected:
		return "rejected: " + f.Problem.String()
	}
	return f.Problem.String()
}

// A Report contains the findings in patches, or in whole objects.
type Report struct {
	Patches   int
	Documents bool
	Findings  []Finding

	counted map[string]bool // positions of counted patches, because several kustomizations may use one patch
	found   map[string]bool // lines of findings, so that each is reported once
}

// A Target describes the objects of a patch. Their schema is separate.
type Target struct {
	// Types are the types of the objects, by their schema.
	Types report.Types
	// BuiltIn is set for a built-in kind, for which servers reject some combinations of
	// fields.
	BuiltIn bool
	// Cluster is set if a cluster applies the patch, with the same schema.
	Cluster bool
	// Kustomize is set if kustomize applies the patch.
	Kustomize *KustomizeTarget
}

// Add adds the problems of a patch or a document, sorted by line.
func (r *Report) Add(d load.Document, e engine.Engine, s smp.Schema, of Target) {
	r.Patches++
	if e.Cluster {
		e.Ignore, e.Unions = e.Ignore|smp.PatchMergeKey, false // clusters do not support these
	}
	first := len(r.Findings)
	advice, repeats := adviceOn(of.Types, d), report.Repeating{}
	problems := documentProblems
	if !r.Documents {
		problems = e.Specification().Lint
	}
	found := problems(s, d.Value)
	for _, p := range append(found, unreadable(of.Types, d.Value)...) {
		switch {
		case of.Kustomize != nil && !of.Kustomize.forKustomize(&p):
			continue
		case (p.Code == smp.WrongType || p.Code == smp.UnionSiblings) && !p.Rejected && of.Types.IsPlaceholder(d.Value, p.Path):
			continue
		}
		if text := advice[p.Path.String()]; (p.Rule == smp.RuleUnknownField || p.Rule == smp.RuleValueType) && text != "" {
			p.Cause = suggesting(p.Cause, text)
		}
		if p.Code == smp.AmbiguousMergeKey && !p.Rejected {
			p.Cause = errors.New(report.Ambiguous(p.Cause))
		}
		r.add(d, p, severityOf(s, d.Value, repeats, p))
	}
	if of.BuiltIn {
		for _, p := range excluded(s, d.Value, r.Documents) {
			r.add(d, p, Error)
		}
	}
	if of.Cluster && !r.Documents && d.Value.Type() == model.Map {
		for _, p := range problemsOnCluster(s, d.Value, e.Cluster) {
			r.add(d, p.Problem, p.severity)
		}
	}
	if of.Kustomize != nil {
		r.addKustomize(d, of.Kustomize)
	}
	slices.SortStableFunc(r.Findings[first:], byPosition)
}

// unreadable returns the strings and fractions in a patch or an object that a cluster cannot read.
func unreadable(t report.Types, v model.Value) []smp.Problem {
	var found []smp.Problem
	for _, slip := range t.Unreadable(v) {
		found = append(found, smp.Problem{Path: slip.Path, Code: smp.WrongType, Rule: smp.RuleValueType, Cause: errors.New(slip.Does)})
	}
	return found
}

// documentProblems returns the problems of a whole object: unknown fields and values of the
// wrong type, as in a patch, two members of a union, and duplicate elements.
func documentProblems(s smp.Schema, document model.Value) []smp.Problem {
	found := slices.Concat(smp.LintDocument(s, document), duplicates(s, document))
	for _, p := range smp.Lint(s, document) {
		if p.Code == smp.UnknownField || p.Code == smp.WrongType {
			found = append(found, p)
		}
	}
	return found
}

// adviceOn returns advice such as "; did you mean replicas?" or "; write it in quotes". The
// texts are indexed by the paths of unknown fields and of values of the wrong type.
func adviceOn(t report.Types, patch load.Document) map[string]string {
	advice := map[string]string{}
	for _, slip := range report.WithWords(patch, t.Slips(patch.Value)) {
		advice[slip.Path.String()] = slip.Advice()
	}
	return advice
}

// suggesting adds advice to the cause of a problem, unless the cause contains a suggestion.
func suggesting(cause error, advice string) error {
	if strings.Contains(cause.Error(), "did you mean") {
		return cause
	}
	return fmt.Errorf("%w%s", cause, advice)
}

// AddProblem adds a problem of a kustomization, or of its use of a patch.
func (r *Report) AddProblem(d load.Document, path model.Path, code smp.Code, severity Severity, cause error) {
	if fault := (*load.Fault)(nil); errors.As(cause, &fault) {
		r.addFault(fault)
		return
	}
	r.add(d, smp.Problem{Path: path, Code: code, Cause: cause}, severity)
}

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
			of[f.text(false)] = append(of[f.text(false)], kinds[i])
		}
	}
	var all []Finding
	for _, one := range reports {
		for _, f := range one.Findings {
			if some := of[f.text(false)]; len(some) < len(kinds) {
				if f.unneeded {
					continue // it has an effect for other kinds
				}
				f.Cause = fmt.Errorf("for %s: %w", strings.Join(some, ", "), f.Cause)
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
func byPosition(a, b Finding) int {
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
	cause := fmt.Errorf("the %s has no apiVersion or kind, so it was not checked; pass its kind with --kind", what)
	if load.Complete(kind) {
		cause = fmt.Errorf("no schema is known for %s, so the %s was not checked; pass a schema with --crd FILE or --schema FILE", load.KindText(kind), what)
	}
	r.add(d, smp.Problem{Path: model.Path{model.Field("kind")}, Code: smp.UnknownKind, Cause: cause}, Warning)
}

// AddMistaken adds an error for a patch whose kind is a mistake, or must have a schema.
func (r *Report) AddMistaken(d load.Document, cause error) {
	r.Patches++
	r.add(d, smp.Problem{Path: model.Path{model.Field("kind")}, Code: smp.UnknownKind, Cause: cause}, Error)
}

// AddFault adds a file that cannot be read. It counts as one patch.
func (r *Report) AddFault(f *load.Fault) {
	r.Patches++
	r.addFault(f)
}

func (r *Report) addFault(f *load.Fault) {
	problem := smp.Problem{Code: smp.Syntax, Cause: f.Cause, Rejected: true}
	if f.Code == model.Limit {
		problem.Code = smp.Limit
	}
	r.append(Finding{problem, Error, f.File, f.Line, f.Column, f.Code == 0, false})
}

// AddRejected adds a document that cannot be checked, because it is not a patch.
func (r *Report) AddRejected(d load.Document, e *smp.Error) {
	r.Patches++
	r.add(d, smp.Problem{Path: e.Path, Code: e.Code, Rule: e.Rule, Cause: e.Cause, Rejected: true}, Error)
}

func (r *Report) add(d load.Document, p smp.Problem, severity Severity) {
	line, column := d.Position(p.Path)
	r.append(Finding{p, severity, d.File(), line, column, false, false})
}

// addUnneeded adds a deletion without effect.
func (r *Report) addUnneeded(d load.Document, p smp.Problem, severity Severity) {
	line, column := d.Position(p.Path)
	r.append(Finding{p, severity, d.File(), line, column, false, true})
}

// append adds a finding, unless the report contains it already.
func (r *Report) append(f Finding) {
	if r.found == nil {
		r.found = map[string]bool{}
	}
	if line := f.text(false); !r.found[line] {
		r.found[line] = true
		r.Findings = append(r.Findings, f)
	}
}

// Worst returns the number of findings with the severity least or a worse one.
func (r *Report) Worst(least Severity) int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity >= least {
			n++
		}
	}
	return n
}

// count returns the number of findings with severity s.
func (r *Report) count(s Severity) int { return r.Worst(s) - r.Worst(s+1) }

// Summary returns the number of patches and findings: "2 patches: 1 error, 2 notes".
func (r *Report) Summary() string {
	var parts []string
	for s := Error; s >= Note; s-- {
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
