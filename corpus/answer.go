package corpus

import (
	"slices"

	"github.com/strategicpatch/smp/smp"
)

// Answered returns the case with what a subject answers as the wanted answer,
// and with the first of these rules that decided as its rule: of those that the
// subject tells, or any where it tells none. An error that cases cannot want, as
// a Fault, gives an absent answer.
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
