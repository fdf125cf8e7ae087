package model

import (
	"math"
)

// A built is the document of a value that was made by an edit and not by parsing a text. It holds
// the edit and the two tape entries of the value in one piece of memory.
type built struct {
	document
	edit
	entries [2]entry
}

// An effect sums up how changes affect the entries of the edited list or map.
type effect struct {
	typ    Type   // type of the edited value
	gained uint32 // flags from new values
	lost   uint32 // flags from replaced and removed values
	height uint32 // height of the highest new value, plus one
	size   int64  // approximate growth of the text in bytes
}

// add records a new value. In a map, dollar reports whether the name of the value begins with a
// dollar sign.
func (e *effect) add(dollar bool, v Value) {
	tape := v.doc.tape[v.slot:]
	head := &tape[0]
	e.gained |= head.gives(e.typ, dollar)
	e.size += int64(head.end-head.start) + 1
	height := uint32(1)
	if head.isContainer() {
		height += tape[1].height()
	}
	e.height = max(e.height, height)
}

// drop records a value that is replaced or removed.
func (e *effect) drop(dollar bool, v Value) {
	head := &v.doc.tape[v.slot]
	e.lost |= head.gives(e.typ, dollar)
	e.size -= int64(head.end-head.start) + 1
}

// replace records that v takes the place of old, or that old is removed if v is absent.
func (e *effect) replace(dollar bool, old, v Value) {
	e.drop(dollar, old)
	if v.doc != nil {
		e.add(dollar, v)
	}
}

// contribution returns the flags that a list or map gets from its element or member v.
func contribution(typ Type, dollar bool, v Value) uint32 {
	return v.entry().gives(typ, dollar)
}

// gives returns the flags that a list or map gets from its element or member with entry e.
func (e *entry) gives(typ Type, dollar bool) uint32 {
	flags := e.meta & belowFlags
	if typ == Map {
		if e.typ() == Null {
			flags |= nullBelow
		}
		if dollar {
			flags |= dollarBelow | ownDollar
		}
	}
	return flags
}

// finish completes the edit in b and returns the edited value. The parameter from is the value
// before the edit. It is an error if the result is nested too deeply.
func (b *built) finish(from Value, sum *effect) (Value, error) {
	b.document.tape = b.entries[:]
	b.document.edit = &b.edit
	tape := from.doc.tape[from.slot:]
	size := min(max(int64(tape[0].end-tape[0].start)+sum.size, 2), math.MaxInt32)
	height := max(tape[1].height(), sum.height)
	b.entries[0] = entry{meta: uint32(sum.typ) | b.flags(tape[0].meta, sum), end: uint32(size)}
	b.entries[1] = entry{
		meta: uint32(b.kept() + len(b.members) + len(b.elements)),
		end:  height,
	}
	v := Value{doc: &b.document}
	if height > HardMaxDepth {
		// The height is only an upper bound. Compute the exact one now that it matters.
		b.entries[1].end = exactHeight(v, map[*document]uint32{})
		if v.height() > HardMaxDepth {
			return Value{}, &Error{Code: Limit, cause: tooDeep(HardMaxDepth)}
		}
	}
	return v, nil
}

// flags returns the flags of the edited value. They follow from the flags before the edit and from
// the effect of the changes. If a replaced or removed value had a flag, flags checks whether a
// remaining value has it too.
func (b *built) flags(before uint32, sum *effect) uint32 {
	flags := sum.gained | before&(belowFlags|ownDollar)
	unsure := flags & sum.lost
	if unsure == 0 || b.of != nil {
		return flags
	}
	return flags&^unsure | b.flagsFound(sum.typ, unsure)
}

// flagsFound returns the flags in wanted that at least one member or element has. It checks
// the changed values first.
func (b *built) flagsFound(typ Type, wanted uint32) uint32 {
	doc := b.base.doc
	var found uint32
	for _, c := range b.changed {
		if c.value.doc != nil {
			found |= contribution(typ, doc.beginsWithDollar(&doc.tape[c.slot]), c.value)
		}
	}
	for _, m := range b.members {
		found |= contribution(typ, isDollarName(m.Name), m.Value)
	}
	for _, v := range b.elements {
		found |= contribution(typ, false, v)
	}
	changed := b.changed
	end := doc.tape[b.base.slot+1].next()
	for i := b.base.slot + 2; i < end && found&wanted != wanted; i = doc.after(i) {
		if len(changed) > 0 && changed[0].slot == i {
			changed = changed[1:]
			continue
		}
		found |= contribution(typ, doc.beginsWithDollar(&doc.tape[i]), Value{doc, i})
	}
	return found & wanted
}

// exactHeight returns the number of levels of v. It stores the heights of built values in known,
// because one built value may appear at very many places of a tree.
func exactHeight(v Value, known map[*document]uint32) uint32 {
	if v.doc.edit == nil || v.wrapped() != nil {
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
