package smp

import "github.com/strategicpatch/smp/model"

// orderList looks at the order list of a field; elements are those of the
// field's patch list.
func (m *mapLint) orderList(u *use, t fieldPatch, elements []keyed) {
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
func (m *mapLint) entries(u *use, t fieldPatch, elements []keyed) {
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
			elements = []keyed{k} // elements of a list that is replaced select by nothing
		}
		if !k.selectsAs(u, &elements[0]) {
			m.fault(mixedFault(&k).under(model.Index(i)).underDirective(orderListPrefix + t.name))
		}
	}
}
