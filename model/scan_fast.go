package model

import (
	"math/bits"
	"strings"
)

// Price: 225 lines. Without them and those of scan_like.go Parse takes 132 % more
// instructions for a Pod of 1 KB, 65 % for a Deployment, 35 % for a small
// ConfigMap; ApplyJSON 57 %, 62 % and 31 %.

// ahead is how many bytes skim looks at once. What stands nearer to the end of the
// memory it reads is left to run.
const ahead = 20

// padded returns a copy of a text with zeros after it, so that skim reads all of it.
func padded(src []byte) string {
	var b strings.Builder
	b.Grow(len(src) + ahead)
	b.Write(src)
	b.WriteString(zeros)
	return b.String()
}

const zeros = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" // ahead of them

// skim reads on as run does, from offset i on, where a member or element of the
// open list or map stands, as long as the text is plain: names and strings in
// ASCII without escapes, digits, true, false, null, and the usual white space; lists
// and maps that begin, and those that end if they are not long. It stops before anything
// else, and before anything that is wrong: where the value that it does not read
// begins, with its name, or after a value.
//
// The loop has few variables, and next to no calls, for they are to stay in
// registers: what only some values need is in s. Each look at the text is one at
// the next bytes, whose number is constant.
func (s *scanner) skim(i int) (at int, after bool) {
	src, free := s.padded, s.tape[len(s.tape):cap(s.tape)]
	last := len(src) - ahead
	at = i
	for last >= 0 && len(free) >= 2 && uint(i) <= uint(last) {
		e := &free[0]
		w := src[i : i+ahead]
		at = i
		e.name, e.meta = 0, 0
		if s.closing == '}' {
			if w[0] != '"' {
				if w[0] == '}' && s.count == 0 {
					return s.skimmed(at, true, free)
				}
				if i = blanks(src, i); i == at {
					break
				}
				continue
			}
			if w[1] == '$' {
				s.tape[:cap(s.tape)][s.open].meta |= dollarBelow | ownDollar
			}
			end := load8(w, 1) // in the end, the last bytes of the name
			i++
			size := 0
			if x := stops(end); x != 0 {
				size = bits.TrailingZeros64(x) / 8
				end = end << 1 << (63 - 8*size)
			} else if x := stops(load8(w, 9)); x != 0 {
				size = bits.TrailingZeros64(x)/8 + 8
				end = load8(src, i+size-8)
			} else {
				for size = 16; ; size += 8 {
					if i+size > last || size >= longName-8 {
						break
					}
					if x := stops(load8(src, i+size)); x != 0 {
						size += bits.TrailingZeros64(x) / 8
						break
					}
				}
				end = load8(src, i+size-8)
			}
			e.name, e.meta = uint32(i), uint32(size)<<nameShift
			if i += size; uint(i) > uint(last) {
				break
			}
			w = src[i : i+ahead]
			if w[:2] != "\":" {
				break
			}
			bit := hashBit(end)
			if s.names&bit != 0 && s.count < smallMap && s.repeats(e, cap(s.tape)-len(free)) {
				break
			}
			s.names |= bit
			i += 2
			if w[2] == ' ' {
				i++
			}
			if uint(i) > uint(last) {
				break
			}
			w = src[i : i+ahead]
		}
		e.start = uint32(i)
		switch c := w[0]; {
		case c == '"':
			e.meta |= uint32(String)
			if x := stops(load8(w, 1)); x != 0 {
				i += bits.TrailingZeros64(x)/8 + 1
			} else if x := stops(load8(w, 9)); x != 0 {
				i += bits.TrailingZeros64(x)/8 + 9
			} else {
				for i += 17; i+32 <= len(src); i += 32 { // a long string
					w := src[i : i+32]
					if (marks(load8(w, 0))|marks(load8(w, 8))|marks(load8(w, 16))|marks(load8(w, 24)))&highs != 0 {
						break
					}
				}
				for ; ; i += 8 {
					if i > last {
						return s.skimmed(at, false, free)
					}
					if x := stops(load8(src, i)); x != 0 {
						i += bits.TrailingZeros64(x) / 8
						break
					}
				}
			}
			if src[i] != '"' {
				return s.skimmed(at, false, free)
			}
			i++
		case c == '{' || c == '[':
			if s.depth == s.maxDepth {
				return s.skimmed(at, false, free)
			}
			e.meta |= uint32(List)
			if c == '{' {
				e.meta ^= uint32(List ^ Map)
			}
			n := cap(s.tape) - len(free)
			e.end, free[1] = 0, entry{name: s.open}
			outer := &s.tape[:cap(s.tape)][s.open+1]
			outer.meta, outer.start, outer.end = s.count, uint32(s.names), uint32(s.names>>32)
			s.open, s.closing, s.count, s.names = uint32(n), c+2, 0, 0
			s.depth++
			free = free[2:]
			i++
			at = i
			continue
		case c-'1' <= 8:
			for i++; i < len(src) && src[i]-'0' <= 9; i++ {
			}
			if i >= len(src) || src[i] == '.' || src[i]|0x20 == 'e' {
				return s.skimmed(at, false, free)
			}
			e.meta |= uint32(Number)
		case w[:4] == "true":
			i += 4
			e.meta |= uint32(Bool)
		case w[:5] == "false":
			i += 5
			e.meta |= uint32(Bool)
		case w[:4] == "null":
			i += 4
			e.meta |= uint32(Null)
			if s.closing == '}' {
				s.tape[:cap(s.tape)][s.open].meta |= nullBelow
			}
		default:
			if s.closing == '}' || c == ']' {
				return s.skimmed(at, c == ']' && s.closing == ']' && s.count == 0, free)
			}
			if i = blanks(src, i); i == at {
				return s.skimmed(at, false, free)
			}
			continue
		}
		e.end = uint32(i)
		free = free[1:]
		s.count++
		for i >= len(src) || src[i] != ',' {
			if i+3 > len(src) || !s.closes(src[i:i+3]) {
				return s.skimmed(i, true, free)
			}
			s.tape = s.tape[:cap(s.tape)-len(free)]
			i++
			if _ = s.leave(i); s.open < s.known {
				return s.skimmed(i, true, free)
			}
		}
		i++
		at = i
	}
	return s.skimmed(at, false, free)
}

// closes reports whether the innermost list or map ends at the beginning of a text, and
// skim goes on after it: it is short and in another one, and after a map in a list comes
// no map, which may be like it.
func (s *scanner) closes(text string) bool {
	return text[0] == s.closing && s.open != 0 && s.count <= smallMap && text != "},{"
}

// skimmed leaves what skim has read to run. free is what is left of the tape.
func (s *scanner) skimmed(at int, after bool, free []entry) (int, bool) {
	s.tape = s.tape[:cap(s.tape)-len(free)]
	return at, after
}

// repeats reports whether one of the first members of the innermost open map has the
// name of e, which is to have slot n.
func (s *scanner) repeats(e *entry, n int) bool {
	d := document{src: s.src, tape: s.tape[:n]}
	return d.findAmong(s.open+2, uint32(n), d.rawName(e)) != 0
}

// blanks is space for skim: the compiler makes it a part of the loop.
func blanks(src string, i int) int {
	for i < len(src) && isSpace(src[i]) {
		i++
		for i+4 <= len(src) && src[i:i+4] == "    " {
			i += 4
		}
	}
	return i
}
