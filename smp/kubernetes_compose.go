package smp

import (
	"errors"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// The engine that clusters run copies what is new to a document, directives and
// all, where it would obey them elsewhere. What two patches do in turn is
// therefore said by one only where it needs no directive: of each field, by one
// of the patches alone, or by both in plain maps, lists and scalars.

var errNotPlain = errors.New("both patches change this field, one with a directive")

// plainMaps composes two patch maps in a dialect.
func (c *composer) plainMaps(u *node, first, then model.Value) (model.Value, *fault) {
	if u.shape.kind != MapType {
		u = anyNode
	}
	m := mapComposition{composer: c, node: u}
	if f := m.read(first, then, false); f != nil {
		return model.Value{}, notComposable(f.cause)
	}
	if m.kept1 != nil || m.kept2 != nil {
		return model.Value{}, notComposable(errNotPlain)
	}
	for _, patch := range [2]model.Value{first, then} {
		for _, name := range []string{patchField, deleteListPrefix, orderListPrefix} {
			if _, has := patch.Get(name); has {
				return model.Value{}, notComposable(errNotPlain)
			}
		}
	}
	for _, name := range m.names {
		if strings.HasPrefix(name, deleteListPrefix) || strings.HasPrefix(name, orderListPrefix) {
			f := notComposable(errTwoRoles)
			if t, says := m.then[name]; says {
				f = f.under(model.Field(t.place()))
			}
			return model.Value{}, f
		}
		t, f := c.plainTurn(u, m.first[name], m.then[name])
		if f != nil {
			return model.Value{}, f.underField(name)
		}
		t.name = name
		if f := m.emit(t); f != nil {
			return model.Value{}, f
		}
	}
	return built(model.NewMap(m.members...))
}

// plainTurn composes what two patches say of one field.
func (c *composer) plainTurn(of *node, first, then fieldPatch) (fieldPatch, *fault) {
	switch {
	case then.silent():
		return first, nil
	case first.silent():
		return then, nil
	case then.del.Kind()+then.order.Kind() != model.Absent:
	case then.value.Kind() == model.Null || then.value.IsScalar():
		return then, nil
	case first.del.Kind()+first.order.Kind() != model.Absent:
	case first.value.Kind() != then.value.Kind() || first.value.HasDollar() || then.value.HasDollar():
	default:
		u := c.differ().member(of, then.name)
		v, f := c.plain(u, first.value, then.value)
		return fieldPatch{value: v}, f
	}
	return fieldPatch{}, notComposable(errNotPlain).underDirective(then.place())
}

// plain composes two maps, or two lists, without directives.
func (c *composer) plain(u *node, first, then model.Value) (model.Value, *fault) {
	switch {
	case then.Kind() == model.Map && u.atomicMap():
		if !then.HasNull() {
			return then, nil
		}
	case then.Kind() == model.Map:
		return c.plainMaps(u, first, then)
	case first.HasNull() || then.HasNull() || !alike(first, then):
	case !u.merging():
		return then, nil
	case len(u.keys) == 0:
		return built(model.NewList(union(first, then)...))
	default:
		return c.plainElements(u, first, then)
	}
	return model.Value{}, notComposable(errNotPlain)
}

// alike reports whether two lists have elements, all of one kind: others the
// engine that clusters run rejects, or not, by what is there.
func alike(first, then model.Value) bool {
	if first.Len() == 0 || then.Len() == 0 {
		return false
	}
	var kind decodedKind
	for n, list := range [2]model.Value{first, then} {
		for i, e := range list.Elements() {
			if n == 0 && i == 0 {
				kind = decodedKindOf(e)
			}
			if k := decodedKindOf(e); k != kind || k == decodedNull || k == decodedList {
				return false
			}
		}
	}
	return true
}

// plainElements composes two lists for a keyed list: each element is in either
// once.
func (c *composer) plainElements(u *node, first, then model.Value) (model.Value, *fault) {
	by := c.keys(u).standard
	index := by.newIndex(first.Len() + then.Len())
	var joined []model.Value
	refuse := func(n, i int) *fault {
		f := notComposable(errNotPlain)
		if n == 1 {
			f = f.under(model.Index(i))
		}
		return f // which is about the second patch: it has not the first one's elements
	}
	for n, list := range [2]model.Value{first, then} {
		before := len(joined)
		for i, e := range list.Elements() {
			keys, ok := by.keysOf(nil, e)
			if !ok {
				return model.Value{}, refuse(n, i)
			}
			id := index.add(keys)
			if id == len(joined) {
				joined = append(joined, e)
				continue
			}
			if n == 0 || id >= before {
				return model.Value{}, refuse(n, i) // a duplicate
			}
			both, f := c.plainMaps(u.shape.element, joined[id], e)
			if f != nil {
				return model.Value{}, f.under(model.Index(i))
			}
			joined[id] = both
		}
	}
	return built(model.NewList(joined...))
}
