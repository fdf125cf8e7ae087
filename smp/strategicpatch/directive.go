package strategicpatch

// These are the directives of patches.
const (
	patchDirective      = "$patch"
	retainKeysDirective = "$retainKeys"
	deleteListPrefix    = "$deleteFromPrimitiveList/"
	orderPrefix         = "$setElementOrder/"
)

// CreateDeleteDirective returns the patch element that deletes the element of a keyed list that has
// the given merge key.
//
//	CreateDeleteDirective("name", "app") is {"$patch":"delete","name":"app"}
func CreateDeleteDirective(mergeKey string, mergeKeyValue interface{}) map[string]interface{} {
	return map[string]interface{}{mergeKey: mergeKeyValue, patchDirective: "delete"}
}

// ItemAddedToModifiedSlice reports whether modified is less than original. For the next elements of
// two sorted lists, this means that the original list lacks the element modified.
func ItemAddedToModifiedSlice(original, modified string) bool { return original > modified }

// ItemRemovedFromModifiedSlice reports whether original is less than modified. For the next
// elements of two sorted lists, this means that the modified list lacks the element original.
func ItemRemovedFromModifiedSlice(original, modified string) bool { return original < modified }

// ItemMatchesOriginalAndModifiedSlice reports whether two elements are equal.
func ItemMatchesOriginalAndModifiedSlice(original, modified string) bool { return original == modified }
