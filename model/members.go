package model

import (
	"errors"
	"slices"
)

var emptyMap, emptyList = MustParse("{}"), MustParse("[]")

// NewMap returns a map of the members, in their order. A later member replaces an earlier one of
// the same name in place. A member with an absent value removes an earlier one.
//
//	v, err := model.NewMap(model.Member{Name: "name", Value: model.NewString("app")})
//
// The only error is an [*Error] with Code Limit, if the map would be nested deeper than
// [HardMaxDepth].
func NewMap(members ...Member) (Value, error) {
	return emptyMap.WithMembers(members...)
}

// nameSize returns the approximate number of bytes that a name adds to the text.
func nameSize(name string) int64 { return int64(len(name)) + 4 }

// WithMembers returns the map v with the given changes, which are made in order. If the Value of a
// change is absent, the member of that name is removed. If not, the Value replaces the member in
// place, or is appended as a new member. An absent v counts as an empty map. Bytes of a name that
// are not UTF-8 become U+FFFD.
//
//	v, err := v.WithMembers(model.Member{Name: "a"}, model.Member{Name: "c", Value: x})
//	// {"a":1,"b":2} becomes {"b":2,"c":x}
//
// v does not change. The cost depends on the number of changes, including those that v
// was built with, and not on the size of the map.
//
// The error is an [*Error]. Its Code is Limit if the result would be nested deeper than
// [HardMaxDepth], and Unsupported if v is neither absent nor a map.
func (v Value) WithMembers(changes ...Member) (Value, error) {
	b := v.maker()
	for i := 0; b == apart && i < len(changes); i++ {
		b = changes[i].Value.maker()
	}
	return b.WithMembers(v, changes...)
}

// WithMembers is like [Value.WithMembers], but allocates the result in the builder's memory.
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
	m := newMapEdit(b.open(), v)
	for i, c := range changes {
		m.apply(c, len(changes)-i)
	}
	return m.value()
}

// editsCostMoreThanText reports whether v is an edit with many changed members for the length of
// its text. Then the next edit should start from a parsed copy: each edit copies the changes of the
// one before, so a long chain of edits would be slow.
func (v Value) editsCostMoreThanText() bool {
	e := v.doc.edit
	if e == nil || e.of != nil {
		return false
	}
	n := len(e.changed) + len(e.members)
	return n > 64 && int(v.size())/256 < n
}

// A mapEdit collects changes to a map. Until the map is complete, the field changed holds only the
// changes of the previous edit.
type mapEdit struct {
	*built
	effect
	make    *workshop
	from    Value          // map being edited
	one     []Member       // empty, with capacity for one added member
	pending []change       // new changes to members of the base, in the order of the calls
	places  map[uint32]int // index in pending by slot; nil if there are few pending changes
	owned   bool           // members and table are copies, and do not belong to the previous edit
	holes   bool           // some members are absent, because they were removed
	turn    uint           // see Editor; it grows when the edit is complete
}

// An addingOne is a built map whose changes are all added members, with space for one member.
type addingOne struct {
	built
	more added
	one  [1]Member
}

func newMapEdit(b *workshop, v Value) mapEdit {
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

// value returns the map with the changes. The mapEdit must not be used afterwards.
func (m *mapEdit) value() (Value, error) {
	if len(m.pending) == 0 && !m.owned {
		return m.from, nil
	}
	m.complete()
	return m.finish(m.from, &m.effect)
}

// apply makes one change. left is the number of remaining changes, including this one.
func (m *mapEdit) apply(c Member, left int) {
	doc := m.base.doc
	slot := doc.find(m.base.slot, c.Name)
	if slot == 0 {
		// A name of the map is valid UTF-8, so only names that were not found need this check.
		if valid := validText(c.Name); valid != c.Name {
			c.Name = valid
			slot = doc.find(m.base.slot, valid)
		}
	}
	if slot == 0 || !m.changeBase(slot, c.Value, left) {
		m.changeAdded(c, left)
	}
}

// changeBase changes the base's member in slot. It reports false if that member was removed. The
// caller must then append a new one.
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

// changeAdded changes, removes or appends a member that is not in a parsed base.
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

// current returns the value in the base's slot with the changes of the previous edit.
func (m *mapEdit) current(slot uint32) Value {
	if c := m.edit.find(slot); c != nil {
		return c.value
	}
	return Value{m.base.doc, slot}
}

// place returns the index in pending of the change to the slot, or -1.
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
		left = min(left, 4) // most of the remaining changes are to existing members
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

// own replaces members and table by copies that may be changed. The copies have capacity for room
// more members.
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

// complete joins the pending changes with those of the previous edit, and drops absent members.
func (m *mapEdit) complete() {
	if m.holes {
		m.members = slices.DeleteFunc(m.members, func(m Member) bool { return m.Value.doc == nil })
		m.table = newMemberTable(m.members, 0)
	}
	slices.SortFunc(m.pending, bySlot) // usually sorted already
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
	for _, c := range m.members { // each member replaces or removes a member of the base, or is new
		if m.of.has(c.Name) {
			m.removed++
		}
		if c.Value == gone {
			m.removed++
		}
	}
}

// noMap returns the error for a change to a member of v, which is not a map.
func noMap(v Value) error {
	return &Error{Code: Unsupported, cause: errors.New("expected a map, got " + v.Type().Noun())}
}
