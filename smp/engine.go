package smp

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/variant"
)

// An Engine applies strategic merge patches. The zero value is ready: the
// documented dialect, every directive, default limits. Engines are values;
// they hold no state and may be shared.
type Engine struct {
	// Dialect says whose rules the engine follows: the documented ones when
	// zero.
	Dialect Dialect
	// Ignore is the set of directives that the engine does not recognise, as
	// a server that is older than they are (rule directive-level).
	Ignore Directives
	// Strict rejects what is otherwise tolerated: fields and directives that
	// the schema does not know, values whose type contradicts the schema,
	// elements of the original without merge key, patch elements whose default
	// key does not say which element is meant, and changes of recommended keys
	// that are not selected (rules unknown-field, keyed-original, keys-recommended). Diff and ThreeWay then reject a modified
	// document with an ill-formed union.
	Strict bool
	// Unions lets patches know the unions of the schema: a member that a patch sets
	// clears the others (rules union-member, union-discriminator). Diff and ThreeWay
	// know them always, and Apply of a dialect of Kubernetes never, as a cluster.
	Unions bool
	// Requires, when not nil, is called by Compose and Conflicts for a cluster with each
	// place that an object must have: a map, a list, or an element without duplicates.
	// For objects that have these places and fit the schema, the answer is right. When
	// nil, it is right for every object: Compose refuses more patches, and Conflicts
	// reports more conflicts.
	Requires func(model.Path)
	// Limits bound the documents.
	Limits Limits
	// Trace, when not nil, is called for every decision, in the order in which
	// they are taken. A call that ends in an error may have been traced partly.
	Trace func(Event)
}

// A Dialect says whose rules an engine follows. The zero value is the documented
// dialect.
type Dialect uint8

// The dialects. Both forms of Kubernetes follow the engine that clusters run,
// k8s.io/apimachinery/pkg/util/strategicpatch of version 0.37, with the lookup
// of Go types that an API server uses.
const (
	// Documented has no divergences: it is the rules as their comments say them.
	Documented Dialect = iota
	// KubernetesBeforeDecoding is what that engine answers.
	KubernetesBeforeDecoding
	// Kubernetes is what a cluster has in the end: what that engine answers,
	// read into the declared fields of the kind.
	Kubernetes
)

// The variants of KubernetesBeforeDecoding with another lookup.
const (
	openAPIV2 = Dialect(variant.OpenAPIV2)
	openAPIV3 = Dialect(variant.OpenAPIV3)
)

// beforeDecoding returns the dialect without the last step of a server.
func (d Dialect) beforeDecoding() Dialect {
	if d == Kubernetes {
		return KubernetesBeforeDecoding
	}
	return d
}

// goTypes reports whether the lookup is that of Go types, which finds fields without
// regard to case, and takes no lists of lists.
func (d Dialect) goTypes() bool { return d == Kubernetes || d == KubernetesBeforeDecoding }

// String returns documented, kubernetes or kubernetes-before-decoding, and for
// the variants of the last the OpenAPI version too.
func (d Dialect) String() string {
	if d > openAPIV3 {
		return "unknown"
	}
	return nameOf(d, "documented", "kubernetes-before-decoding", "kubernetes",
		"kubernetes-before-decoding-openapi-v2", "kubernetes-before-decoding-openapi-v3")
}

// nameOf returns the name of a value, the first one where it has none.
func nameOf[T ~uint8](v T, names ...string) string {
	if int(v) < len(names) {
		return names[v]
	}
	return names[0]
}

// Limits bound what an Engine accepts. Zero fields mean the defaults.
type Limits struct {
	// Depth is how deep maps and lists may nest; model.DefaultMaxDepth when
	// zero, and never more than model.HardMaxDepth.
	Depth int
	// Bytes is how long one document's text may be; applies to the forms that
	// take JSON text. What 32-bit offsets hold when zero.
	Bytes int
}

// An Event is one decision of an Engine.
type Event struct {
	// Rule is the rule that decided, or that a divergence departed from.
	Rule Rule
	// Divergence is the divergence that decided, zero where a rule did.
	Divergence Divergence
	// Varies says that clusters do not give one answer here (dialects of
	// Kubernetes only): which of several they give depends on the order in which
	// Go walks a map, or on how it grows a slice. The engine gives the same one
	// every time.
	Varies bool
	// Ambiguous is why the keys of a patch element do not say which element is
	// meant, or which key of that the patch changes; nil if neither is so. Strict
	// rejects both (rule keys-recommended).
	Ambiguous error
	// Path is the place in the result; elements of keyed lists are addressed
	// by their keys, those of sets by value.
	Path model.Path
}

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

// A tracer reports decisions with the place in the result. Without a report
// function it does nothing; callers build steps only when it is on.
type tracer struct {
	report func(Event)
	path   model.Path
}

// on reports whether somebody listens. A nil tracer has nobody who does.
func (t *tracer) on() bool { return t != nil && t.report != nil }

// note notes that a rule decides here, or at a place below.
func (t *tracer) note(r Rule, steps ...model.Step) {
	if t.on() {
		t.report(Event{Rule: r, Path: t.path.Append(steps...)})
	}
}

// noteDivergence notes that a divergence decides here, or below.
func (t *tracer) noteDivergence(v Divergence, steps ...model.Step) {
	if t.on() {
		t.report(Event{Rule: v.chiefRule(), Divergence: v, Path: t.path.Append(steps...)})
	}
}

func (t *tracer) enter(s model.Step) { t.path = append(t.path, s) }
func (t *tracer) leave()             { t.path = t.path[:len(t.path)-1] }
