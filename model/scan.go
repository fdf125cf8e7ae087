package model

import (
	"errors"
	"strings"
	"sync"
)

// smallMap is the largest number of members that a map may have without a name table.
// Such a map is searched from its first member to its last.
const smallMap = 32

// noSlot stands in for the slot of a list or map that does not exist, such as the one around the
// root.
const noSlot = 1<<32 - 1

// A scanner reads one text into a tape. While a list or map is open, its second slot stores the
// state of the list or map around it. There is no other stack, so depth costs no memory.
type scanner struct {
	src      string
	padded   string // src, followed by zeros in memory if it is a copy
	plain    int    // text up to this offset has no backslash; see plainText
	tape     []entry
	index    []uint32
	maxDepth int

	open    uint32 // slot of the innermost open list or map
	closing byte   // closing bracket of the innermost open list or map
	count   uint32 // number of values read in it so far
	names   uint64 // in a map, the nameBit of each name read so far
	depth   int    // number of open lists and maps

	near  near   // the document that the text resembles, if any
	known uint32 // slot of the innermost list or map that is open in this text and in the near one, plus one; 0 if there is none
}

// scanners is a pool of scanners, which reuses their memory. A finished tape is copied from the
// scanner at its exact length. Memory that grew for an unusually large text is not kept.
var scanners = sync.Pool{New: func() any { return new(scanner) }}

const keptScratch = 1 << 16 // entries, 1 MiB

// parse reads src as one JSON value. near is a document that src resembles, or nil.
func parse(src string, maxDepth int, near *document) (*document, *Error) {
	return parsePadded(src, len(src), maxDepth, near)
}

// parsePadded reads the first size bytes of text as one JSON value. near is a document that the
// text resembles, or nil.
func parsePadded(text string, size, maxDepth int, near *document) (*document, *Error) {
	s := scanners.Get().(*scanner)
	scratch := s.tape
	likely := near != nil && size > sharedText
	if likely { // the tape will have about the same length, so allocate it once
		s.tape = make([]entry, 0, len(near.tape)+len(near.tape)/64+64)
	}
	var d *document
	err := s.read(text, size, maxDepth, near)
	if err == nil {
		d = s.made(likely)
		if len(s.index) > 0 {
			d.index = append([]uint32(nil), s.index...)
		}
	}
	if likely {
		s.tape = scratch
	}
	s.clear(keptScratch)
	scanners.Put(s)
	return d, err
}

// read reads the first size bytes of text into the tape. near is a document that the text
// resembles, or nil.
func (s *scanner) read(text string, size, maxDepth int, near *document) *Error {
	if size > maxBytes {
		return tooLong(maxBytes)
	}
	s.begin(text, size, maxDepth)
	if near != nil && s.runNear(near) {
		return nil
	}
	return s.run(0)
}

func (s *scanner) begin(text string, size, maxDepth int) {
	s.padded, s.src, s.maxDepth = text, text[:size], maxDepth
	s.open, s.closing, s.count, s.names, s.depth = noSlot, 0, 0, 0, 0
	s.known, s.plain = 0, 0
}

// clear resets the scanner. It keeps memory only if this has room for at most kept entries.
func (s *scanner) clear(kept int) {
	s.src, s.padded = "", ""
	s.near.clear()
	s.tape, s.index = s.tape[:0], s.index[:0]
	if cap(s.tape) > kept {
		s.tape = nil
	}
	if cap(s.index) > kept {
		s.index = nil
	}
}

// document returns the text read so far as a document.
func (s *scanner) document() document { return document{src: s.src, tape: s.tape} }

// made returns the document that was read. The document and a short tape share one piece of memory.
// likely reports whether the memory of the tape was allocated for this text.
func (s *scanner) made(likely bool) *document {
	d, room := newDocument(len(s.tape))
	d.src = s.src
	if room != nil {
		d.tape = room[:copy(room, s.tape):len(s.tape)]
	} else {
		d.tape = s.takeTape(likely)
	}
	return d
}

// A roomy is a document and an array of entries in one piece of memory.
type roomy[Entries any] struct {
	document
	room Entries
}

// newDocument returns a document and, if n is small, memory for a tape of n entries. There are
// several sizes, so that little memory is wasted.
func newDocument(n int) (*document, []entry) {
	switch {
	case n <= 4:
		d := new(roomy[[4]entry])
		return &d.document, d.room[:]
	case n <= 8:
		d := new(roomy[[8]entry])
		return &d.document, d.room[:]
	case n <= 16:
		d := new(roomy[[16]entry])
		return &d.document, d.room[:]
	case n <= 24:
		d := new(roomy[[24]entry])
		return &d.document, d.room[:]
	case n <= 32:
		d := new(roomy[[32]entry])
		return &d.document, d.room[:]
	case n <= 48:
		d := new(roomy[[48]entry])
		return &d.document, d.room[:]
	default:
		return new(document), nil
	}
}

// takeTape returns the tape in memory of its own. It returns the scanner's memory itself if this
// has little unused capacity, and is large or was allocated for this text. If not, it returns a
// copy.
func (s *scanner) takeTape(likely bool) []entry {
	if (cap(s.tape) > keptScratch || likely) && cap(s.tape)-len(s.tape) <= len(s.tape)/16+64 {
		tape := s.tape[:len(s.tape):len(s.tape)]
		s.tape = nil
		return tape
	}
	return append([]entry(nil), s.tape...)
}

// grow makes space for more entries after i bytes of the text. It assumes that the rest of the text
// needs as many entries per byte as the part before it.
func (s *scanner) grow(i int) {
	n := len(s.tape)
	want := n + n/4 + 1024
	if i > 0 {
		estimate := float64(n) * float64(len(s.src)) / float64(i)
		want = max(want, min(int(estimate*1.02)+64, 256*n))
	}
	tape := make([]entry, n, want)
	copy(tape, s.tape)
	s.tape = tape
}

// run reads the text from offset i on. At offset i is the beginning of the text, or a member, an
// element or the closing bracket of the open list or map. Each iteration first lets skim read as
// much as it can. Then it reads a member or element, with the closing brackets and the comma after
// it. In a list or map with values, it reads only up to the opening bracket.
func (s *scanner) run(i int) *Error {
	src := s.src
	for {
		var value entry
		if s.open != noSlot && s.open >= s.known {
			var after bool
			if i, after = s.skim(i); after {
				goto after
			}
		}
		if i = space(src, i); i >= len(src) {
			return s.failIn(value, i, errEnd)
		}
		value.start = uint32(i)
		if s.closing == '}' {
			if src[i] != '"' {
				if src[i] != '}' || s.count > 0 {
					return s.fail(i, unexpected(src, i, "a name in quotes"))
				}
				goto after // the map is empty
			}
			var err *Error
			if i, err = s.readName(&value, i); err != nil {
				return err
			}
		}
		switch c := src[i]; {
		case c == '"':
			var escaped bool
			if i, escaped = scanText(src, i+1); i < 0 {
				return s.failText(value)
			}
			value.meta |= uint32(String)
			if escaped {
				value.meta |= escapedText
			}
		case c == '{' || c == '[':
			if s.depth == s.maxDepth {
				return s.failLimit(value)
			}
			s.enter(value, c)
			i++
			continue
		case c == ']' && s.closing == ']' && s.count == 0:
			goto after // the list is empty
		default:
			var typ Type
			if typ, i = scanScalar(src, i); i < 0 {
				return s.failScalar(value)
			}
			value.meta |= uint32(typ)
			if typ == Null && value.name != 0 {
				s.tape[s.open].meta |= nullBelow
			}
		}
		value.end = uint32(i)
		if len(s.tape)+2 > cap(s.tape) {
			s.grow(i)
		}
		s.tape = append(s.tape, value)
		s.count++
	after:
		var err *Error
		if i, err = s.readEnd(i); err != nil || i < 0 {
			return err
		}
	}
}

// readName reads a name, from its opening quote on, and the colon. It returns the
// offset of the value.
func (s *scanner) readName(value *entry, i int) (int, *Error) {
	src := s.src
	end, escaped := scanText(src, i+1)
	if end < 0 {
		return 0, s.failText(*value)
	}
	name := src[i+1 : end-1]
	value.name, value.meta = uint32(i+1), uint32(min(len(name), longName))<<nameShift
	bit := nameBit(name)
	if s.names&bit != 0 || escaped || isDollarName(name) {
		if err := s.checkName(value, name, escaped); err != nil {
			return 0, err
		}
	}
	s.names |= bit
	if i = space(src, end); i >= len(src) || src[i] != ':' {
		return 0, s.failColon(*value, i)
	}
	if i = space(src, i+1); i >= len(src) {
		return 0, s.failIn(*value, i, errEnd)
	}
	value.start = uint32(i)
	return i, nil
}

// readEnd reads the closing brackets and the comma after a value. It returns the offset of the next
// value. If the text ends, it returns a negative number.
func (s *scanner) readEnd(i int) (int, *Error) {
	for {
		i = space(s.src, i)
		if i >= len(s.src) || s.open == noSlot {
			return -1, s.finish(i)
		}
		c, ended := s.src[i], s.open
		i++
		if c == ',' {
			break
		}
		if c != s.closing {
			return 0, s.fail(i-1, unexpected(s.src, i-1, "a comma or a closing bracket"))
		}
		if err := s.leave(i); err != nil {
			return 0, err
		}
		if c == '}' && s.closing == ']' && s.predictsNext(ended, i) {
			var after bool
			if i, after = s.skimLike(i+1, ended); !after {
				return i, nil
			}
		}
	}
	if s.open >= s.known {
		return i, nil
	}
	i, err := s.resync(i)
	if s.open == noSlot {
		i = -1
	}
	return i, err
}

// scanScalar reads the value at i, which is not a string, list or map. It returns the type and the
// offset after the value. If the value is invalid, the offset is negative.
func scanScalar(src string, i int) (Type, int) {
	switch c := src[i]; {
	case '1' <= c && c <= '9':
		if end := digits(src, i+1); end < len(src) && src[end] != '.' && src[end]|0x20 != 'e' {
			return Number, end // most numbers end here
		}
		fallthrough
	case c == '-' || c == '0':
		return Number, scanNumber(src, i)
	}
	switch rest := src[i:]; {
	case strings.HasPrefix(rest, "true"):
		return Bool, i + 4
	case strings.HasPrefix(rest, "false"):
		return Bool, i + 5
	case strings.HasPrefix(rest, "null"):
		return Null, i + 4
	}
	return Absent, -1
}

// finish checks that the text is complete. The scanner stopped at offset i.
func (s *scanner) finish(i int) *Error {
	switch {
	case s.open != noSlot:
		return s.fail(i, errEnd)
	case i < len(s.src):
		return s.fail(i, errTrailing)
	}
	return nil
}

// enter begins a list or map.
func (s *scanner) enter(value entry, bracket byte) {
	typ := List
	if bracket == '{' {
		typ = Map
	}
	value.meta |= uint32(typ)
	value.end = 0 // while the list or map is open, end is the height of the values in it
	if len(s.tape)+2 > cap(s.tape) {
		s.grow(int(value.start))
	}
	slot := uint32(len(s.tape))
	s.tape = append(s.tape, value, entry{name: s.open})
	if s.open != noSlot {
		outer := &s.tape[s.open+1]
		outer.meta = s.count
		outer.start, outer.end = uint32(s.names), uint32(s.names>>32)
	}
	s.open, s.closing, s.count, s.names = slot, bracket+2, 0, 0
	s.depth++
}

// leave ends the innermost list or map and returns to the one around it. end is the
// offset after the closing bracket.
func (s *scanner) leave(end int) *Error {
	slot := s.open
	head, second := &s.tape[slot], &s.tape[slot+1]
	var table uint32
	if s.count > smallMap {
		if s.closing == ']' {
			table = s.addMarks()
		} else {
			var err *Error
			if table, err = s.addNameTable(); err != nil {
				return err
			}
		}
	}
	parent, height := second.name, head.end+1
	head.end = uint32(end)
	*second = entry{name: uint32(len(s.tape)), meta: s.count, start: table, end: height}
	s.depth--
	s.open = parent
	if parent == noSlot {
		return nil
	}
	outer, outerSecond := &s.tape[parent], &s.tape[parent+1]
	outer.meta |= head.meta & belowFlags
	outer.end = max(outer.end, height)
	s.closing = ']'
	if outer.typ() == Map {
		s.closing = '}'
	}
	s.count = outerSecond.meta + 1
	s.names = uint64(outerSecond.start) | uint64(outerSecond.end)<<32
	return nil
}

// checkName handles a name that may be a duplicate, has escapes, or begins with a dollar sign. It
// sets the flags for the name, and reports a duplicate.
func (s *scanner) checkName(value *entry, name string, escaped bool) *Error {
	if escaped {
		value.meta |= escapedName
		name = unescape(name)
		s.names |= nameBit(name)
	}
	if isDollarName(name) {
		s.tape[s.open].meta |= dollarBelow | ownDollar
	}
	// In a map with more members, the name table finds the duplicates among the other names.
	if s.count < smallMap {
		d := s.document()
		if d.findAmong(s.open+2, uint32(len(s.tape)), name) != 0 {
			return s.failIn(*value, int(value.name)-1, duplicateName(name))
		}
	}
	return nil
}

// nameBit returns a 64-bit set that contains one bit, which depends on the last eight bytes of the
// name. It must be cheap rather than good, because a name that collides is compared with at most
// smallMap others.
func nameBit(name string) uint64 {
	n := len(name)
	if n >= 8 {
		return hashBit(load8(name, n-8))
	}
	word := uint64('"')
	for i := range n {
		word = word<<8 | uint64(name[n-1-i])
	}
	return hashBit(word)
}

// hashBit returns the nameBit of a name. word holds the last eight bytes of the name, the first of
// these in the lowest byte. For a shorter name, it holds all bytes of the name and a quote.
func hashBit(word uint64) uint64 {
	return 1 << (word * 0x9e3779b97f4a7c15 >> 58)
}

var (
	errEnd      = errors.New("the text ends too early")
	errTrailing = errors.New("more data after the value")
)

// sharedText is the length of the longest text that shares memory with other texts.
const sharedText = 1 << 12
