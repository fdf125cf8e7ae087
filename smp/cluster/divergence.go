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
	// MapDeleteLeavesEmpty: $patch: delete empties an existing map instead of removing its field.
	MapDeleteLeavesEmpty
	// DirectiveMapDropped: a map with $patch is dropped together with its other fields if the original
	// has no map in its place (a null $patch has this effect only in a new list with
	// $setElementOrder).
	DirectiveMapDropped
	// DirectivesKept: a value that is new, or that replaces another value, is copied without being
	// evaluated, so directives in the value become data.
	DirectivesKept
	// NullsKept: null fields become data in a value that replaces a map or list, in an element that is
	// added to a keyed list, and in a new list with $setElementOrder.
	NullsKept
	// UnknownDirectiveKept: in a map with declared fields, a name that begins with $ and is not the
	// name of a directive is data.
	UnknownDirectiveKept
	// DirectiveNamesReserved: the names of directives are directives in every map, even if the schema
	// declares a field with such a name, and $setElementOrder and $deleteFromPrimitiveList without a
	// slash are rejected.
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

	// UnknownFieldRejected: a patch is rejected if original and patch both have a map, or both have a
	// list, in a field that the schema does not define.
	UnknownFieldRejected
	// SchemalessRejected: a patch is rejected if original and patch both have a map, or both have a
	// list, in a field of a map that has no schema.
	SchemalessRejected
	// MapValuesRejected: a patch is rejected if original and patch both have a map, or both have a
	// list, in a field of a free-form map.
	MapValuesRejected
	// WrongTypeRejected: a patch is rejected if original and patch both have a list in a field that is
	// neither a list nor a Go pointer in the schema.
	WrongTypeRejected
	// ListOfListsRejected: a patch is rejected if original and patch both have a list in a field that
	// is a list of lists in the schema.
	ListOfListsRejected
	// FieldCaseFolded: the schema of a field is found even if the case of the name differs.
	FieldCaseFolded

	// The divergences of lists.

	// AtomicListDirectives: in an atomic list, an element with $patch becomes data if the original has
	// a list in this field, and is dropped if not.
	AtomicListDirectives
	// NewListUnmerged: a keyed list or set that the original lacks is copied, so duplicates are kept,
	// and merge keys may be missing.
	NewListUnmerged
	// MixedTypesRejected: in original and patch, all elements of a keyed list must be maps, and all
	// elements of a set must be scalars of one type (integers and other numbers are different types).
	MixedTypesRejected
	// KeylessOriginalRejected: a patch is rejected if an element of the original lacks its merge key.
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
	// but a patch is rejected if two keys that are maps or lists are compared.
	AnyKeyAccepted
	// IntegerFloatDistinct: 1 and 1.0 are different merge keys and different values of a set, and
	// numbers that are not 64-bit integers are rounded before they are compared.
	IntegerFloatDistinct
	// ElementReplaceEmpties: $patch: replace in an element replaces the whole list, and the element
	// itself is lost.
	ElementReplaceEmpties
	// ReplacedListKeyed: in a list that replaces a keyed list, elements and deletions must contain
	// their merge key.
	ReplacedListKeyed
	// SetDedupReorders: when a duplicate is removed from a set, the last value of the set moves into
	// the place of the duplicate, and duplicates are removed even if the patch list is empty.
	SetDedupReorders
	// SetMarkerRejected: {$patch: replace} in a set is rejected.
	SetMarkerRejected
	// DeleteListAssigns: $deleteFromPrimitiveList/F may have any value: null deletes F, a list of
	// scalars deletes these values from F, any other value of F's type merges into F, and a value of
	// another type is ignored.
	DeleteListAssigns
	// DeleteListLast: if the patch has both $deleteFromPrimitiveList/F and $setElementOrder/F, the
	// values are deleted last.
	DeleteListLast

	// The divergences of order.

	// DuplicatesGrouped: elements with equal keys are moved next to the first of them, even
	// if the patch list is empty.
	DuplicatesGrouped
	// DirectiveElementsLast: elements of the original that contain $patch: delete are moved to the end
	// of the list.
	DirectiveElementsLast
	// NewElementsFirst: without $setElementOrder, new elements come before elements that only the
	// original has.
	NewElementsFirst
	// OrderInterleaved: elements that $setElementOrder does not list stay between the listed elements,
	// as in the original, instead of coming first.
	OrderInterleaved
	// OrderComparator: elements that are neither in $setElementOrder nor in the original come in
	// reverse order, because each of them is moved before all others.
	OrderComparator
	// OrderCheckLoose: an empty $setElementOrder accepts all elements, duplicates must be listed as
	// often as they occur, and entries are checked only if there is something to sort.
	OrderCheckLoose
	// OrderNullRejected: $setElementOrder/F is rejected if F is null, a scalar or a map in original or
	// patch, or if F is present but has no elements.
	OrderNullRejected
	// OrderOnAtomic: $setElementOrder sorts an atomic list of scalars, and is rejected for an atomic
	// list with other elements.
	OrderOnAtomic

	// The last step is the server's, which decodes the result of the engine.

	// DecodingDropsDirectives: in a map with declared fields, an undeclared field whose name begins
	// with $ is dropped from the result, even if the original has it.
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
		"$patch: delete empties an existing map instead of removing its field",
		[]smp.Rule{smp.RuleMapDelete},
	},
	DirectiveMapDropped: {
		"directive-map-dropped",
		"a map with $patch is dropped together with its other fields if the original has no map in its place (a null " +
			"$patch has this effect only in a new list with $setElementOrder)",
		[]smp.Rule{smp.RuleMapReplace, smp.RuleAbsentIsEmpty, smp.RuleUnknownDirective},
	},
	DirectivesKept: {
		"directives-kept",
		"a value that is new, or that replaces another value, is copied without being evaluated, so directives in the " +
			"value become data",
		[]smp.Rule{smp.RuleAbsentIsEmpty, smp.RuleMapReplace, smp.RuleMapAtomic},
	},
	NullsKept: {
		"nulls-kept",
		"null fields become data in a value that replaces a map or list, in an element that is added to a keyed list, and " +
			"in a new list with $setElementOrder",
		[]smp.Rule{smp.RuleNullDeletes},
	},
	UnknownDirectiveKept: {
		"unknown-directive-kept",
		"in a map with declared fields, a name that begins with $ and is not the name of a directive is data",
		[]smp.Rule{smp.RuleUnknownDirective},
	},
	DirectiveNamesReserved: {
		"directive-names-reserved",
		"the names of directives are directives in every map, even if the schema declares a field with such a name, and " +
			"$setElementOrder and $deleteFromPrimitiveList without a slash are rejected",
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
		"a patch is rejected if original and patch both have a map, or both have a list, in a field that the schema does " +
			"not define",
		[]smp.Rule{smp.RuleUnknownField},
	},
	SchemalessRejected: {
		"schemaless-rejected",
		"a patch is rejected if original and patch both have a map, or both have a list, in a field of a map that has no " +
			"schema",
		[]smp.Rule{smp.RuleUnknownField},
	},
	MapValuesRejected: {
		"map-values-rejected",
		"a patch is rejected if original and patch both have a map, or both have a list, in a field of a free-form map",
		[]smp.Rule{smp.RuleMapValues},
	},
	WrongTypeRejected: {
		"wrong-kind-rejected",
		"a patch is rejected if original and patch both have a list in a field that is neither a list nor a Go pointer in " +
			"the schema",
		[]smp.Rule{smp.RuleUnknownField},
	},
	ListOfListsRejected: {
		"list-of-lists-rejected",
		"a patch is rejected if original and patch both have a list in a field that is a list of lists in the schema",
		[]smp.Rule{smp.RuleListAtomic},
	},
	FieldCaseFolded: {
		"field-case-folded",
		"the schema of a field is found even if the case of the name differs",
		[]smp.Rule{smp.RuleFieldNames},
	},
	AtomicListDirectives: {
		"atomic-list-directives",
		"in an atomic list, an element with $patch becomes data if the original has a list in this field, and is dropped " +
			"if not",
		[]smp.Rule{smp.RuleListAtomic},
	},
	NewListUnmerged: {
		"new-list-unmerged",
		"a keyed list or set that the original lacks is copied, so duplicates are kept, and merge keys may be missing",
		[]smp.Rule{smp.RuleAbsentIsEmpty, smp.RuleKeyedMerge, smp.RuleSetMerge},
	},
	MixedTypesRejected: {
		"mixed-kinds-rejected",
		"in original and patch, all elements of a keyed list must be maps, and all elements of a set must be scalars of " +
			"one type (integers and other numbers are different types)",
		[]smp.Rule{smp.RuleKeyedOriginal, smp.RuleSetMerge},
	},
	KeylessOriginalRejected: {
		"keyless-original-rejected",
		"a patch is rejected if an element of the original lacks its merge key",
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
			"keys that are maps or lists are compared",
		[]smp.Rule{smp.RuleKeyedMerge, smp.RuleKeyedDelete},
	},
	IntegerFloatDistinct: {
		"integer-float-distinct",
		"1 and 1.0 are different merge keys and different values of a set, and numbers that are not 64-bit integers are " +
			"rounded before they are compared",
		[]smp.Rule{smp.RuleKeyEquality},
	},
	ElementReplaceEmpties: {
		"element-replace-empties",
		"$patch: replace in an element replaces the whole list, and the element itself is lost",
		[]smp.Rule{smp.RuleElementReplace},
	},
	ReplacedListKeyed: {
		"replaced-list-keyed",
		"in a list that replaces a keyed list, elements and deletions must contain their merge key",
		[]smp.Rule{smp.RuleListReplace},
	},
	SetDedupReorders: {
		"set-dedup-reorders",
		"when a duplicate is removed from a set, the last value of the set moves into the place of the duplicate, and " +
			"duplicates are removed even if the patch list is empty",
		[]smp.Rule{smp.RuleSetMerge},
	},
	SetMarkerRejected: {
		"set-marker-rejected",
		"{$patch: replace} in a set is rejected",
		[]smp.Rule{smp.RuleListReplace},
	},
	DeleteListAssigns: {
		"delete-list-assigns",
		"$deleteFromPrimitiveList/F may have any value: null deletes F, a list of scalars deletes these values from F, " +
			"any other value of F's type merges into F, and a value of another type is ignored",
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
		"elements of the original that contain $patch: delete are moved to the end of the list",
		[]smp.Rule{smp.RuleOrderDefault, smp.RuleOrderDirective},
	},
	NewElementsFirst: {
		"new-elements-first",
		"without $setElementOrder, new elements come before elements that only the original has",
		[]smp.Rule{smp.RuleOrderDefault},
	},
	OrderInterleaved: {
		"order-interleaved",
		"elements that $setElementOrder does not list stay between the listed elements, as in the original, instead of " +
			"coming first",
		[]smp.Rule{smp.RuleOrderDirective},
	},
	OrderComparator: {
		"order-comparator",
		"elements that are neither in $setElementOrder nor in the original come in reverse order, because each of them is " +
			"moved before all others",
		[]smp.Rule{smp.RuleOrderDirective},
	},
	OrderCheckLoose: {
		"order-check-loose",
		"an empty $setElementOrder accepts all elements, duplicates must be listed as often as they occur, and entries " +
			"are checked only if there is something to sort",
		[]smp.Rule{smp.RuleOrderDirective},
	},
	OrderNullRejected: {
		"order-null-rejected",
		"$setElementOrder/F is rejected if F is null, a scalar or a map in original or patch, or if F is present but has " +
			"no elements",
		[]smp.Rule{smp.RuleOrderDirective},
	},
	OrderOnAtomic: {
		"order-on-atomic",
		"$setElementOrder sorts an atomic list of scalars, and is rejected for an atomic list with other elements",
		[]smp.Rule{smp.RuleOrderDirective},
	},
	DecodingDropsDirectives: {
		"decoding-drops-directives",
		"in a map with declared fields, an undeclared field whose name begins with $ is dropped from the result, even if " +
			"the original has it",
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
func (v Divergence) String() string { return v.row().id }

// What describes the behavior of a cluster in a phrase that has no capital letter and no full stop.
// It is empty for an unknown divergence.
func (v Divergence) What() string { return v.row().what }

// Rules returns the rules of the specification that the divergence departs from, with the most
// important one first. The caller may change the slice.
func (v Divergence) Rules() []smp.Rule { return slices.Clone(v.row().rules) }

// mainRule returns the most important rule.
func (v Divergence) mainRule() smp.Rule { return divergenceTable[v].rules[0] }

// row returns the table row of the divergence. The row of an unknown divergence is empty.
func (v Divergence) row() divergenceRow {
	if int(v) >= len(divergenceTable) {
		return divergenceTable[0]
	}
	return divergenceTable[v]
}

// Case returns the name of the corpus case that shows the result of the specification and that of a
// cluster.
func (v Divergence) Case() string { return "divergence/" + v.String() }
