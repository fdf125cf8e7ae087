package explain

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/smp"
)

// Rejection adds to the error of a rejected patch what its rule says.
func Rejection(err error) error {
	var e *smp.Error
	if !errors.As(err, &e) || RuleTexts[e.Rule] == "" {
		return err
	}
	return fmt.Errorf("%w\n%s", err, RuleTexts[e.Rule])
}

// RuleTexts say in a sentence what each rule does to the place at which it
// decides.
var RuleTexts = map[smp.Rule]string{
	smp.RuleRoot:             "A document is a map; an absent or null original counts as {}.",
	smp.RuleMapMerge:         "The members of a patch map merge into the original by name; those that it does not name stay.",
	smp.RuleScalar:           "A scalar in the patch replaces what is there.",
	smp.RuleNullDeletes:      "A null in the patch deletes the field.",
	smp.RuleAbsentIsEmpty:    "The original has no such map or list: the patch is evaluated against an empty one.",
	smp.RuleMapReplace:       "With $patch: replace the original map counts as empty.",
	smp.RuleMapDelete:        "With $patch: delete the field is removed.",
	smp.RuleMapAtomic:        "This map has strategy replace: the patch's map takes its place as a whole.",
	smp.RuleRetainKeys:       "Fields that $retainKeys does not list are cleared.",
	smp.RuleMapValues:        "The values of a free-form map merge by their own schema.",
	smp.RuleFieldNames:       "Names match exactly, case included.",
	smp.RuleUnknownField:     "The schema does not know this field: maps in it merge by name, lists are replaced.",
	smp.RuleListAtomic:       "This list has no merge key and no strategy merge: the patch's list replaces it as a whole.",
	smp.RuleSetMerge:         "This list is a set: values that it lacks are added, duplicates removed.",
	smp.RuleSetDelete:        "Values in $deleteFromPrimitiveList are removed before anything is added.",
	smp.RuleKeyedMerge:       "An element of the patch merges into the first one with equal merge keys, or is added.",
	smp.RuleKeyedOriginal:    "An element without its merge keys matches nothing.",
	smp.RuleKeyedDelete:      "$patch: delete removes all elements with these keys.",
	smp.RuleListReplace:      "An element that is just $patch: replace makes the patch's list replace the original one.",
	smp.RuleElementReplace:   "$patch: replace in an element makes it replace the one with equal keys.",
	smp.RuleNoNestedLists:    "A list that merges may not have lists as elements.",
	smp.RuleOrderDirective:   "With $setElementOrder elements that it does not list come first, then those it lists, in its order.",
	smp.RuleOrderRecommended: "An entry of $setElementOrder with $patchMergeKey finds its element by those keys.",
	smp.RuleOrderDefault:     "Elements of the patch keep the patch's order; before each come those that stood before it; new ones at the end go to the end.",
	smp.RuleKeyEquality:      "Keys and set values are equal as JSON values: 1 equals 1.0, and not \"1\".",
	smp.RuleKeysMulti:        "All fields of the merge key count together.",
	smp.RuleKeysDefault:      "A key that is absent counts as its default.",
	smp.RuleKeysRecommended:  "The element is found by the keys that $patchMergeKey names.",
	smp.RuleKeysAbsent:       "A key that $patchMergeKey names and the element lacks has to be absent in the one it matches.",
	smp.RuleKeysPartial:      "Some of the recommended keys must not match several elements.",
	smp.RuleKeysNull:         "A key that $patchMergeKey names and that is null is deleted from the element that the others find.",
	smp.RuleKeysChange:       "Changing a key that $patchMergeKey names is a deletion and an addition; another key is changed in place.",
	smp.RuleUnknownDirective: "$patch is replace or delete; another $ name is dropped where fields are declared, and data elsewhere.",
	smp.RuleDataNames:        "In a free-form map names that look like directives are data.",
	smp.RuleDirectiveLevel:   "A directive that the engine is told to ignore is one it does not know.",

	smp.RuleDiffMinimal:      "What both documents share is not in the patch.",
	smp.RuleDiffExact:        "Applied to the original, the patch gives the modified document, the order of lists included.",
	smp.RuleDiffNull:         "What only the original has is sent as null, and so is a null that modified spells out.",
	smp.RuleDiffSet:          "Of a set come the values to add, those to delete, and the order where content or order changed.",
	smp.RuleDiffKeyed:        "Of a keyed list come changed and added elements, deletions, and the order where content or order changed.",
	smp.RuleDiffRetain:       "A map with strategy retainKeys that changes gets the names of all it keeps.",
	smp.RuleDiffRecommended:  "A list with recommended keys selects by all of them in every element.",
	smp.RuleDiffSuperset:     "Without its newer directives the patch is that of the older level.",
	smp.RuleNotRepresentable: "What the format cannot say is an error, never a wrong patch.",

	smp.RuleThreeWay:          "The patch takes the current document to what changed from original to modified, and keeps what others added.",
	smp.RuleThreeWayConverges: "Once the patch is applied there is nothing more to send.",
	smp.RuleThreeWayConflict:  "A value that both sides changed differently is a conflict.",
	smp.RuleCompose:           "One patch does what several do in turn.",
	smp.RuleConflictList:      "Two patches without conflicts can be applied in either order.",
	smp.RuleLint:              "All problems of a patch are found at once.",
}
