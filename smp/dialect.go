package smp

import "strings"

// A Dialect is a set of divergences from the rules of the package
// documentation. The zero value is the documented dialect. Dialects are values
// and are compared with ==.
type Dialect uint64

// The dialects. Both forms of Kubernetes follow the engine that clusters run,
// k8s.io/apimachinery/pkg/util/strategicpatch of version 0.37, with the lookup
// of Go types that an API server uses.
const (
	// Documented has no divergences.
	Documented Dialect = 0
	// KubernetesBeforeDecoding is what that engine answers.
	KubernetesBeforeDecoding Dialect = 1<<DecodingDropsDirectives - 2
	// Kubernetes is what a cluster has in the end: what that engine answers,
	// read into the declared fields of the kind.
	Kubernetes = KubernetesBeforeDecoding | 1<<DecodingDropsDirectives
)

// Has reports whether the divergence is in the set.
func (d Dialect) Has(v Divergence) bool { return d>>v&1 != 0 }

// With returns the set with a divergence added.
func (d Dialect) With(v Divergence) Dialect { return d | 1<<v }

// Without returns the set with a divergence removed.
func (d Dialect) Without(v Divergence) Dialect { return d &^ (1 << v) }

// String returns documented, kubernetes or kubernetes-before-decoding, and for
// any other set the ids of its divergences.
func (d Dialect) String() string {
	switch d {
	case Documented:
		return "documented"
	case Kubernetes:
		return "kubernetes"
	case KubernetesBeforeDecoding:
		return "kubernetes-before-decoding"
	}
	var ids []string
	for _, v := range Divergences() {
		if d.Has(v) {
			ids = append(ids, v.String())
		}
	}
	return strings.Join(ids, ",")
}

// A Divergence is one way in which the engine that clusters run departs from
// the documented rules of Apply. Its String is a stable id.
type Divergence uint8

// The divergences of maps.
const (
	_ Divergence = iota
	MapDeleteLeavesEmpty
	DirectiveMapDropped
	DirectivesKept
	NullsKept
	UnknownDirectiveKept
	DirectiveNamesReserved
	RetainKeysAnyValue
	NullPatchAccepted
	ElementStrategyIgnored

	// The divergences of finding a field's schema.

	UnknownFieldRejected
	SchemalessRejected
	MapValuesRejected
	WrongKindRejected
	ListOfListsRejected
	FieldCaseFolded

	// The divergences of lists.

	AtomicListDirectives
	NewListUnmerged
	MixedKindsRejected
	KeylessOriginalRejected
	MultiKeyUnsupported
	PatchMergeKeyUnknown
	KeyDefaultsUnknown
	AnyKeyAccepted
	IntegerFloatDistinct
	ElementReplaceEmpties
	ReplacedListKeyed
	SetDedupReorders
	SetMarkerRejected
	DeleteListAssigns
	DeleteListLast

	// The divergences of order.

	TwinsGrouped
	DirectiveElementsLast
	NewElementsFirst
	OrderInterleaved
	OrderComparator
	OrderCheckLoose
	OrderNullRejected
	OrderOnAtomic

	// DecodingDropsDirectives is the last step: not of the engine, but of the
	// server that decodes what it answers.
	DecodingDropsDirectives
)
