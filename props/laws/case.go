package laws

import (
	"errors"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// Case returns the verdict's input as a case that needs no other file. The wanted answer is the
// verdict's Answer. If the law compares two subjects, Answer is the answer of the reference. For
// any other law, Answer is the answer that broke the law. To print a smaller case, call
// props.Smallest. Package minimize alone also changes the wanted answer, which may then not be the
// answer to the smaller input.
func (v Verdict) Case() corpus.Case {
	c := corpus.Case{
		Rule:    v.rules(),
		Comment: v.comment(),
		Input:   v.Input,
		Want:    corpus.Answer{Result: v.Answer.Result},
	}
	// Keep only options that the operation accepts, and no duplicate places.
	o := &c.Input.Options
	o.Unions = o.Unions && v.Input.Op != corpus.OpDiff && v.Input.Op != corpus.OpThreeWay
	o.Preconditions = nil
	for _, place := range v.Input.Options.Preconditions {
		if !slices.ContainsFunc(o.Preconditions, place.Equal) {
			o.Preconditions = append(o.Preconditions, place)
		}
	}
	if v.Law == Agreement {
		c.Comment = "the answer is that of the reference, with which " + v.Subject + " disagrees"
	}
	if !v.Input.Schema.Equal(smp.Schemaless) {
		c.Schema = corpus.SchemaSource{OpenAPI: openapi.Encode(v.Input.Schema), Root: openapi.Root}
	}
	var e *smp.Error
	if errors.As(v.Answer.Err, &e) && wantable(v.Input, e) {
		c.Want.Rejection = &corpus.Rejection{Code: e.Code, Path: e.Path, Document: e.Document, Rule: e.Rule}
	}
	if conflicts := conflictsIn(v.Answer.Err); conflicts != nil && len(conflicts.Conflicts) > 0 {
		c.Want.Rejection = &corpus.Rejection{Code: "conflict", Path: conflicts.Conflicts[0].Path}
	}
	return c
}

// wantable reports whether a case can expect an error. The error must have a code. If it
// names a document or a rule, that must exist.
func wantable(in corpus.Input, e *smp.Error) bool {
	documents := []string{"", "schema"}
	for _, d := range in.Documents() {
		documents = append(documents, d.Name)
	}
	return e.Code != "" && slices.Contains(documents, e.Document) && (e.Rule == "" || slices.Contains(smp.Rules(), e.Rule))
}

// comment returns the name of the broken law. If cases of the operation contain no original,
// it adds the original.
func (v Verdict) comment() string {
	text := "law " + v.Law + "; the answer is " + v.Subject + "'s, which breaks it"
	if op := v.Input.Op; (op == corpus.OpCompose || op == corpus.OpConflicts || op == corpus.OpLint) && v.Input.Original.Type() != model.Absent {
		text += " on the original " + oneLine.Replace(v.Input.Original.JSON())
	}
	return text
}

// rules returns the rules in the answer or, if it contains none, the rules of the law. A case
// requires at least one rule.
func (v Verdict) rules() []smp.Rule {
	var e *smp.Error
	if errors.As(v.Answer.Err, &e) && slices.Contains(smp.Rules(), e.Rule) {
		return []smp.Rule{e.Rule}
	}
	for _, law := range All() {
		if law.Name == v.Law && law.Rules != nil {
			return law.Rules
		}
	}
	return []smp.Rule{smp.RuleRoot}
}
