package model

import "strings"

// Project returns the list of maps that have nothing but their member of that
// name, in the order of the elements of the list v: of [{"a":"x","b":1}] and a
// it is [{"a":"x"}]. It reports false unless v is a list that was parsed, and
// all its elements are maps with a string there.
func (v Value) Project(name string) (Value, bool) {
	if v.Kind() != List || v.doc.edit != nil {
		return Value{}, false
	}
	var room [64]byte
	between := append(room[:0], "},{"...) // before each value: the end of the map before, and the name
	between = append(appendQuoted(between, validText(name)), ':')
	n := v.Len()
	d, tape := newDocument(2 + 3*n)
	if tape = tape[:0]; tape == nil {
		tape = make([]entry, 0, 2+3*n)
	}
	meta := plainName(string(between[4 : len(between)-2]))
	if strings.IndexByte(string(between), '\\') >= 0 {
		meta |= escapedName
	}
	var below, own uint32
	if isDollarName(name) {
		below, own = dollarBelow, ownDollar
	}
	tape = append(tape, entry{meta: uint32(List)}, entry{name: uint32(2 + 3*n), meta: uint32(n), end: min(uint32(n), 1) + 1})
	if n > 0 {
		tape[0].meta |= below
	}
	var src strings.Builder
	src.WriteByte('[')
	c := newColumn(v.doc, name)
	slot := v.slot + 2
	for i := range n {
		var at uint32
		if at, slot = c.in(slot); at == 0 {
			return Value{}, false
		}
		from := &v.doc.tape[at]
		if from.kind() != String {
			return Value{}, false
		}
		text := v.doc.src[from.start:from.end]
		if i == 0 {
			src.Grow(4 + n*(len(between)+len(text)))
			src.Write(between[2:])
		} else {
			src.Write(between)
			tape[len(tape)-3].end = uint32(src.Len() - len(between) + 1)
		}
		start := uint32(src.Len())
		src.WriteString(text)
		begin := start - uint32(len(between)) + 2
		tape = append(tape,
			entry{meta: uint32(Map) | below | own, start: begin},
			entry{name: uint32(len(tape)) + 3, meta: 1, end: 1},
			entry{begin + 2, meta | from.meta&(kindMask|escapedText), start, uint32(src.Len())})
	}
	if n > 0 {
		src.WriteByte('}')
		tape[len(tape)-3].end = uint32(src.Len())
	}
	src.WriteByte(']')
	if src.Len() > maxBytes {
		return Value{}, false
	}
	d.src, d.tape = src.String(), tape
	d.tape[0].end = uint32(src.Len())
	if n > smallMap {
		s := scanner{tape: tape, count: uint32(n)}
		d.tape[1].start = s.addMarks()
		d.index = s.index
	}
	return Value{doc: d}, true
}
