package model

import "math/bits"

// Price: 290 lines. Without them and those of scan_like.go Parse takes 82 % more
// instructions for a Pod of 1 KB, 40 % for a Deployment, 24 % for a small
// ConfigMap; ApplyJSON 42 %, 38 % and 23 %.

// skim reads on as run does, from offset i on, where a member or element of the
// open list or map stands, as long as the text is plain: names and strings in
// ASCII without escapes, digits, true, false, null, small lists and maps, and the
// usual white space. It stops before anything else, and before anything that is
// wrong: where the value that it does not read begins, with its name, or after a
// value.
func (s *scanner) skim(i int) (at int, after bool) {
	for {
		var then next
		if i, then = s.skimPlain(i); then == alike {
			i, then = s.skimLike(i)
			if then == value {
				continue
			}
		}
		return i, then == ended
	}
}

// A next says what stands where a part of skim stopped.
type next uint8

const (
	value next = iota // a value that was not read, with its name
	ended             // what follows a value
	alike             // a map in a list, after one of scalars, to which s.last points
)

// skimPlain is skim without skimLike.
//
// There is not one call in its loops, because it would keep what they need out of
// the registers; run is a third slower. The first of the inner loops reads
// scalars, and uses few variables for the same reason.
func (s *scanner) skimPlain(i int) (int, next) {
	src := s.src
	room := s.tape[:cap(s.tape)]
	n, open, names, depth, isMap := len(s.tape), s.open, s.names, s.depth, s.closing == '}'
	before := n - int(s.count) // as many slots as if all values before were scalars
	at, then := i, value
outer:
	for {
		var name, meta uint32
		var bit uint64
		for {
			if n+2 > len(room) {
				break outer
			}
			if isMap {
				if i+20 > len(src) {
					break outer
				}
				w := src[i : i+20]
				if w[0] != '"' {
					if i = blanks(src, i); i == at {
						break outer
					}
					at = i
					continue
				}
				last := load8(w, 1) // in the end, the last bytes of the name
				x, y := stops(last), stops(load8(w, 9))
				size := firstStop(x, y)
				if x|y == 0 {
					for { // a long name
						if i+size+18 > len(src) {
							break outer
						}
						if x := stops(load8(src, i+size+1)); x != 0 {
							size += bits.TrailingZeros64(x) / 8
							break
						}
						size += 8
					}
				}
				if src[i+1+size:i+3+size] != "\":" || size >= longName || size == 0 {
					break outer
				}
				if w[1] == '$' {
					room[open].meta |= dollarBelow | ownDollar
				}
				if last <<= (64 - 8*size) & 63; size > 8 {
					last = load8(src, i+size-7)
				}
				bit = hashBit(last)
				if names&bit != 0 && n-before < smallMap {
					// Names that end otherwise are others.
					for q := open + 2; q < uint32(n); q++ {
						e := &room[q]
						if e.meta&escapedName != 0 {
							break outer
						}
						if e.meta>>nameShift == uint32(size) {
							other := load8(src, int(e.name))
							if other <<= (64 - 8*size) & 63; size > 8 {
								other = load8(src, int(e.name)+size-8)
							}
							if other == last {
								break outer
							}
						}
						if e.isContainer() {
							q = room[q+1].next() - 1
						}
					}
				}
				name, meta = uint32(i+1), uint32(size)<<nameShift
				if i += size + 3; src[i] == ' ' {
					i++
				}
			} else {
				meta = 0
			}
			if i >= len(src) {
				break outer
			}
			start := uint32(i)
			switch c := src[i]; {
			case c == '"':
				i++
				for {
					if i+16 > len(src) {
						break outer
					}
					w := src[i : i+16]
					x, y := stops(load8(w, 0)), stops(load8(w, 8))
					if x|y == 0 {
						for i += 16; i+32 <= len(src); i += 32 { // a long string
							w := src[i : i+32]
							x, y := marks(load8(w, 0))|marks(load8(w, 8)), marks(load8(w, 16))|marks(load8(w, 24))
							if (x|y)&highs != 0 {
								if x&highs == 0 {
									i += 16
								}
								break
							}
						}
						continue
					}
					size := firstStop(x, y)
					if w[size] != '"' {
						break outer
					}
					i += size + 1
					break
				}
				meta |= uint32(String)
			case c == '{' || c == '[':
				if depth == s.maxDepth {
					break outer
				}
				meta |= uint32(List)
				if isMap = c == '{'; isMap {
					meta ^= uint32(List ^ Map)
				}
				room[n], room[n+1] = entry{name, meta, start, 0}, entry{name: open}
				names |= bit
				outer := &room[open+1]
				outer.meta, outer.start, outer.end = uint32(n-before), uint32(names), uint32(names>>32)
				open, names = uint32(n), 0
				depth++
				n += 2
				before = n
				i++
				at = i
				continue outer
			case c-'1' <= 8:
				for i++; i < len(src) && src[i]-'0' <= 9; i++ {
				}
				if i >= len(src) || src[i] == '.' || src[i]|0x20 == 'e' {
					break outer
				}
				meta |= uint32(Number)
			case c == 't' && i+4 <= len(src) && src[i:i+4] == "true":
				i += 4
				meta |= uint32(Bool)
			case c == 'f' && i+5 <= len(src) && src[i:i+5] == "false":
				i += 5
				meta |= uint32(Bool)
			case c == 'n' && i+4 <= len(src) && src[i:i+4] == "null":
				i += 4
				meta |= uint32(Null)
				if isMap {
					room[open].meta |= nullBelow
				}
			default:
				if isMap {
					break outer
				}
				if i = blanks(src, i); i == at {
					break outer
				}
				at = i
				continue
			}
			room[n] = entry{name, meta, start, uint32(i)}
			n++
			names |= bit
			at = i
			if i >= len(src) || src[i] != ',' {
				break
			}
			i++
			at = i
		}
		for {
			at, then = i, ended
			if i >= len(src) {
				break outer
			}
			c := src[i]
			if c == ',' {
				break
			}
			closing := byte(']')
			if isMap {
				closing = '}'
			}
			if c != closing {
				if i = blanks(src, i); i == at {
					break outer
				}
				continue
			}
			if n-before > smallMap || open == 0 {
				break outer
			}
			i++
			head, second := &room[open], &room[open+1]
			parent, height := second.name, head.end+1
			head.end = uint32(i)
			*second = entry{name: uint32(n), meta: uint32(n - before), end: height}
			outer, outerSecond := &room[parent], &room[parent+1]
			outer.meta |= head.meta & belowFlags
			outer.end = max(outer.end, height)
			was := open
			open = parent
			before = n - int(outerSecond.meta+1)
			names = uint64(outerSecond.start) | uint64(outerSecond.end)<<32
			depth--
			isMap = outer.kind() == Map
			if open < s.known {
				at = i
				break outer
			}
			if !isMap && i+1 < len(src) && src[i] == ',' && src[i+1] == '{' && c == '}' &&
				height == 1 && head.start >= 8 && head.meta&ownDollar == 0 {
				s.last = was
				at, then = i+1, alike
				break outer
			}
		}
		i++
		at, then = i, value
	}
	s.tape = s.tape[:n]
	s.open, s.count, s.names, s.depth = open, uint32(n-before), names, depth
	s.closing = ']'
	if isMap {
		s.closing = '}'
	}
	return at, then
}

// firstStop returns how many bytes stand before the first of 16 that is marked by
// stops, in x or in y; 16 if there is none.
func firstStop(x, y uint64) int {
	if x != 0 {
		return bits.TrailingZeros64(x) / 8
	}
	return bits.TrailingZeros64(y)/8 + 8
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
