package model

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
)

// An edit is what a built list or map consists of: the list or map it was made
// from, and how it differs. The base is always parsed, so that an edit of an
// edit is no deeper than one edit; NewMap and NewList edit an empty one.
type edit struct {
	base     Value
	changed  []change       // members or elements of the base, by slot
	removed  int            // how many of them are removed
	members  []Member       // appended to a map
	elements []Value        // appended to a list
	position map[string]int // where a name stands in members, if they are many
}

// A change replaces one member or element of the base, or removes it.
type change struct {
	slot    uint32
	ordinal uint32 // of a list: index in the base
	at      uint32 // of a list: index after the removals before it
	value   Value  // absent: removed
}

// A built is a document with its edit and the two entries of its tape, in one
// piece of memory. So is its change, if there is just one.
type built struct {
	document
	edit
	tape [2]entry
	one  [1]change
}

// find returns the change to the base's slot, if there is one.
func (e *edit) find(slot uint32) (*change, bool) {
	i, ok := slices.BinarySearchFunc(e.changed, slot, func(c change, slot uint32) int {
		return cmp.Compare(c.slot, slot)
	})
	if !ok {
		return nil, false
	}
	return &e.changed[i], true
}

// get returns the member of the edited map with that name.
func (e *edit) get(name string) (Value, bool) {
	base := e.base
	if slot := base.doc.find(base.slot, name); slot != 0 {
		c, ok := e.find(slot)
		if !ok {
			return Value{base.doc, slot}, true
		}
		if c.value.doc != nil {
			return c.value, true
		}
	}
	if i := e.added(name); i >= 0 {
		return e.members[i].Value, true
	}
	return Value{}, false
}

// added returns the position of a name among the appended members, or -1.
func (e *edit) added(name string) int {
	if e.position != nil {
		if i, ok := e.position[name]; ok {
			return i
		}
		return -1
	}
	for i := range e.members {
		if e.members[i].Name == name {
			return i
		}
	}
	return -1
}

// kept returns how many members or elements of the base are left.
func (e *edit) kept() int { return e.base.Len() - e.removed }

// at returns element i of the edited list, which it has.
func (e *edit) at(i int) Value {
	if kept := e.kept(); i >= kept {
		return e.elements[i-kept]
	}
	ordinal, c := e.locate(uint32(i))
	if c != nil {
		return c.value
	}
	doc := e.base.doc
	return Value{doc, doc.element(e.base.slot, ordinal)}
}

// locate returns the index in the base of element i of the edited list, and the
// change that replaced it, if one did.
func (e *edit) locate(i uint32) (ordinal uint32, replaced *change) {
	// The last change that does not stand behind i tells how many elements
	// were removed before. Of several at one index all but the last are
	// removals.
	n, _ := slices.BinarySearchFunc(e.changed, i, func(c change, i uint32) int {
		if c.at <= i {
			return -1
		}
		return 1
	})
	if n == 0 {
		return i, nil
	}
	c := &e.changed[n-1]
	before := c.ordinal - c.at
	if c.value.doc == nil {
		return i + before + 1, nil
	}
	if c.at == i {
		return c.ordinal, c
	}
	return i + before, nil
}

// finish makes a value of the edit, whose changes are so far those of the edit
// before; the new ones, ordered by slot, override them.
func (b *built) finish(kind Kind, changes []change) (Value, error) {
	b.document.tape = b.tape[:]
	b.document.edit = &b.edit
	b.mergeChanges(b.changed, changes)
	if b.position == nil && len(b.members) > smallMap {
		b.position = make(map[string]int, len(b.members))
		for i, m := range b.members {
			b.position[m.Name] = i
		}
	}
	flags, height, size := b.measure(kind)
	b.tape[0] = entry{meta: uint32(kind) | flags, end: size}
	b.tape[1] = entry{
		meta: uint32(b.kept() + len(b.members) + len(b.elements)),
		end:  height,
	}
	v := Value{doc: &b.document}
	if height > HardMaxDepth {
		// The height is an upper bound. Only now it matters whether it is exact.
		height = exactHeight(v, map[*document]uint32{})
		if height > HardMaxDepth {
			return Value{}, &Error{
				Kind:  Limit,
				cause: errors.New("nested deeper than " + strconv.Itoa(HardMaxDepth) + " levels"),
			}
		}
		b.tape[1].end = height
	}
	return v, nil
}

// mergeChanges joins two ordered lists of changes; of two changes to one slot
// the new one counts.
func (b *built) mergeChanges(old, changes []change) {
	merged := b.one[:0]
	if n := len(old) + len(changes); n > len(b.one) {
		merged = make([]change, 0, n)
	}
	for len(old) > 0 || len(changes) > 0 {
		if len(changes) == 0 || len(old) > 0 && old[0].slot < changes[0].slot {
			merged = append(merged, old[0])
			old = old[1:]
			continue
		}
		if len(old) > 0 && old[0].slot == changes[0].slot {
			old = old[1:]
		}
		merged = append(merged, changes[0])
		changes = changes[1:]
	}
	removed := uint32(0)
	for i := range merged {
		merged[i].at = merged[i].ordinal - removed
		if merged[i].value.doc == nil {
			removed++
		}
	}
	b.changed, b.removed = merged, int(removed)
}

// measure returns the flags, a bound of the height and an estimate of the size
// of the edited value. Its cost follows the changes, unless a flag of the base
// was due to what was changed.
func (b *built) measure(kind Kind) (flags, height, size uint32) {
	base := b.base
	doc := base.doc
	height = base.height()
	total := uint64(base.size())
	var gained, lost uint32
	for i := range b.changed {
		c := &b.changed[i]
		e := &doc.tape[c.slot]
		dollar := doc.beginsWithDollar(e)
		lost |= contribution(kind, dollar, Value{doc, c.slot})
		if c.value.doc != nil {
			gained |= contribution(kind, dollar, c.value)
			height = max(height, 1+c.value.height())
			total += uint64(c.value.size())
		}
	}
	for i := range b.members {
		m := &b.members[i]
		gained |= contribution(kind, isDollarName(m.Name), m.Value)
		height = max(height, 1+m.Value.height())
		total += uint64(m.Value.size()) + uint64(len(m.Name)) + 4
	}
	for _, v := range b.elements {
		gained |= contribution(kind, false, v)
		height = max(height, 1+v.height())
		total += uint64(v.size()) + 1
	}
	had := base.flags() & (belowFlags | ownDollar)
	flags = gained | had&^lost
	if unsure := had & lost &^ gained; unsure != 0 {
		flags |= b.flagsLeft(kind, unsure)
	}
	return flags, height, uint32(min(total, math.MaxUint32))
}

// contribution returns the flags that a member or element gives to the map or
// list it is in.
func contribution(kind Kind, dollar bool, v Value) uint32 {
	flags := v.flags() & belowFlags
	if kind == Map {
		if v.Kind() == Null {
			flags |= nullBelow
		}
		if dollar {
			flags |= dollarBelow | ownDollar
		}
	}
	return flags
}

// flagsLeft returns those of the wanted flags to which the untouched members or
// elements of the base contribute.
func (b *built) flagsLeft(kind Kind, wanted uint32) uint32 {
	doc := b.base.doc
	changed := b.changed
	var found uint32
	end := doc.tape[b.base.slot+1].next()
	for i := b.base.slot + 2; i < end && found != wanted; i = doc.after(i) {
		if len(changed) > 0 && changed[0].slot == i {
			changed = changed[1:]
			continue
		}
		dollar := doc.beginsWithDollar(&doc.tape[i])
		found |= wanted & contribution(kind, dollar, Value{doc, i})
	}
	return found
}

// exactHeight returns how many levels v really has. The heights of edited
// values are kept in known: one may stand in very many places of a tree.
func exactHeight(v Value, known map[*document]uint32) uint32 {
	if v.doc.edit == nil {
		return v.height()
	}
	if h, ok := known[v.doc]; ok {
		return h
	}
	var h uint32
	for c := walk(v); c.more(); {
		h = max(h, exactHeight(c.value(), known))
	}
	known[v.doc] = h + 1
	return h + 1
}
