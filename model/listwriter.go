package model

import (
	"slices"
	"strings"
)

// A ListWriter makes a long list of maps that have the same few members, all
// scalar. The list is what [Parse] makes of its text, but is not read again. Only
// NewListWriter makes one: the zero ListWriter is of no use.
type ListWriter struct {
	names []writtenName
	room  [2]writtenName
	src   strings.Builder
	tape  []entry
	count uint32
	flags uint32 // what the maps have below them
	table bool   // maps may be so large that they need a name table
}

// A writtenName is a name as it stands in the text.
type writtenName struct {
	text  string // quoted, after a comma and a bracket, and before a colon: ,{"name":
	meta  uint32 // of its entry
	flags uint32 // that it gives the map
}

// NewListWriter returns a writer of maps with members of these names, with room
// for so many maps; more are welcome. Of a name that comes twice the second is
// not written.
func NewListWriter(maps int, names ...string) *ListWriter {
	maps = max(maps, 0)
	w := &ListWriter{
		tape:  make([]entry, 2, 2+maps*(2+len(names))),
		table: len(names) > smallMap,
	}
	w.names = w.room[:min(len(names), len(w.room))]
	if len(names) > len(w.room) {
		w.names = make([]writtenName, len(names))
	}
	w.src.Grow(maps*(4+16*len(names)) + 2)
	w.src.WriteByte('[')
	for i, name := range names {
		quoted := string(appendQuoted(nil, validText(name)))
		n := writtenName{text: ",{" + quoted + ":", meta: plainName(quoted[2:])}
		if slices.ContainsFunc(w.names[:i], func(other writtenName) bool { return other.text == n.text }) {
			continue
		}
		if isDollarName(name) {
			n.flags = dollarBelow | ownDollar
		}
		if strings.Contains(quoted, `\`) {
			n.meta |= escapedName
		}
		w.names[i] = n
	}
	return w
}

// Add appends a map to the list: of each name the value at its place. A value
// that is neither scalar nor null, or has no name, is left out.
func (w *ListWriter) Add(values ...Value) {
	begin := w.src.Len()
	if w.count > 0 {
		begin++ // after a comma
	}
	slot := len(w.tape)
	w.tape = append(w.tape, entry{meta: uint32(Map), start: uint32(begin)}, entry{end: 1})
	for i, v := range values[:min(len(values), len(w.names))] {
		name := &w.names[i]
		if k := v.Kind(); k == Absent || k > String || name.text == "" {
			continue
		}
		switch {
		case len(w.tape) > slot+2:
			w.src.WriteByte(',')
			w.src.WriteString(name.text[2:])
		case w.count > 0:
			w.src.WriteString(name.text)
		default:
			w.src.WriteString(name.text[1:])
		}
		from := &v.doc.tape[v.slot]
		e := entry{name: uint32(w.src.Len() - len(name.text) + 3), meta: name.meta | from.meta&(kindMask|escapedText)}
		e.start = uint32(w.src.Len())
		w.src.WriteString(v.doc.src[from.start:from.end])
		e.end = uint32(w.src.Len())
		w.tape = append(w.tape, e)
		w.tape[slot].meta |= name.flags
		if v.Kind() == Null {
			w.tape[slot].meta |= nullBelow
		}
	}
	if len(w.tape) == slot+2 {
		if w.count > 0 {
			w.src.WriteByte(',')
		}
		w.src.WriteByte('{')
	}
	w.src.WriteByte('}')
	w.count++
	w.flags |= w.tape[slot].meta & belowFlags
	w.tape[slot].end = uint32(w.src.Len())
	w.tape[slot+1].name, w.tape[slot+1].meta = uint32(len(w.tape)), uint32(len(w.tape)-slot-2)
}

// List returns the list of the maps that were added. The writer is not to be
// used after that.
//
// The error is one of kind Limit, for a list whose text is longer than 4 GiB.
func (w *ListWriter) List() (Value, error) {
	w.src.WriteByte(']')
	src := w.src.String()
	if w.table || len(src) > maxBytes {
		return ParseString(src)
	}
	height := min(w.count, 1) + 1
	w.tape[0] = entry{meta: uint32(List) | w.flags, end: uint32(len(src))}
	w.tape[1] = entry{name: uint32(len(w.tape)), meta: w.count, end: height}
	s := scanner{tape: w.tape, count: w.count}
	if w.count > smallMap {
		w.tape[1].start = s.addMarks()
	}
	return Value{doc: &document{src: src, tape: w.tape, index: s.index}}, nil
}
