package smp

import "strings"

// Directives is a set of the directives that came after $patch. $patch itself
// is always recognised. An engine that ignores some behaves like a server that
// is older than they are (rule directive-level).
type Directives uint8

// The directives of later documents, in the order in which they appeared.
const (
	// DeleteFromPrimitiveList is $deleteFromPrimitiveList/F: values that leave
	// the set F.
	DeleteFromPrimitiveList Directives = 1 << iota
	// SetElementOrder is $setElementOrder/F: the order of the merging list F.
	SetElementOrder
	// RetainKeys is $retainKeys: the only fields that a map keeps.
	RetainKeys
	// PatchMergeKey is $patchMergeKey: the keys by which an element is found.
	PatchMergeKey

	// AllDirectives holds every directive but $patch.
	AllDirectives = DeleteFromPrimitiveList | SetElementOrder | RetainKeys | PatchMergeKey
)

// Has reports whether every directive of d is in the set.
func (s Directives) Has(d Directives) bool { return s&d == d }

// The spelling of directives in a patch.
const (
	patchField         = "$patch"
	retainKeysField    = "$retainKeys"
	patchMergeKeyField = "$patchMergeKey"
	deleteListPrefix   = "$deleteFromPrimitiveList/"
	orderListPrefix    = "$setElementOrder/"

	patchReplace = "replace"
	patchDelete  = "delete"
)

// String returns the names of the directives in a patch, separated by commas.
func (s Directives) String() string {
	var names []string
	for i, name := range [...]string{"$deleteFromPrimitiveList", "$setElementOrder", retainKeysField, patchMergeKeyField} {
		if s.Has(1 << i) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}
