package smp

import "slices"

// A Divergence is one way in which the engine that clusters run departs from
// the documented rules of Apply. Its String is a stable id, and its What describes it.
type Divergence uint8

// The divergences of maps.
const (
	_ Divergence = iota
	// MapDeleteLeavesEmpty: $patch: delete on a map that is there leaves it, empty.
	MapDeleteLeavesEmpty
	// DirectiveMapDropped: a map with $patch, whatever it says, is dropped with its
	// data where the original has no map.
	DirectiveMapDropped
	// DirectivesKept: what is new, or replaces, is copied and not evaluated: directives
	// in it become data.
	DirectivesKept
	// NullsKept: nulls in what replaces a map or list, or is added to a keyed list,
	// become data.
	NullsKept
	// UnknownDirectiveKept: a $ name of a declared map that is no directive is data.
	UnknownDirectiveKept
	// DirectiveNamesReserved: names of directives are directives in every map, declared
	// as fields or not, and rejected where they are malformed.
	DirectiveNamesReserved
	// RetainKeysAnyValue: $retainKeys may list scalars and nulls that are no names.
	RetainKeysAnyValue
	// NullPatchAccepted: a patch that is null or absent changes nothing.
	NullPatchAccepted
	// ElementStrategyIgnored: elements of a list merge, whatever strategy their own
	// type has.
	ElementStrategyIgnored

	// The divergences of finding a field's schema.

	// UnknownFieldRejected: a map or list in a field unknown to the schema is rejected
	// where both documents have one.
	UnknownFieldRejected
	// SchemalessRejected: a map or list below a value without schema is rejected where
	// both documents have one.
	SchemalessRejected
	// MapValuesRejected: a map or list in a free-form map is rejected where both
	// documents have one.
	MapValuesRejected
	// WrongKindRejected: a list is rejected in a field that is no list, nor a Go
	// pointer, where both documents have one.
	WrongKindRejected
	// ListOfListsRejected: a list is rejected in a field that is a list of lists, where
	// both documents have one.
	ListOfListsRejected
	// FieldCaseFolded: the schema of a field is found without regard to case.
	FieldCaseFolded

	// The divergences of lists.

	// AtomicListDirectives: an element with $patch in an atomic list becomes data where
	// the original has a list, and is dropped elsewhere.
	AtomicListDirectives
	// NewListUnmerged: a merging list that the original lacks is taken as it is:
	// duplicates stay, keys may be missing.
	NewListUnmerged
	// MixedKindsRejected: lists whose elements are not all of one kind, the kind that
	// merges there, are rejected; integers and other numbers are two kinds.
	MixedKindsRejected
	// KeylessOriginalRejected: an element of the original without the merge key is
	// rejected.
	KeylessOriginalRejected
	// MultiKeyUnsupported: a merge key of several fields is taken as the name of one.
	MultiKeyUnsupported
	// PatchMergeKeyUnknown: $patchMergeKey is data; the default key matches.
	PatchMergeKeyUnknown
	// KeyDefaultsUnknown: defaults of keys do not count.
	KeyDefaultsUnknown
	// AnyKeyAccepted: a key may be null, in both documents; a map or list is a key that
	// no other may meet.
	AnyKeyAccepted
	// IntegerFloatDistinct: keys and set values 1 and 1.0 differ; numbers that are no
	// 64-bit integers are rounded.
	IntegerFloatDistinct
	// ElementReplaceEmpties: $patch: replace in an element replaces the whole list, and
	// that element is lost.
	ElementReplaceEmpties
	// ReplacedListKeyed: elements and deletions in a list that replaces a keyed one
	// need their merge key.
	ReplacedListKeyed
	// SetDedupReorders: removing duplicates of a set moves the last value into the gap;
	// an empty patch list does so too.
	SetDedupReorders
	// SetMarkerRejected: {$patch: replace} in a set is rejected.
	SetMarkerRejected
	// DeleteListAssigns: what $deleteFromPrimitiveList/F says is merged into F where
	// both are of one kind, and ignored elsewhere, except that null deletes F and
	// scalars are deleted from lists.
	DeleteListAssigns
	// DeleteListLast: beside an order list the delete list comes last.
	DeleteListLast

	// The divergences of order.

	// TwinsGrouped: elements with equal keys are put together, where the first one
	// stands; an empty patch list does so too.
	TwinsGrouped
	// DirectiveElementsLast: elements of the original that hold $patch: delete go to
	// the end.
	DirectiveElementsLast
	// NewElementsFirst: without an order list new elements come before those that only
	// the original has.
	NewElementsFirst
	// OrderInterleaved: elements that an order list does not name stay among the
	// others, by their place in the original.
	OrderInterleaved
	// OrderComparator: elements that neither the order list nor the original has are
	// sorted as if each came before all others, which reverses them.
	OrderComparator
	// OrderCheckLoose: an empty order list admits every element; duplicates must be
	// listed as often as they are there; entries are checked where they are needed.
	OrderCheckLoose
	// OrderNullRejected: an order list beside a null, scalar or map, in either
	// document, or where there is nothing to sort, is rejected.
	OrderNullRejected
	// OrderOnAtomic: an order list sorts an atomic list of scalars, and is rejected
	// where an atomic list has others.
	OrderOnAtomic

	// The last step is not of the engine, but of the server that decodes what it
	// answers.

	// DecodingDropsDirectives: $ names that declared maps have no field for are dropped
	// from the result, also where the original had them.
	DecodingDropsDirectives
)

type divergenceRow struct {
	id, what string
	rules    []Rule
}

// departures has one row for each divergence, in the order of the constants. The phrase
// is also the comment of the constant. The most important rule comes first.
var departures = [...]divergenceRow{
	MapDeleteLeavesEmpty: {
		"map-delete-leaves-empty",
		"$patch: delete on a map that is there leaves it, empty",
		[]Rule{RuleMapDelete},
	},
	DirectiveMapDropped: {
		"directive-map-dropped",
		"a map with $patch, whatever it says, is dropped with its data where the original has no map",
		[]Rule{RuleMapReplace, RuleAbsentIsEmpty, RuleUnknownDirective},
	},
	DirectivesKept: {
		"directives-kept",
		"what is new, or replaces, is copied and not evaluated: directives in it become data",
		[]Rule{RuleAbsentIsEmpty, RuleMapReplace, RuleMapAtomic},
	},
	NullsKept: {
		"nulls-kept",
		"nulls in what replaces a map or list, or is added to a keyed list, become data",
		[]Rule{RuleNullDeletes},
	},
	UnknownDirectiveKept: {
		"unknown-directive-kept",
		"a $ name of a declared map that is no directive is data",
		[]Rule{RuleUnknownDirective},
	},
	DirectiveNamesReserved: {
		"directive-names-reserved",
		"names of directives are directives in every map, declared as fields or not, and rejected where they are " +
			"malformed",
		[]Rule{RuleDataNames, RuleUnknownDirective},
	},
	RetainKeysAnyValue: {
		"retain-keys-any-value",
		"$retainKeys may list scalars and nulls that are no names",
		[]Rule{RuleRetainKeys},
	},
	NullPatchAccepted: {
		"null-patch-accepted",
		"a patch that is null or absent changes nothing",
		[]Rule{RuleRoot},
	},
	ElementStrategyIgnored: {
		"element-strategy-ignored",
		"elements of a list merge, whatever strategy their own type has",
		[]Rule{RuleMapAtomic},
	},
	UnknownFieldRejected: {
		"unknown-field-rejected",
		"a map or list in a field unknown to the schema is rejected where both documents have one",
		[]Rule{RuleUnknownField},
	},
	SchemalessRejected: {
		"schemaless-rejected",
		"a map or list below a value without schema is rejected where both documents have one",
		[]Rule{RuleUnknownField},
	},
	MapValuesRejected: {
		"map-values-rejected",
		"a map or list in a free-form map is rejected where both documents have one",
		[]Rule{RuleMapValues},
	},
	WrongKindRejected: {
		"wrong-kind-rejected",
		"a list is rejected in a field that is no list, nor a Go pointer, where both documents have one",
		[]Rule{RuleUnknownField},
	},
	ListOfListsRejected: {
		"list-of-lists-rejected",
		"a list is rejected in a field that is a list of lists, where both documents have one",
		[]Rule{RuleListAtomic},
	},
	FieldCaseFolded: {
		"field-case-folded",
		"the schema of a field is found without regard to case",
		[]Rule{RuleFieldNames},
	},
	AtomicListDirectives: {
		"atomic-list-directives",
		"an element with $patch in an atomic list becomes data where the original has a list, and is dropped elsewhere",
		[]Rule{RuleListAtomic},
	},
	NewListUnmerged: {
		"new-list-unmerged",
		"a merging list that the original lacks is taken as it is: duplicates stay, keys may be missing",
		[]Rule{RuleAbsentIsEmpty, RuleKeyedMerge, RuleSetMerge},
	},
	MixedKindsRejected: {
		"mixed-kinds-rejected",
		"lists whose elements are not all of one kind, the kind that merges there, are rejected; integers and other " +
			"numbers are two kinds",
		[]Rule{RuleKeyedOriginal, RuleSetMerge},
	},
	KeylessOriginalRejected: {
		"keyless-original-rejected",
		"an element of the original without the merge key is rejected",
		[]Rule{RuleKeyedOriginal},
	},
	MultiKeyUnsupported: {
		"multi-key-unsupported",
		"a merge key of several fields is taken as the name of one",
		[]Rule{RuleKeysMulti},
	},
	PatchMergeKeyUnknown: {
		"patch-merge-key-unknown",
		"$patchMergeKey is data; the default key matches",
		[]Rule{RuleKeysRecommended},
	},
	KeyDefaultsUnknown: {
		"key-defaults-unknown",
		"defaults of keys do not count",
		[]Rule{RuleKeysDefault},
	},
	AnyKeyAccepted: {
		"any-key-accepted",
		"a key may be null, in both documents; a map or list is a key that no other may meet",
		[]Rule{RuleKeyedMerge, RuleKeyedDelete},
	},
	IntegerFloatDistinct: {
		"integer-float-distinct",
		"keys and set values 1 and 1.0 differ; numbers that are no 64-bit integers are rounded",
		[]Rule{RuleKeyEquality},
	},
	ElementReplaceEmpties: {
		"element-replace-empties",
		"$patch: replace in an element replaces the whole list, and that element is lost",
		[]Rule{RuleElementReplace},
	},
	ReplacedListKeyed: {
		"replaced-list-keyed",
		"elements and deletions in a list that replaces a keyed one need their merge key",
		[]Rule{RuleListReplace},
	},
	SetDedupReorders: {
		"set-dedup-reorders",
		"removing duplicates of a set moves the last value into the gap; an empty patch list does so too",
		[]Rule{RuleSetMerge},
	},
	SetMarkerRejected: {
		"set-marker-rejected",
		"{$patch: replace} in a set is rejected",
		[]Rule{RuleListReplace},
	},
	DeleteListAssigns: {
		"delete-list-assigns",
		"what $deleteFromPrimitiveList/F says is merged into F where both are of one kind, and ignored elsewhere, except " +
			"that null deletes F and scalars are deleted from lists",
		[]Rule{RuleSetDelete},
	},
	DeleteListLast: {
		"delete-list-last",
		"beside an order list the delete list comes last",
		[]Rule{RuleSetDelete},
	},
	TwinsGrouped: {
		"twins-grouped",
		"elements with equal keys are put together, where the first one stands; an empty patch list does so too",
		[]Rule{RuleOrderDefault, RuleOrderDirective},
	},
	DirectiveElementsLast: {
		"directive-elements-last",
		"elements of the original that hold $patch: delete go to the end",
		[]Rule{RuleOrderDefault, RuleOrderDirective},
	},
	NewElementsFirst: {
		"new-elements-first",
		"without an order list new elements come before those that only the original has",
		[]Rule{RuleOrderDefault},
	},
	OrderInterleaved: {
		"order-interleaved",
		"elements that an order list does not name stay among the others, by their place in the original",
		[]Rule{RuleOrderDirective},
	},
	OrderComparator: {
		"order-comparator",
		"elements that neither the order list nor the original has are sorted as if each came before all others, which " +
			"reverses them",
		[]Rule{RuleOrderDirective},
	},
	OrderCheckLoose: {
		"order-check-loose",
		"an empty order list admits every element; duplicates must be listed as often as they are there; entries are " +
			"checked where they are needed",
		[]Rule{RuleOrderDirective},
	},
	OrderNullRejected: {
		"order-null-rejected",
		"an order list beside a null, scalar or map, in either document, or where there is nothing to sort, is rejected",
		[]Rule{RuleOrderDirective},
	},
	OrderOnAtomic: {
		"order-on-atomic",
		"an order list sorts an atomic list of scalars, and is rejected where an atomic list has others",
		[]Rule{RuleOrderDirective},
	},
	DecodingDropsDirectives: {
		"decoding-drops-directives",
		"$ names that declared maps have no field for are dropped from the result, also where the original had them",
		[]Rule{RuleMapMerge},
	},
}

// Divergences returns all divergences, those of maps first. The slice is the
// caller's.
func Divergences() []Divergence {
	all := make([]Divergence, len(departures)-1)
	for i := range all {
		all[i] = Divergence(i + 1)
	}
	return all
}

// DivergenceNamed returns the divergence with this id, and whether there is one.
func DivergenceNamed(id string) (Divergence, bool) {
	for _, v := range Divergences() {
		if departures[v].id == id {
			return v, true
		}
	}
	return 0, false
}

// String returns the id of the divergence. It is empty for an unknown divergence.
func (v Divergence) String() string { return v.row().id }

// What returns a phrase that describes what a cluster does. It is empty for an unknown
// divergence.
func (v Divergence) What() string { return v.row().what }

// Rules returns the documented rules that the divergence departs from, the most
// important one first. The slice is the caller's.
func (v Divergence) Rules() []Rule { return slices.Clone(v.row().rules) }

// chiefRule is the first of Rules.
func (v Divergence) chiefRule() Rule { return departures[v].rules[0] }

// row returns the empty row for an unknown divergence.
func (v Divergence) row() divergenceRow {
	if int(v) >= len(departures) {
		return departures[0]
	}
	return departures[v]
}

// Case returns the name of the corpus case that shows both answers.
func (v Divergence) Case() string { return "divergence/" + v.String() }
