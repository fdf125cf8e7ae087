package gen

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Document generates a document that mostly follows the schema.
func Document(src Source, s smp.Schema) model.Value {
	return newGenerator(src).document(s)
}

// document generates a map by the schema, even if the schema has another type at the
// root.
func (g *generator) document(s smp.Schema) model.Value {
	return g.mapValue(s, documentDepth)
}

// value generates a value by the schema, with at most depth levels.
func (g *generator) value(s smp.Schema, depth int) model.Value {
	if g.odd("kind against the schema") {
		return g.anything(depth)
	}
	if v, ok := g.markedValue(s); ok {
		return v
	}
	switch s.Type() {
	case smp.ScalarType:
		return g.scalar(s.Scalars())
	case smp.MapType:
		return g.mapValue(s, depth)
	case smp.ListType:
		return g.listValue(s, depth)
	default:
		return g.anything(depth)
	}
}

// anything generates a value without a schema.
func (g *generator) anything(depth int) model.Value {
	if depth <= 0 {
		return g.scalar(0)
	}
	switch g.weighted("anything", 40, 30, 20, 10) {
	case 0:
		return g.scalar(0)
	case 1:
		return g.mapValue(smp.Schemaless, depth)
	case 2:
		elements := make([]model.Value, g.intn("elements", 4))
		for i := range elements {
			elements[i] = g.anything(depth - 1)
		}
		return newList(elements...)
	default:
		return model.NewNull()
	}
}

func (g *generator) mapValue(s smp.Schema, depth int) model.Value {
	if depth <= 0 {
		return newMap()
	}
	return newMap(g.members(s, depth)...)
}

// members generates the fields of a map by its schema.
func (g *generator) members(s smp.Schema, depth int) []model.Member {
	var members []model.Member
	chosen, i := g.some("field", fieldCount(s), 60, 100), 0
	for name, field := range s.Fields() {
		if chosen(i) || g.orderly && field.Keyed() {
			members = append(members, model.Member{Name: name, Value: g.member(field, depth)})
		}
		i++
	}
	values, free := s.Values()
	if free || s.Type() == smp.AnyType {
		for range g.count("members", 4, depth) {
			members = append(members, model.Member{Name: g.memberName(), Value: g.member(values, depth)})
		}
		members = g.lengthenedMap(values, depth, members)
	} else if g.odd("unknown field") {
		members = append(members, model.Member{Name: g.unknownName(s), Value: g.anything(depth - 1)})
	}
	return g.united(s, members)
}

// member generates the value of a field, which is sometimes null.
func (g *generator) member(s smp.Schema, depth int) model.Value {
	if g.oneIn("null member", 14) {
		return model.NewNull()
	}
	return g.value(s, depth-1)
}

func (g *generator) listValue(s smp.Schema, depth int) model.Value {
	if depth <= 0 {
		return newList()
	}
	first, again := g.lists[s]
	if again && g.oneIn("the same list again", 4) {
		return first
	}
	list := g.newListValue(s, depth)
	if !again && list.Len() > 0 {
		g.lists[s] = list
	}
	return list
}

func (g *generator) newListValue(s smp.Schema, depth int) model.Value {
	if g.orderly && s.Keyed() {
		if n, how := g.more(moreElements, true); n > 0 {
			return newList(g.doubled(s, how.inOrder(s, min(depth, 2), n))...)
		}
	}
	elements := make([]model.Value, g.count("elements", 5, depth))
	for i := range elements {
		elements[i] = g.element(s, depth)
	}
	return newList(g.doubled(s, g.lengthened(s, depth, elements))...)
}

// doubled sometimes repeats elements of a long keyed list after its first few elements. The
// copies are unchanged, changed, or without their default key.
func (g *generator) doubled(s smp.Schema, elements []model.Value) []model.Value {
	const front = 9
	if !s.Keyed() || len(elements) < front || !g.oneIn("duplicates", 2) {
		return elements
	}
	for range 1 + g.intn("more duplicates", 3) {
		again := elements[g.intn("element", len(elements))]
		if behind := elements[front:]; len(behind) > 0 && g.oneIn("one from behind", 2) {
			again = pick(g, "element", behind)
		}
		switch g.weighted("duplicate", 2, 3, 1) {
		case 1:
			again = g.another(s, again)
		case 2:
			again = without(again, s.Keys()[0])
		}
		elements = slices.Insert(elements, front+g.intn("place", len(elements)+1-front), again)
	}
	return elements
}

// element generates one element of a list, given the schema of the list.
func (g *generator) element(s smp.Schema, depth int) model.Value {
	if g.odd("odd element") {
		return g.anything(depth - 1)
	}
	switch {
	case s.Keyed():
		return g.keyedElement(s, depth)
	case s.Set():
		return g.keyScalar(scalarsOf(s.Element()))
	case g.oneIn("null element", 16):
		return model.NewNull()
	default:
		return g.value(s.Element(), depth-1)
	}
}

// keyedElement generates a map with the keys of keyed list s.
func (g *generator) keyedElement(s smp.Schema, depth int) model.Value {
	members := g.members(s.Element(), depth-1)
	members = slices.DeleteFunc(members, func(m model.Member) bool { return isKeyName(m.Name) })
	for i, name := range keysOf(s) {
		key := g.keyValue(s, name)
		_, hasDefault := s.KeyDefault(name)
		switch {
		case i < len(s.Keys()) && !hasDefault && g.quiteOdd("key left out"):
			continue
		case (i >= len(s.Keys()) || hasDefault) && g.oneIn("optional key left out", 3):
			continue
		case i >= len(s.Keys()) && g.marks && g.oneIn("null key", 6):
			key = model.NewNull()
		case g.quiteOdd("key is not a scalar"):
			key = g.anything(1)
		}
		members = append(members, model.Member{Name: name, Value: key})
	}
	for _, u := range s.Element().Unions() {
		if set := setMembers(u, members); len(set) == 1 && isKeyName(u.Discriminator) && g.intn("discriminator as it is", 8) > 0 {
			members = with(members, u.Discriminator, model.NewString(set[0].Value))
		}
	}
	return newMap(members...)
}

// keyValue generates a value for a key of keyed list s.
func (g *generator) keyValue(s smp.Schema, name string) model.Value {
	field, _ := s.Element().Member(name)
	if def, ok := s.KeyDefault(name); ok && g.oneIn("key as its default", 4) {
		return g.respelled(def)
	}
	marks, rarity := field.Marks(), 24
	if marks.NotStored || marks.FilledIn {
		rarity = 3
	}
	if scalars := scalarsOf(field); (scalars == 0 || scalars&smp.StringScalar != 0) && g.oneIn("empty key", rarity) {
		return model.NewString("")
	}
	return g.keyScalar(scalarsOf(field))
}

// keysOf returns all merge keys of a keyed list, beginning with the default key.
func keysOf(s smp.Schema) []string {
	if recommended := s.Recommended(); recommended != nil {
		return recommended
	}
	return s.Keys()
}
