package laws

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// A Law is a property of one operation, or of all operations, that follows from the
// rules.
type Law struct {
	// Name is the stable name of the law in verdicts, tests and command lines.
	Name string
	// Op is the operation that the law is about. It is empty if the law is about all
	// operations. The law is Inapplicable to inputs of other operations.
	Op corpus.Op
	// Rules lists the rules that imply the law. It is empty if the law does not follow from a rule,
	// such as the law that no operation may panic.
	Rules []smp.Rule
	// Text states the law in one sentence.
	Text string
	// Check checks the law with a subject and one input.
	Check func(corpus.Subject, corpus.Input) Verdict
}

// Ops returns all operations that have laws.
func Ops() []corpus.Op {
	return []corpus.Op{
		corpus.OpApply, corpus.OpDiff, corpus.OpThreeWay, corpus.OpCompose, corpus.OpConflicts, corpus.OpLint,
	}
}

// All returns all laws.
func All() []Law {
	return slices.Concat(general(), ofApply(), ofDiff(), ofThreeWay(), ofPatches(), ofLint())
}

// Of returns the laws about an operation, including those about all operations.
func Of(op corpus.Op) []Law {
	return slices.DeleteFunc(All(), func(law Law) bool { return law.Op != "" && law.Op != op })
}

// general returns the laws that do not depend on the rules.
func general() []Law {
	return []Law{
		{"no-panic", "", nil, "no input makes an operation panic", NoPanic},
		{"inputs-unchanged", "", nil, "an operation does not change its inputs", InputsUnchanged},
		{"all-or-nothing", "", []smp.Rule{smp.RuleRoot}, "an operation returns either an error or a complete result: a map, or a list of conflicts or problems", AllOrNothing},
		{"error-path", "", nil, "an error has a code, and a path that exists in the document it names", ErrorPath},
		{"repeatable", "", nil, "equal inputs give equal answers", Repeatable},
		{"member-order", "", nil, "the order of fields in the inputs does not affect the answer", MemberOrder},
		{"text", "", nil, "the answer is the same if the inputs are written as text and read again", Text},
		{"number-spelling", "", []smp.Rule{smp.RuleKeyEquality}, "the spelling of numbers in the inputs affects only the spelling of numbers in the answer", NumberSpelling},
	}
}

// ofApply returns the laws of Apply.
func ofApply() []Law {
	return about(corpus.OpApply, []Law{
		{"identity", "", []smp.Rule{smp.RuleMapMerge}, "an empty patch changes nothing", Identity},
		{"idempotent", "", nil, "applying a patch twice gives the same result as applying it once", Idempotent},
		{"says", "", []smp.Rule{smp.RuleScalar, smp.RuleSetMerge, smp.RuleKeyedMerge}, "the result has all values that the patch sets without directives", HasPatchValues},
		{"untouched", "", []smp.Rule{smp.RuleMapMerge}, "a field that the patch does not name keeps its value and the spelling of its numbers", Untouched},
		{"no-leftovers", "", []smp.Rule{smp.RuleAbsentIsEmpty, smp.RuleNullDeletes}, "no directives or null fields of the patch are left in the result", NoLeftovers},
		{"retained-only", "", []smp.Rule{smp.RuleRetainKeys}, "if the patch has $retainKeys for a map, the map has only the listed fields in the result", RetainedOnly},
		{"set-delete", "", []smp.Rule{smp.RuleSetDelete}, "values in $deleteFromPrimitiveList are not in the result unless the patch adds them", SetDelete},
		{"keyed-delete", "", []smp.Rule{smp.RuleKeyedDelete}, "elements that the patch deletes are not in the result unless the patch adds them", KeyedDelete},
		{"deletions-anywhere", "", []smp.Rule{smp.RuleKeyedDelete}, "the position of a deletion in its patch list does not affect the result", DeletionsAnywhere},
		{"order", "", []smp.Rule{smp.RuleOrderDirective}, "elements listed in $setElementOrder come last, in the listed order, after the others in their original order", Order},
		{"order-default", "", []smp.Rule{smp.RuleOrderDefault}, "without $setElementOrder, the patch's elements are in the patch's order, and every other element keeps its place before the next element that the patch has too", OrderDefault},
		{"union-member", "", []smp.Rule{smp.RuleUnionMember}, "if original sets at most one member of each union, so does the result", UnionMember},
		{"union-discriminator", "", []smp.Rule{smp.RuleUnionMember, smp.RuleUnionDiscriminator}, "if the discriminators in original match the set members, so do those in the result", UnionDiscriminator},
		{"apply-unions-off", "", []smp.Rule{smp.RuleMapMerge}, "if unions are not enabled, unions in the schema change nothing", ApplyUnionsOff},
	})
}

// ofDiff returns the laws of Diff.
func ofDiff() []Law {
	return about(corpus.OpDiff, []Law{
		{"diff-exact", "", []smp.Rule{smp.RuleDiffExact}, "applied to original, the patch gives modified, except for null fields", DiffExact},
		{"diff-identity", "", []smp.Rule{smp.RuleDiffMinimal}, "the patch from a document to itself is {}", DiffIdentity},
		{"diff-equal-fields", "", []smp.Rule{smp.RuleDiffMinimal}, "the patch has no field that is equal in original and modified", DiffEqualFields},
		{"diff-no-less", "", []smp.Rule{smp.RuleDiffMinimal}, "without any one of its fields or list elements, the patch no longer gives modified", DiffNoLess},
		{"diff-null", "", []smp.Rule{smp.RuleDiffNull}, "if modified has an explicit null that original lacks, the patch has this null, too", DiffNull},
		{"diff-superset", "", []smp.Rule{smp.RuleDiffSuperset}, "the patch for an older server lacks only the newer directives, and has the same effect on that server as the full patch", DiffSuperset},
		{"diff-unchanged", "", []smp.Rule{smp.RuleDiffMinimal}, "the patch is refused if and only if it touches a place that must stay unchanged", DiffUnchanged},
		{"diff-older", "", []smp.Rule{smp.RuleDiffSuperset}, "on an older server, the patch for that server gives modified, except for the order of elements in merging lists", DiffOlder},
		{"diff-retain", "", []smp.Rule{smp.RuleDiffRetain}, "in a map or element with strategy retainKeys, the patch lists the remaining fields in $retainKeys, unless it replaces the map or element as a whole", DiffRetain},
		{"diff-directives", "", []smp.Rule{smp.RuleNotRepresentable}, "names in the documents are never sent as directives", DiffDirectives},
		{"diff-leaves-alone", "", []smp.Rule{smp.RuleNotRepresentable}, "no patch is refused because of a field that is equal in both documents", DiffLeavesAlone},
		{"diff-wide", "", []smp.Rule{smp.RuleNotRepresentable}, "the places that the patch replaces as a whole are reported, and the patch is refused if such replacements are forbidden", DiffWide},
		{"diff-refuses", "", []smp.Rule{smp.RuleNotRepresentable}, "no patch is refused because of a change that replacing a top-level map could express", DiffRefuses},
		{"diff-portable", "", []smp.Rule{smp.RuleDiffExact}, "if all elements have keys and no set has duplicates, the patch also gives modified by the specification", DiffPortable},
		{"diff-lints", "", []smp.Rule{smp.RuleDiffExact}, "lint reports no problem for which the patch would be rejected", DiffLints},
		{"diff-keep", "", []smp.Rule{smp.RuleKeep}, "the patch with kept places equals the patch to a copy of modified that has original's values at these places", DiffKeep},
		{"diff-unions", "", []smp.Rule{smp.RuleDiffExact, smp.RuleUnionMember}, "with unions enabled, the patch also gives modified, if the unions in modified are well-formed", DiffUnions},
	})
}

// ofThreeWay returns the laws of ThreeWay.
func ofThreeWay() []Law {
	return about(corpus.OpThreeWay, []Law{
		{"threeway-converges", "", []smp.Rule{smp.RuleThreeWayConverges}, "after the patch is applied, there is nothing left to send, whether original or modified is the last applied document", ThreeWayConverges},
		{"threeway-diff", "", []smp.Rule{smp.RuleThreeWay}, "if current equals original, the patch is that of Diff, except for $setElementOrder", ThreeWayDiff},
		{"threeway-says", "", []smp.Rule{smp.RuleThreeWay}, "after the patch is applied, current has all values of modified", HasModifiedValues},
		{"threeway-keeps", "", []smp.Rule{smp.RuleThreeWay}, "the patch keeps everything that only current has", ThreeWayKeeps},
		{"threeway-clears", "", []smp.Rule{smp.RuleThreeWay, smp.RuleDiffRetain}, "a retainKeys map ends up with modified's fields only, or stays as it is in current if modified did not change it", ThreeWayClears},
		{"threeway-narrow", "", []smp.Rule{smp.RuleThreeWay}, "a list is not replaced as a whole if it has no duplicates in modified, and none in either original or current", ThreeWayNarrow},
		{"threeway-retain", "", []smp.Rule{smp.RuleDiffRetain}, "in a map or element with strategy retainKeys, the patch lists the remaining fields in $retainKeys, unless it replaces the map or element as a whole", ThreeWayRetain},
		{"threeway-directives", "", []smp.Rule{smp.RuleNotRepresentable}, "names in the documents are never sent as directives", ThreeWayDirectives},
		{"threeway-leaves-alone", "", []smp.Rule{smp.RuleNotRepresentable}, "no patch is refused because of a field that is equal in all documents", ThreeWayLeavesAlone},
		{"threeway-wide", "", []smp.Rule{smp.RuleNotRepresentable}, "the places that the patch replaces as a whole are reported, and the patch is refused if such replacements are forbidden", ThreeWayWide},
		{"threeway-refuses", "", []smp.Rule{smp.RuleNotRepresentable}, "no patch is refused because of a change that replacing a top-level map could express", ThreeWayRefuses},
		{"threeway-portable", "", []smp.Rule{smp.RuleThreeWay}, "if all elements have keys and no set has duplicates, the patch has the same effect by the specification, except for the order of elements that only current has", ThreeWayPortable},
		{"threeway-unchanged", "", []smp.Rule{smp.RuleThreeWay}, "the patch is refused if and only if it touches a place that must stay unchanged", ThreeWayUnchanged},
		{"threeway-conflict", "", []smp.Rule{smp.RuleThreeWayConflict}, "without overwrite, the answer is either a conflict or the same as with overwrite", ThreeWayConflict},
		{"threeway-keep", "", []smp.Rule{smp.RuleKeep}, "the patch with kept places leaves them unchanged, and equals the patch for copies of original and modified that have current's values at these places", ThreeWayKeep},
		{"threeway-unions", "", []smp.Rule{smp.RuleThreeWayConverges, smp.RuleUnionTarget}, "with unions enabled, there is also nothing left to send after the patch is applied, if the unions in modified are well-formed", ThreeWayUnions},
		{"threeway-unions-off", "", []smp.Rule{smp.RuleUnionTarget}, "unions in the schema change nothing, except that members excluded by modified's choice are removed", ThreeWayUnionsOff},
	})
}

// ofPatches returns the laws of operations on several patches.
func ofPatches() []Law {
	return append(about(corpus.OpCompose, []Law{
		{"compose-sequence", "", []smp.Rule{smp.RuleCompose}, "the composed patch has the effect of the patches in turn, except for the order of elements in merging lists and duplicates in sets", ComposeSequence},
		{"compose-unions", "", []smp.Rule{smp.RuleCompose, smp.RuleUnionMember, smp.RuleUnionDiscriminator}, "with unions enabled, the composed patch also has the effect of the patches in turn", ComposeUnions},
		{"compose-unions-off", "", []smp.Rule{smp.RuleCompose}, "if unions are not enabled, unions in the schema change nothing", ComposeUnionsOff},
	}), about(corpus.OpConflicts, []Law{
		{"conflicts-commute", "", []smp.Rule{smp.RuleConflictList}, "patches without conflicts commute, except for the order of elements in merging lists", ConflictsCommute},
		{"conflicts-symmetric", "", []smp.Rule{smp.RuleConflictList}, "whether two patches conflict does not depend on which one is left", ConflictsSymmetric},
		{"conflicts-empty", "", []smp.Rule{smp.RuleConflictList}, "an empty patch conflicts with nothing", ConflictsEmpty},
		{"conflicts-sorted", "", []smp.Rule{smp.RuleConflictList}, "conflicts are sorted by path, and each has a path, a kind and at least one value", ConflictsSorted},
		{"conflicts-unions", "", []smp.Rule{smp.RuleConflictList, smp.RuleUnionMember, smp.RuleUnionDiscriminator}, "with unions enabled, patches without conflicts also commute", ConflictsUnions},
		{"conflicts-unions-off", "", []smp.Rule{smp.RuleConflictList}, "if unions are not enabled, unions in the schema change nothing", ConflictsUnionsOff},
	})...)
}

// ofLint returns the laws of Lint.
func ofLint() []Law {
	return about(corpus.OpLint, []Law{
		{"lint-complete", "", []smp.Rule{smp.RuleLint}, "if a patch is rejected for every original, lint reports the error as a problem", LintComplete},
		{"lint-sound", "", []smp.Rule{smp.RuleLint}, "if lint marks a problem as rejected, the patch is rejected", LintSound},
		{"lint-strict", "", []smp.Rule{smp.RuleLint, smp.RuleUnknownField}, "if a strict engine rejects a patch for every original, lint reports the error as a problem", LintStrict},
		{"lint-no-effect", "", []smp.Rule{smp.RuleLint}, "a patch has the same effect without the parts that lint reports as having none", LintNoEffect},
		{"lint-sorted", "", []smp.Rule{smp.RuleLint}, "problems are sorted by path", LintSorted},
	})
}

// about limits laws to one operation.
func about(op corpus.Op, laws []Law) []Law {
	for i, law := range laws {
		laws[i].Op = op
		laws[i].Check = func(s corpus.Subject, in corpus.Input) Verdict {
			if in.Op != op {
				return (&trial{law: law.Name, subject: s, in: in}).inapplicable("the law is about " + string(op))
			}
			if law.Name != "diff-keep" && law.Name != "threeway-keep" {
				in.Options.Keep = nil // the law is about documents without kept places
			}
			return law.Check(s, in)
		}
	}
	return laws
}
