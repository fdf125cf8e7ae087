package listpatch

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/trace"
)

// A Kind is the way in which the patch of a list applies.
type Kind uint8

// These are the kinds of list patches.
const (
	Atomic    Kind = iota // a patch list replaces the original list (rule list-atomic)
	Replacing             // it replaces a merging list, because it contains {$patch: replace} (rule list-replace)
	Set                   // values are deleted and added (rules set-delete, set-merge)
	Keyed                 // elements are deleted, merged and added (rules keyed-delete, keyed-merge)
)

// Merges reports whether the patch merges into the original list.
func (k Kind) Merges() bool { return k >= Set }

// A Patch is the patch of a list. Its elements are read by the method Read.
type Patch struct {
	syntax.Field
	Node *schema.Node
	Kind Kind
	// Elements holds the elements with readable keys. If the patch does not merge, it holds the elements
	// that stay in the result, without keys.
	Elements []Element
	// Found holds the faults of the elements, in order. Each path begins with the index of the element.
	Found faults.List
}

// New returns the patch of a list, without its elements. If the value of the field is
// neither a list nor absent, Kind is that of a patch without a value.
func New(u *schema.Node, t syntax.Field) Patch {
	p := Patch{Field: t, Node: u}
	switch {
	case !u.Merging():
		p.Kind = Atomic
	case syntax.HasMarker(t.Value):
		p.Kind = Replacing
	case len(u.Keys) == 0:
		p.Kind = Set
	default:
		p.Kind = Keyed
	}
	return p
}

// AddsElements reports whether the patch has a list that merges, or no value.
func (p *Patch) AddsElements() bool {
	return p.Value.Type() == model.Absent || p.Value.Type() == model.List && p.Kind.Merges()
}

// ReadFor reads the elements of a patch, with a reader of its own.
func (p *Patch) ReadFor(d syntax.Dialect, strict bool) {
	if !p.Kind.Merges() {
		p.ReadWritten(strict)
		return
	}
	r := NewReader(d, p.Node)
	p.Read(&r, strict)
}

// Read reads the elements of a patch that merges, with the given reader. strict also compares the
// values of a set with the schema.
func (p *Patch) Read(r *Reader, strict bool) {
	if p.Value.Type() != model.List || p.Value.Len() == 0 {
		return
	}
	p.Elements = slices.Grow(p.Elements, p.Value.Len())
	r.Arena = slices.Grow(r.Arena, p.Value.Len()*r.ByDefaultKey.Width())
	for i, e := range p.Value.Elements() {
		k, found := r.Element(e, i)
		if found == nil {
			p.Elements = append(p.Elements, k)
			if strict && p.Kind == Set {
				p.add(i, syntax.TypeFault(p.Node.Shape.Element, e))
			}
		}
		for _, f := range found {
			p.add(i, f)
		}
	}
}

// add adds a fault of the element with index i, unless f is nil.
func (p *Patch) add(i int, f *faults.Fault) {
	if f != nil {
		p.Found = append(p.Found, f.Under(model.Index(i)))
	}
}

// ReadWritten reads the elements of a patch list that is evaluated against empty, because it is
// atomic or replaces the original list. strict also compares them with the schema. If the patch
// replaces the original list, deletions are dropped. In an atomic list, deletions are faults,
// because there is nothing to delete. If the call is not strict and the list contains no name with
// $, nothing needs a check, and ReadWritten reads no elements.
func (p *Patch) ReadWritten(strict bool) {
	if !strict && !p.Value.HasDollar() {
		return
	}
	for i, e := range p.Value.Elements() {
		op, f := syntax.OperationOf(e)
		switch {
		case op == syntax.Delete && p.Kind == Replacing, syntax.IsMarker(e):
			continue
		case op == syntax.Delete:
			p.add(i, faults.New(faults.InvalidDirective, rule.ListAtomic, "elements of an atomic list cannot be deleted").Under(model.Field(syntax.Patch)))
			continue
		}
		p.add(i, f)
		if strict {
			p.add(i, syntax.TypeFault(p.Node.OfElement(), e))
		}
		p.Elements = append(p.Elements, Element{Value: e, Index: i})
	}
}

// ReadOrder reads the order list of the patch, and checks that the elements of the patch are in its order
// (rule order-directive). The result is nil if the patch has no order list.
func (p *Patch) ReadOrder(d syntax.Dialect, trace *trace.Tracer) (*Order, *faults.Fault) {
	if !p.HasOrderList() {
		return nil, nil
	}
	order, f := ReadOrder(d, p.Node, p.Field, trace)
	if f == nil {
		f = order.checkPatchList(p.Elements)
	}
	return order, f
}

// CheckDeleteList checks the delete list of a field, and the type of the field (rule set-delete).
func CheckDeleteList(u *schema.Node, original model.Value, t syntax.Field) *faults.Fault {
	if !t.HasDeleteList() {
		return nil
	}
	name := syntax.DeleteListPrefix + t.Name
	if t.Name == "" {
		return syntax.NoField(rule.SetDelete, name)
	}
	if what := typeWithoutDeletes(u, original, t.Value); what != "" {
		return faults.New(faults.InvalidDirective, rule.SetDelete, "expected a field that is a list of scalars; it is %s", what).UnderDirective(name)
	}
	if t.Delete.Type() != model.List {
		return faults.New(faults.InvalidDirective, rule.SetDelete, "expected a list of scalars, got %s", t.Delete.Type().Noun()).UnderDirective(name)
	}
	for _, v := range t.Delete.Elements() {
		if !v.IsScalar() {
			return faults.New(faults.InvalidDirective, rule.SetDelete, "expected a list of scalars, got a list with %s", v.Type().Noun()).UnderDirective(name)
		}
	}
	return nil
}

// typeWithoutDeletes describes the type of a field that cannot have a delete list, such as "a map".
// The result is empty if the field can have one. The schema decides. If it defines no type, the
// values decide.
func typeWithoutDeletes(u *schema.Node, original, patch model.Value) string {
	switch u.Shape.Type {
	case schema.Scalar:
		return "a scalar"
	case schema.Map:
		return "a map"
	case schema.List:
		switch {
		case len(u.Keys) > 0:
			return "a keyed list"
		case u.Shape.Element.Shape.Type == schema.Map:
			return "a list of maps"
		case u.Shape.Element.Shape.Type == schema.List:
			return "a list of lists"
		case u.Shape.Element.Shape.Type == schema.Scalar, u.Merging():
			return ""
		}
	}
	for _, v := range [2]model.Value{original, patch} {
		if what := nonScalarType(v); what != "" && (u.Shape.Type == schema.Any || v.Type() == model.List) {
			return what
		}
	}
	return ""
}

// nonScalarType describes the type of v if v is not a list of scalars, such as "a list of maps".
// The result is empty for a list of scalars, and for null. Markers and nulls in the list are
// ignored.
func nonScalarType(v model.Value) string {
	switch v.Type() {
	case model.Map:
		return "a map"
	case model.List:
		for _, e := range v.Elements() {
			if e.Type() == model.List || e.Type() == model.Map && !syntax.IsMarker(e) {
				return "a list of " + e.Type().String() + "s"
			}
		}
		return ""
	case model.Absent, model.Null:
		return ""
	default:
		return "a scalar"
	}
}
