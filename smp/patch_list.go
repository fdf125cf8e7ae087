package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/trace"
)

// A listKind is the way in which the patch of a list applies.
type listKind uint8

// These are the kinds of list patches.
const (
	atomicList    listKind = iota // a patch list replaces the original list (rule list-atomic)
	replacingList                 // it replaces a merging list, because it contains {$patch: replace} (rule list-replace)
	mergingSet                    // values are deleted and added (rules set-delete, set-merge)
	mergingKeyed                  // elements are deleted, merged and added (rules keyed-delete, keyed-merge)
)

// merges reports whether the patch merges into the original list.
func (k listKind) merges() bool { return k >= mergingSet }

// A listPatch is the patch of a list. Its elements are read by the method read.
type listPatch struct {
	syntax.Field
	node *schema.Node
	kind listKind
	// elements holds the elements with readable keys. If the patch does not merge, it holds the elements
	// that stay in the result, without keys.
	elements []patchElement
	// found holds the faults of the elements, in order. Each path begins with the index of the element.
	found faults.List
}

// newListPatch returns the patch of a list, without its elements. If the value of the field is
// neither a list nor absent, kind is that of a patch without a value.
func newListPatch(u *schema.Node, t syntax.Field) listPatch {
	p := listPatch{Field: t, node: u}
	switch {
	case !u.Merging():
		p.kind = atomicList
	case syntax.HasMarker(t.Value):
		p.kind = replacingList
	case len(u.Keys) == 0:
		p.kind = mergingSet
	default:
		p.kind = mergingKeyed
	}
	return p
}

// addsElements reports whether the patch has a list that merges, or no value.
func (p *listPatch) addsElements() bool {
	return p.Value.Type() == model.Absent || p.Value.Type() == model.List && p.kind.merges()
}

// readFor reads the elements of a patch, with a reader of its own.
func (p *listPatch) readFor(d syntax.Dialect, strict bool) {
	if !p.kind.merges() {
		p.readWritten(strict)
		return
	}
	r := newKeyReader(d, p.node)
	p.read(&r, strict)
}

// read reads the elements of a patch that merges, with the given reader. strict also compares the
// values of a set with the schema.
func (p *listPatch) read(r *keyReader, strict bool) {
	if p.Value.Type() != model.List || p.Value.Len() == 0 {
		return
	}
	p.elements = slices.Grow(p.elements, p.Value.Len())
	r.arena = slices.Grow(r.arena, p.Value.Len()*r.byDefaultKey.Width())
	for i, e := range p.Value.Elements() {
		k, found := r.element(e, i)
		if found == nil {
			p.elements = append(p.elements, k)
			if strict && p.kind == mergingSet {
				p.add(i, syntax.TypeFault(p.node.Shape.Element, e))
			}
		}
		for _, f := range found {
			p.add(i, f)
		}
	}
}

// add adds a fault of the element with index i, unless f is nil.
func (p *listPatch) add(i int, f *faults.Fault) {
	if f != nil {
		p.found = append(p.found, f.Under(model.Index(i)))
	}
}

// readWritten reads the elements of a patch list that is evaluated against empty, because it is
// atomic or replaces the original list. strict also compares them with the schema. If the patch
// replaces the original list, deletions are dropped. In an atomic list, deletions are faults,
// because there is nothing to delete. If the call is not strict and the list contains no name with
// $, nothing needs a check, and readWritten reads no elements.
func (p *listPatch) readWritten(strict bool) {
	if !strict && !p.Value.HasDollar() {
		return
	}
	for i, e := range p.Value.Elements() {
		op, f := syntax.OperationOf(e)
		switch {
		case op == syntax.Delete && p.kind == replacingList, syntax.IsMarker(e):
			continue
		case op == syntax.Delete:
			p.add(i, faults.New(faults.InvalidDirective, rule.ListAtomic, "elements of an atomic list cannot be deleted").Under(model.Field(syntax.Patch)))
			continue
		}
		p.add(i, f)
		if strict {
			p.add(i, syntax.TypeFault(p.node.OfElement(), e))
		}
		p.elements = append(p.elements, patchElement{value: e, index: i})
	}
}

// order reads the order list of the patch, and checks that the elements of the patch are in its order
// (rule order-directive). The result is nil if the patch has no order list.
func (p *listPatch) order(d syntax.Dialect, trace *trace.Tracer) (*orderList, *faults.Fault) {
	if !p.HasOrderList() {
		return nil, nil
	}
	order, f := readOrder(d, p.node, p.Field, trace)
	if f == nil {
		f = order.checkPatchList(p.elements)
	}
	return order, f
}
