package smp

import (
	_ "embed" // the divergences stand in their comments, and nowhere else
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/smp/internal/source"
)

// A Divergence is one way in which the engine that clusters run departs from
// the documented rules of Apply. Its String is a stable id. Its comment is what
// Divergence.What returns.
type Divergence uint8

// The divergences of maps.
const (
	_ Divergence = iota
	// MapDeleteLeavesEmpty: $patch: delete on a map that is there leaves it,
	// empty.
	MapDeleteLeavesEmpty
	// DirectiveMapDropped: a map with $patch, whatever it says, is dropped
	// with its data where the original has no map.
	DirectiveMapDropped
	// DirectivesKept: what is new, or replaces, is copied and not evaluated:
	// directives in it become data.
	DirectivesKept
	// NullsKept: nulls in what replaces a map or list, or is added to a keyed
	// list, become data.
	NullsKept
	// UnknownDirectiveKept: a $ name of a declared map that is no directive is
	// data.
	UnknownDirectiveKept
	// DirectiveNamesReserved: names of directives are directives in every map,
	// declared as fields or not, and rejected where they are malformed.
	DirectiveNamesReserved
	// RetainKeysAnyValue: $retainKeys may list scalars and nulls that are no
	// names.
	RetainKeysAnyValue
	// NullPatchAccepted: a patch that is null or absent changes nothing.
	NullPatchAccepted
	// ElementStrategyIgnored: elements of a list merge, whatever strategy
	// their own type has.
	ElementStrategyIgnored

	// The divergences of finding a field's schema.

	// UnknownFieldRejected: a map or list in a field unknown to the schema is
	// rejected where both documents have one.
	UnknownFieldRejected
	// SchemalessRejected: a map or list below a value without schema is
	// rejected where both documents have one.
	SchemalessRejected
	// MapValuesRejected: a map or list in a free-form map is rejected where
	// both documents have one.
	MapValuesRejected
	// WrongKindRejected: a list is rejected in a field that is no list, nor a
	// Go pointer, where both documents have one.
	WrongKindRejected
	// ListOfListsRejected: a list is rejected in a field that is a list of
	// lists, where both documents have one.
	ListOfListsRejected
	// FieldCaseFolded: the schema of a field is found without regard to case.
	FieldCaseFolded

	// The divergences of lists.

	// AtomicListDirectives: an element with $patch in an atomic list becomes
	// data where the original has a list, and is dropped elsewhere.
	AtomicListDirectives
	// NewListUnmerged: a merging list that the original lacks is taken as it
	// is: duplicates stay, keys may be missing.
	NewListUnmerged
	// MixedKindsRejected: lists whose elements are not all of one kind, the
	// kind that merges there, are rejected; integers and other numbers are two
	// kinds.
	MixedKindsRejected
	// KeylessOriginalRejected: an element of the original without the merge
	// key is rejected.
	KeylessOriginalRejected
	// MultiKeyUnsupported: a merge key of several fields is taken as the name
	// of one.
	MultiKeyUnsupported
	// PatchMergeKeyUnknown: $patchMergeKey is data; the default key matches.
	PatchMergeKeyUnknown
	// KeyDefaultsUnknown: defaults of keys do not count.
	KeyDefaultsUnknown
	// AnyKeyAccepted: a key may be null, in both documents; a map or list is a
	// key that no other may meet.
	AnyKeyAccepted
	// IntegerFloatDistinct: keys and set values 1 and 1.0 differ; numbers that
	// are no 64-bit integers are rounded.
	IntegerFloatDistinct
	// ElementReplaceEmpties: $patch: replace in an element replaces the whole
	// list, and that element is lost.
	ElementReplaceEmpties
	// ReplacedListKeyed: elements and deletions in a list that replaces a
	// keyed one need their merge key.
	ReplacedListKeyed
	// SetDedupReorders: removing duplicates of a set moves the last value into
	// the gap; an empty patch list does so too.
	SetDedupReorders
	// SetMarkerRejected: {$patch: replace} in a set is rejected.
	SetMarkerRejected
	// DeleteListAssigns: what $deleteFromPrimitiveList/F says is merged into F
	// where both are of one kind, and ignored elsewhere, except that null
	// deletes F and scalars are deleted from lists.
	DeleteListAssigns
	// DeleteListLast: beside an order list the delete list comes last.
	DeleteListLast

	// The divergences of order.

	// TwinsGrouped: elements with equal keys are put together, where the first
	// one stands; an empty patch list does so too.
	TwinsGrouped
	// DirectiveElementsLast: elements of the original that hold $patch: delete
	// go to the end.
	DirectiveElementsLast
	// NewElementsFirst: without an order list new elements come before those
	// that only the original has.
	NewElementsFirst
	// OrderInterleaved: elements that an order list does not name stay among
	// the others, by their place in the original.
	OrderInterleaved
	// OrderComparator: elements that neither the order list nor the original
	// has are sorted as if each came before all others, which reverses them.
	OrderComparator
	// OrderCheckLoose: an empty order list admits every element; duplicates
	// must be listed as often as they are there; entries are checked where
	// they are needed.
	OrderCheckLoose
	// OrderNullRejected: an order list beside a null, scalar or map, in either
	// document, or where there is nothing to sort, is rejected.
	OrderNullRejected
	// OrderOnAtomic: an order list sorts an atomic list of scalars, and is
	// rejected where an atomic list has others.
	OrderOnAtomic

	// The last step is not of the engine, but of the server that decodes what it
	// answers.

	// DecodingDropsDirectives: $ names that declared maps have no field for
	// are dropped from the result, also where the original had them.
	DecodingDropsDirectives
)

// departures are the documented rules that each divergence departs from, the chief
// one first.
var departures = [...][]Rule{
	MapDeleteLeavesEmpty:    {RuleMapDelete},
	DirectiveMapDropped:     {RuleMapReplace, RuleAbsentIsEmpty, RuleUnknownDirective},
	DirectivesKept:          {RuleAbsentIsEmpty, RuleMapReplace, RuleMapAtomic},
	NullsKept:               {RuleNullDeletes},
	UnknownDirectiveKept:    {RuleUnknownDirective},
	DirectiveNamesReserved:  {RuleDataNames, RuleUnknownDirective},
	RetainKeysAnyValue:      {RuleRetainKeys},
	NullPatchAccepted:       {RuleRoot},
	ElementStrategyIgnored:  {RuleMapAtomic},
	UnknownFieldRejected:    {RuleUnknownField},
	SchemalessRejected:      {RuleUnknownField},
	MapValuesRejected:       {RuleMapValues},
	WrongKindRejected:       {RuleUnknownField},
	ListOfListsRejected:     {RuleListAtomic},
	FieldCaseFolded:         {RuleFieldNames},
	AtomicListDirectives:    {RuleListAtomic},
	NewListUnmerged:         {RuleAbsentIsEmpty, RuleKeyedMerge, RuleSetMerge},
	MixedKindsRejected:      {RuleKeyedOriginal, RuleSetMerge},
	KeylessOriginalRejected: {RuleKeyedOriginal},
	MultiKeyUnsupported:     {RuleKeysMulti},
	PatchMergeKeyUnknown:    {RuleKeysRecommended},
	KeyDefaultsUnknown:      {RuleKeysDefault},
	AnyKeyAccepted:          {RuleKeyedMerge, RuleKeyedDelete},
	IntegerFloatDistinct:    {RuleKeyEquality},
	ElementReplaceEmpties:   {RuleElementReplace},
	ReplacedListKeyed:       {RuleListReplace},
	SetDedupReorders:        {RuleSetMerge},
	SetMarkerRejected:       {RuleListReplace},
	DeleteListAssigns:       {RuleSetDelete},
	DeleteListLast:          {RuleSetDelete},
	TwinsGrouped:            {RuleOrderDefault, RuleOrderDirective},
	DirectiveElementsLast:   {RuleOrderDefault, RuleOrderDirective},
	NewElementsFirst:        {RuleOrderDefault},
	OrderInterleaved:        {RuleOrderDirective},
	OrderComparator:         {RuleOrderDirective},
	OrderCheckLoose:         {RuleOrderDirective},
	OrderNullRejected:       {RuleOrderDirective},
	OrderOnAtomic:           {RuleOrderDirective},
	DecodingDropsDirectives: {RuleMapMerge},
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
	i := slices.IndexFunc(divergenceTexts(), func(d source.Constant) bool { return d.ID == id })
	return Divergence(i + 1), i >= 0
}

// String returns the id of the divergence, and "" for none.
func (v Divergence) String() string { return v.text().ID }

// What returns what a cluster does, in a phrase.
func (v Divergence) What() string { return strings.TrimSuffix(v.text().Text, ".") }

// Rules returns the documented rules that the divergence departs from, the
// chief one first. The slice is the caller's.
func (v Divergence) Rules() []Rule {
	if int(v) >= len(departures) {
		return nil
	}
	return slices.Clone(departures[v])
}

// chiefRule is the first of Rules.
func (v Divergence) chiefRule() Rule { return departures[v][0] }

// Case returns the name of the corpus case that shows both answers.
func (v Divergence) Case() string { return "divergence/" + v.String() }

func (v Divergence) text() source.Constant {
	if v == 0 || int(v) >= len(departures) {
		return source.Constant{}
	}
	return divergenceTexts()[v-1]
}

//go:embed divergence.go
var divergenceSource string

var divergenceTexts = sync.OnceValue(func() []source.Constant { return source.Constants(divergenceSource) })
