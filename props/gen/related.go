package gen

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Diff generates an input for Diff. Modified is usually an edit of original.
func Diff(src Source) Case {
	g := newGenerator(src)
	c := g.newCase(corpus.OpDiff)
	c.Omit, c.Engine.Strict = g.level()
	base := g.document(c.Schema)
	c.Original = g.asDocument(base)
	c.Modified = g.asDocument(g.related(c.Schema, base))
	c.Original, c.Modified = g.form(c.Original), g.form(c.Modified)
	c.Unchanged = g.unchanged(c.Original, c.Modified)
	if g.oneIn("directive as data", 16) {
		g.plant(&c.Modified, &c.Original)
	}
	return c
}

// ThreeWay generates an input for ThreeWay. Modified and current are usually edits of
// original. Current may be an edit of modified, as after a first apply.
func ThreeWay(src Source) Case {
	g := newGenerator(src)
	c := g.newCase(corpus.OpThreeWay)
	c.Omit, c.Engine.Strict = g.level()
	c.Overwrite = g.intn("stop at conflicts", 3) == 0
	base := g.document(c.Schema)
	modified := g.related(c.Schema, base)
	live := base
	if g.oneIn("current from modified", 6) {
		live = modified
	}
	c.Current = g.asDocument(g.related(c.Schema, live))
	if _, isGiven := g.src.(given); (g.marks || isGiven) && isMap(c.Current) && g.oneIn("stored by a server", 2) {
		c.Current = g.stored(c.Schema, c.Current)
	}
	c.Original, c.Modified = g.asDocument(base), g.asDocument(modified)
	c.Original, c.Modified, c.Current = g.form(c.Original), g.form(c.Modified), g.form(c.Current)
	c.Unchanged = g.unchanged(c.Current, c.Modified)
	if g.oneIn("other hands", 2) {
		c.Modified, c.Current = g.otherHands(c.Schema, c.Schema.RetainKeys(), c.Original, c.Modified, c.Current)
	}
	if g.oneIn("directive as data", 16) {
		g.plant(&c.Modified, &c.Original, &c.Current)
	}
	return c
}

// Compose generates an input for Compose: patches to apply in order, and an original
// for the first one.
func Compose(src Source) Case {
	g := newGenerator(src)
	c := g.newCase(corpus.OpCompose)
	c.Engine = g.engine()
	c.Original = g.document(c.Schema)
	result := c.Original
	for range 1 + g.weighted("patches", 60, 30, 10) {
		patch := g.patch(c.Schema, result)
		c.Patches = append(c.Patches, g.form(patch))
		result = patched(c.Schema, result, patch)
	}
	return c
}

// Conflicts generates an input for Conflicts: two patches, and their original.
func Conflicts(src Source) Case {
	g := newGenerator(src)
	c := g.newCase(corpus.OpConflicts)
	c.Engine = g.engine()
	c.Original = g.document(c.Schema)
	c.Left = g.form(g.patch(c.Schema, c.Original))
	c.Right = g.form(g.patch(c.Schema, c.Original))
	return c
}

// level chooses the directives to omit, or whether to be strict.
func (g *generator) level() (omit smp.Directives, strict bool) {
	switch g.weighted("level", 9, 2, 1) {
	case 1:
		return smp.Directives(g.intn("omitted directives", int(smp.AllDirectives)+1)), false
	case 2:
		return 0, true
	}
	return 0, false
}

// unchanged chooses places that a patch must not touch, usually none: fields of the
// documents, or fields that do not exist.
func (g *generator) unchanged(documents ...model.Value) []model.Path {
	if !g.oneIn("preconditions", 12) {
		return nil
	}
	var places []model.Path
	for range 1 + g.intn("more places", 2) {
		var place model.Path
		v := pick(g, "document", documents)
		for v.Len() > 0 && isMap(v) && (place == nil || g.oneIn("deeper", 2)) {
			m := v.AppendMembers(nil)[g.intn("member", v.Len())]
			place, v = place.Append(model.Field(m.Name)), m.Value
		}
		if place == nil || g.oneIn("nowhere", 8) {
			place = place.Append(model.Field(g.name()))
		}
		places = append(places, place)
	}
	return places
}

// asDocument returns v or, sometimes, a value that counts as an empty document or is not a
// document.
func (g *generator) asDocument(v model.Value) model.Value {
	switch {
	case g.oneIn("empty document", 40):
		return pick(g, "document", []model.Value{{}, model.NewNull(), newMap()})
	case g.odd("document is not a map") && g.oneIn("document is not a map", 6):
		return pick(g, "document", []model.Value{newList(), model.NewString("a")})
	default:
		return v
	}
}

// patched returns the document with the patch applied. It returns the unchanged
// document if the patch is rejected.
func patched(s smp.Schema, document, patch model.Value) model.Value {
	if result, err := smp.Apply(s, document, patch); err == nil {
		return result
	}
	return document
}

// related generates a document for the same schema: usually an edited version of v, and
// rarely an unrelated document.
func (g *generator) related(s smp.Schema, v model.Value) model.Value {
	if g.oneIn("unrelated", 12) {
		return g.document(s)
	}
	for range g.weighted("edits", 5, 50, 30, 15) {
		if g.orderly || g.sparse && g.oneIn("edit somewhere", 2) {
			v = g.editedSomewhere(s, v, documentDepth)
		} else if g.intn("edit", 3) == 1 {
			v = g.touched(s, v, documentDepth)
		} else {
			v = g.patchedAnew(s, v)
		}
	}
	return g.reunited(s, v)
}

// editedSomewhere returns v with one place replaced, usually in a long list or map.
func (g *generator) editedSomewhere(s smp.Schema, v model.Value, depth int) model.Value {
	switch {
	case v.Len() == 0 || depth <= 0:
		return g.value(s, min(depth, 1))
	case isList(v):
		elements := v.AppendElements(nil)
		if g.orderly && s.Keyed() {
			return newList(g.changedInPlace(s, elements, depth)...)
		}
		at := g.intn("place", len(elements))
		if key := keysOf(s); s.Keyed() && isMap(elements[at]) {
			before := elements[at]
			elements[at] = g.editedSomewhere(s.Element(), before, depth-1)
			if was, ok := before.Get(key[0]); ok && isMap(elements[at]) {
				elements[at] = newMap(append(elements[at].AppendMembers(nil), model.Member{Name: key[0], Value: was})...)
			}
		} else {
			elements[at] = g.editedSomewhere(s.Element(), elements[at], depth-1)
		}
		return newList(elements...)
	case !isMap(v):
		return g.value(s, depth)
	}
	members := v.AppendMembers(nil)
	at := g.intn("place", len(members))
	for i, m := range members {
		if m.Value.Len() > max(few, members[at].Value.Len()) {
			at = i
		}
	}
	field, _ := s.Member(members[at].Name)
	members[at].Value = g.editedSomewhere(field, members[at].Value, depth-1)
	return newMap(members...)
}

// patchedAnew returns v with a patch applied that breaks no rule. If the patch changes
// nothing, it tries another one.
func (g *generator) patchedAnew(s smp.Schema, v model.Value) model.Value {
	plain := *g
	plain.odds = 0
	for range 3 {
		if next := patched(s, v, plain.patch(s, v)); !model.Equal(v, next) {
			return next
		}
	}
	return v
}

// touched changes v as others would: it reorders, adds or removes elements, fills in defaults
// and keys, and sets fields to null.
func (g *generator) touched(s smp.Schema, v model.Value, depth int) model.Value {
	switch {
	case depth <= 0:
		return v
	case isMap(v):
		return g.touchedMap(s, v, depth)
	case isList(v):
		return g.touchedList(s, v, depth)
	case v.IsScalar():
		return g.respelled(v)
	default:
		return v
	}
}

func (g *generator) touchedMap(s smp.Schema, v model.Value, depth int) model.Value {
	members := v.AppendMembers(nil)
	touch := g.some("touch", len(members), 1, 2)
	for i, m := range members {
		field, _ := s.Member(m.Name)
		if touch(i) {
			members[i].Value = g.touched(field, m.Value, depth-1)
		}
	}
	fill, i := g.some("fill in", fieldCount(s), 1, 6), -1
	for name, field := range s.Fields() {
		i++
		switch _, ok := v.Get(name); {
		case ok || !fill(i):
		case field.Default().Type() != model.Absent:
			members = append(members, model.Member{Name: name, Value: field.Default()})
		default:
			members = append(members, model.Member{Name: name, Value: g.value(field, depth-1)})
		}
	}
	members = g.servedMembers(s, members)
	if g.oneIn("null where nothing was", 12) {
		members = append(members, model.Member{Name: g.unknownName(s), Value: model.NewNull()})
	}
	if g.oneIn("shuffle members", 6) {
		shuffle(g, "member order", members)
	}
	return newMap(members...)
}

func (g *generator) touchedList(s smp.Schema, v model.Value, depth int) model.Value {
	elements := v.AppendElements(nil)
	touch, fill := g.some("touch", len(elements), 1, 3), g.some("fill in keys", len(elements), 1, 3)
	for i, e := range elements {
		if touch(i) {
			elements[i] = g.touched(s.Element(), e, depth-1)
		}
		if s.Keyed() && isMap(e) && fill(i) {
			elements[i] = g.filledIn(s, elements[i])
		}
	}
	if g.oneIn("element of another hand", 3) {
		at := g.intn("place", len(elements)+1)
		elements = append(elements[:at:at], append([]model.Value{g.element(s, depth)}, elements[at:]...)...)
	}
	if len(elements) > 0 && g.oneIn("drop element", 6) {
		at := g.intn("place", len(elements))
		elements = append(elements[:at:at], elements[at+1:]...)
	}
	if g.oneIn("reorder", 4) {
		shuffle(g, "elements", elements)
	}
	return newList(elements...)
}

// filledIn returns an element of the keyed list s with its missing keys filled in. A key with
// a default gets the default. Sometimes a key with its default value is removed instead.
func (g *generator) filledIn(s smp.Schema, element model.Value) model.Value {
	members := element.AppendMembers(nil)
	for _, name := range keysOf(s) {
		value, ok := element.Get(name)
		def, hasDefault := s.KeyDefault(name)
		switch {
		case ok && hasDefault && model.Equal(value, def) && g.oneIn("default left out", 2):
			members = append(members, model.Member{Name: name})
		case ok && value.Type() == model.String && value.Text() == "":
			field, _ := s.Element().Member(name)
			members = append(members, model.Member{Name: name, Value: g.served(field, value)})
		case ok:
		case hasDefault:
			members = append(members, model.Member{Name: name, Value: g.respelled(def)})
		default:
			members = append(members, model.Member{Name: name, Value: g.keyValue(s, name)})
		}
	}
	return newMap(members...)
}
