package model

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"unicode/utf8"
)

var emptyMap, emptyList = MustParse("{}"), MustParse("[]")

// NewMap returns a map of the members, in their order. It is
// WithMembers of an empty map: a later member replaces an earlier one of the
// same name in its place, an absent value removes it.
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
	if v.editsCostMoreThanText() {
		v = v.Compact()
	}
	var buffer [4]change
	m := mapEdit{base: v, pending: buffer[:0]}
	if e := v.doc.edit; e != nil {
		m.old, m.base, m.members, m.position = e, e.base, e.members, e.position
	}
	for i, c := range changes {
		if !utf8.ValidString(c.Name) {
			c.Name = validText(c.Name)
		}
		m.apply(c, len(changes)-i)
	}
	if len(m.pending) == 0 && !m.owned {
		return v, nil
	}
	byName := func(a, b change) int { return cmp.Compare(a.slot, b.slot) }
	if !slices.IsSortedFunc(m.pending, byName) {
		slices.SortFunc(m.pending, byName)
	}
	if m.holes {
		m.members = slices.DeleteFunc(m.members, func(m Member) bool { return m.Value.doc == nil })
		m.position = nil
	}
	b := &built{edit: edit{base: m.base, members: slices.Clip(m.members), position: m.position}}
	if m.old != nil {
		b.changed = m.old.changed
	}
	return b.finish(Map, m.pending)
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

// A mapEdit collects the changes of one call.
type mapEdit struct {
	old     *edit
	base    Value
	pending []change       // to members of the base, as they come
	bySlot  map[uint32]int // where a slot stands in pending, if they are many

	members  []Member       // appended ones; removed ones are absent until the end
	position map[string]int // where a name stands in members, if they are many
	owned    bool           // members and position are not those of old
	holes    bool           // some are absent
}

// apply makes one change; left says how many there still are, this included.
func (m *mapEdit) apply(c Member, left int) {
	if slot := m.base.doc.find(m.base.slot, c.Name); slot != 0 {
		if i := m.findPending(slot); i >= 0 {
			if m.pending[i].value.doc != nil {
				m.pending[i].value = c.Value
				return
			}
		} else if now := m.current(slot); now.doc != nil {
			if now != c.Value {
				m.addPending(change{slot: slot, value: c.Value})
			}
			return
		}
		// The member of the base was removed: a new one goes to the end.
	}
	i := m.findMember(c.Name)
	switch {
	case i < 0 && c.Value.doc != nil:
		m.addMember(c, left)
	case i >= 0 && m.members[i].Value != c.Value:
		m.own(0)
		m.members[i].Value = c.Value
		if c.Value.doc == nil {
			m.holes = true
			delete(m.position, c.Name)
		}
	}
}

// current returns the value that the base's slot had before this call.
func (m *mapEdit) current(slot uint32) Value {
	if m.old != nil {
		if c, ok := m.old.find(slot); ok {
			return c.value
		}
	}
	return Value{m.base.doc, slot}
}

func (m *mapEdit) findPending(slot uint32) int {
	if m.bySlot == nil {
		return slices.IndexFunc(m.pending, func(c change) bool { return c.slot == slot })
	}
	if i, ok := m.bySlot[slot]; ok {
		return i
	}
	return -1
}

func (m *mapEdit) addPending(c change) {
	if m.bySlot != nil {
		m.bySlot[c.slot] = len(m.pending)
	}
	m.pending = append(m.pending, c)
	if m.bySlot == nil && len(m.pending) > smallMap {
		m.bySlot = make(map[uint32]int, 2*len(m.pending))
		for i, c := range m.pending {
			m.bySlot[c.slot] = i
		}
	}
}

func (m *mapEdit) findMember(name string) int {
	if m.position == nil {
		return slices.IndexFunc(m.members, func(m Member) bool { return m.Value.doc != nil && m.Name == name })
	}
	if i, ok := m.position[name]; ok {
		return i
	}
	return -1
}

func (m *mapEdit) addMember(c Member, left int) {
	if m.base != emptyMap {
		left = 1 // most changes of a parsed map are to what it has
	}
	m.own(left)
	if m.position != nil {
		m.position[c.Name] = len(m.members)
	}
	m.members = append(m.members, c)
	if m.position == nil && len(m.members) > smallMap {
		m.position = make(map[string]int, len(m.members)+left)
		for i, c := range m.members {
			if c.Value.doc != nil {
				m.position[c.Name] = i
			}
		}
	}
}

// own makes members and position ones that may be changed, with room for more.
func (m *mapEdit) own(room int) {
	if m.owned {
		return
	}
	m.owned = true
	m.members = append(make([]Member, 0, len(m.members)+room), m.members...)
	m.position = maps.Clone(m.position)
}
