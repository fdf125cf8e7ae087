package strategicpatch

// The directives of patches.
const (
	patchDirective      = "$patch"
	retainKeysDirective = "$retainKeys"
	deleteListPrefix    = "$deleteFromPrimitiveList/"
	orderPrefix         = "$setElementOrder/"
)

// CreateDeleteDirective returns the patch element that deletes the element of a
// keyed list with this merge key.
func CreateDeleteDirective(mergeKey string, mergeKeyValue interface{}) map[string]interface{} {
	return map[string]interface{}{mergeKey: mergeKeyValue, patchDirective: "delete"}
}

// ItemAddedToModifiedSlice reports whether, of two sorted lists, the element of
// modified stands before that of original, so that original lacks it.
func ItemAddedToModifiedSlice(original, modified string) bool { return original > modified }

// ItemRemovedFromModifiedSlice reports whether, of two sorted lists, the element
// of original stands before that of modified, so that modified lacks it.
func ItemRemovedFromModifiedSlice(original, modified string) bool { return original < modified }

// ItemMatchesOriginalAndModifiedSlice reports whether two elements are the same.
func ItemMatchesOriginalAndModifiedSlice(original, modified string) bool { return original == modified }
