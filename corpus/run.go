package corpus

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// Run tries a case on a subject: as written, a second time, and through text.
// Results are compared by JSON value: members in any order, elements in their
// order, numbers by value. Errors are compared by code and path, and by
// document and rule where the case names them. Where the subject tells which
// places a patch replaces as a whole, they are those of the case. Where it tells which
// rules decided, those of the case must be among them, and none that it
// excludes; errors before merging (syntax, limit, invalid-schema, unknown-kind,
// different-kind) need no rule, nor do lists of conflicts or problems that are
// empty. What answers promise is tried on the same subject: that the patch of a
// diff or a three-way merge does what it is for, that a composed patch does what
// the patches do in turn, that patches without conflicts commute. Inputs must be
// unchanged afterwards.
func Run(c Case, s Subject) Verdict { return Terms{}.Run(c, s) }

// RulesVersion is the version of the rules that the cases and laws are about.
// It rises when a rule decides otherwise than before, and not when a rule or a
// case is added.
const RulesVersion = 2

// The dialects that have names everywhere; an engine may have others.
const (
	// Documented is what the rules say.
	Documented = "documented"
	// Kubernetes is what the shipped engine does.
	Kubernetes = "kubernetes"
)

// Terms are the terms on which engines are tried that this module did not make.
type Terms struct {
	// Dialect is the dialect whose answers are wanted: Documented, which the
	// zero value is too, or any other for those of the shipped engine, where a
	// case says that they differ.
	Dialect string
	// AnyError takes every error for the wanted one, whatever its code and path.
	AnyError bool
}

// Run is the function Run on these terms.
func (t Terms) Run(c Case, s Subject) Verdict {
	r := run{Verdict: Verdict{Case: c, Subject: s.Name()}, subject: s, terms: t, want: c.Want}
	if r.diverges = t.Dialect != "" && t.Dialect != Documented; r.diverges && c.Kubernetes != nil {
		r.want = c.Kubernetes.Want
	}
	before := documentsText(c.Input)
	r.try(AsWritten, c.Input)
	if r.Passed() { // else the other forms would fail likewise
		r.try(Again, c.Input)
		r.tryText()
	}
	if after := documentsText(c.Input); after != before {
		r.fail(AsWritten, "the input afterwards", before, after)
	}
	return r.Verdict
}

// A run is one case on its way through a subject.
type run struct {
	Verdict
	subject  Subject
	terms    Terms
	want     Answer
	diverges bool // the rules of the case need not decide
}

func (r *run) fail(form Form, what, want, got string) {
	r.Failures = append(r.Failures, Failure{Form: form, What: what, Want: want, Got: got})
}

// try tries one form of the input and compares the answer.
func (r *run) try(form Form, in Input) {
	var out Outcome
	if err := r.Case.unfit(); err != nil {
		out.Err = err
	} else {
		out = r.subject.Run(in)
	}
	if out.Skipped != "" {
		r.Skipped = out.Skipped
		return
	}
	if fault := FaultOf(out.Err); fault != nil {
		r.fail(form, "the engine", "an answer", fault.Error())
		return
	}
	r.compare(form, out)
	r.compareRules(form, out)
	if out.Err == nil && r.Passed() {
		r.certify(form, in, out.Result)
	}
}

// unfit returns why the case has no input for a subject, which then is the
// answer: a schema that cannot be built, documents of different kinds.
func (c Case) unfit() error {
	if c.SchemaErr != nil {
		return c.SchemaErr
	}
	return differentKinds(c)
}

// tryText tries the input through text. A schema that is not equal to itself
// afterwards is a failure of its own.
func (r *run) tryText() {
	in, err := r.Case.Input.withText()
	if err != nil {
		r.fail(ThroughText, "the documents", "text that can be read", err.Error())
		return
	}
	if r.Case.SchemaErr == nil {
		if in.Schema, err = r.Case.rereadSchema(); err != nil {
			r.fail(ThroughText, "the schema", "an equal schema", err.Error())
			return
		}
	}
	r.try(ThroughText, in)
}

// rereadSchema is reread for the schema of a case.
func (c Case) rereadSchema() (smp.Schema, error) {
	if c.written != nil && c.written.schema == c.Input.Schema {
		return c.written.again()
	}
	return reread(c.Input.Schema)
}

// reread writes a schema as OpenAPI and reads it again.
func reread(s smp.Schema) (smp.Schema, error) {
	encoded, err := model.ParseString(openapi.Encode(s).Canonical())
	if err != nil {
		return smp.Schema{}, err
	}
	d, err := openapi.Read(encoded)
	if err != nil {
		return smp.Schema{}, err
	}
	again, err := d.Schema(openapi.Root)
	if err != nil {
		return smp.Schema{}, err
	}
	if !s.Equal(again) {
		return smp.Schema{}, fmt.Errorf("the schema differs after %s", encoded.Canonical())
	}
	return again, nil
}

// compare compares the answer with the wanted one.
func (r *run) compare(form Form, out Outcome) {
	want := r.want
	if want.Rejection == nil {
		switch {
		case out.Err != nil:
			r.fail(form, "the result", want.Result.Canonical(), "error: "+out.Err.Error())
		case !model.Equal(out.Result, want.Result):
			r.fail(form, "the result", want.Result.Canonical(), out.Result.Canonical())
		}
		if got, wide := sortedPaths(out.Wide), sortedPaths(want.Wide); out.Wide != nil && got != wide {
			r.fail(form, "the places replaced as a whole", wide, got)
		}
		return
	}
	if out.Err == nil {
		r.fail(form, "the error", want.Rejection.String(), "the result "+out.Result.Canonical())
		return
	}
	if out.Result.Type() != model.Absent {
		r.fail(form, "the result beside an error", "none", out.Result.Canonical())
	}
	if r.terms.AnyError {
		return
	}
	got := rejectionOf(out.Err)
	switch {
	case got == nil:
		r.fail(form, "the error", want.Rejection.String(), "one without kind and path: "+out.Err.Error())
	case !want.Rejection.matches(got):
		r.fail(form, "the error", want.Rejection.String(), got.String())
	}
}

// sortedPaths returns paths in one line, whatever their order.
func sortedPaths(paths []model.Path) string {
	if len(paths) == 0 {
		return "none"
	}
	return join(slices.Sorted(slices.Values(pathTexts(paths))))
}

// compareRules compares the rules that decided with those of the case. Where
// nothing is found, no rule has.
func (r *run) compareRules(form Form, out Outcome) {
	rules := out.Rules
	if e := rejectionOf(out.Err); e != nil {
		if decidedBeforeMerging(e.Code) {
			return
		}
		rules = append(slices.Clone(rules), e.Rule)
	}
	if out.Rules == nil || r.diverges || out.Err != nil && r.terms.AnyError {
		return
	}
	rules = slices.Compact(slices.Sorted(slices.Values(rules)))
	for _, rule := range r.Case.Rule {
		if !slices.Contains(rules, rule) && !r.foundNothing(out) {
			r.fail(form, "the rules that decided", string(rule), join(rules))
		}
	}
	for _, rule := range r.Case.Not {
		if slices.Contains(rules, rule) {
			r.fail(form, "the rules that decided", "not "+string(rule), join(rules))
		}
	}
}

// foundNothing reports whether the answer is an empty list of conflicts or
// problems.
func (r *run) foundNothing(out Outcome) bool {
	return r.Case.Input.Op.givesList() && out.Result.Type() == model.List && out.Result.Len() == 0
}

// documentsText returns the text of all documents, to see whether they change.
func documentsText(in Input) string {
	var b []byte
	for _, d := range in.Documents() {
		b = d.Value.AppendJSON(append(b, d.Name...))
	}
	return string(b)
}
