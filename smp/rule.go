package smp

// A Rule is the stable id of one rule of strategic merge patch. Errors, trace events, laws and
// corpus cases name rules by their ids. The comment of each constant is the first sentence of the
// rule, with an example. [Rule.Text] returns the full text. The package documentation defines the
// words. The texts and examples are those of corpus/SPEC.md, the specification.
//
// The examples share one schema, corpus/schemas/example.yaml, which describes a workload. The field
// finalizers is a set, args is an atomic list, containers is a list keyed by name, and ports is a
// list keyed by port with the recommended key protocol. The results and patches in the examples are
// those of the specification, not those of a cluster. [Rule.Case] returns the name of the case with
// the example of a rule.
type Rule string

// A ruleGroup selects the rules of one list, such as ApplyRules.
type ruleGroup uint8

const (
	applyGroup ruleGroup = iota
	unionGroup
	diffGroup
	otherGroup // ThreeWay, Compose, Conflicts and Lint
)

// ApplyRules returns the ids of all rules of Apply, except those of unions, in the order in which
// they are declared. The caller may change the slice.
func ApplyRules() []Rule { return rulesIn(applyGroup) }

// UnionRules returns the ids of all rules of unions, in the order in which they are declared. The
// caller may change the slice.
func UnionRules() []Rule { return rulesIn(unionGroup) }

// DiffRules returns the ids of all rules of Diff, in the order in which they are declared. The
// caller may change the slice.
func DiffRules() []Rule { return rulesIn(diffGroup) }

// Rules returns the ids of all rules in the order in which they are declared. The caller may change
// the slice.
func Rules() []Rule {
	rules := make([]Rule, len(ruleTable))
	for i, row := range ruleTable {
		rules[i] = row.id
	}
	return rules
}

// Text returns the full text of the rule. The first sentence states the essence of the rule.
// Sections that the text refers to are those of corpus/SPEC.md. The text of an unknown rule is
// empty.
func (r Rule) Text() string {
	for _, row := range ruleTable {
		if row.id == r {
			return row.text
		}
	}
	return ""
}

// Case returns the name of the corpus case with the example of the rule.
func (r Rule) Case() string { return "rule/" + string(r) }

func rulesIn(group ruleGroup) (rules []Rule) {
	for _, row := range ruleTable {
		if row.group == group {
			rules = append(rules, row.id)
		}
	}
	return rules
}
