package model

import (
	"bytes"
	"strings"
)

// A projector writes the maps of a projection: their text, and their entries.
type projector struct {
	column column
	tape   []entry
	meta   uint32   // of each map
	name   uint32   // the meta of its member, without what is the value's
	lead   []byte   // what stands before each value: a comma, and all up to the colon
	first  [16]byte // its first bytes
	text   strings.Builder
	piece  [1 << 9]byte // what plain has written
	used   uint         // how much of it
}

// appendLead appends what stands before the values of members of that name.
func appendLead(b []byte, name string) []byte {
	return append(appendQuoted(append(b, ",{"...), validText(name)), ':')
}

// setName says what the member of each map is called; the lead is set.
func (p *projector) setName(name string) {
	p.name = plainName(string(p.lead[3 : len(p.lead)-2]))
	if bytes.IndexByte(p.lead, '\\') >= 0 {
		p.name |= escapedName
	}
	p.meta = uint32(Map)
	if isDollarName(name) {
		p.meta |= dollarBelow | ownDollar
	}
	copy(p.first[:], p.lead)
}

// write writes the map with the value of an entry, to slot k.
func (p *projector) write(from *entry, k int) {
	lead := p.lead
	if k == 2 {
		lead = lead[1:]
	}
	p.text.Write(lead)
	start := uint32(p.text.Len())
	end := start + from.end - from.start
	p.text.WriteString(p.column.doc.src[from.start:from.end])
	p.text.WriteByte('}')
	begin := start - uint32(len(p.lead)) + 1
	p.tape[k] = entry{meta: p.meta, start: begin, end: end + 1}
	p.tape[k+1] = entry{name: uint32(k + 3), meta: 1, end: 1}
	p.tape[k+2] = entry{begin + 2, p.name | from.meta&(kindMask|escapedText), start, end}
}

// plain is write for the elements from that in slot on to the first that does
// not begin with the member, short and without escapes, or for which there is
// no room in the piece. It returns the slot of that, and the one to write to.
func (p *projector) plain(slot uint32, k int) (uint32, int) {
	c, src, from, tape := &p.column, p.column.doc.src, p.column.doc.tape, p.tape
	lead := uint(len(p.lead))
	at := uint(p.text.Len())
	used := uint(0)
	if k == 2 || lead > 16 {
		return slot, k
	}
	for k+3 <= len(tape) && int(slot)+2 < len(from) && used+64 <= uint(len(p.piece)) {
		next, f, to := from[slot+1].next(), &from[slot+2], tape[k:k+3]
		if f.meta&(nameMeta|kindMask|escapedText) != c.plain || from[slot].kind() != Map || next == slot+2 ||
			int(f.name)+8 > len(src) || load8(src, int(f.name))&c.mask != c.word {
			break
		}
		text, size := src[f.start:], uint(f.end-f.start)
		if len(text) < 32 || size > 32 {
			break
		}
		b := p.piece[used:]
		*(*[16]byte)(b) = p.first
		b = b[lead:]
		copy((*[16]byte)(b)[:], text[:16])
		if size > 16 {
			copy(b[16:32], text[16:32])
		}
		b[size] = '}'
		begin := uint32(at+used) + 1
		start := begin + uint32(lead) - 1
		used += lead + size + 1
		end := start + uint32(size)
		to[0] = entry{meta: p.meta, start: begin, end: end + 1}
		to[1] = entry{name: uint32(k + 3), meta: 1, end: 1}
		to[2] = entry{begin + 2, c.plain&^(longName<<nameShift) | p.name, start, end}
		slot = next
		k += 3
	}
	p.used = used
	return slot, k
}
