package smp

import (
	_ "embed" // the rules stand in their comments, and nowhere else
	"strings"
	"sync"

	"github.com/strategicpatch/smp/smp/internal/source"
)

// A Rule is the stable id of one rule of strategic merge patch. Its comment is what
// the rule says, and Rule.Text returns it; the package documentation defines the
// words. Errors, trace events, laws and corpus cases cite rules by their ids.
type Rule string

// The rules of Apply.
const (
	// Maps.

	// RuleRoot: documents are maps. An absent or null original counts as {}; a patch
	// must be a map. $patch: delete at the root gives {}.
	RuleRoot Rule = "root"
	// RuleMapMerge: members of a patch map merge into the original by name. What the
	// patch does not name stays as it is, byte for byte.
	RuleMapMerge Rule = "map-merge"
	// RuleScalar: a scalar replaces whatever is there.
	RuleScalar Rule = "scalar"
	// RuleNullDeletes: a null member deletes the member, also one that is not there. No
	// null that a patch brings in as a member reaches the result; a null element of an
	// atomic list is data.
	RuleNullDeletes Rule = "null-deletes"
	// RuleAbsentIsEmpty: where the original has nothing, or a value of another kind, a
	// patch map or list is evaluated against empty. Directives in it are obeyed, never
	// copied, and never a reason to lose data; what is left is present, empty if need
	// be.
	RuleAbsentIsEmpty Rule = "absent-is-empty"
	// RuleMapReplace: $patch: replace makes the original map count as empty, with all
	// that is below it.
	RuleMapReplace Rule = "map-replace"
	// RuleMapDelete: $patch: delete in a map field removes the field. What stands beside
	// the directive is not looked at.
	RuleMapDelete Rule = "map-delete"
	// RuleMapAtomic: a map field with strategy replace is replaced by the patch map,
	// evaluated against empty. So is an untyped field with strategy replace.
	RuleMapAtomic Rule = "map-atomic"
	// RuleRetainKeys: $retainKeys is the list of the names that a map keeps. Every
	// member of the patch map that is neither null nor a directive must be listed;
	// members of the original that are not listed are cleared; the rest merges. It is
	// obeyed whatever the schema says.
	RuleRetainKeys Rule = "retain-keys"
	// RuleMapValues: members of a free-form map merge by the schema of its values.
	RuleMapValues Rule = "map-values"
	// RuleFieldNames: names match exactly, case included.
	RuleFieldNames Rule = "field-names"
	// RuleUnknownField: a member that the schema does not know merges without schema:
	// maps by name, lists whole. Strict rejects it, as it does values whose kind
	// contradicts the schema.
	RuleUnknownField Rule = "unknown-field"

	// Lists.

	// RuleListAtomic: a patch list replaces an atomic list. Maps inside are evaluated
	// against empty, bare {$patch: replace} markers are dropped, and {$patch: delete} is
	// rejected, for there is nothing to match.
	RuleListAtomic Rule = "list-atomic"
	// RuleSetMerge: original and patch are deduplicated, the first of equal values kept,
	// and new values are added. Patch elements must be scalars. An empty patch list, a
	// delete list or an order list deduplicates nothing.
	RuleSetMerge Rule = "set-merge"
	// RuleSetDelete: $deleteFromPrimitiveList/F removes all equal values from the
	// original of F before anything is added or replaced. It must be a list of scalars,
	// and F a list of scalars: by the schema, or where that does not know, by the
	// values. An absent F is fine.
	RuleSetDelete Rule = "set-delete"
	// RuleKeyedMerge: each element of the patch list, which must be a map with all its
	// merge keys, merges into the first element with equal keys, as earlier elements of
	// the patch left the list, or is added.
	RuleKeyedMerge Rule = "keyed-merge"
	// RuleKeyedOriginal: an element of the original that is no map or lacks a key
	// matches nothing and is in no directive. Strict rejects it.
	RuleKeyedOriginal Rule = "keyed-original"
	// RuleKeyedDelete: {$patch: delete, KEYS} removes all matching elements. Deletions
	// come before merges wherever they stand.
	RuleKeyedDelete Rule = "keyed-delete"
	// RuleListReplace: an element that is just {$patch: replace} makes the original list
	// count as empty. The rest of the patch list is taken as an atomic list would be,
	// except that elements with $patch: delete are dropped.
	RuleListReplace Rule = "list-replace"
	// RuleElementReplace: $patch: replace beside merge keys and content replaces the
	// matched element.
	RuleElementReplace Rule = "element-replace"
	// RuleNoNestedLists: a merging list may not get lists as elements.
	RuleNoNestedLists Rule = "no-nested-lists"
	// RuleOrderDirective: with $setElementOrder/F the elements that it does not list
	// come first, in their order, then those it lists, in its order. Elements of the
	// patch list must be listed, in the same relative order, elements with equal keys
	// side by side. A key listed several times places its elements one by one; the last
	// listing takes the rest. The directive is not validated if the patch sets F to null
	// or F does not merge.
	RuleOrderDirective Rule = "order-directive"
	// RuleOrderRecommended: an entry with $patchMergeKey identifies its element by those
	// keys. Where entries of both kinds list an element, it takes the first that no
	// other element has taken.
	RuleOrderRecommended Rule = "order-recommended"
	// RuleOrderDefault: without a directive, the patch's elements keep the order of the
	// patch; before each that the original has too come those that only the original has
	// and that stand before it there; new ones at the end stay at the end.
	RuleOrderDefault Rule = "order-default"

	// Merge keys.

	// RuleKeyEquality: keys and set values are equal as JSON values. 1 equals 1.0 and
	// 1e0, not "1".
	RuleKeyEquality Rule = "key-equality"
	// RuleKeysMulti: a merge key of several fields needs all of them everywhere.
	RuleKeysMulti Rule = "keys-multi"
	// RuleKeysDefault: where keys come from x-kubernetes-list-map-keys, a key that is
	// absent counts as its default in the schema.
	RuleKeysDefault Rule = "keys-default"
	// RuleKeysRecommended: $patchMergeKey in an element selects, of the recommended
	// keys, those that match it; the default key must be among them. Without it the
	// default key matches, and the first match wins. Strict rejects an element without
	// it if its default key matches several elements that differ in other recommended
	// keys. Strict also rejects an element that changes or removes a recommended key by
	// which it does not select: by a value, null, $retainKeys or $patch: replace. Adding
	// a missing key is accepted. Elements that the same patch has added count.
	RuleKeysRecommended Rule = "keys-recommended"
	// RuleKeysAbsent: a selected key that the patch element lacks must be absent in the
	// element it matches.
	RuleKeysAbsent Rule = "keys-absent"
	// RuleKeysPartial: a $patchMergeKey that selects some of the recommended keys must
	// not match more than one element. Deletions take all.
	RuleKeysPartial Rule = "keys-partial"
	// RuleKeysNull: a selected key that is null is being deleted. It matches the first
	// element that has the key and equals the others, else the first that equals the
	// others; a default counts as having the key. A null default key is rejected, as is
	// a null key in a deletion or an order entry.
	RuleKeysNull Rule = "keys-null"
	// RuleKeysChange: to change a selected key is a deletion and an addition; to change
	// another key is an ordinary update.
	RuleKeysChange Rule = "keys-change"

	// Directives.

	// RuleUnknownDirective: $patch with another value than replace and delete is
	// rejected. Another name that begins with $ and is no directive is dropped in a
	// declared map and data elsewhere. A field that the schema declares is data,
	// whatever its name.
	RuleUnknownDirective Rule = "unknown-directive"
	// RuleDataNames: names that look like order or delete lists, in free-form maps whose
	// values are no lists, are data. Where there is no schema, they are directives if
	// their value is a list, and so is $retainKeys.
	RuleDataNames Rule = "data-names"
	// RuleDirectiveLevel: an engine can be told which directives it does not recognise;
	// it treats them as unknown.
	RuleDirectiveLevel Rule = "directive-level"
)

// The rules of unions.
const (
	// RuleUnionMember: a patch that sets a member of a union clears the fields of the
	// others, and sets the discriminator to the member's value unless it says something
	// of it itself. A patch that sets two members, or one against the discriminator that
	// it sets, is rejected, at the map. In a document, directives are data: a map that
	// holds one sets its member. A key of a list is in no member of a union of the
	// elements. It may be the discriminator, and setting a member then changes the key.
	RuleUnionMember Rule = "union-member"
	// RuleUnionDiscriminator: a patch that changes the discriminator and sets no member
	// clears the members that do not belong to the new value.
	RuleUnionDiscriminator Rule = "union-discriminator"
	// RuleUnionTarget: where modified chooses a member of a union and anything of the
	// union is to be sent, a three-way merge clears the other members of current.
	// Modified chooses by a member that it sets, or by its discriminator. Something is
	// to be sent if modified differs from original in a field of the union, or current
	// does not hold what modified says of one. The patch has null for what goes, whoever
	// has set it, which is no conflict. A discriminator of current that names another
	// member goes too, unless modified sets it. One that is a key of a list stays.
	RuleUnionTarget Rule = "union-target"
)

// The rules of Diff.
const (
	// RuleDiffMinimal: what both documents share does not appear. The diff of a document
	// with itself is {}.
	RuleDiffMinimal Rule = "diff-minimal"
	// RuleDiffExact: applying the diff to original gives modified, the order of lists
	// included. Null members count as absent.
	RuleDiffExact Rule = "diff-exact"
	// RuleDiffNull: a member that only original has is sent as null. So is a null that
	// modified spells out and original does not.
	RuleDiffNull Rule = "diff-null"
	// RuleDiffSet: values to add in modified's order, values to delete in
	// $deleteFromPrimitiveList, and $setElementOrder when content or order changed. A
	// set with duplicates, or with what is no scalar, is replaced.
	RuleDiffSet Rule = "diff-set"
	// RuleDiffKeyed: changed and added elements in modified's order, deletions after
	// them, and $setElementOrder when content or order changed. An element whose
	// spelled-out key gives way to its default is deleted and added, unless the deletion
	// would take duplicates too. Where duplicates or missing keys make that inexact, the
	// list is replaced.
	RuleDiffKeyed Rule = "diff-keyed"
	// RuleDiffRetain: the patch of a map or element with strategy retainKeys begins with
	// $retainKeys, the sorted names of what is left, if it says anything; nulls for what
	// that clears go with it. It has none inside what is replaced whole.
	RuleDiffRetain Rule = "diff-retain"
	// RuleDiffRecommended: a list with recommended keys selects by all of them, in every
	// element and order entry.
	RuleDiffRecommended Rule = "diff-recommended"
	// RuleDiffSuperset: the caller may omit directives that an older server does not
	// know. What is left is the patch of that level, and such a server treats both
	// alike. Where it would not (a value is removed from a set, a recommended key
	// changes, elements share their default key, or a map that declares no fields needs
	// a directive), the omission is refused.
	RuleDiffSuperset Rule = "diff-superset"
	// RuleNotRepresentable: a change the format cannot express is an error, with its
	// path, and only if it must be sent. So is a directive that stands in a document: it
	// is never copied into a patch. Only a patch for a cluster has such a name, in a new
	// map or element or a replaced list, if the cluster keeps it as data there.
	RuleNotRepresentable Rule = "not-representable"
)

// The rules of ThreeWay.
const (
	// RuleThreeWay: the patch takes current to the target.
	RuleThreeWay Rule = "threeway"
	// RuleThreeWayConverges: asking again gives {}.
	RuleThreeWayConverges Rule = "threeway-converges"
	// RuleThreeWayUnsent: the patch for a cluster leaves out what the server would not
	// store as it is sent: a zero that the server drops, if current lacks the field;
	// "" or null in a field that the server fills in, if original has the same; a
	// quantity or time that current spells differently. It sets and drops a field and
	// its alias together. The marks of a schema say which fields these are.
	RuleThreeWayUnsent Rule = "threeway-unsent"
	// RuleThreeWayConflict: without Overwrite, a value that modified and current both
	// changed since original, differently, is a conflict. Where one side drops a map or
	// list, only what original had in it counts. So is an explicit null in modified,
	// where original has nothing, against a value of current. A change only in current
	// is not a conflict, and sets have none.
	RuleThreeWayConflict Rule = "threeway-conflict"
)

// The rules of Compose, Conflicts and Lint. RuleLint stands in problems that no
// rule of Apply decides, because Apply accepts them.
const (
	// RuleCompose: one patch for several in turn, the order of elements in merging lists
	// aside, or not-composable. Of two members of a union the last one's counts.
	RuleCompose Rule = "compose"
	// RuleConflictList: conflicts are sorted data; two patches without any commute, the
	// order of elements in merging lists aside. An empty patch conflicts with nothing.
	// Setting different members of a union is a conflict for each field set, and so is a
	// member against the discriminator of the other patch.
	RuleConflictList Rule = "conflict-list"
	// RuleLint: all problems of a patch at once, also those that Apply tolerates.
	RuleLint Rule = "lint"
)

// ApplyRules returns the ids of all rules of Apply but those of unions, in the order
// in which they are declared. The slice is the caller's.
func ApplyRules() []Rule { return rulesOf("Apply") }

// UnionRules returns the ids of all rules of unions, in the order in which they are
// declared. The slice is the caller's.
func UnionRules() []Rule { return rulesOf("unions") }

// DiffRules returns the ids of all rules of Diff, in the order in which they are
// declared. The slice is the caller's.
func DiffRules() []Rule { return rulesOf("Diff") }

// Text returns what the rule says, in the words of its comment: sentences, of which
// the first says what matters most. It is empty for what is no rule.
func (r Rule) Text() string { return ruleTexts()[r] }

//go:embed rule.go
var ruleSource string

var ruleTexts = sync.OnceValue(func() map[Rule]string {
	texts := map[Rule]string{}
	for _, c := range source.Constants(ruleSource) {
		texts[Rule(c.ID)] = c.Text
	}
	return texts
})

// rulesOf returns the rules of one group of constants.
func rulesOf(what string) (rules []Rule) {
	_, group, _ := strings.Cut(ruleSource, "// The rules of "+what+".")
	group, _, _ = strings.Cut(group, "\n)")
	for _, c := range source.Constants(group) {
		rules = append(rules, Rule(c.ID))
	}
	return rules
}
