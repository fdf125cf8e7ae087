package smp

// A Rule is the stable id of one rule of strategic merge patch. Rule.Text returns its
// full text; the comments of the constants have only the first sentence. The package
// documentation defines the words. Errors, trace events, laws and corpus cases cite
// rules by their ids.
type Rule string

// The rules of Apply.
const (
	// Maps.

	// RuleRoot: documents are maps.
	RuleRoot Rule = "root"
	// RuleMapMerge: members of a patch map merge into the original by name.
	RuleMapMerge Rule = "map-merge"
	// RuleScalar: a scalar replaces whatever is there.
	RuleScalar Rule = "scalar"
	// RuleNullDeletes: a null member deletes the member, also one that is not there.
	RuleNullDeletes Rule = "null-deletes"
	// RuleAbsentIsEmpty: where the original has nothing, or a value of another kind, a
	// patch map or list is evaluated against empty.
	RuleAbsentIsEmpty Rule = "absent-is-empty"
	// RuleMapReplace: $patch: replace makes the original map count as empty, with all
	// that is below it.
	RuleMapReplace Rule = "map-replace"
	// RuleMapDelete: $patch: delete in a map field removes the field.
	RuleMapDelete Rule = "map-delete"
	// RuleMapAtomic: a map field with strategy replace is replaced by the patch map,
	// evaluated against empty.
	RuleMapAtomic Rule = "map-atomic"
	// RuleRetainKeys: $retainKeys is the list of the names that a map keeps.
	RuleRetainKeys Rule = "retain-keys"
	// RuleMapValues: members of a free-form map merge by the schema of its values.
	RuleMapValues Rule = "map-values"
	// RuleFieldNames: names match exactly, case included.
	RuleFieldNames Rule = "field-names"
	// RuleUnknownField: a member that the schema does not know merges without schema:
	// maps by name, lists whole.
	RuleUnknownField Rule = "unknown-field"

	// Lists.

	// RuleListAtomic: a patch list replaces an atomic list.
	RuleListAtomic Rule = "list-atomic"
	// RuleSetMerge: original and patch are deduplicated, the first of equal values
	// kept, and new values are added.
	RuleSetMerge Rule = "set-merge"
	// RuleSetDelete: $deleteFromPrimitiveList/F removes all equal values from the
	// original of F before anything is added or replaced.
	RuleSetDelete Rule = "set-delete"
	// RuleKeyedMerge: each element of the patch list, which must be a map with all its
	// merge keys, merges into the first element with equal keys, as earlier elements of
	// the patch left the list, or is added.
	RuleKeyedMerge Rule = "keyed-merge"
	// RuleKeyedOriginal: an element of the original that is no map or lacks a key
	// matches nothing and is in no directive.
	RuleKeyedOriginal Rule = "keyed-original"
	// RuleKeyedDelete: {$patch: delete, KEYS} removes all matching elements.
	RuleKeyedDelete Rule = "keyed-delete"
	// RuleListReplace: an element that is just {$patch: replace} makes the original
	// list count as empty.
	RuleListReplace Rule = "list-replace"
	// RuleElementReplace: $patch: replace beside merge keys and content replaces the
	// matched element.
	RuleElementReplace Rule = "element-replace"
	// RuleNoNestedLists: a merging list may not get lists as elements.
	RuleNoNestedLists Rule = "no-nested-lists"
	// RuleOrderDirective: with $setElementOrder/F the elements that it does not list
	// come first, in their order, then those it lists, in its order.
	RuleOrderDirective Rule = "order-directive"
	// RuleOrderRecommended: an entry with $patchMergeKey identifies its element by
	// those keys.
	RuleOrderRecommended Rule = "order-recommended"
	// RuleOrderDefault: without a directive, the patch's elements keep the order of the
	// patch; before each that the original has too come those that only the original
	// has and that stand before it there; new ones at the end stay at the end.
	RuleOrderDefault Rule = "order-default"

	// Merge keys.

	// RuleKeyEquality: keys and set values are equal as JSON values.
	RuleKeyEquality Rule = "key-equality"
	// RuleKeysMulti: a merge key of several fields needs all of them everywhere.
	RuleKeysMulti Rule = "keys-multi"
	// RuleKeysDefault: where keys come from x-kubernetes-list-map-keys, a key that is
	// absent counts as its default in the schema.
	RuleKeysDefault Rule = "keys-default"
	// RuleKeysRecommended: $patchMergeKey in an element selects, of the recommended
	// keys, those that match it; the default key must be among them.
	RuleKeysRecommended Rule = "keys-recommended"
	// RuleKeysAbsent: a selected key that the patch element lacks must be absent in the
	// element it matches.
	RuleKeysAbsent Rule = "keys-absent"
	// RuleKeysPartial: a $patchMergeKey that selects some of the recommended keys must
	// not match more than one element.
	RuleKeysPartial Rule = "keys-partial"
	// RuleKeysNull: a selected key that is null is being deleted.
	RuleKeysNull Rule = "keys-null"
	// RuleKeysChange: to change a selected key is a deletion and an addition; to change
	// another key is an ordinary update.
	RuleKeysChange Rule = "keys-change"

	// Directives.

	// RuleUnknownDirective: $patch with another value than replace and delete is
	// rejected.
	RuleUnknownDirective Rule = "unknown-directive"
	// RuleDataNames: names that look like order or delete lists, in free-form maps
	// whose values are no lists, are data.
	RuleDataNames Rule = "data-names"
	// RuleDirectiveLevel: an engine can be told which directives it does not recognise;
	// it treats them as unknown.
	RuleDirectiveLevel Rule = "directive-level"
)

// The rules of unions.
const (
	// RuleUnionMember: a patch that sets a member of a union clears the fields of the
	// others, and sets the discriminator to the member's value unless it says something
	// of it itself.
	RuleUnionMember Rule = "union-member"
	// RuleUnionDiscriminator: a patch that changes the discriminator and sets no member
	// clears the members that do not belong to the new value.
	RuleUnionDiscriminator Rule = "union-discriminator"
	// RuleUnionTarget: where modified chooses a member of a union and anything of the
	// union is to be sent, a three-way merge clears the other members of current.
	RuleUnionTarget Rule = "union-target"
)

// The rules of Diff.
const (
	// RuleDiffMinimal: what both documents share does not appear.
	RuleDiffMinimal Rule = "diff-minimal"
	// RuleDiffExact: applying the diff to original gives modified, the order of lists
	// included.
	RuleDiffExact Rule = "diff-exact"
	// RuleDiffNull: a member that only original has is sent as null.
	RuleDiffNull Rule = "diff-null"
	// RuleDiffSet: values to add in modified's order, values to delete in
	// $deleteFromPrimitiveList, and $setElementOrder when content or order changed.
	RuleDiffSet Rule = "diff-set"
	// RuleDiffKeyed: changed and added elements in modified's order, deletions after
	// them, and $setElementOrder when content or order changed.
	RuleDiffKeyed Rule = "diff-keyed"
	// RuleDiffRetain: the patch of a map or element with strategy retainKeys begins
	// with $retainKeys, the sorted names of what is left, if it says anything; nulls
	// for what that clears go with it.
	RuleDiffRetain Rule = "diff-retain"
	// RuleDiffRecommended: a list with recommended keys selects by all of them, in
	// every element and order entry.
	RuleDiffRecommended Rule = "diff-recommended"
	// RuleDiffSuperset: the caller may omit directives that an older server does not
	// know.
	RuleDiffSuperset Rule = "diff-superset"
	// RuleNotRepresentable: a change the format cannot express is an error, with its
	// path, and only if it must be sent.
	RuleNotRepresentable Rule = "not-representable"
)

// The rules of ThreeWay.
const (
	// RuleThreeWay: the patch takes current to the target.
	RuleThreeWay Rule = "threeway"
	// RuleThreeWayConverges: asking again gives {}.
	RuleThreeWayConverges Rule = "threeway-converges"
	// RuleThreeWayUnsent: the patch for a cluster leaves out what the server would not
	// store as it is sent: a zero that the server drops, if current lacks the field; ""
	// or null in a field that the server fills in, if original has the same; a quantity
	// or time that current spells differently.
	RuleThreeWayUnsent Rule = "threeway-unsent"
	// RuleThreeWayConflict: without Overwrite, a value that modified and current both
	// changed since original, differently, is a conflict.
	RuleThreeWayConflict Rule = "threeway-conflict"
)

// The rules of Compose, Conflicts and Lint. RuleLint stands in problems that no
// rule of Apply decides, because Apply accepts them.
const (
	// RuleCompose: one patch for several in turn, the order of elements in merging
	// lists and duplicates in sets aside, or not-composable.
	RuleCompose Rule = "compose"
	// RuleConflictList: conflicts are sorted data; two patches without any commute, the
	// order of elements in merging lists aside.
	RuleConflictList Rule = "conflict-list"
	// RuleLint: all problems of a patch at once, also those that Apply tolerates.
	RuleLint Rule = "lint"
)

// A ruleGroup selects the rules of one list, such as ApplyRules.
type ruleGroup uint8

const (
	applyGroup ruleGroup = iota
	unionGroup
	diffGroup
	otherGroup // ThreeWay, Compose, Conflicts and Lint
)

// ruleTable has one row for each rule, in the order of the constants. The first
// sentence of a text is also the comment of its constant.
var ruleTable = []struct {
	id    Rule
	group ruleGroup
	text  string
}{
	{RuleRoot, applyGroup,
		"documents are maps. " +
			"An absent or null original counts as {}; a patch must be a map. " +
			"$patch: delete at the root gives {}."},
	{RuleMapMerge, applyGroup,
		"members of a patch map merge into the original by name. " +
			"What the patch does not name stays as it is, byte for byte."},
	{RuleScalar, applyGroup, "a scalar replaces whatever is there."},
	{RuleNullDeletes, applyGroup,
		"a null member deletes the member, also one that is not there. " +
			"No null that a patch brings in as a member reaches the result; a null element of an atomic list is data."},
	{RuleAbsentIsEmpty, applyGroup,
		"where the original has nothing, or a value of another kind, a patch map or list is evaluated against empty. " +
			"Directives in it are obeyed, never copied, and never a reason to lose data; what is left is present, empty if " +
			"need be."},
	{RuleMapReplace, applyGroup, "$patch: replace makes the original map count as empty, with all that is below it."},
	{RuleMapDelete, applyGroup,
		"$patch: delete in a map field removes the field. " +
			"What stands beside the directive is not looked at."},
	{RuleMapAtomic, applyGroup,
		"a map field with strategy replace is replaced by the patch map, evaluated against empty. " +
			"So is an untyped field with strategy replace."},
	{RuleRetainKeys, applyGroup,
		"$retainKeys is the list of the names that a map keeps. " +
			"Every member of the patch map that is neither null nor a directive must be listed; members of the original that " +
			"are not listed are cleared; the rest merges. " +
			"It is obeyed whatever the schema says."},
	{RuleMapValues, applyGroup, "members of a free-form map merge by the schema of its values."},
	{RuleFieldNames, applyGroup, "names match exactly, case included."},
	{RuleUnknownField, applyGroup,
		"a member that the schema does not know merges without schema: maps by name, lists whole. " +
			"Strict rejects it, as it does values whose kind contradicts the schema."},
	{RuleListAtomic, applyGroup,
		"a patch list replaces an atomic list. " +
			"Maps inside are evaluated against empty, bare {$patch: replace} markers are dropped, and {$patch: delete} is " +
			"rejected, for there is nothing to match."},
	{RuleSetMerge, applyGroup,
		"original and patch are deduplicated, the first of equal values kept, and new values are added. " +
			"Patch elements must be scalars. " +
			"An empty patch list, a delete list or an order list deduplicates nothing."},
	{RuleSetDelete, applyGroup,
		"$deleteFromPrimitiveList/F removes all equal values from the original of F before anything is added or replaced. " +
			"It must be a list of scalars, and F a list of scalars: by the schema, or where that does not know, by the " +
			"values. " +
			"An absent F is fine."},
	{RuleKeyedMerge, applyGroup,
		"each element of the patch list, which must be a map with all its merge keys, merges into the first element with " +
			"equal keys, as earlier elements of the patch left the list, or is added."},
	{RuleKeyedOriginal, applyGroup,
		"an element of the original that is no map or lacks a key matches nothing and is in no directive. " +
			"Strict rejects it."},
	{RuleKeyedDelete, applyGroup,
		"{$patch: delete, KEYS} removes all matching elements. " +
			"Deletions come before merges wherever they stand."},
	{RuleListReplace, applyGroup,
		"an element that is just {$patch: replace} makes the original list count as empty. " +
			"The rest of the patch list is taken as an atomic list would be, except that elements with $patch: delete are " +
			"dropped."},
	{RuleElementReplace, applyGroup, "$patch: replace beside merge keys and content replaces the matched element."},
	{RuleNoNestedLists, applyGroup, "a merging list may not get lists as elements."},
	{RuleOrderDirective, applyGroup,
		"with $setElementOrder/F the elements that it does not list come first, in their order, then those it lists, in " +
			"its order. " +
			"Elements of the patch list must be listed, in the same relative order, elements with equal keys side by side. " +
			"A key listed several times places its elements one by one; the last listing takes the rest. " +
			"The directive is not validated if the patch sets F to null or F does not merge."},
	{RuleOrderRecommended, applyGroup,
		"an entry with $patchMergeKey identifies its element by those keys. " +
			"Where entries of both kinds list an element, it takes the first that no other element has taken."},
	{RuleOrderDefault, applyGroup,
		"without a directive, the patch's elements keep the order of the patch; before each that the original has too " +
			"come those that only the original has and that stand before it there; new ones at the end stay at the end."},
	{RuleKeyEquality, applyGroup,
		"keys and set values are equal as JSON values. " +
			`1 equals 1.0 and 1e0, not "1".`},
	{RuleKeysMulti, applyGroup, "a merge key of several fields needs all of them everywhere."},
	{RuleKeysDefault, applyGroup,
		"where keys come from x-kubernetes-list-map-keys, a key that is absent counts as its default in the schema."},
	{RuleKeysRecommended, applyGroup,
		"$patchMergeKey in an element selects, of the recommended keys, those that match it; the default key must be " +
			"among them. " +
			"Without it the default key matches, and the first match wins. " +
			"Strict rejects an element without it if its default key matches several elements that differ in other " +
			"recommended keys. " +
			"Strict also rejects an element that changes or removes a recommended key by which it does not select: by a " +
			"value, null, $retainKeys or $patch: replace. " +
			"Adding a missing key is accepted. " +
			"Elements that the same patch has added count."},
	{RuleKeysAbsent, applyGroup, "a selected key that the patch element lacks must be absent in the element it matches."},
	{RuleKeysPartial, applyGroup,
		"a $patchMergeKey that selects some of the recommended keys must not match more than one element. " +
			"Deletions take all."},
	{RuleKeysNull, applyGroup,
		"a selected key that is null is being deleted. " +
			"It matches the first element that has the key and equals the others, else the first that equals the others; a " +
			"default counts as having the key. " +
			"A null default key is rejected, as is a null key in a deletion or an order entry."},
	{RuleKeysChange, applyGroup,
		"to change a selected key is a deletion and an addition; to change another key is an ordinary update."},
	{RuleUnknownDirective, applyGroup,
		"$patch with another value than replace and delete is rejected. " +
			"Another name that begins with $ and is no directive is dropped in a declared map and data elsewhere. " +
			"A field that the schema declares is data, whatever its name."},
	{RuleDataNames, applyGroup,
		"names that look like order or delete lists, in free-form maps whose values are no lists, are data. " +
			"Where there is no schema, they are directives if their value is a list, and so is $retainKeys."},
	{RuleDirectiveLevel, applyGroup,
		"an engine can be told which directives it does not recognise; it treats them as unknown."},

	{RuleUnionMember, unionGroup,
		"a patch that sets a member of a union clears the fields of the others, and sets the discriminator to the " +
			"member's value unless it says something of it itself. " +
			"A patch that sets two members, or one against the discriminator that it sets, is rejected, at the map. " +
			"In a document, directives are data: a map that holds one sets its member. " +
			"A key of a list is in no member of a union of the elements. " +
			"It may be the discriminator, and setting a member then changes the key."},
	{RuleUnionDiscriminator, unionGroup,
		"a patch that changes the discriminator and sets no member clears the members that do not belong to the new " +
			"value."},
	{RuleUnionTarget, unionGroup,
		"where modified chooses a member of a union and anything of the union is to be sent, a three-way merge clears the " +
			"other members of current. " +
			"Modified chooses by a member that it sets, or by its discriminator. " +
			"Something is to be sent if modified differs from original in a field of the union, or current does not hold what " +
			"modified says of one. " +
			"The patch has null for what goes, whoever has set it, which is no conflict. " +
			"A discriminator of current that names another member goes too, unless modified sets it. " +
			"One that is a key of a list stays."},

	{RuleDiffMinimal, diffGroup,
		"what both documents share does not appear. " +
			"The diff of a document with itself is {}."},
	{RuleDiffExact, diffGroup,
		"applying the diff to original gives modified, the order of lists included. " +
			"Null members count as absent."},
	{RuleDiffNull, diffGroup,
		"a member that only original has is sent as null. " +
			"So is a null that modified spells out and original does not."},
	{RuleDiffSet, diffGroup,
		"values to add in modified's order, values to delete in $deleteFromPrimitiveList, and $setElementOrder when " +
			"content or order changed. " +
			"A set with duplicates, or with what is no scalar, is replaced."},
	{RuleDiffKeyed, diffGroup,
		"changed and added elements in modified's order, deletions after them, and $setElementOrder when content or order " +
			"changed. " +
			"An element whose spelled-out key gives way to its default is deleted and added, unless the deletion would take " +
			"duplicates too. " +
			"Where duplicates or missing keys make that inexact, the list is replaced."},
	{RuleDiffRetain, diffGroup,
		"the patch of a map or element with strategy retainKeys begins with $retainKeys, the sorted names of what is " +
			"left, if it says anything; nulls for what that clears go with it. " +
			"It has none inside what is replaced whole."},
	{RuleDiffRecommended, diffGroup,
		"a list with recommended keys selects by all of them, in every element and order entry."},
	{RuleDiffSuperset, diffGroup,
		"the caller may omit directives that an older server does not know. " +
			"What is left is the patch of that level, and such a server treats both alike. " +
			"Where it would not (a value is removed from a set, a recommended key changes, elements share their default key, " +
			"or a map that declares no fields needs a directive), the omission is refused."},
	{RuleNotRepresentable, diffGroup,
		"a change the format cannot express is an error, with its path, and only if it must be sent. " +
			"So is a directive that stands in a document: it is never copied into a patch. " +
			"Only a patch for a cluster has such a name, in a new map or element or a replaced list, if the cluster keeps it " +
			"as data there."},

	{RuleThreeWay, otherGroup, "the patch takes current to the target."},
	{RuleThreeWayConverges, otherGroup, "asking again gives {}."},
	{RuleThreeWayUnsent, otherGroup,
		"the patch for a cluster leaves out what the server would not store as it is sent: a zero that the server drops, " +
			`if current lacks the field; "" or null in a field that the server fills in, if original has the same; a quantity ` +
			"or time that current spells differently. " +
			"It sets and drops a field and its alias together. " +
			"The marks of a schema say which fields these are."},
	{RuleThreeWayConflict, otherGroup,
		"without Overwrite, a value that modified and current both changed since original, differently, is a conflict. " +
			"Where one side drops a map or list, only what original had in it counts. " +
			"So is an explicit null in modified, where original has nothing, against a value of current. " +
			"A change only in current is not a conflict, and sets have none."},

	{RuleCompose, otherGroup,
		"one patch for several in turn, the order of elements in merging lists and duplicates in sets aside, or not-composable. " +
			"Of two members of a union the last one's counts."},
	{RuleConflictList, otherGroup,
		"conflicts are sorted data; two patches without any commute, the order of elements in merging lists aside. " +
			"An empty patch conflicts with nothing. " +
			"Setting different members of a union is a conflict for each field set, and so is a member against the " +
			"discriminator of the other patch."},
	{RuleLint, otherGroup, "all problems of a patch at once, also those that Apply tolerates."},
}

// ApplyRules returns the ids of all rules of Apply, except those of unions, in the
// order in which they are declared. The slice is the caller's.
func ApplyRules() []Rule { return rulesIn(applyGroup) }

// UnionRules returns the ids of all rules of unions, in the order in which they are
// declared. The slice is the caller's.
func UnionRules() []Rule { return rulesIn(unionGroup) }

// DiffRules returns the ids of all rules of Diff, in the order in which they are
// declared. The slice is the caller's.
func DiffRules() []Rule { return rulesIn(diffGroup) }

// Text returns the full text of the rule. The first sentence is the most important
// one. The text of an unknown rule is empty.
func (r Rule) Text() string {
	for _, row := range ruleTable {
		if row.id == r {
			return row.text
		}
	}
	return ""
}

func rulesIn(group ruleGroup) (rules []Rule) {
	for _, row := range ruleTable {
		if row.group == group {
			rules = append(rules, row.id)
		}
	}
	return rules
}
