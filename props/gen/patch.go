package gen

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Patch generates a patch for the original.
func Patch(src Source, s smp.Schema, original model.Value) model.Value {
	return newGenerator(src).patch(s, original)
}

// patch generates a patch, which is sometimes not a map.
func (g *generator) patch(s smp.Schema, original model.Value) model.Value {
	if g.odd("patch is not a map") && g.oneIn("patch is not a map", 6) {
		return pick(g, "patch", []model.Value{{}, model.NewNull(), newList(), newNumber("1")})
	}
	return g.mapPatch(s, original, documentDepth)
}

// mapPatch generates a patch for a map. An original of another type counts as an empty
// map.
func (g *generator) mapPatch(s smp.Schema, original model.Value, depth int) model.Value {
	return newMap(g.mapPatchMembers(s, original, depth, nil)...)
}

// mapPatchMembers generates the members of a patch for a map. They include the members in
// fixed, which replace generated members with the same name.
func (g *generator) mapPatchMembers(s smp.Schema, original model.Value, depth int, fixed []model.Member) []model.Member {
	members := g.fieldPatches(s, original, depth)
	members = slices.DeleteFunc(members, func(m model.Member) bool { return hasMember(fixed, m.Name) })
	members = g.unitedPatch(s, append(members, fixed...))
	if s.Declared() && g.odd("unknown field in a patch") {
		members = append(members, model.Member{Name: g.unknownName(s), Value: g.anything(depth - 1)})
	}
	if g.oneIn("$retainKeys", 12) {
		members = append(members, g.retainKeys(members, original))
	}
	if g.oneIn("$patch", 14) {
		members = append(members, model.Member{Name: patchName, Value: g.patchDirective()})
	}
	if g.oneIn("shuffle members", 4) {
		shuffle(g, "member order", members)
	}
	return members
}

// fieldPatches generates changes of single fields: fields that the original has, fields
// that the schema declares, and other names in free-form maps.
func (g *generator) fieldPatches(s smp.Schema, original model.Value, depth int) []model.Member {
	if depth <= 0 {
		return nil
	}
	var members []model.Member
	hits := 45
	if g.alone && depth == documentDepth {
		hits = 90
	}
	change, i := g.some("change", original.Len(), hits, 100), -1
	for name, value := range original.Members() {
		if i++; change(i) || g.sparse && value.Len() > few && g.intn("change what is long", 4) > 0 {
			field, known := s.Member(name)
			if !known && s.Declared() && strings.HasPrefix(name, "$") && g.intn("data named like a directive", 4) > 0 {
				continue
			}
			members = g.fieldPatch(members, name, field, value, depth)
		}
	}
	add, i := g.some("add", fieldCount(s), hits-10, 100), -1
	for name, field := range s.Fields() {
		i++
		if _, ok := original.Get(name); !ok && add(i) {
			members = g.fieldPatch(members, name, field, model.Value{}, depth)
		}
	}
	if values, free := s.Values(); free || s.Type() == smp.AnyType {
		for range g.intn("new members", 3) {
			if g.oneIn("name of a directive", 12) {
				members = append(members, g.dataNamedLikeDirective())
				continue
			}
			name := g.name()
			current, _ := original.Get(name)
			members = g.fieldPatch(members, name, values, current, depth)
		}
		members = g.lengthenedMap(values, depth, members)
	}
	return members
}

// dataNamedLikeDirective generates a field of a free-form map with the name of a directive.
// It is data, except if its value is a list, which breaks a rule.
func (g *generator) dataNamedLikeDirective() model.Member {
	m := model.Member{Name: pick(g, "name", directiveNames[3:]), Value: g.scalar(0)}
	if g.odd("list as data") {
		m.Value = g.listDirectiveValue()
	}
	return m
}

// fieldPatch adds the change of one field to members, with its directives.
func (g *generator) fieldPatch(members []model.Member, name string, s smp.Schema, original model.Value, depth int) []model.Member {
	set := func(v model.Value) []model.Member {
		return append(members, model.Member{Name: name, Value: v})
	}
	switch {
	case g.odd("directive where it does not belong") && g.oneIn("directive where it does not belong", 2):
		return g.strayDirective(set(g.value(s, depth-1)), name)
	case g.oneIn("null", 12):
		if g.oneIn("directive beside null", 6) {
			members = g.strayDirective(members, name)
		}
		return set(model.NewNull())
	case g.odd("another kind"):
		return set(g.anything(2))
	}
	switch s.Type() {
	case smp.ScalarType:
		return set(g.respelled(g.scalar(s.Scalars())))
	case smp.ListType:
		return g.listPatch(members, name, s, original, depth-1)
	case smp.MapType:
		return set(g.mapFieldPatch(s, original, depth-1))
	}
	switch {
	case isList(original):
		return g.listPatch(members, name, smp.Schemaless, original, depth-1)
	case isMap(original) || g.oneIn("map", 3):
		return set(g.mapFieldPatch(s, original, depth-1))
	default:
		return set(g.anything(depth - 1))
	}
}

// mapFieldPatch generates a patch for a map below the root.
func (g *generator) mapFieldPatch(s smp.Schema, original model.Value, depth int) model.Value {
	if g.oneIn("delete map", 12) {
		deletion := model.Member{Name: patchName, Value: model.NewString("delete")}
		if g.oneIn("content beside a deletion", 3) {
			return newMap(append(g.fieldPatches(s, original, depth), deletion)...)
		}
		return newMap(deletion)
	}
	return g.mapPatch(s, original, depth)
}

// patchDirective generates a value of $patch in a map.
func (g *generator) patchDirective() model.Value {
	if g.quiteOdd("bad $patch") {
		return pick(g, "$patch", []model.Value{
			model.NewString("merge"), model.NewNull(), model.NewString("Replace"),
			model.NewString(""), model.NewBool(true), newList(model.NewString("replace")), newMap(),
		})
	}
	if g.oneIn("delete", 8) {
		return model.NewString("delete")
	}
	return model.NewString("replace")
}

// retainKeys generates $retainKeys for a map whose patch has these members.
func (g *generator) retainKeys(members []model.Member, original model.Value) model.Member {
	directive := func(v model.Value) model.Member { return model.Member{Name: retainKeysName, Value: v} }
	if g.quiteOdd("bad $retainKeys") {
		return directive(pick(g, "$retainKeys", []model.Value{
			model.NewNull(), newMap(), model.NewString("a"), newList(newNumber("1")),
			newList(model.NewString("a"), model.NewNull()),
		}))
	}
	var names []model.Value
	for _, m := range members {
		if m.Value.Type() != model.Null && !isListDirective(m.Name) && !g.quiteOdd("field not retained") {
			names = append(names, model.NewString(m.Name))
		}
	}
	retain, i := g.some("retain", original.Len(), 40, 100), -1
	for name := range original.Members() {
		if i++; retain(i) {
			names = append(names, model.NewString(name))
		}
	}
	if g.oneIn("retain what is nowhere", 6) {
		names = append(names, model.NewString(g.anyName()))
	}
	shuffle(g, "retained names", names)
	return directive(newList(names...))
}

// strayDirective adds an order list or a delete list for a field of any type, or a
// $patchMergeKey.
func (g *generator) strayDirective(members []model.Member, name string) []model.Member {
	switch g.weighted("stray directive", 40, 40, 10, 10) {
	case 0:
		name = orderListPrefix + name
	case 1:
		name = deleteListPrefix + name
	case 2:
		name = patchMergeKeyName
	default:
		name = pick(g, "empty list directive", []string{orderListPrefix, deleteListPrefix})
	}
	return append(members, model.Member{Name: name, Value: g.listDirectiveValue()})
}

// listDirectiveValue generates a value for a list directive, without regard to the
// list.
func (g *generator) listDirectiveValue() model.Value {
	switch g.weighted("directive value", 50, 25, 10, 15) {
	case 0:
		return newList(g.keyScalar(0), g.keyScalar(0))
	case 1:
		return newList(newMap(model.Member{Name: keyNames[0], Value: g.keyScalar(0)}))
	case 2:
		return newList()
	default:
		return pick(g, "directive value", []model.Value{model.NewNull(), newMap(), model.NewString("a"), newList(model.NewNull()), newList(newList())})
	}
}

func isListDirective(name string) bool {
	return strings.HasPrefix(name, orderListPrefix) || strings.HasPrefix(name, deleteListPrefix)
}

func hasMember(members []model.Member, name string) bool {
	return slices.ContainsFunc(members, func(m model.Member) bool { return m.Name == name })
}
