package model

import (
	"errors"
	"slices"
)

var emptyMap, emptyList = MustParse("{}"), MustParse("[]")

// NewMap returns a map of the members, in their order. It is
// [Value.WithMembers] of an empty map: a later member replaces an earlier one of
// the same name in its place, an absent value removes it.
//
// The only error is one of kind Limit, for a map nested deeper than
// HardMaxDepth.
func NewMap(members ...Member) (Value, error) { return emptyMap.WithMembers(members...) }

// WithMembers returns the map v with the changes made one after the other: an
// absent value removes the member of that name, if there is one; another value
// replaces it in its place, or is appended if there is none. An absent v counts
// as an empty map. Bytes of a name that are not UTF-8 become U+FFFD.
//
// v does not change. The cost follows the changes, and those that v consists of
// if it was built, not the size of the map.
//
// The error is of kind Limit if the result would be nested deeper than
// HardMaxDepth, and of kind Unsupported if v is neither absent nor a map.
func (v Value) WithMembers(changes ...Member) (Value, error) {
	switch v.Kind() {
	case Map:
	case Absent:
		v = emptyMap
	default:
		return Value{}, &Error{Kind: Unsupported, cause: errors.New("members of a " + v.Kind().String())}
	}
	if len(changes) == 0 {
		return v, nil
	}
	if v.editsCostMoreThanText() {
		v = v.Compact()
	}
	m := mapEdit{built: new(built), effect: effect{kind: Map}}
	m.base, m.pending = v, m.few[:0]
	if e := v.doc.edit; e != nil {
		m.edit = *e
	}
	for i, c := range changes {
		m.apply(c, len(changes)-i)
	}
	if len(m.pending) == 0 && !m.owned {
		return v, nil
	}
	m.complete()
	return m.finish(v, m.effect)
}

// editsCostMoreThanText reports whether v is an edit of so many members,
// compared with its text, that the next edit had better begin with a parsed
// one: an edit copies those before it, which would make a long chain of them
// slow.
func (v Value) editsCostMoreThanText() bool {
	e := v.doc.edit
	if e == nil {
		return false
	}
	n := len(e.changed) + len(e.members)
	return n > 256 && int(v.size())/256 < n
}

// A mapEdit makes the changes of one call to WithMembers. While they are made,
// changed are those of the edit before.
type mapEdit struct {
	*built
	effect
	pending []change       // to members of the base, as they come
	places  map[uint32]int // where a slot stands in pending, if they are many
	owned   bool           // members and table are not those of the edit before
	holes   bool           // some members are absent
}

// apply makes one change; left says how many there still are, this included.
func (m *mapEdit) apply(c Member, left int) {
	doc := m.base.doc
	slot := doc.find(m.base.slot, c.Name)
	if slot == 0 {
		// A name that was found is valid.
		if valid := validText(c.Name); valid != c.Name {
			c.Name = valid
			slot = doc.find(m.base.slot, valid)
		}
	}
	if slot != 0 {
		dollar := doc.beginsWithDollar(&doc.tape[slot])
		if i := m.place(slot); i >= 0 {
			if now := &m.pending[i].value; now.doc != nil {
				m.replace(dollar, *now, c.Value)
				*now = c.Value
				return
			}
		} else if now := m.current(slot); now.doc != nil {
			if now != c.Value {
				m.replace(dollar, now, c.Value)
				m.addPending(change{slot: slot, value: c.Value}, left)
			}
			return
		}
		// The member of the base was removed: a new one goes to the end.
	}
	i := m.table.find(m.members, c.Name)
	switch {
	case i < 0 && c.Value.doc != nil:
		m.append(c, left)
	case i >= 0 && m.members[i].Value != c.Value:
		m.own(0)
		m.replace(isDollarName(c.Name), m.members[i].Value, c.Value)
		m.members[i].Value = c.Value
		m.holes = m.holes || c.Value.doc == nil
	}
}

// replace takes account of a value in the place of another; absent if that is
// removed.
func (m *mapEdit) replace(dollar bool, old, v Value) {
	m.drop(dollar, old)
	if v.doc != nil {
		m.add(dollar, v)
	}
}

// current returns the value that the base's slot had before this call.
func (m *mapEdit) current(slot uint32) Value {
	if c := m.edit.find(slot); c != nil {
		return c.value
	}
	return Value{m.base.doc, slot}
}

// place returns where the slot stands in pending, or -1.
func (m *mapEdit) place(slot uint32) int {
	if m.places == nil {
		return slices.IndexFunc(m.pending, func(c change) bool { return c.slot == slot })
	}
	if i, ok := m.places[slot]; ok {
		return i
	}
	return -1
}

func (m *mapEdit) addPending(c change, left int) {
	if len(m.pending) == cap(m.pending) {
		m.pending = slices.Grow(m.pending, min(left, 2*len(m.pending)+2))
	}
	m.pending = append(m.pending, c)
	if m.places != nil {
		m.places[c.slot] = len(m.pending) - 1
	} else if len(m.pending) > smallMap {
		m.places = make(map[uint32]int, len(m.pending)+left)
		for i, c := range m.pending {
			m.places[c.slot] = i
		}
	}
}

// append appends a member with a new name.
func (m *mapEdit) append(c Member, left int) {
	if m.base != emptyMap {
		left = min(left, 4) // most changes are to what is there
	}
	m.own(left)
	m.add(isDollarName(c.Name), c.Value)
	m.size += int64(len(c.Name)) + 4
	if m.table != nil && !m.table.full(len(m.members)) {
		m.table.insert(c.Name, len(m.members))
		m.members = append(m.members, c)
		return
	}
	m.members = append(m.members, c)
	if len(m.members) > smallMap {
		m.table = newMemberTable(m.members, max(left, len(m.members)))
	}
}

// own makes members and table ones that may be changed, with room for more.
func (m *mapEdit) own(room int) {
	if m.owned {
		return
	}
	m.owned = true
	own := m.one[:0]
	if n := len(m.members) + room; n > len(m.one) {
		own = make([]Member, 0, n)
	}
	m.members = append(own, m.members...)
	m.table = slices.Clone(m.table)
}

// complete brings the edit into its final form.
func (m *mapEdit) complete() {
	if m.holes {
		m.members = slices.DeleteFunc(m.members, func(m Member) bool { return m.Value.doc == nil })
		m.table = newMemberTable(m.members, 0)
	}
	sortChanges(m.pending)
	if len(m.changed) == 0 {
		m.changed = m.pending
	} else if len(m.pending) > 0 {
		m.changed = merged(m.changed, m.pending)
	}
	m.removed = 0
	for i := range m.changed {
		if m.changed[i].value.doc == nil {
			m.removed++
		}
	}
}
