package laws

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// A Law is a property of one operation, or of all, with the rules that it
// follows from.
type Law struct {
	// Name is the stable name of the law: what a verdict, a test and a command
	// line call it.
	Name string
	// Op is the operation that the law is about; empty where it is about every
	// one. On inputs of another operation it is Inapplicable.
	Op corpus.Op
	// Rules are the rules that the law follows from; none where it follows from
	// what an operation is.
	Rules []smp.Rule
	// Text states the law in one sentence.
	Text string
	// Check puts the law to a subject with one input.
	Check func(corpus.Subject, corpus.Input) Verdict
}

// Ops returns every operation that there are laws about.
func Ops() []corpus.Op {
	return []corpus.Op{
		corpus.OpApply, corpus.OpDiff, corpus.OpThreeWay, corpus.OpCompose, corpus.OpConflicts, corpus.OpLint,
	}
}

// All returns every law.
func All() []Law {
	return slices.Concat(general(), ofApply(), ofDiff(), ofThreeWay(), ofPatches(), ofLint())
}

// Of returns the laws that say something about an operation.
func Of(op corpus.Op) []Law {
	return slices.DeleteFunc(All(), func(law Law) bool { return law.Op != "" && law.Op != op })
}

// general returns the laws that hold whatever the rules are.
func general() []Law {
	return []Law{
		{"no-panic", "", nil, "no input makes an operation panic", NoPanic},
		{"inputs-unchanged", "", nil, "an operation leaves its inputs as they were", InputsUnchanged},
		{"all-or-nothing", "", []smp.Rule{smp.RuleRoot}, "an operation gives a whole result, which is a map, or an error; conflicts and problems are a list", AllOrNothing},
		{"error-path", "", nil, "an error has a kind, and a path that is there in the document it names", ErrorPath},
		{"repeatable", "", nil, "equal inputs give equal answers", Repeatable},
		{"member-order", "", nil, "the order of members in the inputs changes nothing", MemberOrder},
		{"text", "", nil, "inputs that are read from their own text give the same answer", Text},
		{"number-spelling", "", []smp.Rule{smp.RuleKeyEquality}, "the spelling of numbers in the inputs changes nothing but spelling", NumberSpelling},
	}
}

// ofApply returns the laws that single rules of Apply give.
func ofApply() []Law {
	return about(corpus.OpApply, []Law{
		{"identity", "", []smp.Rule{smp.RuleMapMerge}, "an empty patch changes nothing", Identity},
		{"idempotent", "", nil, "applying a patch twice is applying it once", Idempotent},
		{"says", "", []smp.Rule{smp.RuleScalar, smp.RuleSetMerge, smp.RuleKeyedMerge}, "what a patch says without directives is in the result", Says},
		{"untouched", "", []smp.Rule{smp.RuleMapMerge}, "a field that the patch does not name stays as it is, spelling of numbers included", Untouched},
		{"no-leftovers", "", []smp.Rule{smp.RuleAbsentIsEmpty, smp.RuleNullDeletes}, "no directive and no null member of the patch is left in the result", NoLeftovers},
		{"retained-only", "", []smp.Rule{smp.RuleRetainKeys}, "where the patch has $retainKeys the result has no other field", RetainedOnly},
		{"set-delete", "", []smp.Rule{smp.RuleSetDelete}, "no value of $deleteFromPrimitiveList is left unless the patch adds it", SetDelete},
		{"keyed-delete", "", []smp.Rule{smp.RuleKeyedDelete}, "no element that the patch deletes is left unless the patch adds it", KeyedDelete},
		{"deletions-anywhere", "", []smp.Rule{smp.RuleKeyedDelete}, "where in its list a patch deletes an element makes no difference", DeletionsAnywhere},
		{"order", "", []smp.Rule{smp.RuleOrderDirective}, "elements that $setElementOrder lists come last and in its order, the others first and in theirs", Order},
		{"order-default", "", []smp.Rule{smp.RuleOrderDefault}, "without $setElementOrder the patch's elements keep its order, and the others stand before the next of them that they stood before", OrderDefault},
		{"union-member", "", []smp.Rule{smp.RuleUnionMember}, "where original sets at most one member of each union, so does the result", UnionMember},
		{"union-discriminator", "", []smp.Rule{smp.RuleUnionMember, smp.RuleUnionDiscriminator}, "where discriminators of original match, those of the result do", UnionDiscriminator},
		{"apply-unions-off", "", []smp.Rule{smp.RuleMapMerge}, "without unions asked for, unions in the schema change nothing", ApplyUnionsOff},
	})
}

// ofDiff returns the laws of Diff.
func ofDiff() []Law {
	return about(corpus.OpDiff, []Law{
		{"diff-exact", "", []smp.Rule{smp.RuleDiffExact}, "applied to original, the patch gives modified, null members aside", DiffExact},
		{"diff-identity", "", []smp.Rule{smp.RuleDiffMinimal}, "the patch of a document to itself is {}", DiffIdentity},
		{"diff-equal-fields", "", []smp.Rule{smp.RuleDiffMinimal}, "no field that is equal in original and modified is in the patch", DiffEqualFields},
		{"diff-no-less", "", []smp.Rule{smp.RuleDiffMinimal}, "without any one of its members the patch does not give modified", DiffNoLess},
		{"diff-null", "", []smp.Rule{smp.RuleDiffNull}, "an explicit null of modified that original lacks is in the patch", DiffNull},
		{"diff-superset", "", []smp.Rule{smp.RuleDiffSuperset}, "the patch of an older level is the full one without newer directives, and an older server treats both alike", DiffSuperset},
		{"diff-unchanged", "", []smp.Rule{smp.RuleDiffMinimal}, "the patch is refused exactly when it touches a place that is to stay as it is", DiffUnchanged},
		{"diff-older", "", []smp.Rule{smp.RuleDiffSuperset}, "on a server of its level the patch of an older level gives modified, element order of merging lists aside", DiffOlder},
		{"diff-retain", "", []smp.Rule{smp.RuleDiffRetain}, "$retainKeys is in what retains keys, for the names that are left, and not in what is replaced whole", DiffRetain},
		{"diff-directives", "", []smp.Rule{smp.RuleNotRepresentable}, "what stands in a document is never a directive of the patch", DiffDirectives},
		{"diff-leaves-alone", "", []smp.Rule{smp.RuleNotRepresentable}, "nothing is refused for what is the same in both documents", DiffLeavesAlone},
		{"diff-wide", "", []smp.Rule{smp.RuleNotRepresentable}, "the places that are replaced as a whole are reported, and refused where that is forbidden", DiffWide},
		{"diff-refuses", "", []smp.Rule{smp.RuleNotRepresentable}, "nothing is refused in a map at the root that could be replaced", DiffRefuses},
		{"diff-portable", "", []smp.Rule{smp.RuleDiffExact}, "where elements have their keys and sets no duplicates, the documented rules make modified of the patch too", DiffPortable},
		{"diff-lints", "", []smp.Rule{smp.RuleDiffExact}, "lint finds nothing in the patch for which it would be rejected", DiffLints},
		{"diff-unions", "", []smp.Rule{smp.RuleDiffExact, smp.RuleUnionMember}, "on an engine that knows unions the patch gives modified too, if modified's are well-formed", DiffUnions},
	})
}

// ofThreeWay returns the laws of ThreeWay.
func ofThreeWay() []Law {
	return about(corpus.OpThreeWay, []Law{
		{"threeway-converges", "", []smp.Rule{smp.RuleThreeWayConverges}, "once the patch is applied there is nothing to send, whether original or modified was applied last", ThreeWayConverges},
		{"threeway-diff", "", []smp.Rule{smp.RuleThreeWay}, "where current is original the patch is that of Diff, $setElementOrder aside", ThreeWayDiff},
		{"threeway-says", "", []smp.Rule{smp.RuleThreeWay}, "once the patch is applied, everything that modified says is there", ThreeWaySays},
		{"threeway-keeps", "", []smp.Rule{smp.RuleThreeWay}, "what only current has stays", ThreeWayKeeps},
		{"threeway-clears", "", []smp.Rule{smp.RuleThreeWay, smp.RuleDiffRetain}, "what retains keys is left with modified's names, or as current has it where nothing was changed", ThreeWayClears},
		{"threeway-narrow", "", []smp.Rule{smp.RuleThreeWay}, "a list in which modified, and original or current, has no duplicates is not replaced", ThreeWayNarrow},
		{"threeway-retain", "", []smp.Rule{smp.RuleDiffRetain}, "$retainKeys is in what retains keys, for the names that are left, and not in what is replaced whole", ThreeWayRetain},
		{"threeway-directives", "", []smp.Rule{smp.RuleNotRepresentable}, "what stands in a document is never a directive of the patch", ThreeWayDirectives},
		{"threeway-leaves-alone", "", []smp.Rule{smp.RuleNotRepresentable}, "nothing is refused for what is the same in all documents", ThreeWayLeavesAlone},
		{"threeway-wide", "", []smp.Rule{smp.RuleNotRepresentable}, "the places that are replaced as a whole are reported, and refused where that is forbidden", ThreeWayWide},
		{"threeway-refuses", "", []smp.Rule{smp.RuleNotRepresentable}, "nothing is refused in a map at the root that could be replaced", ThreeWayRefuses},
		{"threeway-portable", "", []smp.Rule{smp.RuleThreeWay}, "where elements have their keys and sets no duplicates, the documented rules make the same of the patch, the order of what only current has aside", ThreeWayPortable},
		{"threeway-unchanged", "", []smp.Rule{smp.RuleThreeWay}, "the patch is refused exactly when it touches a place that is to stay as it is", ThreeWayUnchanged},
		{"threeway-conflict", "", []smp.Rule{smp.RuleThreeWayConflict}, "without overwrite there is a conflict or the patch that there is with it", ThreeWayConflict},
		{"threeway-unions", "", []smp.Rule{smp.RuleThreeWayConverges, smp.RuleUnionTarget}, "on an engine that knows unions there is nothing to send either once the patch is applied, if modified's are well-formed", ThreeWayUnions},
		{"threeway-unions-off", "", []smp.Rule{smp.RuleUnionTarget}, "unions in the schema change nothing but that members go which modified's choice of another excludes", ThreeWayUnionsOff},
	})
}

// ofPatches returns the laws of operations on several patches.
func ofPatches() []Law {
	return append(about(corpus.OpCompose, []Law{
		{"compose-sequence", "", []smp.Rule{smp.RuleCompose}, "the composed patch does what the patches do in turn, element order of merging lists and duplicates in sets aside", ComposeSequence},
		{"compose-unions", "", []smp.Rule{smp.RuleCompose, smp.RuleUnionMember, smp.RuleUnionDiscriminator}, "on an engine that knows unions the composed patch does what the patches do in turn, too", ComposeUnions},
		{"compose-unions-off", "", []smp.Rule{smp.RuleCompose}, "without unions asked for, unions in the schema change nothing", ComposeUnionsOff},
	}), about(corpus.OpConflicts, []Law{
		{"conflicts-commute", "", []smp.Rule{smp.RuleConflictList}, "patches without conflicts commute, element order of merging lists aside", ConflictsCommute},
		{"conflicts-symmetric", "", []smp.Rule{smp.RuleConflictList}, "two patches are at odds whichever is called left", ConflictsSymmetric},
		{"conflicts-empty", "", []smp.Rule{smp.RuleConflictList}, "an empty patch conflicts with nothing", ConflictsEmpty},
		{"conflicts-sorted", "", []smp.Rule{smp.RuleConflictList}, "conflicts are sorted by path, and each has a path, a kind and the values", ConflictsSorted},
		{"conflicts-unions", "", []smp.Rule{smp.RuleConflictList, smp.RuleUnionMember, smp.RuleUnionDiscriminator}, "on an engine that knows unions patches without conflicts commute, too", ConflictsUnions},
		{"conflicts-unions-off", "", []smp.Rule{smp.RuleConflictList}, "without unions asked for, unions in the schema change nothing", ConflictsUnionsOff},
	})...)
}

// ofLint returns the laws of Lint.
func ofLint() []Law {
	return about(corpus.OpLint, []Law{
		{"lint-complete", "", []smp.Rule{smp.RuleLint}, "what is rejected in a patch for whatever original is a problem", LintComplete},
		{"lint-sound", "", []smp.Rule{smp.RuleLint}, "a patch with a problem for which it is said to be rejected is rejected", LintSound},
		{"lint-strict", "", []smp.Rule{smp.RuleLint, smp.RuleUnknownField}, "what a strict engine rejects in a patch for whatever original is a problem", LintStrict},
		{"lint-no-effect", "", []smp.Rule{smp.RuleLint}, "without what is said to have no effect a patch does the same", LintNoEffect},
		{"lint-sorted", "", []smp.Rule{smp.RuleLint}, "problems are sorted by path", LintSorted},
	})
}

// about makes laws that say nothing about other operations than op.
func about(op corpus.Op, laws []Law) []Law {
	for i, law := range laws {
		laws[i].Op = op
		laws[i].Check = func(s corpus.Subject, in corpus.Input) Verdict {
			if in.Op != op {
				return (&trial{law: law.Name, subject: s, in: in}).inapplicable("it is about " + string(op))
			}
			return law.Check(s, in)
		}
	}
	return laws
}
