package model

import "math/bits"

// skim reads on as run does, from offset i on, where a member or element of the
// open list or map stands, as long as the text is plain: names of 1 to 15 bytes
// that do not seem to repeat, strings in ASCII without escapes, digits, true,
// false, small lists and maps, and the usual white space. It stops before
// anything else, and before anything that is wrong: where the value that it
// does not read begins, with its name, or after a value.
//
// There is not one call in the loop, because it would keep what the loop needs
// out of the registers; run is a third slower.
func (s *scanner) skim(i int) (at int, after bool) {
	if i < 8 {
		return i, false // so that eight bytes stand before the end of any name
	}
	src := s.src
	room := s.tape[:cap(s.tape)]
	n, at := len(s.tape), i
	open, count, names, isMap := s.open, s.count, s.names, s.closing == '}'
	depth := s.depth
loop:
	for n+2 <= len(room) {
		var value entry
		var bit uint64
		if isMap {
			if i+20 > len(src) {
				break
			}
			w := src[i : i+20]
			if w[0] != '"' {
				if i = blanks(src, i); i == at {
					break
				}
				at = i
				continue
			}
			x, y := stops(load8(w, 1)), stops(load8(w, 9))
			size := bits.TrailingZeros64(y)/8 + 8
			if x != 0 {
				size = bits.TrailingZeros64(x) / 8
			}
			if w[1+size] != '"' || w[2+size] != ':' || size == 0 || w[1] == '$' {
				break
			}
			bit = hashBit(load8(src, i+size-7)>>(max(64-8*size, 0)&63), size)
			if names&bit != 0 && count < smallMap {
				break
			}
			value.name, value.meta = uint32(i+1), uint32(size)<<nameShift
			if i += size + 3; src[i] == ' ' {
				i++
			}
		}
		if i >= len(src) {
			break
		}
		value.start = uint32(i)
		switch c := src[i]; {
		case c == '"':
			i++
			for {
				if i+16 > len(src) {
					break loop
				}
				w := src[i : i+16]
				x, y := stops(load8(w, 0)), stops(load8(w, 8))
				if x|y == 0 {
					for i += 16; i+32 <= len(src); i += 32 { // a long string
						w := src[i : i+32]
						if (marks(load8(w, 0))|marks(load8(w, 8))|marks(load8(w, 16))|marks(load8(w, 24)))&highs != 0 {
							break
						}
					}
					continue
				}
				size := bits.TrailingZeros64(y)/8 + 8
				if x != 0 {
					size = bits.TrailingZeros64(x) / 8
				}
				if w[size] != '"' {
					break loop
				}
				i += size + 1
				break
			}
			value.meta |= uint32(String)
		case c == '{' || c == '[':
			if depth == s.maxDepth {
				break loop
			}
			value.meta |= uint32(List)
			if isMap = c == '{'; isMap {
				value.meta ^= uint32(List ^ Map)
			}
			room[n], room[n+1] = value, entry{name: open}
			names |= bit
			outer := &room[open+1]
			outer.meta, outer.start, outer.end = count, uint32(names), uint32(names>>32)
			open, count, names = uint32(n), 0, 0
			depth++
			n += 2
			i++
			at = i
			continue
		case c-'1' <= 8:
			for i++; i < len(src) && src[i]-'0' <= 9; i++ {
			}
			if i >= len(src) || src[i] == '.' || src[i]|0x20 == 'e' {
				break loop
			}
			value.meta |= uint32(Number)
		case c == 't' && i+4 <= len(src) && src[i:i+4] == "true":
			i += 4
			value.meta |= uint32(Bool)
		case c == 'f' && i+5 <= len(src) && src[i:i+5] == "false":
			i += 5
			value.meta |= uint32(Bool)
		default:
			if isMap {
				break loop
			}
			if i = blanks(src, i); i == at {
				break loop
			}
			at = i
			continue
		}
		value.end = uint32(i)
		room[n] = value
		n++
		names |= bit
		count++
		for {
			at, after = i, true
			if i >= len(src) {
				break loop
			}
			c := src[i]
			if c == ',' && open >= s.known {
				break
			}
			closing := byte(']')
			if isMap {
				closing = '}'
			}
			if c != closing {
				if i = blanks(src, i); i == at {
					break loop
				}
				continue
			}
			if count > smallMap || open == 0 {
				break loop
			}
			i++
			head, second := &room[open], &room[open+1]
			parent, height := second.name, head.end+1
			head.end = uint32(i)
			*second = entry{name: uint32(n), meta: count, end: height}
			outer, outerSecond := &room[parent], &room[parent+1]
			outer.meta |= head.meta & belowFlags
			outer.end = max(outer.end, height)
			isMap = outer.kind() == Map
			open = parent
			count = outerSecond.meta + 1
			names = uint64(outerSecond.start) | uint64(outerSecond.end)<<32
			depth--
		}
		i++
		at, after = i, false
	}
	s.tape = s.tape[:n]
	s.open, s.count, s.names, s.depth = open, count, names, depth
	s.closing = ']'
	if isMap {
		s.closing = '}'
	}
	return at, after
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
