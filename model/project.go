package model

// Project returns the list of maps that have nothing but their member of that
// name, in the order of the elements of the list v: of [{"a":"x","b":1}] and a
// it is [{"a":"x"}]. It reports false unless v is a list that was parsed, and
// all its elements are maps with a string there.
func (v Value) Project(name string) (Value, bool) {
	if v.Kind() != List || v.doc.edit != nil {
		return Value{}, false
	}
	n := v.Len()
	d, tape := newDocument(2 + 3*n)
	if tape == nil {
		tape = make([]entry, 2+3*n)
	}
	var room [64]byte
	p := projector{column: newColumn(v.doc, name), tape: tape[:2+3*n], lead: appendLead(room[:0], name)}
	p.setName(name)
	slot := v.slot + 2
	if n > 0 { // the others may be as long as the first
		at, _ := p.column.in(slot)
		first := int(v.doc.tape[at].end - v.doc.tape[at].start)
		p.text.Grow(1 + n*(len(p.lead)+1) + min(n*first, int(v.size())))
	}
	p.text.WriteByte('[')
	for k := 2; k < len(p.tape); {
		if next, after := p.plain(slot, k); after > k {
			p.text.Write(p.piece[:p.used])
			slot, k = next, after
			continue
		}
		at, next := p.column.in(slot)
		from := &v.doc.tape[at]
		if at == 0 || from.kind() != String {
			return Value{}, false
		}
		p.write(from, k)
		slot, k = next, k+3
	}
	p.text.WriteByte(']')
	if p.text.Len() > maxBytes {
		return Value{}, false
	}
	d.src, d.tape = p.text.String(), p.tape
	d.tape[0] = entry{meta: uint32(List), end: uint32(len(d.src))}
	d.tape[1] = entry{name: uint32(len(d.tape)), meta: uint32(n), end: min(uint32(n), 1) + 1}
	if n > 0 {
		d.tape[0].meta |= p.meta & belowFlags
	}
	if n > smallMap {
		s := scanner{tape: d.tape, count: uint32(n)}
		d.tape[1].start = s.addMarks()
		d.index = s.index
	}
	return Value{doc: d}, true
}
