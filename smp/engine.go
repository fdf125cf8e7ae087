package smp

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/variant"
)

// An Engine applies and creates strategic merge patches. The zero Engine follows the
// specification, recognises every directive and has the default limits. Engines are values
// without state and may be shared.
type Engine struct {
	// Dialect chooses whose rules the engine follows. The zero value is the specification.
	Dialect Dialect
	// Ignore is the set of directives that the engine treats as unknown, like a server that
	// does not support them (rule directive-level).
	Ignore Directives
	// Strict rejects unknown fields and directives, values whose type contradicts the
	// schema, elements of the original without merge key, patch elements whose default key
	// is ambiguous, and changes of recommended keys that the element does not select by
	// (rules unknown-field, keyed-original, keys-recommended). Diff and ThreeWay also reject
	// a modified document that sets two members of a union.
	Strict bool
	// Unions applies the unions of the schema: a member that a patch sets clears the others
	// (rules union-member, union-discriminator). Diff and ThreeWay always do. Apply never
	// does in a dialect of Kubernetes, because clusters do not.
	Unions bool
	// Requires, if not nil, is called by Compose and Conflicts for a cluster with the places
	// that an object must have for the answer to be correct: maps, lists, and elements
	// without duplicates. If it is nil, the answer is correct for every object, and
	// therefore Compose rejects more patches and Conflicts reports more conflicts.
	Requires func(model.Path)
	// Limits bound the documents.
	Limits Limits
	// Trace, if not nil, is called for every decision in order. If the call fails, it may have
	// been called for some of them.
	Trace func(Event)
}

// A Dialect is the set of rules that an engine follows. The zero value is the specification.
type Dialect uint8

// The dialects. Both forms of Kubernetes follow the engine that clusters run,
// k8s.io/apimachinery/pkg/util/strategicpatch of version 0.37, with the lookup
// of Go types that an API server uses.
const (
	// Documented is the specification.
	Documented Dialect = iota
	// KubernetesBeforeDecoding gives the results of that package.
	KubernetesBeforeDecoding
	// Kubernetes gives the objects that a cluster stores: the results of that package,
	// decoded into the declared fields of the kind.
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
// regard to case, and rejects lists of lists.
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

// Limits bound the documents that an Engine accepts. Zero fields are the defaults.
type Limits struct {
	// Depth is the maximum nesting of maps and lists. The default is model.DefaultMaxDepth,
	// the maximum model.HardMaxDepth.
	Depth int
	// Bytes is the maximum length of a document in bytes, for the forms that take JSON text.
	// The default is 4 GiB - 1.
	Bytes int
}

// An Event is one decision of an Engine.
type Event struct {
	// Rule is the rule that decided, or that the divergence departs from.
	Rule Rule
	// Divergence is the divergence that decided. It is zero if a rule decided.
	Divergence Divergence
	// Varies reports whether clusters give different results from run to run (dialects of
	// Kubernetes only), because the result depends on the order in which Go iterates over a
	// map, or on how it grows a slice. The engine always gives the same one of them.
	Varies bool
	// Ambiguous is not nil if the keys of a patch element match several elements, or if the
	// element changes a key that it does not match by. Strict rejects both (rule
	// keys-recommended).
	Ambiguous error
	// Path is the place in the result. Elements of keyed lists are addressed by their keys,
	// elements of sets by value.
	Path model.Path
}

// Directives is a set of directives other than $patch, which every engine recognises.
// An engine that ignores some behaves like a server that does not support them (rule
// directive-level).
type Directives uint8

// The directives of later documents, in the order in which they appeared.
const (
	// DeleteFromPrimitiveList is $deleteFromPrimitiveList/F, which removes values from the
	// set F.
	DeleteFromPrimitiveList Directives = 1 << iota
	// SetElementOrder is $setElementOrder/F, which orders the merging list F.
	SetElementOrder
	// RetainKeys is $retainKeys, which lists the fields that a map keeps.
	RetainKeys
	// PatchMergeKey is $patchMergeKey, which lists the keys that an element matches by.
	PatchMergeKey

	// AllDirectives is the set of all directives but $patch.
	AllDirectives = DeleteFromPrimitiveList | SetElementOrder | RetainKeys | PatchMergeKey
)

// Has reports whether the set contains all directives of d.
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
