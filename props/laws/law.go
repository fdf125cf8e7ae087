package laws

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// A Law is a property of one operation, with the rules that it follows from.
type Law struct {
	// Name is the stable name of the law: what a verdict, a test and a command
	// line call it.
	Name string
	// Rules are the rules that the law follows from; none where it follows from
	// what an operation is.
	Rules []smp.Rule
	// Text states the law in one sentence.
	Text string
	// Check puts the law to a subject with one input.
	Check func(corpus.Subject, corpus.Input) Verdict
}

// Apply returns the laws of Apply.
func Apply() []Law { return append(general(), specific()...) }

// general returns the laws that hold whatever the rules are.
func general() []Law {
	return []Law{
		{"no-panic", nil, "no input makes an operation panic", NoPanic},
		{"inputs-unchanged", nil, "an operation leaves its inputs as they were", InputsUnchanged},
		{"all-or-nothing", []smp.Rule{smp.RuleRoot}, "an operation gives a whole result, which is a map, or an error", AllOrNothing},
		{"error-path", nil, "an error has a kind, and a path that is there in the document it names", ErrorPath},
		{"repeatable", nil, "equal inputs give equal answers", Repeatable},
		{"member-order", nil, "the order of members in the inputs changes nothing", MemberOrder},
		{"text", nil, "inputs that are read from their own text give the same answer", Text},
		{"number-spelling", []smp.Rule{smp.RuleKeyEquality}, "the spelling of numbers in the inputs changes nothing but spelling", NumberSpelling},
	}
}

// specific returns the laws that single rules give.
func specific() []Law {
	return []Law{
		{"identity", []smp.Rule{smp.RuleMapMerge}, "an empty patch changes nothing", Identity},
		{"idempotent", nil, "applying a patch twice is applying it once", Idempotent},
		{"untouched", []smp.Rule{smp.RuleMapMerge}, "a field that the patch does not name stays as it is, spelling of numbers included", Untouched},
		{"no-leftovers", []smp.Rule{smp.RuleAbsentIsEmpty, smp.RuleNullDeletes}, "no directive and no null member of the patch is left in the result", NoLeftovers},
		{"retained-only", []smp.Rule{smp.RuleRetainKeys}, "where the patch has $retainKeys the result has no other field", RetainedOnly},
		{"set-delete", []smp.Rule{smp.RuleSetDelete}, "no value of $deleteFromPrimitiveList is left unless the patch adds it", SetDelete},
		{"keyed-delete", []smp.Rule{smp.RuleKeyedDelete}, "no element that the patch deletes is left unless the patch adds it", KeyedDelete},
		{"order", []smp.Rule{smp.RuleOrderDirective}, "elements that $setElementOrder lists come last and in its order, the others first and in theirs", Order},
	}
}
