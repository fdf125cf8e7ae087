package laws

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
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
	// conditions are the preconditions that Check does not test itself. All and In add them to
	// Check.
	conditions []condition
	// Check checks the law with a subject and one input.
	Check func(corpus.Subject, corpus.Input) Verdict
}

// Ops returns all operations that have laws.
func Ops() []corpus.Op {
	return []corpus.Op{
		corpus.OpApply, corpus.OpDiff, corpus.OpThreeWay, corpus.OpCompose, corpus.OpConflicts, corpus.OpLint,
	}
}

// All returns all laws, for engines that follow the specification.
func All() []Law { return In(corpus.Documented) }

// In returns all laws, for engines that implement a dialect. In the dialect of clusters, a law is
// Inapplicable if a cluster departs from the rules that imply it.
func In(dialect string) []Law {
	all := slices.Concat(general(), ofApply(), ofDiff(), ofThreeWay(), ofPatches(), ofLint())
	for i, law := range all {
		all[i].Check = law.checker(dialect)
	}
	return all
}

// Of returns the laws about an operation, including those about all operations.
func Of(op corpus.Op) []Law {
	return slices.DeleteFunc(All(), func(law Law) bool { return law.Op != "" && law.Op != op })
}

// general returns the laws that do not depend on the rules.
func general() []Law {
	return []Law{
		{"no-panic", "", nil, "no input makes an operation panic", nil, NoPanic},
		{"inputs-unchanged", "", nil, "an operation does not change its inputs", nil, InputsUnchanged},
		{"all-or-nothing", "", []smp.Rule{smp.RuleRoot}, "an operation returns either an error or a complete result: a map, or a list of conflicts or problems", nil, AllOrNothing},
		{"error-path", "", nil, "an error has a code, and a path that exists in the document it names", nil, ErrorPath},
		{"repeatable", "", nil, "equal inputs give equal answers", nil, Repeatable},
		{"member-order", "", nil, "the order of fields in the inputs does not affect the answer", nil, MemberOrder},
		{"text", "", nil, "the answer is the same if the inputs are written as text and read again", nil, Text},
		{"number-spelling", "", []smp.Rule{smp.RuleKeyEquality}, "the spelling of numbers in the inputs affects only the spelling of numbers in the answer", []condition{departs(cluster.IntegerFloatDistinct)}, NumberSpelling},
	}
}

// ofApply returns the laws of Apply.
func ofApply() []Law {
	return about(corpus.OpApply, []Law{
		{"identity", "", []smp.Rule{smp.RuleMapMerge}, "an empty patch changes nothing", nil, Identity},
		{"idempotent", "", nil, "if the engine is not strict and unions are not enabled, applying a patch twice gives the same result as applying it once", []condition{notStrict, unionsOff, undiverged}, Idempotent},
		{"says", "", []smp.Rule{smp.RuleScalar, smp.RuleSetMerge, smp.RuleKeyedMerge}, "the result has all values that the patch sets without directives", []condition{undiverged}, HasPatchValues},
		{"untouched", "", []smp.Rule{smp.RuleMapMerge}, "if unions are not enabled, a field that the patch does not name keeps its value", []condition{unionsOff, undiverged}, Untouched},
		{"no-leftovers", "", []smp.Rule{smp.RuleAbsentIsEmpty, smp.RuleNullDeletes}, "if unions are not enabled, no directives or null fields of the patch are left in the result", []condition{unionsOff, undiverged}, NoLeftovers},
		{"retained-only", "", []smp.Rule{smp.RuleRetainKeys}, "if unions are not enabled and the patch has $retainKeys for a map, the map has only the listed fields in the result", []condition{unionsOff, undiverged}, RetainedOnly},
		{"set-delete", "", []smp.Rule{smp.RuleSetDelete}, "values in $deleteFromPrimitiveList are not in the result unless the patch adds them", []condition{undiverged}, SetDelete},
		{"keyed-delete", "", []smp.Rule{smp.RuleKeyedDelete}, "elements that the patch deletes are not in the result unless the patch adds them", []condition{undiverged}, KeyedDelete},
		{"deletions-anywhere", "", []smp.Rule{smp.RuleKeyedDelete}, "the position of a deletion in its patch list does not affect the result", nil, DeletionsAnywhere},
		{"order", "", []smp.Rule{smp.RuleOrderDirective}, "elements listed in $setElementOrder come last, in the listed order, after the others in their original order", []condition{undiverged}, Order},
		{"order-default", "", []smp.Rule{smp.RuleOrderDefault}, "without $setElementOrder, the patch's elements are in the patch's order, and every other element keeps its place before the next element that the patch has too", []condition{undiverged}, OrderDefault},
		{"union-member", "", []smp.Rule{smp.RuleUnionMember}, "if original sets at most one member of each union, so does the result", []condition{unionsOn}, UnionMember},
		{"union-discriminator", "", []smp.Rule{smp.RuleUnionMember, smp.RuleUnionDiscriminator}, "if the discriminators in original match the set members, so do those in the result", []condition{unionsOn}, UnionDiscriminator},
		{"apply-unions-off", "", []smp.Rule{smp.RuleMapMerge}, "if unions are not enabled, unions in the schema change nothing", nil, ApplyUnionsOff},
	})
}

// ofDiff returns the laws of Diff.
func ofDiff() []Law {
	return about(corpus.OpDiff, []Law{
		{"diff-exact", "", []smp.Rule{smp.RuleDiffExact}, "applied to original, the patch gives modified, except for null fields", nil, DiffExact},
		{"diff-identity", "", []smp.Rule{smp.RuleDiffMinimal}, "the patch from a document to itself is {}", nil, DiffIdentity},
		{"diff-equal-fields", "", []smp.Rule{smp.RuleDiffMinimal}, "the patch has no field that is equal in original and modified", []condition{noDeclaredDirectives}, DiffEqualFields},
		{"diff-no-less", "", []smp.Rule{smp.RuleDiffMinimal}, "without any one of its fields or list elements, the patch no longer gives modified", []condition{integerKeys}, DiffNoLess},
		{"diff-null", "", []smp.Rule{smp.RuleDiffNull}, "if modified has an explicit null that original lacks, the patch has this null, too", []condition{noNullRetainKeys}, DiffNull},
		{"diff-superset", "", []smp.Rule{smp.RuleDiffSuperset}, "the patch for an older server lacks only the newer directives, and has the same effect on that server as the full patch", []condition{departs(cluster.OrderInterleaved)}, DiffSuperset},
		{"diff-unchanged", "", []smp.Rule{smp.RuleDiffMinimal}, "the patch is refused if and only if it touches a place that must stay unchanged", []condition{departs(cluster.DirectivesKept)}, DiffUnchanged},
		{"diff-older", "", []smp.Rule{smp.RuleDiffSuperset}, "on an older server, the patch for that server gives modified, except for the order of elements in merging lists", []condition{departs(cluster.KeylessOriginalRejected)}, DiffOlder},
		{"diff-retain", "", []smp.Rule{smp.RuleDiffRetain}, "in a map or element with strategy retainKeys, the patch lists the remaining fields in $retainKeys, unless it replaces the map or element as a whole", []condition{departs(cluster.DirectivesKept)}, DiffRetain},
		{"diff-directives", "", []smp.Rule{smp.RuleNotRepresentable}, "names in the documents are never sent as directives", []condition{integerKeys, noDuplicates, exactNames}, DiffDirectives},
		{"diff-leaves-alone", "", []smp.Rule{smp.RuleNotRepresentable}, "no patch is refused because of a field that is equal in both documents", nil, DiffLeavesAlone},
		{"diff-wide", "", []smp.Rule{smp.RuleNotRepresentable}, "the places that the patch replaces as a whole are reported, and the patch is refused if such replacements are forbidden", nil, DiffWide},
		{"diff-refuses", "", []smp.Rule{smp.RuleNotRepresentable}, "no patch is refused because of a change that replacing a top-level map could express", nil, DiffRefuses},
		{"diff-portable", "", []smp.Rule{smp.RuleDiffExact}, "if all elements have keys and no set has duplicates, the patch also gives modified by the specification", nil, DiffPortable},
		{"diff-lints", "", []smp.Rule{smp.RuleDiffExact}, "lint reports no problem for which the patch would be rejected", []condition{specified}, DiffLints},
		{"diff-keep", "", []smp.Rule{smp.RuleKeep}, "the patch with kept places equals the patch to a copy of modified that has original's values at these places", []condition{keeping}, DiffKeep},
		{"diff-unions", "", []smp.Rule{smp.RuleDiffExact, smp.RuleUnionMember}, "with unions enabled, the patch also gives modified, if the unions in modified are well-formed", []condition{unionsOn}, DiffUnions},
	})
}

// ofThreeWay returns the laws of ThreeWay.
func ofThreeWay() []Law {
	return about(corpus.OpThreeWay, []Law{
		{"threeway-converges", "", []smp.Rule{smp.RuleThreeWayConverges}, "after the patch is applied, there is nothing left to send, whether original or modified is the last applied document", []condition{integerKeys}, ThreeWayConverges},
		{"threeway-settled", "", []smp.Rule{smp.RuleThreeWay}, "if current is modified as a server stores it, with filled-in keys or without empty ones, and original equals modified, there is nothing to send", nil, ThreeWaySettled},
		{"threeway-diff", "", []smp.Rule{smp.RuleThreeWay}, "if current equals original, the patch is that of Diff, except for $setElementOrder", []condition{resending, integerKeys}, ThreeWayDiff},
		{"threeway-says", "", []smp.Rule{smp.RuleThreeWay}, "after the patch is applied, current has all values of modified", []condition{resending}, HasModifiedValues},
		{"threeway-adds", "", []smp.Rule{smp.RuleThreeWay}, "an element of modified that no element of current could be has modified's keys in the result, even if they are empty", []condition{resending}, ThreeWayAdds},
		{"threeway-keeps", "", []smp.Rule{smp.RuleThreeWay}, "the patch keeps everything that only current has", []condition{resending}, ThreeWayKeeps},
		{"threeway-order", "", []smp.Rule{smp.RuleThreeWay}, "elements that only current has keep their order, and a duplicate of others does not move behind modified's last element with its keys", []condition{resending}, ThreeWayOrder},
		{"threeway-clears", "", []smp.Rule{smp.RuleThreeWay, smp.RuleDiffRetain}, "a retainKeys map ends up with modified's fields only, or stays as it is in current if modified did not change it", []condition{resending}, ThreeWayClears},
		{"threeway-narrow", "", []smp.Rule{smp.RuleThreeWay}, "a list is not replaced as a whole if it has no duplicates in modified, and none in either original or current", []condition{departs(cluster.PatchMergeKeyUnknown)}, ThreeWayNarrow},
		{"threeway-retain", "", []smp.Rule{smp.RuleDiffRetain}, "in a map or element with strategy retainKeys, the patch lists the remaining fields in $retainKeys, unless it replaces the map or element as a whole", []condition{departs(cluster.DirectivesKept)}, ThreeWayRetain},
		{"threeway-directives", "", []smp.Rule{smp.RuleNotRepresentable}, "names in the documents are never sent as directives", []condition{integerKeys, noDuplicates, exactNames}, ThreeWayDirectives},
		{"threeway-leaves-alone", "", []smp.Rule{smp.RuleNotRepresentable}, "no patch is refused because of a field that is equal in all documents", nil, ThreeWayLeavesAlone},
		{"threeway-wide", "", []smp.Rule{smp.RuleNotRepresentable}, "the places that the patch replaces as a whole are reported, and the patch is refused if such replacements are forbidden", nil, ThreeWayWide},
		{"threeway-refuses", "", []smp.Rule{smp.RuleNotRepresentable}, "no patch is refused because of a change that replacing a top-level map could express", nil, ThreeWayRefuses},
		{"threeway-portable", "", []smp.Rule{smp.RuleThreeWay}, "if all elements have keys and no set has duplicates, the patch has the same effect by the specification, except for the order of elements that only current has", nil, ThreeWayPortable},
		{"threeway-unchanged", "", []smp.Rule{smp.RuleThreeWay}, "the patch is refused if and only if it touches a place that must stay unchanged", []condition{noDirectivesOnPath}, ThreeWayUnchanged},
		{"threeway-conflict", "", []smp.Rule{smp.RuleThreeWayConflict}, "without overwrite, the answer is either a conflict or the same as with overwrite", nil, ThreeWayConflict},
		{"threeway-defaults", "", []smp.Rule{smp.RuleThreeWayConflict}, "if current is original with the defaults of missing fields, there is no conflict", nil, ThreeWayDefaults},
		{"threeway-keep", "", []smp.Rule{smp.RuleKeep}, "the patch with kept places leaves them unchanged, and equals the patch for copies of original and modified that have current's values at these places", []condition{keeping}, ThreeWayKeep},
		{"threeway-unions", "", []smp.Rule{smp.RuleThreeWayConverges, smp.RuleUnionTarget}, "with unions enabled, there is also nothing left to send after the patch is applied, if the unions in modified are well-formed", []condition{unionsOn}, ThreeWayUnions},
		{"threeway-unions-off", "", []smp.Rule{smp.RuleUnionTarget}, "unions in the schema change nothing, except that members excluded by modified's choice are removed", []condition{resending}, ThreeWayUnionsOff},
	})
}

// ofPatches returns the laws of operations on several patches.
func ofPatches() []Law {
	return append(about(corpus.OpCompose, []Law{
		{"compose-sequence", "", []smp.Rule{smp.RuleCompose}, "the composed patch has the effect of the patches in turn, except for the order of elements in merging lists and duplicates in sets", nil, ComposeSequence},
		{"compose-rejects", "", []smp.Rule{smp.RuleCompose}, "if apply rejects a patch for every original, compose rejects the patches", nil, ComposeRejects},
		{"compose-unions", "", []smp.Rule{smp.RuleCompose, smp.RuleUnionMember, smp.RuleUnionDiscriminator}, "with unions enabled, the composed patch also has the effect of the patches in turn", []condition{unionsOn}, ComposeUnions},
		{"compose-unions-off", "", []smp.Rule{smp.RuleCompose}, "if unions are not enabled, unions in the schema change nothing", nil, ComposeUnionsOff},
	}), about(corpus.OpConflicts, []Law{
		{"conflicts-commute", "", []smp.Rule{smp.RuleConflictList}, "patches without conflicts commute, except for the order of elements in merging lists", []condition{acceptedInTurn}, ConflictsCommute},
		{"conflicts-reject", "", []smp.Rule{smp.RuleConflictList}, "if apply rejects a patch for every original, conflicts rejects the patches", nil, ConflictsReject},
		{"conflicts-symmetric", "", []smp.Rule{smp.RuleConflictList}, "whether two patches conflict does not depend on which one is left", nil, ConflictsSymmetric},
		{"conflicts-empty", "", []smp.Rule{smp.RuleConflictList}, "an empty patch conflicts with nothing", nil, ConflictsEmpty},
		{"conflicts-sorted", "", []smp.Rule{smp.RuleConflictList}, "conflicts are sorted by path, and each has a path, a kind and, if unions are not enabled, at least one value", nil, ConflictsSorted},
		{"conflicts-unions", "", []smp.Rule{smp.RuleConflictList, smp.RuleUnionMember, smp.RuleUnionDiscriminator}, "with unions enabled, patches without conflicts also commute", []condition{unionsOn}, ConflictsUnions},
		{"conflicts-unions-off", "", []smp.Rule{smp.RuleConflictList}, "if unions are not enabled, unions in the schema change nothing", nil, ConflictsUnionsOff},
	})...)
}

// ofLint returns the laws of Lint.
func ofLint() []Law {
	return about(corpus.OpLint, []Law{
		{"lint-complete", "", []smp.Rule{smp.RuleLint}, "if a patch is rejected for every original, lint reports the error as a problem", []condition{specified}, LintComplete},
		{"lint-sound", "", []smp.Rule{smp.RuleLint}, "if lint marks a problem as rejected, the patch is rejected", []condition{undiverged}, LintSound},
		{"lint-strict", "", []smp.Rule{smp.RuleLint, smp.RuleUnknownField, smp.RuleValueType}, "if a strict engine rejects a patch for every original, lint reports the error as a problem", []condition{specified}, LintStrict},
		{"lint-no-effect", "", []smp.Rule{smp.RuleLint}, "a patch has the same effect without the parts that lint reports as having none", []condition{undiverged}, LintNoEffect},
		{"lint-sorted", "", []smp.Rule{smp.RuleLint}, "problems are sorted by path", nil, LintSorted},
	})
}

// about limits laws to one operation.
func about(op corpus.Op, laws []Law) []Law {
	for i := range laws {
		laws[i].Op = op
	}
	return laws
}
