package corpus

import (
	"slices"

	"github.com/strategicpatch/smp/smp"
)

// Answered returns the case with a subject's outcome as its wanted answer. The rule of the case
// becomes the first of the given rules that is also a rule of the outcome, or else the first rule
// of the outcome. If the subject does not report rules, the rule becomes the first of the given
// rules. If the error of the outcome is one that no case can expect, such as a Fault, the wanted
// answer becomes absent.
func (c Case) Answered(out Outcome, rules ...smp.Rule) Case {
	c.Want = Answer{Result: out.Result, Rejection: rejectionOf(out.Err)}
	decided := slices.Clone(out.Rules)
	if w := c.Want.Rejection; w != nil && w.Rule != "" {
		decided = []smp.Rule{w.Rule}
	}
	rules = slices.DeleteFunc(slices.Concat(rules, decided, []smp.Rule{smp.RuleRoot}), func(rule smp.Rule) bool {
		return !knownRule(rule) || len(decided) > 0 && !slices.Contains(decided, rule)
	})
	if len(rules) == 0 {
		rules = []smp.Rule{smp.RuleRoot}
	}
	c.Rule, c.Not = rules[:1], nil
	return c
}
