package smp

import (
	_ "embed" // the rules stand in the package documentation, and nowhere else
	"iter"
	"maps"
	"strings"
	"sync"
)

// A Rule is the stable id of one rule of strategic merge patch, as listed in
// the package documentation. Errors, trace events, laws and corpus cases cite
// rules by it.
type Rule string

// The rules of Apply.
const (
	// RuleRoot: documents are maps.
	RuleRoot Rule = "root"
	// RuleMapMerge: members of a patch map merge into the original by name.
	RuleMapMerge Rule = "map-merge"
	// RuleScalar: a scalar replaces whatever is there.
	RuleScalar Rule = "scalar"
	// RuleNullDeletes: a null member deletes the member, also one that is not
	// there.
	RuleNullDeletes Rule = "null-deletes"
	// RuleAbsentIsEmpty: where the original has nothing, or a value of another
	// kind, a patch map or list is evaluated against empty.
	RuleAbsentIsEmpty Rule = "absent-is-empty"
	// RuleMapReplace: $patch: replace makes the original map count as empty,
	// with all that is below it.
	RuleMapReplace Rule = "map-replace"
	// RuleMapDelete: $patch: delete in a map field removes the field.
	RuleMapDelete Rule = "map-delete"
	// RuleMapAtomic: a map field with strategy replace is replaced by the
	// patch map, evaluated against empty.
	RuleMapAtomic Rule = "map-atomic"
	// RuleRetainKeys: $retainKeys is the list of the names that a map keeps.
	RuleRetainKeys Rule = "retain-keys"
	// RuleListAtomic: a patch list replaces an atomic list.
	RuleListAtomic Rule = "list-atomic"
	// RuleSetMerge: original and patch are deduplicated, the first of equal
	// values kept, and new values are added.
	RuleSetMerge Rule = "set-merge"
	// RuleSetDelete: $deleteFromPrimitiveList/F removes all equal values from
	// the original of F before anything is added or replaced.
	RuleSetDelete Rule = "set-delete"
	// RuleKeyedMerge: each element of the patch list, which must be a map with
	// all its merge keys, merges into the first element with equal keys, as
	// earlier elements of the patch left the list, or is added.
	RuleKeyedMerge Rule = "keyed-merge"
	// RuleKeyedOriginal: an element of the original that is no map or lacks a
	// key matches nothing and is in no directive.
	RuleKeyedOriginal Rule = "keyed-original"
	// RuleKeyedDelete: {$patch: delete, KEYS} removes all matching elements.
	RuleKeyedDelete Rule = "keyed-delete"
	// RuleListReplace: an element that is just {$patch: replace} makes the
	// original list count as empty.
	RuleListReplace Rule = "list-replace"
	// RuleElementReplace: $patch: replace beside merge keys and content
	// replaces the matched element.
	RuleElementReplace Rule = "element-replace"
	// RuleOrderDirective: with $setElementOrder/F the elements that it does
	// not list come first, in their order, then those it lists, in its order.
	RuleOrderDirective Rule = "order-directive"
	// RuleOrderRecommended: an entry with $patchMergeKey identifies its
	// element by those keys.
	RuleOrderRecommended Rule = "order-recommended"
	// RuleOrderDefault: without a directive, the patch's elements keep the
	// order of the patch; before each that the original has too come those
	// that only the original has and that stand before it there; new ones at
	// the end stay at the end.
	RuleOrderDefault Rule = "order-default"
	// RuleKeyEquality: keys and set values are equal as JSON values.
	RuleKeyEquality Rule = "key-equality"
	// RuleKeysMulti: a merge key of several fields needs all of them
	// everywhere.
	RuleKeysMulti Rule = "keys-multi"
	// RuleKeysDefault: where keys come from x-kubernetes-list-map-keys, a key
	// that is absent counts as its default in the schema.
	RuleKeysDefault Rule = "keys-default"
	// RuleKeysRecommended: $patchMergeKey in an element selects, of the
	// recommended keys, those that match it; the default key must be among
	// them.
	RuleKeysRecommended Rule = "keys-recommended"
	// RuleKeysAbsent: a selected key that the patch element lacks must be
	// absent in the element it matches.
	RuleKeysAbsent Rule = "keys-absent"
	// RuleKeysPartial: a $patchMergeKey that selects some of the recommended
	// keys must not match more than one element.
	RuleKeysPartial Rule = "keys-partial"
	// RuleKeysNull: a selected key that is null is being deleted.
	RuleKeysNull Rule = "keys-null"
	// RuleKeysChange: to change a selected key is a deletion and an addition;
	// to change another key is an ordinary update.
	RuleKeysChange Rule = "keys-change"
	// RuleNoNestedLists: a merging list may not get lists as elements.
	RuleNoNestedLists Rule = "no-nested-lists"
	// RuleUnknownDirective: $patch with another value than replace and delete
	// is rejected.
	RuleUnknownDirective Rule = "unknown-directive"
	// RuleDataNames: names that look like order or delete lists, in free-form
	// maps whose values are no lists, are data.
	RuleDataNames Rule = "data-names"
	// RuleFieldNames: names match exactly, case included.
	RuleFieldNames Rule = "field-names"
	// RuleMapValues: members of a free-form map merge by the schema of its
	// values.
	RuleMapValues Rule = "map-values"
	// RuleUnknownField: a member that the schema does not know merges without
	// schema: maps by name, lists whole.
	RuleUnknownField Rule = "unknown-field"
	// RuleDirectiveLevel: an engine can be told which directives it does not
	// recognise; it treats them as unknown.
	RuleDirectiveLevel Rule = "directive-level"
)

// The rules of unions.
const (
	// RuleUnionMember: a patch that sets a member of a union clears the fields of
	// the others, and sets the discriminator to the member's value unless it says
	// something of it itself.
	RuleUnionMember Rule = "union-member"
	// RuleUnionDiscriminator: a patch that changes the discriminator and sets no
	// member clears the members that do not belong to the new value.
	RuleUnionDiscriminator Rule = "union-discriminator"
	// RuleUnionTarget: where modified chooses a member of a union and anything of the
	// union is to be sent, a three-way merge clears the other members of current.
	RuleUnionTarget Rule = "union-target"
)

// The rules of Diff.
const (
	// RuleDiffMinimal: what both documents share does not appear.
	RuleDiffMinimal Rule = "diff-minimal"
	// RuleDiffExact: applying the diff to original gives modified, the order
	// of lists included.
	RuleDiffExact Rule = "diff-exact"
	// RuleDiffNull: a member that only original has is sent as null.
	RuleDiffNull Rule = "diff-null"
	// RuleDiffSet: values to add in modified's order, values to delete in
	// $deleteFromPrimitiveList, and $setElementOrder when content or order
	// changed.
	RuleDiffSet Rule = "diff-set"
	// RuleDiffKeyed: changed and added elements in modified's order, deletions
	// after them, and $setElementOrder when content or order changed.
	RuleDiffKeyed Rule = "diff-keyed"
	// RuleDiffRetain: the patch of a map or element with strategy retainKeys
	// begins with $retainKeys, the sorted names of what is left, if it says
	// anything; nulls for what that clears go with it.
	RuleDiffRetain Rule = "diff-retain"
	// RuleDiffRecommended: a list with recommended keys selects by all of
	// them, in every element and order entry.
	RuleDiffRecommended Rule = "diff-recommended"
	// RuleDiffSuperset: the caller may omit directives that an older server
	// does not know.
	RuleDiffSuperset Rule = "diff-superset"
	// RuleNotRepresentable: a change the format cannot express is an error,
	// with its path, and only if it must be sent.
	RuleNotRepresentable Rule = "not-representable"
)

// The rules of ThreeWay.
const (
	// RuleThreeWay: the patch takes current to the target.
	RuleThreeWay Rule = "threeway"
	// RuleThreeWayConverges: asking again gives {}.
	RuleThreeWayConverges Rule = "threeway-converges"
	// RuleThreeWayConflict: without Overwrite, a value that modified and
	// current both changed since original, differently, is a conflict.
	RuleThreeWayConflict Rule = "threeway-conflict"
)

// The rules of Compose, Conflicts and Lint. RuleLint stands in problems that no
// rule of Apply decides, because Apply accepts them.
const (
	// RuleCompose: one patch for several in turn, the order of elements in
	// merging lists aside, or not-composable.
	RuleCompose Rule = "compose"
	// RuleConflictList: conflicts are sorted data; two patches without any
	// commute, the order of elements in merging lists aside.
	RuleConflictList Rule = "conflict-list"
	// RuleLint: all problems of a patch at once, also those that Apply
	// tolerates.
	RuleLint Rule = "lint"
)

// ApplyRules returns the ids of all rules of Apply but those of unions, in the order
// in which the package documentation lists them. The slice is the caller's.
func ApplyRules() []Rule { return rulesUnder("Rules of Apply") }

// UnionRules returns the ids of all rules of unions, in the order in which the
// package documentation lists them. The slice is the caller's.
func UnionRules() []Rule { return rulesUnder("Unions") }

// DiffRules returns the ids of all rules of Diff, in the order in which the
// package documentation lists them. The slice is the caller's.
func DiffRules() []Rule { return rulesUnder("Rules of Diff") }

// Text returns what the rule says, in the words of the package documentation:
// sentences, of which the first says what matters most. It is empty for what is no
// rule.
func (r Rule) Text() string { return ruleTexts()[r] }

//go:embed doc.go
var packageDoc string

var ruleTexts = sync.OnceValue(func() map[Rule]string { return maps.Collect(rulesIn(unixLines(packageDoc))) })

// unixLines returns source text that may have been checked out with other line ends.
func unixLines(source string) string { return strings.ReplaceAll(source, "\r\n", "\n") }

// rulesUnder returns the rules below a heading of the package documentation.
func rulesUnder(heading string) (rules []Rule) {
	_, section, _ := strings.Cut(unixLines(packageDoc), "\n// # "+heading+"\n")
	section, _, _ = strings.Cut(section, "\n// # ")
	for r := range rulesIn(section) {
		rules = append(rules, r)
	}
	return rules
}

// rulesIn reads the items "- id: text" of the package documentation, or of a part.
func rulesIn(doc string) iter.Seq2[Rule, string] {
	return func(yield func(Rule, string) bool) {
		for item := range strings.SplitSeq(doc, "\n//   - ") {
			item, _, _ = strings.Cut(item, "\n//\n")
			item = strings.ReplaceAll(item, "\n//", " ")
			id, text, ok := strings.Cut(strings.Join(strings.Fields(item), " "), ": ")
			if ok && !strings.Contains(id, " ") && !yield(Rule(id), text) {
				return
			}
		}
	}
}
