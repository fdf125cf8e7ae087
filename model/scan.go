package model

import (
	"errors"
	"sync"
)

// smallMap is the number of members up to which a map is searched from its
// first to its last; larger ones have a name table.
const smallMap = 32

// noSlot is the parent of the root.
const noSlot = 1<<32 - 1

// A scanner reads one text into a tape. While a list or map is open, its second
// slot keeps what the scanner must know again when it returns to it: that is
// all the stack there is, so depth costs nothing.
type scanner struct {
	src      string
	tape     []entry
	index    []uint32
	maxDepth int

	// The innermost open list or map.
	open  uint32 // its slot
	count uint32 // values read in it
	names uint64 // a bit for the hash of each name read in it, if it is a map
	depth int    // how many are open

	fault *Error
}

// Scanners are kept for their scratch: the tape is copied from it at its exact
// length. What a text larger than usual has grown is not kept.
var scanners = sync.Pool{New: func() any { return new(scanner) }}

const keptScratch = 1 << 16 // entries, 1 MiB

// parse reads src as one JSON value.
func parse(src string, maxDepth int) (*document, *Error) {
	s := scanners.Get().(*scanner)
	s.src, s.maxDepth = src, maxDepth
	s.tape, s.index = s.tape[:0], s.index[:0]
	s.open, s.count, s.names, s.depth, s.fault = noSlot, 0, 0, 0, nil
	var d *document
	err := s.run()
	if err == nil {
		d = &document{src: src, tape: s.takeTape()}
		if len(s.index) > 0 {
			d.index = append([]uint32(nil), s.index...)
		}
	}
	s.src, s.fault = "", nil
	if cap(s.index) > keptScratch {
		s.index = nil
	}
	scanners.Put(s)
	return d, err
}

// takeTape returns the tape in memory of its own. A large one that has little
// to spare is handed out instead of being copied.
func (s *scanner) takeTape() []entry {
	if cap(s.tape) > keptScratch {
		tape := s.tape
		s.tape = nil
		if cap(tape)-len(tape) <= len(tape)/16 {
			return tape
		}
		return append([]entry(nil), tape...)
	}
	return append([]entry(nil), s.tape...)
}

// grow makes room for more entries after i bytes have been read: as many as the
// rest of the text will need if it is like what came before.
func (s *scanner) grow(i int) {
	n := len(s.tape)
	want := n + n/4 + 1024
	if i > 0 {
		estimate := float64(n) * float64(len(s.src)) / float64(i)
		want = max(want, min(int(estimate*1.02)+64, 4*n+1024))
	}
	tape := make([]entry, n, want)
	copy(tape, s.tape)
	s.tape = tape
}

// run reads the text. Each turn of the outer loop reads one value; the inner
// one what follows it: closing brackets, and a comma with, in a map, a name.
func (s *scanner) run() *Error {
	src := s.src
	i := 0
	var value entry // its name and meta are known before it is read
	for {
		i = space(src, i)
		if i >= len(src) {
			return s.failIn(value, i, errEnd)
		}
		value.start = uint32(i)
		switch c := src[i]; c {
		case '{', '[':
			if s.depth == s.maxDepth {
				return s.failLimit(value, i)
			}
			s.enter(value, c)
			i = space(src, i+1)
			if i < len(src) && src[i] == c+2 {
				break // an empty one; it is closed below
			}
			value = entry{}
			if c == '{' {
				if i = s.name(i, &value); i < 0 {
					return s.fault
				}
			}
			continue
		case '"':
			end, escaped := scanText(src, i+1)
			if end < 0 {
				return s.failText(value, i)
			}
			if escaped {
				value.meta |= escapedText
			}
			i = end
			s.leaf(value, String, i)
		case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			end := scanNumber(src, i)
			if end < 0 {
				return s.failNumber(value, i)
			}
			i = end
			s.leaf(value, Number, i)
		default:
			kind, n := literal(src, i)
			if kind == Absent {
				return s.failIn(value, i, unexpected(src, i, "a value"))
			}
			if kind == Null && value.name != 0 {
				s.tape[s.open].meta |= nullBelow
			}
			i += n
			s.leaf(value, kind, i)
		}
		for {
			i = space(src, i)
			if s.open == noSlot {
				if i < len(src) {
					return s.fail(i, errTrailing)
				}
				return nil
			}
			if i >= len(src) {
				return s.fail(i, errEnd)
			}
			isMap := s.tape[s.open].kind() == Map
			c := src[i]
			if c == ',' {
				i = space(src, i+1)
				value = entry{}
				if isMap {
					if i = s.name(i, &value); i < 0 {
						return s.fault
					}
				}
				break
			}
			if isMap && c != '}' || !isMap && c != ']' {
				return s.fail(i, unexpected(src, i, "a comma or a closing bracket"))
			}
			i++
			if !s.leave(i) {
				return s.fault
			}
		}
	}
}

// leaf adds a value that is no list or map and ends before end.
func (s *scanner) leaf(value entry, kind Kind, end int) {
	value.meta |= uint32(kind)
	value.end = uint32(end)
	if len(s.tape) == cap(s.tape) {
		s.grow(end)
	}
	s.tape = append(s.tape, value)
	s.count++
}

// enter begins a list or map.
func (s *scanner) enter(value entry, bracket byte) {
	kind := List
	if bracket == '{' {
		kind = Map
	}
	value.meta |= uint32(kind)
	value.end = 0 // height of what is in it, while it is open
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
	s.open, s.count, s.names = slot, 0, 0
	s.depth++
}

// leave ends the innermost list or map, whose closing bracket stands before
// end, and returns to the one around it. It reports whether that succeeded.
func (s *scanner) leave(end int) bool {
	slot := s.open
	head, second := &s.tape[slot], &s.tape[slot+1]
	var table uint32
	if s.count > smallMap {
		if head.kind() == List {
			table = s.addMarks()
		} else if table, s.fault = s.addNameTable(); s.fault != nil {
			return false
		}
	}
	parent, height := second.name, head.end+1
	head.end = uint32(end)
	*second = entry{name: uint32(len(s.tape)), meta: s.count, start: table, end: height}
	s.depth--
	s.open = parent
	if parent == noSlot {
		return true
	}
	outer, outerSecond := &s.tape[parent], &s.tape[parent+1]
	outer.meta |= head.meta & belowFlags
	outer.end = max(outer.end, height)
	s.count = outerSecond.meta + 1
	s.names = uint64(outerSecond.start) | uint64(outerSecond.end)<<32
	return true
}

// name reads the name at i and the colon after it into value. It returns the
// offset after the colon, or a negative number and leaves the fault in s.
func (s *scanner) name(i int, value *entry) int {
	src := s.src
	if i >= len(src) {
		return s.reject(s.fail(i, errEnd))
	}
	if src[i] != '"' {
		return s.reject(s.fail(i, unexpected(src, i, "a name in quotes")))
	}
	end, escaped := scanText(src, i+1)
	if end < 0 {
		return s.reject(s.failText(entry{}, i))
	}
	name := src[i+1 : end-1]
	value.name = uint32(i + 1)
	value.meta = uint32(min(len(name), longName)) << nameShift
	if escaped {
		value.meta |= escapedName
		name = unescape(name)
	}
	if isDollarName(name) {
		s.tape[s.open].meta |= dollarBelow | ownDollar
	}
	if s.count < smallMap {
		// Most names differ from all before in a few bits of hash. In a map
		// that grows larger, those after the first few are compared when its
		// table is made.
		bit := uint64(1) << nameBit(name)
		if s.names&bit != 0 && s.repeats(name) {
			return s.reject(s.failIn(*value, i, duplicateName(name)))
		}
		s.names |= bit
	}
	i = space(src, end)
	if i >= len(src) {
		return s.reject(s.failIn(*value, i, errEnd))
	}
	if src[i] != ':' {
		return s.reject(s.failIn(*value, i, unexpected(src, i, "a colon")))
	}
	return i + 1
}

func (s *scanner) reject(e *Error) int {
	s.fault = e
	return -1
}

// nameBit returns a hash of six bits. It only has to be cheap: names that are
// made to collide cost a comparison with at most smallMap others.
func nameBit(name string) uint {
	if name == "" {
		return 0
	}
	n := uint(len(name))
	return (n*11 + uint(name[0]) + uint(name[n-1])*5 + uint(name[n/2])*3) % 64
}

// repeats reports whether a member that was read before has that name.
func (s *scanner) repeats(name string) bool {
	d := document{src: s.src, tape: s.tape}
	end := uint32(len(s.tape))
	for i := s.open + 2; i < end; i = d.after(i) {
		if d.hasName(&d.tape[i], name) {
			return true
		}
	}
	return false
}

// literal reads null, true or false.
func literal(src string, i int) (Kind, int) {
	switch rest := src[i:]; {
	case len(rest) >= 4 && rest[:4] == "null":
		return Null, 4
	case len(rest) >= 4 && rest[:4] == "true":
		return Bool, 4
	case len(rest) >= 5 && rest[:5] == "false":
		return Bool, 5
	}
	return Absent, 0
}

var (
	errEnd      = errors.New("the text ends too early")
	errTrailing = errors.New("more data after the value")
)
