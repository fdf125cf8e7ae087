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
	// MapDeleteLeavesEmpty: $patch: delete leaves an existing map in place, but empty.
	MapDeleteLeavesEmpty
	// DirectiveMapDropped: a map with $patch, whatever its value, is dropped with its
	// data if the original has no map there.
	DirectiveMapDropped
	// DirectivesKept: a new or replacing value is copied without being evaluated, so
	// directives in it become data.
	DirectivesKept
	// NullsKept: null fields become data in a value that replaces a map or list, and
	// in an element that is added to a keyed list.
	NullsKept
	// UnknownDirectiveKept: in a declared map, a name that begins with $ and is not a
	// directive is data.
	UnknownDirectiveKept
	// DirectiveNamesReserved: the name of a directive is a directive in every map, even if the schema
	// declares a field of this name; the name of a delete or order list without a field is rejected.
	DirectiveNamesReserved
	// RetainKeysAnyValue: $retainKeys may contain scalars and nulls that are not
	// names.
	RetainKeysAnyValue
	// NullPatchAccepted: a null or absent patch changes nothing.
	NullPatchAccepted
	// ElementStrategyIgnored: elements of a keyed list merge, even if their schema has
	// strategy replace.
	ElementStrategyIgnored

	// The divergences of finding a field's schema.

	// UnknownFieldRejected: a map or list in a field that the schema does not define
	// is rejected if original and patch both have one.
	UnknownFieldRejected
	// SchemalessRejected: a map or list below a value without schema is rejected if
	// original and patch both have one.
	SchemalessRejected
	// MapValuesRejected: a map or list in a free-form map is rejected if original and
	// patch both have one.
	MapValuesRejected
	// WrongKindRejected: a list in a field that is neither a list nor a Go pointer is
	// rejected if original and patch both have one.
	WrongKindRejected
	// ListOfListsRejected: a list in a field that is a list of lists is rejected if
	// original and patch both have one.
	ListOfListsRejected
	// FieldCaseFolded: the schema of a field is found regardless of case.
	FieldCaseFolded

	// The divergences of lists.

	// AtomicListDirectives: in an atomic list, an element with $patch becomes data if
	// the original has a list, and is dropped if not.
	AtomicListDirectives
	// NewListUnmerged: a merging list that the original lacks is copied: duplicates
	// stay, and merge keys may be missing.
	NewListUnmerged
	// MixedKindsRejected: a merging list is rejected unless all elements of original
	// and patch have the type that the list requires; integers and other numbers are
	// two types.
	MixedKindsRejected
	// KeylessOriginalRejected: an element of the original without merge key is
	// rejected.
	KeylessOriginalRejected
	// MultiKeyUnsupported: a merge key of several fields is treated as the name of one
	// field.
	MultiKeyUnsupported
	// PatchMergeKeyUnknown: $patchMergeKey is data, and elements match by their
	// default key.
	PatchMergeKeyUnknown
	// KeyDefaultsUnknown: defaults of merge keys are ignored.
	KeyDefaultsUnknown
	// AnyKeyAccepted: a merge key may be null in original and patch; a map or list is
	// accepted as a key unless it is compared with another one.
	AnyKeyAccepted
	// IntegerFloatDistinct: 1 and 1.0 are different merge keys and set values, and
	// numbers that are not 64-bit integers are rounded.
	IntegerFloatDistinct
	// ElementReplaceEmpties: $patch: replace in an element replaces the whole list,
	// and that element is lost.
	ElementReplaceEmpties
	// ReplacedListKeyed: in a list that replaces a keyed list, elements and deletions
	// require their merge key.
	ReplacedListKeyed
	// SetDedupReorders: removing a duplicate from a set moves the last value into its
	// place, even if the patch list is empty.
	SetDedupReorders
	// SetMarkerRejected: {$patch: replace} in a set is rejected.
	SetMarkerRejected
	// DeleteListAssigns: the value of $deleteFromPrimitiveList/F is merged into F if
	// both have the same type, and ignored if not, except that null deletes F and
	// scalars are deleted from lists.
	DeleteListAssigns
	// DeleteListLast: if there is an order list, the delete list is applied last.
	DeleteListLast

	// The divergences of order.

	// TwinsGrouped: elements with equal keys are moved next to the first of them, even
	// if the patch list is empty.
	TwinsGrouped
	// DirectiveElementsLast: elements of the original that contain $patch: delete are
	// moved to the end.
	DirectiveElementsLast
	// NewElementsFirst: without an order list, new elements come before those that
	// only the original has.
	NewElementsFirst
	// OrderInterleaved: elements that an order list does not contain stay among the
	// others, by their place in the original.
	OrderInterleaved
	// OrderComparator: elements that are neither in the order list nor in the original
	// are sorted as if each came before all others, which reverses them.
	OrderComparator
	// OrderCheckLoose: an empty order list accepts every element, duplicates must be
	// listed as often as they occur, and entries are checked only when they are
	// needed.
	OrderCheckLoose
	// OrderNullRejected: an order list is rejected if its field is null, a scalar or a
	// map in original or patch, or if there is nothing to sort.
	OrderNullRejected
	// OrderOnAtomic: an order list sorts an atomic list of scalars, and is rejected if
	// an atomic list has other elements.
	OrderOnAtomic

	// The last step is the server's, which decodes the result of the engine.

	// DecodingDropsDirectives: names that begin with $ are dropped from declared maps
	// of the result if the schema does not declare them, even if the original had
	// them.
	DecodingDropsDirectives
)

type divergenceRow struct {
	id, what string
	rules    []smp.Rule
}

// divergenceTable has one row for each divergence, in the order of the constants. The comment of
// the constant repeats the phrase. The most important rule comes first.
var divergenceTable = [...]divergenceRow{
	MapDeleteLeavesEmpty: {
		"map-delete-leaves-empty",
		"$patch: delete leaves an existing map in place, but empty",
		[]smp.Rule{smp.RuleMapDelete},
	},
	DirectiveMapDropped: {
		"directive-map-dropped",
		"a map with $patch, whatever its value, is dropped with its data if the original has no map there",
		[]smp.Rule{smp.RuleMapReplace, smp.RuleAbsentIsEmpty, smp.RuleUnknownDirective},
	},
	DirectivesKept: {
		"directives-kept",
		"a new or replacing value is copied without being evaluated, so directives in it become data",
		[]smp.Rule{smp.RuleAbsentIsEmpty, smp.RuleMapReplace, smp.RuleMapAtomic},
	},
	NullsKept: {
		"nulls-kept",
		"null fields become data in a value that replaces a map or list, and in an element that is added to a keyed " +
			"list",
		[]smp.Rule{smp.RuleNullDeletes},
	},
	UnknownDirectiveKept: {
		"unknown-directive-kept",
		"in a declared map, a name that begins with $ and is not a directive is data",
		[]smp.Rule{smp.RuleUnknownDirective},
	},
	DirectiveNamesReserved: {
		"directive-names-reserved",
		"the name of a directive is a directive in every map, even if the schema declares a field of this name; " +
			"the name of a delete or order list without a field is rejected",
		[]smp.Rule{smp.RuleDataNames, smp.RuleUnknownDirective},
	},
	RetainKeysAnyValue: {
		"retain-keys-any-value",
		"$retainKeys may contain scalars and nulls that are not names",
		[]smp.Rule{smp.RuleRetainKeys},
	},
	NullPatchAccepted: {
		"null-patch-accepted",
		"a null or absent patch changes nothing",
		[]smp.Rule{smp.RuleRoot},
	},
	ElementStrategyIgnored: {
		"element-strategy-ignored",
		"elements of a keyed list merge, even if their schema has strategy replace",
		[]smp.Rule{smp.RuleMapAtomic},
	},
	UnknownFieldRejected: {
		"unknown-field-rejected",
		"a map or list in a field that the schema does not define is rejected if original and patch both have one",
		[]smp.Rule{smp.RuleUnknownField},
	},
	SchemalessRejected: {
		"schemaless-rejected",
		"a map or list below a value without schema is rejected if original and patch both have one",
		[]smp.Rule{smp.RuleUnknownField},
	},
	MapValuesRejected: {
		"map-values-rejected",
		"a map or list in a free-form map is rejected if original and patch both have one",
		[]smp.Rule{smp.RuleMapValues},
	},
	WrongKindRejected: {
		"wrong-kind-rejected",
		"a list in a field that is neither a list nor a Go pointer is rejected if original and patch both have one",
		[]smp.Rule{smp.RuleUnknownField},
	},
	ListOfListsRejected: {
		"list-of-lists-rejected",
		"a list in a field that is a list of lists is rejected if original and patch both have one",
		[]smp.Rule{smp.RuleListAtomic},
	},
	FieldCaseFolded: {
		"field-case-folded",
		"the schema of a field is found regardless of case",
		[]smp.Rule{smp.RuleFieldNames},
	},
	AtomicListDirectives: {
		"atomic-list-directives",
		"in an atomic list, an element with $patch becomes data if the original has a list, and is dropped if not",
		[]smp.Rule{smp.RuleListAtomic},
	},
	NewListUnmerged: {
		"new-list-unmerged",
		"a merging list that the original lacks is copied: duplicates stay, and merge keys may be missing",
		[]smp.Rule{smp.RuleAbsentIsEmpty, smp.RuleKeyedMerge, smp.RuleSetMerge},
	},
	MixedKindsRejected: {
		"mixed-kinds-rejected",
		"a merging list is rejected unless all elements of original and patch have the type that the list requires; " +
			"integers and other numbers are two types",
		[]smp.Rule{smp.RuleKeyedOriginal, smp.RuleSetMerge},
	},
	KeylessOriginalRejected: {
		"keyless-original-rejected",
		"an element of the original without merge key is rejected",
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
		"a merge key may be null in original and patch; a map or list is accepted as a key unless it is compared with " +
			"another one",
		[]smp.Rule{smp.RuleKeyedMerge, smp.RuleKeyedDelete},
	},
	IntegerFloatDistinct: {
		"integer-float-distinct",
		"1 and 1.0 are different merge keys and set values, and numbers that are not 64-bit integers are rounded",
		[]smp.Rule{smp.RuleKeyEquality},
	},
	ElementReplaceEmpties: {
		"element-replace-empties",
		"$patch: replace in an element replaces the whole list, and that element is lost",
		[]smp.Rule{smp.RuleElementReplace},
	},
	ReplacedListKeyed: {
		"replaced-list-keyed",
		"in a list that replaces a keyed list, elements and deletions require their merge key",
		[]smp.Rule{smp.RuleListReplace},
	},
	SetDedupReorders: {
		"set-dedup-reorders",
		"removing a duplicate from a set moves the last value into its place, even if the patch list is empty",
		[]smp.Rule{smp.RuleSetMerge},
	},
	SetMarkerRejected: {
		"set-marker-rejected",
		"{$patch: replace} in a set is rejected",
		[]smp.Rule{smp.RuleListReplace},
	},
	DeleteListAssigns: {
		"delete-list-assigns",
		"the value of $deleteFromPrimitiveList/F is merged into F if both have the same type, and ignored if not, " +
			"except that null deletes F and scalars are deleted from lists",
		[]smp.Rule{smp.RuleSetDelete},
	},
	DeleteListLast: {
		"delete-list-last",
		"if there is an order list, the delete list is applied last",
		[]smp.Rule{smp.RuleSetDelete},
	},
	TwinsGrouped: {
		"twins-grouped",
		"elements with equal keys are moved next to the first of them, even if the patch list is empty",
		[]smp.Rule{smp.RuleOrderDefault, smp.RuleOrderDirective},
	},
	DirectiveElementsLast: {
		"directive-elements-last",
		"elements of the original that contain $patch: delete are moved to the end",
		[]smp.Rule{smp.RuleOrderDefault, smp.RuleOrderDirective},
	},
	NewElementsFirst: {
		"new-elements-first",
		"without an order list, new elements come before those that only the original has",
		[]smp.Rule{smp.RuleOrderDefault},
	},
	OrderInterleaved: {
		"order-interleaved",
		"elements that an order list does not contain stay among the others, by their place in the original",
		[]smp.Rule{smp.RuleOrderDirective},
	},
	OrderComparator: {
		"order-comparator",
		"elements that are neither in the order list nor in the original are sorted as if each came before all others, " +
			"which reverses them",
		[]smp.Rule{smp.RuleOrderDirective},
	},
	OrderCheckLoose: {
		"order-check-loose",
		"an empty order list accepts every element, duplicates must be listed as often as they occur, and entries are " +
			"checked only when they are needed",
		[]smp.Rule{smp.RuleOrderDirective},
	},
	OrderNullRejected: {
		"order-null-rejected",
		"an order list is rejected if its field is null, a scalar or a map in original or patch, or if there is nothing " +
			"to sort",
		[]smp.Rule{smp.RuleOrderDirective},
	},
	OrderOnAtomic: {
		"order-on-atomic",
		"an order list sorts an atomic list of scalars, and is rejected if an atomic list has other elements",
		[]smp.Rule{smp.RuleOrderDirective},
	},
	DecodingDropsDirectives: {
		"decoding-drops-directives",
		"names that begin with $ are dropped from declared maps of the result if the schema does not declare them, even " +
			"if the original had them",
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

// Case returns the name of the corpus case that shows both results.
func (v Divergence) Case() string { return "divergence/" + v.String() }
