package cluster

import (
	"cmp"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/door"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// An Engine gives the results of an API server. The zero value is a server of Kubernetes
// 1.37 for built-in kinds. Engines are values without state and may be shared.
type Engine struct {
	// Ignore is the set of directives that the server is too old to recognize. No server recognizes
	// $patchMergeKey.
	Ignore smp.Directives
	// Lookup determines how the server finds the schema of a field.
	Lookup Lookup
	// BeforeDecoding makes Apply return the result of apimachinery. An API server also decodes this
	// result into the Go type of the kind. This drops names that begin with $ and are not fields
	// (divergence decoding-drops-directives).
	BeforeDecoding bool
	// Strict makes Apply reject patches with unknown fields (the case of names counts) and directives, values whose type
	// contradicts the schema, and elements whose default key is ambiguous, unless they delete elements.
	// Of the original, only the merge keys of elements are checked, as by smp.Engine.Strict. Compose
	// and Conflicts assume such an Apply. A server rejects unknown fields only
	// if the client requests it. It rejects values of the wrong type in every request. With Strict,
	// Diff and ThreeWay make none of these checks, but reject a modified document that sets two
	// members of a union, or a member that contradicts the discriminator.
	Strict bool
	// Requires, if not nil, is called by Compose and Conflicts with the places that an object must
	// have for the result to be correct. The places are maps, lists, and elements without
	// duplicates. If Requires is nil, the result is correct for every object, but Compose rejects
	// more patches and Conflicts reports more conflicts.
	Requires func(model.Path)
	// Limits are the limits for the length and nesting of JSON text.
	Limits smp.Limits
	// Trace, if not nil, is called by Apply, Compose, Differences, Diff and ThreeWay, for each
	// decision and in the order of the decisions. It may have been called before an error occurs.
	// Diff and ThreeWay also report the decisions of attempts that they discard.
	Trace func(Event)
}

// A Lookup determines how apimachinery finds the schema of a field. apimachinery needs the schema
// if original and patch both have a map for the field, if both have a list, or if there is an order
// list. If apimachinery finds no schema, it rejects the patch. The results depend on the source of
// the schema.
type Lookup uint8

// These are the lookups.
const (
	// GoTypes is the lookup in Go types, by PatchMetaFromStruct. API servers use it for
	// built-in kinds. It ignores the case of a field name and rejects lists of lists.
	GoTypes Lookup = iota
	// OpenAPIV2 is the lookup in the OpenAPI v2 document of a server, by
	// PatchMetaFromOpenAPI. It accepts everything in a value without schema.
	OpenAPIV2
	// OpenAPIV3 is the lookup in OpenAPI v3 documents, by PatchMetaFromOpenAPIV3. It
	// accepts a list for any field.
	OpenAPIV3
)

// Apply returns the object that a server stores for original and patch. An absent or null original
// or patch counts as {}. If servers give different results from run to run, Apply always returns
// the same one (see Varies of [Event]).
//
// If a server rejects the patch, the error is an [*smp.Error]. Its Code, Path and Rule have the
// same meaning as in an error of smp.Apply. The Code is WrongType, InvalidDirective,
// MissingMergeKey, InvalidMergeKey, OrderMismatch or RetainKeysMismatch. If the lookup does not
// find a field, the Code is UnknownField. With Strict, the Code may also be AmbiguousMergeKey.
func (e Engine) Apply(s smp.Schema, original, patch model.Value) (_ model.Value, err error) {
	defer faults.RecoverSchema(&err)
	requireSchema(s)
	c := e.newCall(original)
	defer c.done()
	c.trace.report = e.Trace
	result, f := c.root(s, nulls.OrEmpty(original), patch)
	if f != nil {
		return model.Value{}, asError(f)
	}
	return result, nil
}

// A call is the state of one call of an Engine.
type call struct {
	Engine
	build *model.Builder
	own   model.Builder // for calls that are not on a desk
	trace tracer
	// document is the original document. Strict checks only values that are part of it. While the
	// call merges into a value that it has already changed, inMadeValue is set, and document is the
	// value that the original document has at that place (see inMade).
	document    model.Value
	inMadeValue bool
	variance
}

// calls is a pool of calls.
var calls = sync.Pool{New: func() any { return new(call) }}

// newCall returns a call without a trace, for a document or for a part of a document.
func (e Engine) newCall(original model.Value) *call {
	c := calls.Get().(*call)
	c.Engine, c.build, c.document = e, cmp.Or(door.Shortcuts.BuilderOf(original), &c.own), nulls.OrEmpty(original)
	return c
}

func (c *call) done() {
	own := c.own
	own.Reset()
	*c = call{own: own}
	calls.Put(c)
}

// root applies a patch to a document. A patch that is null or absent counts as {} (divergence
// null-patch-accepted).
func (c *call) root(s smp.Schema, original, patch model.Value) (model.Value, *fault) {
	if !nulls.Present(patch) {
		c.trace.diverges(NullPatchAccepted)
		patch = nulls.EmptyMap
	}
	if k := original.Type(); k != model.Map {
		return model.Value{}, inOriginal(newFault(smp.WrongType, smp.RuleRoot, "expected a map, got %s", k.Noun()))
	}
	if k := patch.Type(); k != model.Map {
		return model.Value{}, newFault(smp.WrongType, smp.RuleRoot, "expected a map, got %s", k.Noun())
	}
	if f := c.checkType(s, patch); f != nil {
		return model.Value{}, f
	}
	result, f := c.mergeMap(s, original, patch, false)
	if f != nil || c.BeforeDecoding {
		return result, f
	}
	return c.decode(s, result)
}
