package model

import (
	"slices"
	"strconv"
	"strings"
)

// AppendJSON appends v to dst as JSON text and returns the longer slice. An absent
// value appends nothing.
//
// The text of a parsed value is exactly the text that was parsed, with the same white space, order,
// escapes and spelling of numbers. In an edited value only the changed, added and removed members
// and elements differ from that text. No white space is written before or after an added member or
// element:
//
//	{"a": 1, "b": 2}   with b removed and c added is   {"a": 1,"c":3}
func (v Value) AppendJSON(dst []byte) []byte {
	if v.doc == nil {
		return dst
	}
	return appendValue(slices.Grow(dst, int(v.size())), v)
}

// JSON returns the text that [Value.AppendJSON] appends.
func (v Value) JSON() string {
	switch {
	case v.doc == nil:
		return ""
	case v.doc.edit == nil:
		return v.doc.text(v.slot)
	}
	return string(v.AppendJSON(nil))
}

// String returns the text of [Value.JSON], or "absent" for an absent value, so that %v and %s
// print JSON. [Value.Text] returns the text of a string without quotes.
func (v Value) String() string {
	if v.doc == nil {
		return Absent.String()
	}
	return v.JSON()
}

// MarshalJSON returns the text of [Value.AppendJSON] for encoding/json, and null for an absent
// value. A struct field with the option omitzero leaves an absent value out. The error of
// MarshalJSON is that of [Value.Err].
func (v Value) MarshalJSON() ([]byte, error) {
	if v.doc == nil {
		return []byte("null"), nil
	}
	text := v.AppendJSON(nil)
	return text, v.Err() // Err is complete only after all values were read
}

// UnmarshalJSON sets v to the value that [Parse] reads from text, for encoding/json. If text is not
// strict JSON, it returns the [*Error] of Parse and does not change v.
func (v *Value) UnmarshalJSON(text []byte) error {
	read, err := Parse(text, MaxDepth(HardMaxDepth))
	if err != nil {
		return err
	}
	*v = read
	return nil
}

// GoString returns a Go expression for v, such as
//
//	model.MustParse(`{"a":1}`)
func (v Value) GoString() string {
	if v.doc == nil {
		return "model.Value{}"
	}
	text := v.JSON()
	if strings.ContainsAny(text, "`\r") {
		return "model.MustParse(" + strconv.Quote(text) + ")"
	}
	return "model.MustParse(`" + text + "`)"
}

func appendValue(dst []byte, v Value) []byte {
	if v.doc.edit == nil {
		return append(dst, v.doc.text(v.slot)...)
	}
	if v.doc.edit.of != nil {
		return appendWrapped(dst, v)
	}
	return v.doc.edit.appendJSON(dst)
}

// appendJSON appends the text of the base with all changes applied.
func (e *edit) appendJSON(dst []byte) []byte {
	switch e.base {
	case emptyMap:
		return append(e.appendAdded(append(dst, '{'), false), '}')
	case emptyList:
		return append(e.appendAdded(append(dst, '['), false), ']')
	}
	s := newSplice(e.base)
	for i := range e.changed {
		c := &e.changed[i]
		done := s.done
		if dst = append(dst, s.doc.src[done:s.cut(c)]...); c.value.doc != nil {
			dst = appendValue(dst, c.value)
		}
	}
	// After the last change, append the rest of the base up to the end of its last value, the added
	// values, and the closing bracket with the white space before it.
	done := s.done
	last := s.last()
	dst = e.appendAdded(append(dst, s.doc.src[done:last]...), s.some)
	return append(dst, s.doc.src[last:e.base.entry().end]...)
}

// appendAdded appends the added members or elements. some reports whether other members or elements
// precede them.
func (e *added) appendAdded(dst []byte, some bool) []byte {
	for i := range e.members {
		if some {
			dst = append(dst, ',')
		}
		some = true
		dst = appendQuoted(dst, e.members[i].Name)
		dst = append(dst, ':')
		dst = appendValue(dst, e.members[i].Value)
	}
	for i := 0; i < len(e.elements); {
		if some {
			dst = append(dst, ',')
		}
		some = true
		if v := e.elements[i]; v.doc.edit != nil {
			dst = appendValue(dst, v)
			i++
		} else {
			n := neighbors(e.elements[i:])
			last := &v.doc.tape[e.elements[i+n-1].slot]
			dst = append(dst, v.doc.src[v.doc.tape[v.slot].start:last.end]...)
			i += n
		}
	}
	return dst
}

// neighbors returns how many values at the beginning of the slice are consecutive elements of one
// parsed list. Their text is one piece. The first value must be parsed.
func neighbors(values []Value) int {
	doc := values[0].doc
	slot := values[0].slot
	for n := 1; n < len(values); n++ {
		next := doc.after(slot)
		if values[n].doc != doc || values[n].slot != next {
			return n
		}
		// The next slot may also hold a value outside the list, or a member of a map. In that case
		// the text between the two values is more than a comma.
		end, start := doc.tape[slot].end, doc.tape[next].start
		if start != end+1 || doc.src[end] != ',' {
			if !isSeparator(doc.src[end:start]) {
				return n
			}
		}
		slot = next
	}
	return len(values)
}

// isSeparator reports whether text consists of white space and commas.
func isSeparator(text string) bool {
	for i := range len(text) {
		if text[i] != ',' && !isSpace(text[i]) {
			return false
		}
	}
	return true
}

// A splice copies the text of a parsed map or list with changes in it.
type splice struct {
	doc        *document
	first, end uint32 // slot of the first value, and the slot after the last value
	done       uint32 // offset of the end of the text that is already copied or left out
	some       bool   // a value was written
}

func newSplice(v Value) splice {
	tape := v.doc.tape[v.slot:]
	return splice{doc: v.doc, first: v.slot + 2, end: tape[1].next(), done: tape[0].start}
}

// cut handles the next change. It returns the end of the text to copy before the change, and sets
// the field done to the offset where the text continues after the change. If a member or element is
// removed, one comma is removed with it. This is the comma before the value if an earlier value is
// left, and the comma after the value if not.
func (s *splice) cut(c *change) uint32 {
	e := &s.doc.tape[c.slot]
	if c.value.doc != nil {
		s.done, s.some = e.end, true
		return e.start
	}
	from := s.doc.begin(c.slot)
	if c.slot != s.first {
		from = s.endBefore(from)
		s.some = s.some || s.done < from
		from = max(from, s.done)
	}
	s.done = e.end
	if next := s.doc.after(c.slot); !s.some && next < s.end {
		s.done = s.doc.begin(next)
	}
	return from
}

// last returns the offset of the end of the last value after all changes.
func (s *splice) last() uint32 {
	last := uint32(trimSpace(s.doc.src, int(s.doc.tape[s.first-2].end)-1))
	s.some = s.some || s.done < last && s.first < s.end
	return max(last, s.done)
}

// endBefore returns the offset of the end of the value before the member or element at
// start.
func (s *splice) endBefore(start uint32) uint32 {
	comma := trimSpace(s.doc.src, int(start)) - 1
	return uint32(trimSpace(s.doc.src, comma))
}

// trimSpace returns the length of src[:end] without the white space at its end.
func trimSpace(src string, end int) int {
	for end > 0 && isSpace(src[end-1]) {
		end--
	}
	return end
}

// appendWrapped appends the text of a wrapped Go value or of an edit of one.
func appendWrapped(dst []byte, v Value) []byte {
	switch v.Type() {
	case String:
		return appendQuoted(dst, v.Text())
	case Number:
		return append(dst, v.NumberText()...)
	case List:
		dst = append(dst, '[')
		for i, e := range v.Elements() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendValue(dst, e)
		}
		return append(dst, ']')
	}
	dst = append(dst, '{')
	some := false
	for name, member := range v.Members() {
		if some {
			dst = append(dst, ',')
		}
		some = true
		dst = append(appendQuoted(dst, name), ':')
		dst = appendValue(dst, member)
	}
	return append(dst, '}')
}
