package smp

// A Rule is the stable id of one rule of strategic merge patch, as listed in
// the package documentation. Errors, trace events, laws and corpus cases cite
// rules by it.
type Rule string

// The rules of Apply.
const (
	RuleRoot             Rule = "root"
	RuleMapMerge         Rule = "map-merge"
	RuleScalar           Rule = "scalar"
	RuleNullDeletes      Rule = "null-deletes"
	RuleAbsentIsEmpty    Rule = "absent-is-empty"
	RuleMapReplace       Rule = "map-replace"
	RuleMapDelete        Rule = "map-delete"
	RuleMapAtomic        Rule = "map-atomic"
	RuleRetainKeys       Rule = "retain-keys"
	RuleListAtomic       Rule = "list-atomic"
	RuleSetMerge         Rule = "set-merge"
	RuleSetDelete        Rule = "set-delete"
	RuleKeyedMerge       Rule = "keyed-merge"
	RuleKeyedOriginal    Rule = "keyed-original"
	RuleKeyedDelete      Rule = "keyed-delete"
	RuleListReplace      Rule = "list-replace"
	RuleElementReplace   Rule = "element-replace"
	RuleOrderDirective   Rule = "order-directive"
	RuleOrderRecommended Rule = "order-recommended"
	RuleOrderDefault     Rule = "order-default"
	RuleKeyEquality      Rule = "key-equality"
	RuleKeysMulti        Rule = "keys-multi"
	RuleKeysDefault      Rule = "keys-default"
	RuleKeysRecommended  Rule = "keys-recommended"
	RuleKeysAbsent       Rule = "keys-absent"
	RuleKeysPartial      Rule = "keys-partial"
	RuleKeysNull         Rule = "keys-null"
	RuleKeysChange       Rule = "keys-change"
	RuleNoNestedLists    Rule = "no-nested-lists"
	RuleUnknownDirective Rule = "unknown-directive"
	RuleDataNames        Rule = "data-names"
	RuleFieldNames       Rule = "field-names"
	RuleMapValues        Rule = "map-values"
	RuleUnknownField     Rule = "unknown-field"
	RuleDirectiveLevel   Rule = "directive-level"
)

// The rules of Diff.
const (
	RuleDiffMinimal      Rule = "diff-minimal"
	RuleDiffExact        Rule = "diff-exact"
	RuleDiffNull         Rule = "diff-null"
	RuleDiffSet          Rule = "diff-set"
	RuleDiffKeyed        Rule = "diff-keyed"
	RuleDiffRetain       Rule = "diff-retain"
	RuleDiffRecommended  Rule = "diff-recommended"
	RuleDiffSuperset     Rule = "diff-superset"
	RuleNotRepresentable Rule = "not-representable"
)

// The rules of ThreeWay.
const (
	RuleThreeWay          Rule = "threeway"
	RuleThreeWayConverges Rule = "threeway-converges"
	RuleThreeWayConflict  Rule = "threeway-conflict"
)

// The rules of Compose and Conflicts.
const (
	RuleCompose      Rule = "compose"
	RuleConflictList Rule = "conflict-list"
)

// DiffRules returns the ids of all rules of Diff, in the order in which the
// package documentation lists them. The slice is the caller's.
func DiffRules() []Rule {
	return []Rule{
		RuleDiffMinimal, RuleDiffExact, RuleDiffNull, RuleDiffSet, RuleDiffKeyed,
		RuleDiffRetain, RuleDiffRecommended, RuleDiffSuperset, RuleNotRepresentable,
	}
}

// ApplyRules returns the ids of all rules of Apply, in the order in which the
// package documentation lists them. The slice is the caller's.
func ApplyRules() []Rule {
	return []Rule{
		RuleRoot, RuleMapMerge, RuleScalar, RuleNullDeletes, RuleAbsentIsEmpty,
		RuleMapReplace, RuleMapDelete, RuleMapAtomic, RuleRetainKeys,
		RuleListAtomic, RuleSetMerge, RuleSetDelete, RuleKeyedMerge,
		RuleKeyedOriginal, RuleKeyedDelete, RuleListReplace, RuleElementReplace,
		RuleOrderDirective, RuleOrderRecommended, RuleOrderDefault,
		RuleKeyEquality, RuleKeysMulti, RuleKeysDefault, RuleKeysRecommended,
		RuleKeysAbsent, RuleKeysPartial, RuleKeysNull, RuleKeysChange,
		RuleNoNestedLists, RuleUnknownDirective, RuleDataNames, RuleFieldNames,
		RuleMapValues, RuleUnknownField, RuleDirectiveLevel,
	}
}
