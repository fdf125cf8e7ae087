package gen

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// listPatch adds a patch for a list to members: its elements, or directives, or both.
func (g *generator) listPatch(members []model.Member, name string, s smp.Schema, original model.Value, depth int) []model.Member {
	var elements, order, deletions model.Value
	switch {
	case s.Keyed():
		elements, order = g.keyedPatch(s, original, depth)
		if g.quiteOdd("delete list for a keyed list") {
			deletions = g.listDirectiveValue()
		}
	case s.Set():
		elements, order, deletions = g.setPatch(s, original, depth+1)
	default:
		elements = g.atomicPatch(s, original, depth)
		if scalarElements(s, original) && g.oneIn("delete from atomic list", 4) {
			deletions = g.deleteList(s, original)
			if g.intn("replace it too", 3) > 0 {
				elements = model.Value{}
			}
		}
		if g.oneIn("order of atomic list", 12) {
			order = g.listDirectiveValue()
		}
	}
	if elements.Type() != model.Absent {
		members = append(members, model.Member{Name: name, Value: elements})
	}
	if order.Type() != model.Absent {
		members = append(members, model.Member{Name: orderListPrefix + name, Value: order})
	}
	if deletions.Type() != model.Absent {
		members = append(members, model.Member{Name: deleteListPrefix + name, Value: deletions})
	}
	return members
}

// scalarElements reports whether the elements of an atomic list are scalars. If the schema
// does not define this, the original decides.
func scalarElements(s smp.Schema, original model.Value) bool {
	if kind := s.Element().Type(); kind != smp.AnyType {
		return kind == smp.ScalarType
	}
	return original.At(0).IsScalar()
}

// marker returns {$patch: replace}.
func marker() model.Value {
	return newMap(model.Member{Name: patchName, Value: model.NewString("replace")})
}

// withMarker inserts one marker, or sometimes two, at random places.
func (g *generator) withMarker(elements []model.Value) []model.Value {
	for range 1 + g.intn("second marker", 2) {
		i := g.intn("marker", len(elements)+1)
		elements = append(elements[:i:i], append([]model.Value{marker()}, elements[i:]...)...)
	}
	return elements
}

// atomicPatch generates a list that replaces the original one. Maps in it are evaluated
// against empty and may have directives.
func (g *generator) atomicPatch(s smp.Schema, original model.Value, depth int) model.Value {
	var elements []model.Value
	keep := g.some("keep element", original.Len(), 60, 100)
	for i, element := range original.Elements() {
		if keep(i) {
			elements = append(elements, element)
		}
	}
	elements = g.lengthened(s, depth, elements)
	for range g.intn("new elements", 3) {
		elements = append(elements, g.atomicElement(s.Element(), depth))
	}
	if g.oneIn("marker in atomic list", 14) {
		elements = g.withMarker(elements)
	}
	if g.quiteOdd("deletion in atomic list") {
		elements = append(elements, newMap(model.Member{Name: patchName, Value: model.NewString("delete")}))
	}
	return newList(elements...)
}

// atomicElement generates one new element of an atomic list, given the element's
// schema.
func (g *generator) atomicElement(s smp.Schema, depth int) model.Value {
	switch {
	case depth <= 0 || g.oneIn("null element", 14):
		return model.NewNull()
	case s.Type() == smp.MapType || s.Type() == smp.AnyType && g.oneIn("map", 3):
		return g.mapPatch(s, model.Value{}, depth-1)
	case s.Type() == smp.ListType:
		return g.atomicPatch(s, model.Value{}, depth-1)
	default:
		return g.value(s, depth-1)
	}
}
