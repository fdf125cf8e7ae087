package smp

import "github.com/strategicpatch/smp/model"

// listPatch looks at a patch list, which may have an order list beside it. It
// returns the elements that the order list must have, as far as they can be read.
func (l *linter) listPatch(u *node, list model.Value, fresh, ordered bool) []patchElement {
	switch {
	case !u.merging():
		l.evaluated(u, list, false, false)
		return nil
	case hasMarker(list):
		return l.evaluated(u, list, true, ordered)
	case len(u.keys) == 0:
		return l.setPatch(u, list)
	default:
		return l.keyedPatch(u, list, fresh)
	}
}

// evaluated looks at a list that is evaluated against empty: an atomic one, or
// a merging one that a marker replaces. With an order list, $patchMergeKey says by
// which keys an element of that repeats another.
func (l *linter) evaluated(u *node, list model.Value, replaced, ordered bool) []patchElement {
	var written []patchElement
	element, marked := elementNode(u), !replaced
	for i, e := range list.Elements() {
		l.enter(model.Index(i))
		op, _ := patchOperation(e) // the fault is the element's own
		switch {
		case isMarker(e) && marked:
			l.noEffect(patchField, "the list is replaced anyway")
		case isMarker(e):
			marked = true
		case op == deleteOperation && replaced:
			l.noEffect(patchField, "there is nothing to delete in a list that is replaced")
		case op == deleteOperation:
			l.fault(newFault(InvalidDirective, RuleListAtomic, "an atomic list has no elements to delete").under(model.Field(patchField)))
		default:
			l.faultOf(wrongKind(element, e))
			at := place{fresh: true, retainer: u.retainKeys && u.shape.kind == ListType}
			if replaced {
				at.list, at.unmatched = u, !ordered
			}
			l.element(element, e, at)
			written = append(written, patchElement{value: e, index: i})
		}
		l.leave()
	}
	return written
}

// element looks at the content of a list's element.
func (l *linter) element(u *node, e model.Value, at place) {
	switch e.Kind() {
	case model.Map:
		l.mapPatch(u, e, at)
	case model.List:
		l.listPatch(u, e, at.fresh, false)
	}
}

// setPatch looks at a patch list for a set.
func (l *linter) setPatch(u *node, list model.Value) []patchElement {
	reader := l.keys(u)
	seen := newIdentIndex(1, list.Len())
	var elements []patchElement
	for i, e := range list.Elements() {
		k, f := reader.element(e, i)
		if f == nil {
			f = wrongKind(u.shape.element, e)
		}
		l.faultOf(f, model.Index(i))
		if !e.IsScalar() {
			continue
		}
		elements = append(elements, k)
		if count := seen.len(); seen.add(k.keys) < count {
			l.fault(newFault(RepeatedKey, RuleLint, "the value stands in the list before").under(model.Index(i)))
		}
	}
	return elements
}

// keyedPatch looks at a patch list for a keyed list: first at the elements among
// one another, then into each.
func (l *linter) keyedPatch(u *node, list model.Value, fresh bool) []patchElement {
	reader := l.keys(u)
	var elements []patchElement
	for i, e := range list.Elements() {
		k, f := reader.element(e, i)
		switch {
		case f == nil:
			elements = append(elements, k)
		case e.Kind() == model.Map:
			for _, f := range keyFaults(&reader, e, i, RuleKeyedMerge) {
				l.faultOf(f, model.Index(i))
			}
		default:
			l.faultOf(f, model.Index(i))
		}
	}
	repeated := l.repeatedKeys(u, elements)
	l.mixedKeys(u, elements)
	alone := loneElements(u, elements)
	for i := range elements {
		if k := &elements[i]; !repeated[k.index] && !(fresh && alone[k.index]) {
			l.unselected(u, k)
		}
	}
	for i, e := range list.Elements() {
		if e.Kind() != model.Map {
			continue
		}
		l.enter(model.Index(i))
		if op, _ := patchOperation(e); op == deleteOperation {
			l.elementDeletion(u, e, fresh)
		} else {
			l.mapPatch(u.shape.element, e, place{list: u, fresh: fresh && alone[i], retainer: u.retainKeys})
		}
		l.leave()
	}
	return elements
}

// loneElements returns the numbers of the elements that no earlier element of
// the patch can match: every selection has the default key in it.
func loneElements(u *node, elements []patchElement) map[int]bool {
	alone := map[int]bool{}
	for _, group := range groupsBy(u.standard, elements) {
		alone[group[0].index] = true
	}
	return alone
}

// orderList looks at the order list of a field; elements are those of the
// field's patch list.
func (m *mapLint) orderList(u *node, t fieldPatch, elements []patchElement) {
	name := orderListPrefix + t.name
	k := t.value.Kind()
	switch {
	case t.name == "":
		m.fault(nameless(RuleOrderDirective, name))
		return
	case !u.merging():
		m.noEffect(name, "the field is no merging list")
		return
	case k == model.Null:
		m.noEffect(name, "the field itself is deleted")
		return
	}
	m.entries(u, t, elements)
	order, f := m.order(u, t, nil)
	switch {
	case f != nil:
		m.fault(f.underField(t.name))
		return
	case k == model.Absent && m.fresh:
		m.noEffect(name, "there is nothing to order here")
	case k != model.List && k != model.Absent:
		m.noEffect(name, "the field is set to a %s", k)
	}
	check := orderCheck{list: order}
	for i := range elements {
		if f := check.next(&elements[i]); f != nil {
			m.fault(f.underField(t.name))
		}
	}
}

// entries looks at the entries of a keyed list's order list.
func (m *mapLint) entries(u *node, t fieldPatch, elements []patchElement) {
	if len(u.keys) == 0 {
		return
	}
	reader := m.keys(u)
	for i, entry := range t.order.Elements() {
		if entry.Kind() != model.Map {
			m.fault(newFault(InvalidDirective, RuleOrderDirective, "an entry is a map, not a %s", entry.Kind()).under(model.Field(orderListPrefix + t.name)))
			continue
		}
		k, f := reader.read(entry, i, RuleOrderDirective)
		if f != nil {
			for _, f := range keyFaults(&reader, entry, i, RuleOrderDirective) {
				m.faultOf(f, model.Index(i), model.Field(orderListPrefix+t.name))
			}
			continue
		}
		if len(elements) == 0 || elements[0].by == nil {
			elements = []patchElement{k} // elements of a list that is replaced select by nothing
		}
		if !k.selectsAs(u, &elements[0]) {
			m.fault(mixedFault(&k).under(model.Index(i)).underDirective(orderListPrefix + t.name))
		}
	}
}
