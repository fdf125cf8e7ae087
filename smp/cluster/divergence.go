package cluster

import (
	"slices"

	"github.com/strategicpatch/smp/smp"
)

// A Divergence is one way in which clusters depart from the rules of Apply. Its method String
// returns the stable id, and What describes the behavior of a cluster.
type Divergence uint8

// The divergences of maps.
const (
	_ Divergence = iota
	// MapDeleteLeavesEmpty: $patch: delete empties an existing map instead of removing its field,
	// unless the map has strategy replace.
	MapDeleteLeavesEmpty
	// DirectiveMapDropped: if the original has no map in the place of a patch map with $patch, the
	// patch map is dropped together with its other fields, except in a map that replaces a map, in a
	// list that replaces a list, and in an element that is added to an existing keyed list (a map
	// whose $patch is null is dropped only in a new list with $setElementOrder).
	DirectiveMapDropped
	// DirectivesKept: a value that is new, or that replaces another value, is copied without being
	// evaluated, so directives in the value become data, unless their map is dropped
	// (directive-map-dropped).
	DirectivesKept
	// NullsKept: null fields become data in a map that replaces a map, in a list that replaces a list,
	// in an element that is added to an existing keyed list, and in a new list with $setElementOrder.
	NullsKept
	// UnknownDirectiveKept: in a declared map, a name that begins with $ and is not the name of a
	// directive is data.
	UnknownDirectiveKept
	// DirectiveNamesReserved: in every map that merges, the names of directives, except for
	// $patchMergeKey, are directives, even if the schema declares a field with such a name, and names
	// that begin with $setElementOrder or $deleteFromPrimitiveList without a slash after it are
	// rejected.
	DirectiveNamesReserved
	// RetainKeysAnyValue: $retainKeys may also contain numbers, booleans and nulls, which have no
	// effect.
	RetainKeysAnyValue
	// NullPatchAccepted: a patch that is null or absent is accepted and changes nothing.
	NullPatchAccepted
	// ElementStrategyIgnored: elements of a keyed list merge, even if their schema has
	// strategy replace.
	ElementStrategyIgnored

	// The divergences of finding a field's schema.

	// UnknownFieldRejected: in a field that the schema does not define, a patch is rejected if the
	// original and the patch both have a map or both have a list, or if the patch has $setElementOrder
	// for the field ($deleteFromPrimitiveList counts as a list).
	UnknownFieldRejected
	// SchemalessRejected: in a field of a map that has no schema, a patch is rejected if the original
	// and the patch both have a map or both have a list, or if the patch has $setElementOrder for the
	// field ($deleteFromPrimitiveList counts as a list).
	SchemalessRejected
	// MapValuesRejected: in a field of a free-form map, a patch is rejected if the original and the
	// patch both have a map or both have a list, or if the patch has $setElementOrder for the field
	// ($deleteFromPrimitiveList counts as a list).
	MapValuesRejected
	// WrongTypeRejected: in a field that is not a list in the schema, and whose Go type is neither a
	// pointer nor []byte, a patch is rejected if the original and the patch both have a list, or if
	// the patch has $setElementOrder for the field ($deleteFromPrimitiveList counts as a list).
	WrongTypeRejected
	// ListOfListsRejected: in a field that is a list of lists in the schema, a patch is rejected if
	// the original and the patch both have a list, or if the patch has $setElementOrder for the field
	// ($deleteFromPrimitiveList counts as a list).
	ListOfListsRejected
	// FieldCaseFolded: a field of the patch has the schema of a declared field even if the two names
	// differ in case.
	FieldCaseFolded

	// The divergences of lists.

	// AtomicListDirectives: in an atomic list, an element with $patch becomes data if the original has
	// a list in this field, and is treated like any other map with $patch if not
	// (directive-map-dropped).
	AtomicListDirectives
	// NewListUnmerged: a keyed list or set that the original lacks is copied, so duplicates are kept,
	// and merge keys may be missing unless the patch has $setElementOrder for the list.
	NewListUnmerged
	// MixedTypesRejected: if the patch contains a keyed list that the original has, all elements of
	// both lists must be maps; if the patch contains a set that the original has, or a directive for
	// the set, all elements must be scalars of one type (integers and other numbers are different
	// types).
	MixedTypesRejected
	// KeylessOriginalRejected: a patch is rejected if it merges into a keyed list or sorts it, and an
	// element of the original list lacks the merge key.
	KeylessOriginalRejected
	// MultiKeyUnsupported: a merge key of several fields is treated as the name of one
	// field.
	MultiKeyUnsupported
	// PatchMergeKeyUnknown: $patchMergeKey is data, and elements match by their
	// default key.
	PatchMergeKeyUnknown
	// KeyDefaultsUnknown: defaults of merge keys are ignored.
	KeyDefaultsUnknown
	// AnyKeyAccepted: a merge key may be null, and the merge key of a deletion may be a map or list,
	// but a patch is rejected if two keys that are both maps or both lists are compared.
	AnyKeyAccepted
	// IntegerFloatDistinct: 1 and 1.0 are different merge keys and different values of a set, and
	// numbers that are not written as 64-bit integers are rounded to 64-bit floats before they are
	// compared.
	IntegerFloatDistinct
	// ElementReplaceEmpties: $patch: replace in an element of a keyed list replaces the whole list,
	// and the element itself is lost.
	ElementReplaceEmpties
	// ReplacedListKeyed: in a list that replaces a keyed list, all elements except those with $patch:
	// replace must contain their merge key.
	ReplacedListKeyed
	// SetDedupReorders: when a duplicate is removed from a set, the last value of the set moves into
	// the place of the duplicate before the set is sorted, and duplicates are removed even if the
	// patch list is empty.
	SetDedupReorders
	// SetMarkerRejected: {$patch: replace} in the patch list of a set is rejected if the original has
	// the set.
	SetMarkerRejected
	// DeleteListAssigns: $deleteFromPrimitiveList/F need not be a list of scalars: null deletes F, a
	// scalar replaces F and a map merges into F if F has the same type, a list of maps merges into F
	// if F is a keyed list, and a value of another type than F is ignored.
	DeleteListAssigns
	// DeleteListLast: if the patch has both $deleteFromPrimitiveList/F and $setElementOrder/F, the
	// values are deleted last.
	DeleteListLast

	// The divergences of order.

	// DuplicatesGrouped: elements with equal keys are moved next to the first of them, even
	// if the patch list is empty.
	DuplicatesGrouped
	// DirectiveElementsLast: an element of the original that contains $patch: delete comes last among
	// the listed elements if the patch list or $setElementOrder lists it, and last among the other
	// elements if not.
	DirectiveElementsLast
	// NewElementsFirst: without $setElementOrder, a new element comes directly after the element
	// before it in the patch list (deletions do not count), or first if there is none.
	NewElementsFirst
	// OrderInterleaved: elements that $setElementOrder does not list are placed among the listed
	// elements by their positions in the original, instead of coming first.
	OrderInterleaved
	// OrderComparator: elements that are neither in $setElementOrder nor in the original come in the
	// reverse of the patch list's order.
	OrderComparator
	// OrderCheckLoose: an empty $setElementOrder accepts all elements, duplicates in the patch list
	// must be listed as often as they occur, and entries are checked only if there is something to
	// sort.
	OrderCheckLoose
	// OrderNullRejected: $setElementOrder/F is rejected if F is null, a scalar or a map in the
	// original or the patch, or if F is an empty list in one of them, and is an empty list or absent
	// in the other.
	OrderNullRejected
	// OrderOnAtomic: $setElementOrder sorts an atomic list of scalars of one type, and is rejected for
	// any other atomic list.
	OrderOnAtomic

	// The divergence of decoding, the last step of a server.

	// DecodingDropsDirectives: in a declared map, an undeclared field whose name begins with $ is
	// dropped from the result, even if the original has it.
	DecodingDropsDirectives
)

type divergenceRow struct {
	id, what string
	rules    []smp.Rule
}

// divergenceTable has one row for each divergence, in the order of the constants. The comment of
// a constant repeats the phrase in its row. The first rule in a row is the most important one.
var divergenceTable = [...]divergenceRow{
	MapDeleteLeavesEmpty: {
		"map-delete-leaves-empty",
		"$patch: delete empties an existing map instead of removing its field, unless the map has strategy replace",
		[]smp.Rule{smp.RuleMapDelete},
	},
	DirectiveMapDropped: {
		"directive-map-dropped",
		"if the original has no map in the place of a patch map with $patch, the patch map is dropped together with its " +
			"other fields, except in a map that replaces a map, in a list that replaces a list, and in an element that is " +
			"added to an existing keyed list (a map whose $patch is null is dropped only in a new list with $setElementOrder)",
		[]smp.Rule{smp.RuleMapReplace, smp.RuleAbsentIsEmpty, smp.RuleUnknownDirective},
	},
	DirectivesKept: {
		"directives-kept",
		"a value that is new, or that replaces another value, is copied without being evaluated, so directives in the " +
			"value become data, unless their map is dropped (directive-map-dropped)",
		[]smp.Rule{smp.RuleAbsentIsEmpty, smp.RuleMapReplace, smp.RuleMapAtomic},
	},
	NullsKept: {
		"nulls-kept",
		"null fields become data in a map that replaces a map, in a list that replaces a list, in an element that is " +
			"added to an existing keyed list, and in a new list with $setElementOrder",
		[]smp.Rule{smp.RuleNullDeletes},
	},
	UnknownDirectiveKept: {
		"unknown-directive-kept",
		"in a declared map, a name that begins with $ and is not the name of a directive is data",
		[]smp.Rule{smp.RuleUnknownDirective},
	},
	DirectiveNamesReserved: {
		"directive-names-reserved",
		"in every map that merges, the names of directives, except for $patchMergeKey, are directives, even if the schema " +
			"declares a field with such a name, and names that begin with $setElementOrder or $deleteFromPrimitiveList " +
			"without a slash after it are rejected",
		[]smp.Rule{smp.RuleDataNames, smp.RuleUnknownDirective},
	},
	RetainKeysAnyValue: {
		"retain-keys-any-value",
		"$retainKeys may also contain numbers, booleans and nulls, which have no effect",
		[]smp.Rule{smp.RuleRetainKeys},
	},
	NullPatchAccepted: {
		"null-patch-accepted",
		"a patch that is null or absent is accepted and changes nothing",
		[]smp.Rule{smp.RuleRoot},
	},
	ElementStrategyIgnored: {
		"element-strategy-ignored",
		"elements of a keyed list merge, even if their schema has strategy replace",
		[]smp.Rule{smp.RuleMapAtomic},
	},
	UnknownFieldRejected: {
		"unknown-field-rejected",
		"in a field that the schema does not define, a patch is rejected if the original and the patch both have a map or " +
			"both have a list, or if the patch has $setElementOrder for the field ($deleteFromPrimitiveList counts as a list)",
		[]smp.Rule{smp.RuleUnknownField},
	},
	SchemalessRejected: {
		"schemaless-rejected",
		"in a field of a map that has no schema, a patch is rejected if the original and the patch both have a map or both " +
			"have a list, or if the patch has $setElementOrder for the field ($deleteFromPrimitiveList counts as a list)",
		[]smp.Rule{smp.RuleUnknownField},
	},
	MapValuesRejected: {
		"map-values-rejected",
		"in a field of a free-form map, a patch is rejected if the original and the patch both have a map or both have a " +
			"list, or if the patch has $setElementOrder for the field ($deleteFromPrimitiveList counts as a list)",
		[]smp.Rule{smp.RuleMapValues},
	},
	WrongTypeRejected: {
		"wrong-kind-rejected",
		"in a field that is not a list in the schema, and whose Go type is neither a pointer nor []byte, a patch is " +
			"rejected if the original and the patch both have a list, or if the patch has $setElementOrder for the field " +
			"($deleteFromPrimitiveList counts as a list)",
		[]smp.Rule{smp.RuleUnknownField},
	},
	ListOfListsRejected: {
		"list-of-lists-rejected",
		"in a field that is a list of lists in the schema, a patch is rejected if the original and the patch both have a " +
			"list, or if the patch has $setElementOrder for the field ($deleteFromPrimitiveList counts as a list)",
		[]smp.Rule{smp.RuleListAtomic},
	},
	FieldCaseFolded: {
		"field-case-folded",
		"a field of the patch has the schema of a declared field even if the two names differ in case",
		[]smp.Rule{smp.RuleFieldNames},
	},
	AtomicListDirectives: {
		"atomic-list-directives",
		"in an atomic list, an element with $patch becomes data if the original has a list in this field, and is treated " +
			"like any other map with $patch if not (directive-map-dropped)",
		[]smp.Rule{smp.RuleListAtomic},
	},
	NewListUnmerged: {
		"new-list-unmerged",
		"a keyed list or set that the original lacks is copied, so duplicates are kept, and merge keys may be missing " +
			"unless the patch has $setElementOrder for the list",
		[]smp.Rule{smp.RuleAbsentIsEmpty, smp.RuleKeyedMerge, smp.RuleSetMerge},
	},
	MixedTypesRejected: {
		"mixed-kinds-rejected",
		"if the patch contains a keyed list that the original has, all elements of both lists must be maps; if the patch " +
			"contains a set that the original has, or a directive for the set, all elements must be scalars of one type " +
			"(integers and other numbers are different types)",
		[]smp.Rule{smp.RuleKeyedOriginal, smp.RuleSetMerge},
	},
	KeylessOriginalRejected: {
		"keyless-original-rejected",
		"a patch is rejected if it merges into a keyed list or sorts it, and an element of the original list lacks the " +
			"merge key",
		[]smp.Rule{smp.RuleKeyedOriginal},
	},
	MultiKeyUnsupported: {
		"multi-key-unsupported",
		"a merge key of several fields is treated as the name of one field",
		[]smp.Rule{smp.RuleKeysMulti},
	},
	PatchMergeKeyUnknown: {
		"patch-merge-key-unknown",
		"$patchMergeKey is data, and elements match by their default key",
		[]smp.Rule{smp.RuleKeysRecommended},
	},
	KeyDefaultsUnknown: {
		"key-defaults-unknown",
		"defaults of merge keys are ignored",
		[]smp.Rule{smp.RuleKeysDefault},
	},
	AnyKeyAccepted: {
		"any-key-accepted",
		"a merge key may be null, and the merge key of a deletion may be a map or list, but a patch is rejected if two " +
			"keys that are both maps or both lists are compared",
		[]smp.Rule{smp.RuleKeyedMerge, smp.RuleKeyedDelete},
	},
	IntegerFloatDistinct: {
		"integer-float-distinct",
		"1 and 1.0 are different merge keys and different values of a set, and numbers that are not written as 64-bit " +
			"integers are rounded to 64-bit floats before they are compared",
		[]smp.Rule{smp.RuleKeyEquality},
	},
	ElementReplaceEmpties: {
		"element-replace-empties",
		"$patch: replace in an element of a keyed list replaces the whole list, and the element itself is lost",
		[]smp.Rule{smp.RuleElementReplace},
	},
	ReplacedListKeyed: {
		"replaced-list-keyed",
		"in a list that replaces a keyed list, all elements except those with $patch: replace must contain their merge key",
		[]smp.Rule{smp.RuleListReplace},
	},
	SetDedupReorders: {
		"set-dedup-reorders",
		"when a duplicate is removed from a set, the last value of the set moves into the place of the duplicate before " +
			"the set is sorted, and duplicates are removed even if the patch list is empty",
		[]smp.Rule{smp.RuleSetMerge},
	},
	SetMarkerRejected: {
		"set-marker-rejected",
		"{$patch: replace} in the patch list of a set is rejected if the original has the set",
		[]smp.Rule{smp.RuleListReplace},
	},
	DeleteListAssigns: {
		"delete-list-assigns",
		"$deleteFromPrimitiveList/F need not be a list of scalars: null deletes F, a scalar replaces F and a map merges " +
			"into F if F has the same type, a list of maps merges into F if F is a keyed list, and a value of another type " +
			"than F is ignored",
		[]smp.Rule{smp.RuleSetDelete},
	},
	DeleteListLast: {
		"delete-list-last",
		"if the patch has both $deleteFromPrimitiveList/F and $setElementOrder/F, the values are deleted last",
		[]smp.Rule{smp.RuleSetDelete},
	},
	DuplicatesGrouped: {
		"twins-grouped",
		"elements with equal keys are moved next to the first of them, even if the patch list is empty",
		[]smp.Rule{smp.RuleOrderDefault, smp.RuleOrderDirective},
	},
	DirectiveElementsLast: {
		"directive-elements-last",
		"an element of the original that contains $patch: delete comes last among the listed elements if the patch list " +
			"or $setElementOrder lists it, and last among the other elements if not",
		[]smp.Rule{smp.RuleOrderDefault, smp.RuleOrderDirective},
	},
	NewElementsFirst: {
		"new-elements-first",
		"without $setElementOrder, a new element comes directly after the element before it in the patch list (deletions " +
			"do not count), or first if there is none",
		[]smp.Rule{smp.RuleOrderDefault},
	},
	OrderInterleaved: {
		"order-interleaved",
		"elements that $setElementOrder does not list are placed among the listed elements by their positions in the " +
			"original, instead of coming first",
		[]smp.Rule{smp.RuleOrderDirective},
	},
	OrderComparator: {
		"order-comparator",
		"elements that are neither in $setElementOrder nor in the original come in the reverse of the patch list's order",
		[]smp.Rule{smp.RuleOrderDirective},
	},
	OrderCheckLoose: {
		"order-check-loose",
		"an empty $setElementOrder accepts all elements, duplicates in the patch list must be listed as often as they " +
			"occur, and entries are checked only if there is something to sort",
		[]smp.Rule{smp.RuleOrderDirective},
	},
	OrderNullRejected: {
		"order-null-rejected",
		"$setElementOrder/F is rejected if F is null, a scalar or a map in the original or the patch, or if F is an empty list in one of them, and is an empty list or absent in the other",
		[]smp.Rule{smp.RuleOrderDirective},
	},
	OrderOnAtomic: {
		"order-on-atomic",
		"$setElementOrder sorts an atomic list of scalars of one type, and is rejected for any other atomic list",
		[]smp.Rule{smp.RuleOrderDirective},
	},
	DecodingDropsDirectives: {
		"decoding-drops-directives",
		"in a declared map, an undeclared field whose name begins with $ is dropped from the result, even if the original " +
			"has it",
		[]smp.Rule{smp.RuleMapMerge},
	},
}

// Divergences returns all divergences, with the divergences of maps first. The caller may change
// the slice.
func Divergences() []Divergence {
	all := make([]Divergence, len(divergenceTable)-1)
	for i := range all {
		all[i] = Divergence(i + 1)
	}
	return all
}

// DivergenceNamed returns the divergence with the given id, and whether there is such a divergence.
func DivergenceNamed(id string) (Divergence, bool) {
	for _, v := range Divergences() {
		if divergenceTable[v].id == id {
			return v, true
		}
	}
	return 0, false
}

// String returns the id of the divergence. It is empty for an unknown divergence.
func (d Divergence) String() string { return d.row().id }

// What describes the behavior of a cluster in a phrase that has no capital letter and no full stop.
// It is empty for an unknown divergence.
func (d Divergence) What() string { return d.row().what }

// Rules returns the rules of the specification that the divergence departs from, with the most
// important one first. The caller may change the slice.
func (d Divergence) Rules() []smp.Rule { return slices.Clone(d.row().rules) }

// mainRule returns the most important rule.
func (d Divergence) mainRule() smp.Rule { return divergenceTable[d].rules[0] }

// row returns the table row of the divergence. The row of an unknown divergence is empty.
func (d Divergence) row() divergenceRow {
	if int(d) >= len(divergenceTable) {
		return divergenceTable[0]
	}
	return divergenceTable[d]
}

// Case returns the name of the corpus case that shows the result of the specification and that of a
// cluster.
func (d Divergence) Case() string { return "divergence/" + d.String() }
