package model

import "slices"

var emptyMap, emptyList = MustParse("{}"), MustParse("[]")

// NewMap returns a map of the members, in their order. It is
// [Value.WithMembers] of an empty map: a later member replaces an earlier one of
// the same name in its place, an absent value removes it.
//
// The only error is one with Code Limit, for a map nested deeper than
// HardMaxDepth.
func NewMap(members ...Member) (Value, error) {
	return emptyMap.WithMembers(members...)
}

// nameSize returns about how many bytes a name takes in the text.
func nameSize(name string) int64 { return int64(len(name)) + 4 }

// WithMembers returns the map v with the changes made one after the other: an
// absent value removes the member of that name, if there is one; another value
// replaces it in its place, or is appended if there is none. An absent v counts
// as an empty map. Bytes of a name that are not UTF-8 become U+FFFD.
//
// v does not change. The cost follows the changes, and those that v consists of
// if it was built, not the size of the map.
//
// The error is with Code Limit if the result would be nested deeper than
// HardMaxDepth, and with Code Unsupported if v is neither absent nor a map.
func (v Value) WithMembers(changes ...Member) (Value, error) {
	return apart.WithMembers(v, changes...)
}

// WithMembers is [Value.WithMembers].
func (b *Builder) WithMembers(v Value, changes ...Member) (Value, error) {
	switch v.Type() {
	case Map:
	case Absent:
		v = emptyMap
	default:
		return Value{}, noMap(v)
	}
	if len(changes) == 0 {
		return v, nil
	}
	m := newMapEdit(b, v)
	for i, c := range changes {
		m.apply(c, len(changes)-i)
	}
	return m.value()
}

// editsCostMoreThanText reports whether v is an edit of so many members,
// compared with its text, that the next edit had better begin with a parsed
// one: an edit copies those before it, which would make a long chain of them
// slow.
func (v Value) editsCostMoreThanText() bool {
	e := v.doc.edit
	if e == nil || e.of != nil {
		return false
	}
	n := len(e.changed) + len(e.members)
	return n > 256 && int(v.size())/256 < n
}

// A mapEdit makes changes to a map. While they are made, changed are those of
// the edit before.
type mapEdit struct {
	*built
	effect
	make    *Builder
	from    Value          // the map
	one     []Member       // room for the member that is added
	pending []change       // to members of the base, as they come
	places  map[uint32]int // where a slot stands in pending, if they are many
	owned   bool           // members and table are not those of the edit before
	holes   bool           // some members are absent
}

// An addingOne is a built that has all changes among the added members, with room
// for one.
type addingOne struct {
	built
	more added
	one  [1]Member
}

func newMapEdit(b *Builder, v Value) mapEdit {
	if v.editsCostMoreThanText() {
		v = v.Compact()
	}
	m := mapEdit{effect: effect{typ: Map}, from: v, make: b}
	e := v.doc.edit
	if e != nil && e.of != nil {
		a := e.of.in.edit()
		m.built, m.one = &a.built, a.one[:0]
		m.added = &a.more
	} else {
		m.built, m.pending, m.one = b.edit(0, true)
	}
	m.base = v
	if e != nil {
		m.take(e)
	}
	return m
}

// value returns the map with the changes that were made. No more are made after
// that.
func (m *mapEdit) value() (Value, error) {
	if len(m.pending) == 0 && !m.owned {
		return m.from, nil
	}
	m.complete()
	return m.finish(m.from, &m.effect)
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
	if slot == 0 || !m.changeBase(slot, c.Value, left) {
		m.changeAdded(c, left)
	}
}

// changeBase gives the base's member in slot another value. It reports false if
// that member was removed: a new one goes to the end.
func (m *mapEdit) changeBase(slot uint32, v Value, left int) bool {
	i := m.place(slot)
	var old Value
	if i >= 0 {
		old = m.pending[i].value
	} else {
		old = m.current(slot)
	}
	if old.doc == nil {
		return false
	}
	if old == v {
		return true
	}
	doc := m.base.doc
	m.replace(doc.beginsWithDollar(&doc.tape[slot]), old, v)
	if i >= 0 {
		m.pending[i].value = v
	} else {
		m.addPending(change{slot: slot, value: v}, left)
	}
	return true
}

// changeAdded makes a change to a member that the base does not have.
func (m *mapEdit) changeAdded(c Member, left int) {
	if c.Value.doc == nil && m.of != nil && m.of.has(c.Name) {
		c.Value = gone
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
		m.pending = append(m.make.changes.take(len(m.pending) + max(len(m.pending), min(left, 2*len(m.pending)+2)))[:0], m.pending...)
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
	m.size += nameSize(c.Name)
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
	own := m.one
	if n := len(m.members) + room; n > cap(m.one) {
		own = m.make.members.take(n)[:0]
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
	slices.SortFunc(m.pending, bySlot) // in which order they mostly are
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
	if m.of == nil {
		return
	}
	for _, c := range m.members { // each takes the place of one in the base, or none
		if m.of.has(c.Name) {
			m.removed++
		}
		if c.Value == gone {
			m.removed++
		}
	}
}
