package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/trace"
)

// An Engine applies and creates strategic merge patches. The zero Engine follows the specification,
// recognizes every directive and has the default limits. Engines are values without state and may
// be shared.
type Engine struct {
	// Ignore is the set of directives that the engine treats as unknown, like a server that does
	// not support them (rule directive-level). Diff and ThreeWay omit them (see DiffOptions.Omit).
	Ignore Directives
	// Strict makes Apply reject patches with unknown fields and directives, values whose type
	// contradicts the schema, elements whose default key is ambiguous, and changes of a recommended
	// key by which the element does not match (rules unknown-field, keys-recommended). Of the original,
	// only the elements of the keyed lists that the patch merges are checked: each must be a map with a
	// merge key (rule keyed-original). Other fields and types of the original are not checked. Compose,
	// Conflicts and Lint assume such an Apply. Diff and ThreeWay make none of these checks. With Strict,
	// they reject a modified document that sets two members of a union, or a member that contradicts
	// the discriminator.
	//
	// Strict accepts a deletion that removes several elements with the same default key, parts of a
	// patch without effect, such as the deletion of an element that does not exist, and two elements
	// with the same key. Lint reports those that need no original. It reports a deletion only if the
	// element contains a recommended key that is ignored.
	Strict bool
	// Unions applies the unions of the schema: a member that a patch sets clears the others (rules
	// union-member, union-discriminator). Diff and ThreeWay always apply the unions. Lint does not report
	// members that would stay set without Unions.
	Unions bool
	// Limits are the limits for the length and nesting of JSON text.
	Limits Limits
	// Trace, if not nil, is called by all methods except Lint, for each decision and in the order
	// of the decisions. It may have been called before an error occurs. Compose and Conflicts report
	// the decisions of applying each patch to {}. With DiffOptions.For, Diff and ThreeWay also
	// report the decisions of attempts that they discard.
	Trace func(Event)
}

// dialect returns the way in which the engine reads patches.
func (e Engine) dialect() syntax.Dialect { return syntax.Dialect{Ignores: syntax.Set(e.Ignore)} }

// nameOf returns the name of a value, or the first name if it has none.
func nameOf[T ~uint8](v T, names ...string) string {
	if int(v) < len(names) {
		return names[v]
	}
	return names[0]
}

// Limits are the limits for documents in JSON text. A field that is zero means the default.
type Limits struct {
	// Depth is the maximum nesting of maps and lists. The default is model.DefaultMaxDepth, and the
	// largest value is model.HardMaxDepth.
	Depth int
	// Bytes is the maximum length of a document in bytes. The default is 4 GiB - 1.
	Bytes int
}

// An Event is one decision of an Engine.
type Event struct {
	// Rule is the rule that decided.
	Rule Rule
	// Ambiguous is not nil if the keys of a patch element match several elements, or if the element
	// changes a key that it does not match by. Strict rejects the patch in both cases (rule
	// keys-recommended).
	Ambiguous error
	// Path is the place in the document. A step to an element of a keyed list names the keys of the
	// element, or is an index if the element lacks a key. A step to an element of a set names the
	// value. In a list that the patch replaces, the keys include the recommended ones, and an index is
	// that in the result.
	Path model.Path
}

// Directives is a set of directives. It never contains $patch, because every engine recognizes
// $patch. An engine that ignores some directives behaves like a server that does not support them
// (rule directive-level).
type Directives uint8

// These are the directives that later versions of the format introduced in addition to $patch, in
// the order of their introduction.
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

	// AllDirectives is the set of all directives except $patch.
	AllDirectives = DeleteFromPrimitiveList | SetElementOrder | RetainKeys | PatchMergeKey
)

// Has reports whether the set contains all directives of d.
func (s Directives) Has(d Directives) bool { return s&d == d }

// String returns the directives as they are written in a patch, without field names and separated
// by commas, such as $setElementOrder,$retainKeys.
func (s Directives) String() string { return syntax.Set(s).String() }

// tracer returns a tracer that calls e.Trace.
func (e Engine) tracer() trace.Tracer {
	if e.Trace == nil {
		return trace.Tracer{}
	}
	return trace.Tracer{Report: func(d trace.Event) { e.Trace(Event{Rule: Rule(d.Rule), Ambiguous: d.Ambiguous, Path: d.Path}) }}
}
