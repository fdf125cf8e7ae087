package laws

import (
	"errors"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// Case returns the verdict's input as a case that needs no other file. The
// wanted answer is the verdict's Answer: of two subjects that disagree the
// reference's, else what the subject says, though the law may object.
func (v Verdict) Case() corpus.Case {
	c := corpus.Case{
		Rule:    v.rules(),
		Comment: "law " + v.Law + "; the answer is " + v.Subject + "'s, which breaks it",
		Input:   v.Input,
		Want:    corpus.Answer{Result: v.Answer.Result},
	}
	if v.Law == Agreement {
		c.Comment = "the answer is that of the reference, with which " + v.Subject + " disagrees"
	}
	if !v.Input.Schema.Equal(smp.Schema{}) {
		c.Schema = corpus.SchemaSource{OpenAPI: openapi.Encode(v.Input.Schema), Root: openapi.Root}
	}
	var e *smp.Error
	if errors.As(v.Answer.Err, &e) {
		c.Want.Rejection = &corpus.Rejection{Kind: e.Kind, Path: e.Path, Document: e.Document, Rule: e.Rule}
	}
	return c
}

// rules returns the rules that decided, as far as the answer tells; else those
// of the law. A case names at least one.
func (v Verdict) rules() []smp.Rule {
	var e *smp.Error
	if errors.As(v.Answer.Err, &e) && slices.Contains(smp.ApplyRules(), e.Rule) {
		return []smp.Rule{e.Rule}
	}
	for _, law := range Apply() {
		if law.Name == v.Law && law.Rules != nil {
			return law.Rules
		}
	}
	return []smp.Rule{smp.RuleRoot}
}
