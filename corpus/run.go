package corpus

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// Run tests a subject with a case. It tries the input as it is written, then a second
// time, and then with the documents written as text and read again.
//
// Run requires exactly the answer of the case. Several patches may be correct for a diff or three-way
// merge, so test other engines with [Terms] and AnyPatch.
//
// Results are compared by JSON value: members in any order, elements in their order, numbers by
// value. Errors are compared by code and path. If the case names the document and the rule of the
// error, these are compared, too. If the subject reports the places that a patch replaces as a
// whole, they must be those of the case. If the subject reports the rules that determined the
// result, these rules must include all rules of the case, and must not include a rule that the case
// excludes. Rules are not compared for errors that are found before merging (syntax, limit,
// invalid-schema, unknown-kind, different-kind), nor for empty lists of conflicts or problems.
//
// Run also uses the subject to check the properties of the answer: the patch of a diff or
// three-way merge has the right effect, a composed patch has the effect of its patches
// applied in order, and patches without conflicts can be applied in either order. Finally it
// checks that the subject did not change the input.
func Run(c Case, s Subject) Verdict { return Terms{}.Run(c, s) }

// RulesVersion is the version of the rules that cases and laws test. It is incremented
// when a rule's result changes, but not when a rule or a case is added.
const RulesVersion = 2

// These dialects have the same name in all engines. An engine may have others.
const (
	// Documented is the dialect of the specification.
	Documented = "documented"
	// Kubernetes is the dialect of clusters.
	Kubernetes = "kubernetes"
)

// Terms define how to test an engine that is not part of this module.
type Terms struct {
	// Dialect is the dialect that the engine implements. Documented or "" tests the answers of the
	// specification. Any other dialect tests the answers of a cluster or, if a case does not define
	// one, the answer of the specification.
	Dialect string
	// AnyError accepts any error in place of the wanted one, with any code and path.
	AnyError bool
	// AnyPatch accepts every correct patch of a diff or three-way merge in place of the wanted one. A
	// patch is correct if it has the same effect on all servers that support it, contains the nulls and
	// $retainKeys that the specification requires and no others, and does not contain more values. An
	// engine of this module applies it.
	AnyPatch bool
}

// Run is like the function Run, with these terms.
func (t Terms) Run(c Case, s Subject) Verdict {
	r := run{Verdict: Verdict{Case: c, Subject: s.Name()}, subject: s, terms: t, want: c.Want}
	if r.diverges = t.Dialect != "" && t.Dialect != Documented; r.diverges && c.Kubernetes != nil {
		r.want = c.Kubernetes.Want
	}
	before := documentsText(c.Input)
	r.try(AsWritten, c.Input)
	if r.Passed() { // if the subject fails here, it would fail in the other forms, too
		r.try(Again, c.Input)
		r.tryText()
	}
	if after := documentsText(c.Input); after != before {
		r.fail(AsWritten, "the input afterwards", before, after)
	}
	return r.Verdict
}

// A run is one case being tested with one subject.
type run struct {
	Verdict
	subject  Subject
	terms    Terms
	want     Answer
	diverges bool // answers of a cluster are expected, for which the rules of the case need not apply
}

func (r *run) fail(form Form, what, want, got string) {
	r.Failures = append(r.Failures, Failure{Form: form, What: what, Want: want, Got: got})
}

// try tests one form of the input and checks the answer.
func (r *run) try(form Form, in Input) {
	var out Outcome
	if err := r.Case.unfit(); err != nil {
		out.Err, r.ByRunner = err, true
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
	r.compare(form, in, out)
	r.compareRules(form, out)
	if out.Err == nil && r.Passed() {
		r.certify(form, in, out.Result)
	}
}

// unfit returns the error of a case that cannot be given to a subject: its schema cannot be
// built, or its documents have different kinds. The error then counts as the answer of the
// subject.
func (c Case) unfit() error {
	if c.SchemaErr != nil {
		return c.SchemaErr
	}
	return differentKinds(c)
}

// tryText tests the input through text. The case also fails if its schema changes when it is
// written and read again.
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

// rereadSchema calls reread for the schema of a case. For a schema that several cases share,
// it does so only once.
func (c Case) rereadSchema() (smp.Schema, error) {
	if c.written != nil && c.written.schema == c.Input.Schema {
		return c.written.again()
	}
	return reread(c.Input.Schema)
}

// reread writes a schema as OpenAPI and reads it again. It returns an error if the
// schema has changed.
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
		return smp.Schema{}, fmt.Errorf("the schema is different after it is read from %s", encoded.Canonical())
	}
	return again, nil
}

// compare compares the answer with the wanted one.
func (r *run) compare(form Form, in Input, out Outcome) {
	want := r.want
	if want.Rejection == nil {
		switch {
		case out.Err != nil:
			r.fail(form, "the result", want.Result.Canonical(), "error: "+out.Err.Error())
		case model.Equal(out.Result, want.Result):
		case r.terms.AnyPatch && (in.Op == OpDiff || in.Op == OpThreeWay) && out.Result.Type() == model.Map:
			dialect := Documented
			if r.diverges {
				dialect = Kubernetes
			}
			effect := effectOf(in.withoutText().withoutKeep(), want.Result, dialect)
			if what, want, got := effect.differs(out.Result, dialect); what != "" {
				r.fail(form, what, want, got)
			}
		default:
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
		r.fail(form, "the result in addition to an error", "none", out.Result.Canonical())
	}
	if r.terms.AnyError {
		return
	}
	got := rejectionOf(out.Err)
	switch {
	case got == nil:
		r.fail(form, "the error", want.Rejection.String(), strings.TrimSuffix("an error without code and path: "+out.Err.Error(), ": "))
	case !want.Rejection.matches(got):
		r.fail(form, "the error", want.Rejection.String(), got.String())
	}
}

// sortedPaths returns the sorted paths in one line.
func sortedPaths(paths []model.Path) string {
	if len(paths) == 0 {
		return "none"
	}
	return join(slices.Sorted(slices.Values(pathTexts(paths))))
}

// compareRules compares the rules that determined the answer with those of the case. If the
// answer is an empty list, it does not require the rules of the case, because no rule
// determines an empty list.
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
			r.fail(form, "the rules that decided", string(rule), cmp.Or(join(rules), "none"))
		}
	}
	for _, rule := range r.Case.Not {
		if slices.Contains(rules, rule) {
			r.fail(form, "the rules that decided", "not "+string(rule), join(rules))
		}
	}
}

// foundNothing reports whether the answer is an empty list of conflicts or problems.
func (r *run) foundNothing(out Outcome) bool {
	return r.Case.Input.Op.givesList() && out.Result.Type() == model.List && out.Result.Len() == 0
}

// documentsText returns the text of all documents, to detect changes.
func documentsText(in Input) string {
	var b []byte
	for _, d := range in.Documents() {
		b = d.Value.AppendJSON(append(b, d.Name...))
	}
	return string(b)
}
