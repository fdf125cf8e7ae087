package model

import (
	"math"
	"slices"
)

// A built is the document of a built value: its edit, the two entries of its
// tape, and what is changed and added if that is little, in one piece of memory.
type built struct {
	document
	edit
	entries [2]entry
	few     [2]change
	one     [1]Member // for the member that is added
}

// An effect is what changes do to the entries of a list or map.
type effect struct {
	kind   Kind   // of what is edited
	gained uint32 // flags that new values give it
	lost   uint32 // flags that values which are gone gave it
	height uint32 // one more than that of the highest new value
	size   int64  // bytes more, about
}

// add takes account of a new value. Whether its name begins with a dollar sign
// matters in a map only.
func (f *effect) add(dollar bool, v Value) {
	f.gained |= contribution(f.kind, dollar, v)
	f.size += int64(v.size()) + 1
	f.height = max(f.height, v.height()+1)
}

// drop takes account of a value that is replaced or removed.
func (f *effect) drop(dollar bool, v Value) {
	f.lost |= contribution(f.kind, dollar, v)
	f.size -= int64(v.size()) + 1
}

// contribution returns the flags that a member or element gives to the map or
// list it is in.
func contribution(kind Kind, dollar bool, v Value) uint32 {
	e := &v.doc.tape[v.slot]
	flags := e.meta & belowFlags
	if kind == Map {
		if e.kind() == Null {
			flags |= nullBelow
		}
		if dollar {
			flags |= dollarBelow | ownDollar
		}
	}
	return flags
}

// finish makes a value of b, whose edit is complete, an edit of from. It fails if
// that is nested too deeply.
func (b *built) finish(from Value, f effect) (Value, error) {
	b.document.tape = b.entries[:]
	b.document.edit = &b.edit
	size := min(max(int64(from.size())+f.size, 2), math.MaxInt32)
	b.entries[0] = entry{meta: uint32(f.kind) | b.flags(from, f), end: uint32(size)}
	b.entries[1] = entry{
		meta: uint32(b.kept() + len(b.members) + len(b.elements)),
		end:  max(from.height(), f.height),
	}
	v := Value{doc: &b.document}
	if v.height() > HardMaxDepth {
		// The height is an upper bound. Only now it matters whether it is exact.
		b.entries[1].end = exactHeight(v, map[*document]uint32{})
		if v.height() > HardMaxDepth {
			return Value{}, &Error{Kind: Limit, cause: tooDeep(HardMaxDepth)}
		}
	}
	return v, nil
}

// flags returns the flags of the edited value. They follow from those of from
// and the effect, unless one may have been due to what is gone: then it depends
// on the rest.
func (b *built) flags(from Value, f effect) uint32 {
	flags := f.gained | from.flags()&(belowFlags|ownDollar)
	unsure := flags & f.lost
	if unsure == 0 {
		return flags
	}
	return flags&^unsure | b.flagsFound(f.kind, unsure)
}

// flagsFound returns those of the wanted flags that some member or element
// gives, looking at the edits first.
func (b *built) flagsFound(kind Kind, wanted uint32) uint32 {
	doc := b.base.doc
	var found uint32
	for _, c := range b.changed {
		if c.value.doc != nil {
			found |= contribution(kind, doc.beginsWithDollar(&doc.tape[c.slot]), c.value)
		}
	}
	for _, m := range b.members {
		found |= contribution(kind, isDollarName(m.Name), m.Value)
	}
	for _, v := range b.elements {
		found |= contribution(kind, false, v)
	}
	changed := b.changed
	end := doc.tape[b.base.slot+1].next()
	for i := b.base.slot + 2; i < end && found&wanted != wanted; i = doc.after(i) {
		if len(changed) > 0 && changed[0].slot == i {
			changed = changed[1:]
			continue
		}
		found |= contribution(kind, doc.beginsWithDollar(&doc.tape[i]), Value{doc, i})
	}
	return found & wanted
}

// exactHeight returns how many levels v really has. The heights of built values
// are kept in known: one may stand in very many places of a tree.
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

// sortChanges orders changes by slot, in which order they mostly are.
func sortChanges(changes []change) {
	if !slices.IsSortedFunc(changes, bySlot) {
		slices.SortFunc(changes, bySlot)
	}
}
