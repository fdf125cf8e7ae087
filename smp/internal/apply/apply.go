// Package apply applies patches by the rules of the specification. A map merges member by member, a
// merging list element by element, and everything else is replaced.
package apply

import (
	"cmp"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/door"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/trace"
)

// Options are the options of a call.
type Options struct {
	syntax.Dialect
	Strict bool // reject what only a strict engine rejects
	Unions bool // apply the unions of the schema
	Trace  trace.Tracer
}

// MergeRoot applies a patch to a document, which may be absent or null. If b is not nil, the result is
// only for b.AppendJSON.
func MergeRoot(b *model.Builder, u *schema.Node, original, patch model.Value, opts Options) (model.Value, *faults.Fault) {
	a := mergers.Get().(*Merger)
	defer a.done()
	a.Options = opts
	a.build = cmp.Or(b, door.Shortcuts.BuilderOf(original, patch), a.ownBuilder)
	a.document = nulls.AsAbsent(original)
	var text *model.Rewrite
	if b != nil {
		text = door.Shortcuts.Rewrite(b, a.document, patch)
	}
	if f := a.checkRoots(u, patch); f != nil {
		return model.Value{}, f
	}
	result, f := a.mergeMapText(text, u, a.document, patch, false)
	if f != nil {
		return model.Value{}, f
	}
	if a.document.Type() == model.Absent || result.Type() == model.Absent {
		a.Trace.Note(rule.Root)
	}
	return nulls.OrEmpty(result), nil
}

// checkRoots rejects documents that are not maps (rule root). The original may be absent.
func (m *Merger) checkRoots(u *schema.Node, patch model.Value) *faults.Fault {
	if k := m.document.Type(); k != model.Map && k != model.Absent {
		f := faults.New(faults.WrongType, rule.Root, "expected a map, got %s", k.Noun())
		f.InOriginal = true
		return f
	}
	if k := patch.Type(); k != model.Map {
		return faults.New(faults.WrongType, rule.Root, "expected a map, got %s", k.Noun())
	}
	return m.checkType(u, patch)
}

// A Merger merges patches into values. The zero Merger has no options.
type Merger struct {
	Options
	freeMerges  []*listMerge // unused listMerge values
	inMadeValue bool         // the map being merged was not taken unchanged from the original
	build       *model.Builder
	ownBuilder  *model.Builder // for calls without a builder
	// document is the whole original. Strict checks only the parts of it that are unchanged.
	document model.Value
}

// New returns a Merger with the given options.
func New(opts Options) *Merger { return &Merger{Options: opts} }

// mayUseFastPath reports whether only the result matters. Calls that are traced or strict, or that
// support unions, must make every decision one by one.
func (m *Merger) mayUseFastPath() bool {
	return !m.Strict && !m.Unions && !m.Trace.On()
}

// checkType rejects a patch value whose type contradicts its schema, if the call is strict (rule
// value-type).
func (m *Merger) checkType(u *schema.Node, v model.Value) *faults.Fault {
	if !m.Strict {
		return nil
	}
	return syntax.TypeFault(u, v)
}

// value merges a patch value that is not null into original, which is the value of a field or an
// element of a list. If the patch deletes the value, the result is absent.
func (m *Merger) value(u *schema.Node, original, patch model.Value) (model.Value, *faults.Fault) {
	switch patch.Type() {
	case model.Map:
		return m.MapValue(u, original, patch, false)
	case model.List:
		return m.MergeList(u, original, syntax.Field{Value: patch})
	default:
		m.Trace.Note(rule.Scalar)
		return patch, nil
	}
}

// MapValue merges a patch map into the map of a field or an element. An atomic map is replaced by
// the patch evaluated against empty (rule map-atomic).
func (m *Merger) MapValue(u *schema.Node, original, patch model.Value, inKeyedList bool) (model.Value, *faults.Fault) {
	return m.mapValueIn(nil, u, original, patch, inKeyedList)
}

// mapValueIn is like MapValue, but may change text instead of the value, like mergeMapText.
func (m *Merger) mapValueIn(text *model.Rewrite, u *schema.Node, original, patch model.Value, inKeyedList bool) (model.Value, *faults.Fault) {
	if u.AtomicMap() {
		m.Trace.Note(rule.MapAtomic)
		original = model.Value{}
	}
	return m.mergeMapText(text, u, original, patch, inKeyedList)
}
