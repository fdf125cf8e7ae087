package model

import "sync/atomic"

// A projection is the document of a list of maps that have nothing but their
// member of one name. Mostly such a list is written and that is all, which the
// list that it is made from is enough for: it is parsed when it is looked into.
type projection struct {
	built
	more   added
	column column
	list   uint32 // the slot of the list it is made from
	parsed atomic.Pointer[document]
}

// Project returns the list of maps that have nothing but their member of that
// name, in the order of the elements of the list v: of [{"a":"x","b":1}] and a
// it is [{"a":"x"}]. It calls visit for the elements whose member has one of the
// texts, as [Value.Spelled] yields them; without texts it may be nil. It reports
// false unless v is a list that was parsed, all its elements are maps with a
// string there, and visit has returned true for all.
func (v Value) Project(name string, texts []string, visit func(e Element, text int) bool) (Value, bool) {
	if v.Kind() != List || v.doc.edit != nil {
		return Value{}, false
	}
	for e, text := range v.Spelled(name, texts) {
		if text < 0 || !visit(e, text) {
			return Value{}, false
		}
	}
	p := &projection{column: newColumn(v.doc, name), list: v.slot}
	var room [leadRoom]byte
	n, around := int64(v.Len()), int64(len(p.lead(room[:0])))+1
	most := n*around + int64(v.size())
	if most > maxBytes {
		return Value{}, false
	}
	size := int64(2)
	if n > 0 { // the others may be as long as the first
		first, _ := p.column.in(v.slot + 2)
		size += n * (around + int64(len(v.doc.text(first))))
	}
	p.document.edit = &p.edit
	p.base, p.added, p.more.projected = emptyList, &p.more, p
	p.document.tape = p.entries[:]
	p.entries[0] = entry{meta: uint32(List), end: uint32(min(size, most))}
	p.entries[1] = entry{meta: uint32(n), end: uint32(min(n, 1) + 1)}
	if n > 0 && isDollarName(name) {
		p.entries[0].meta |= dollarBelow
	}
	return Value{doc: &p.document}, true
}

// leadRoom is room for most leads.
const leadRoom = 64

// lead appends what stands before each of its strings.
func (p *projection) lead(dst []byte) []byte {
	return append(appendQuoted(append(dst, ",{"...), validText(p.column.name)), ':')
}

// appendJSON writes the list.
func (p *projection) appendJSON(dst []byte) []byte {
	var room [leadRoom]byte
	doc, lead, begin := p.column.doc, p.lead(room[:0]), len(dst)
	end := doc.tape[p.list+1].next()
	for slot := p.list + 2; slot < end; {
		if dst, slot = p.appendPlain(dst, lead, slot, end); slot == end {
			break
		}
		at, next := p.column.in(slot)
		dst = append(append(dst, lead...), doc.text(at)...)
		dst = append(dst, '}')
		slot = next
	}
	if len(dst) == begin {
		dst = append(dst, '[')
	}
	dst[begin] = '[' // in place of a comma
	return append(dst, ']')
}

// appendPlain writes the maps for the elements from that in slot on to the first
// that does not begin with the member, short and without escapes, or for which
// dst may have no room, and returns the slot of that.
func (p *projection) appendPlain(dst, lead []byte, slot, end uint32) ([]byte, uint32) {
	var first [16]byte
	c, src, tape := &p.column, p.column.doc.src, p.column.doc.tape
	if copy(first[:], lead) < len(lead) {
		return dst, slot
	}
	room, used := dst[len(dst):cap(dst)], 0
	for slot < end && int(slot)+2 < len(tape) && used+64 <= len(room) {
		next, f := tape[slot+1].next(), &tape[slot+2]
		if f.meta&(nameMeta|kindMask|escapedText) != c.plain || tape[slot].kind() != Map || next == slot+2 ||
			int(f.name)+8 > len(src) || load8(src, int(f.name))&c.mask != c.word {
			break
		}
		text, size := src[f.start:], int(f.end-f.start)
		if len(text) < 32 || size > 32 {
			break
		}
		b := room[used : used+64]
		*(*[16]byte)(b) = first
		b = b[len(lead):]
		copy((*[16]byte)(b)[:], text[:16])
		if size > 16 {
			copy(b[16:32], text[16:32])
		}
		b[size] = '}'
		used += len(lead) + size + 1
		slot = next
	}
	return dst[:len(dst)+used], slot
}

// settled returns v, or the parsed list if v is a projection.
func (v Value) settled() Value {
	if e := v.doc.edit; e == nil || e.projected == nil {
		return v
	}
	return v.doc.edit.projected.value()
}

func (p *projection) value() Value {
	if p.parsed.Load() == nil {
		d := MustParse(string(p.appendJSON(nil))).doc
		p.parsed.CompareAndSwap(nil, d) // or another was sooner
	}
	return Value{doc: p.parsed.Load()}
}
