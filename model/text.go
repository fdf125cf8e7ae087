package model

import (
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The functions in this file scan white space, strings and numbers. Each takes the text and an
// offset. It returns the offset after the part that it read, or a negative number if the text is
// invalid. The functions in fault.go then find the reason.

// These words consist of eight equal bytes.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// load8 returns the eight bytes of s from i on as a word with the first byte lowest. The compiler
// turns the function into one load instruction.
func load8(s string, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// space returns the offset of the first byte from i on that is not white space.
func space(src string, i int) int {
	if i < len(src) && src[i] > ' ' {
		return i
	}
	return longSpace(src, i)
}

func longSpace(src string, i int) int {
	for i < len(src) && isSpace(src[i]) {
		// Most white space is a line break followed by an indentation.
		i++
		for i+8 <= len(src) {
			if x := load8(src, i) ^ ones*' '; x != 0 {
				i += bits.TrailingZeros64(x) / 8
				break
			}
			i += 8
		}
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// stops finds the bytes of x that end the plain part of a string: control characters, quotes,
// backslashes and bytes that are not ASCII. It sets the highest bit of each such byte in the
// result, and may also set bits of later bytes.
func stops(x uint64) uint64 {
	// Exchanging 0x20 and 0x22 lets one comparison find control characters and quotes. One of the
	// two comparisons finds every byte that is not ASCII.
	return stopBits(x) & highs
}

// stopBits sets the same highest bits as stops. The lower seven bits of each byte have no meaning.
func stopBits(x uint64) uint64 { return ((x ^ ones*0x02) - ones*0x21) | ((x ^ ones*'\\') - ones) }

// scanText reads the rest of a string. i is the offset after the opening quote. It returns the
// offset after the closing quote and whether the string has escapes.
func scanText(src string, i int) (end int, escaped bool) {
	for {
		// Each iteration reads sixteen bytes. Most strings end in the first iteration, so the
		// processor predicts the end of the loop well.
		for i+16 <= len(src) {
			if x := stops(load8(src, i)); x != 0 {
				i += bits.TrailingZeros64(x) / 8
				break
			}
			if x := stops(load8(src, i+8)); x != 0 {
				i += bits.TrailingZeros64(x)/8 + 8
				break
			}
			for i += 16; i+32 <= len(src); i += 32 { // a long string
				w := src[i : i+32]
				if (stopBits(load8(w, 0))|stopBits(load8(w, 8))|stopBits(load8(w, 16))|stopBits(load8(w, 24)))&highs != 0 {
					break
				}
			}
		}
		if i >= len(src) {
			return -1, escaped
		}
		switch c := src[i]; {
		case c == '"':
			return i + 1, escaped
		case c == '\\':
			escaped = true
			if i = scanEscape(src, i); i < 0 {
				return -1, escaped
			}
		case c < ' ':
			return -1, escaped
		case c < utf8.RuneSelf:
			i++ // near the end of the text
		default:
			end, more := scanUnicode(src, i)
			return end, escaped || more
		}
	}
}

// scanUnicode continues scanText at the first character that is not ASCII. The bytes of such
// characters are never quotes or backslashes. So scanUnicode first finds the end of the string and
// then validates the whole text.
func scanUnicode(src string, begin int) (end int, escaped bool) {
	for i := begin; ; {
		for i+8 <= len(src) {
			x := load8(src, i)
			if x = stops(x) &^ x; x != 0 {
				i += bits.TrailingZeros64(x) / 8
				break
			}
			i += 8
		}
		if i >= len(src) {
			return -1, escaped
		}
		switch c := src[i]; {
		case c == '"':
			if !utf8.ValidString(src[begin:i]) {
				return -1, escaped
			}
			return i + 1, escaped
		case c == '\\':
			escaped = true
			if i = scanEscape(src, i); i < 0 {
				return -1, escaped
			}
		case c < ' ':
			return -1, escaped
		default:
			i++ // near the end of the text
		}
	}
}

// scanEscape reads the escape sequence at i. A pair of surrogates counts as one sequence.
func scanEscape(src string, i int) int {
	if i+1 >= len(src) {
		return -1
	}
	switch src[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2
	case 'u':
		r := hex4(src, i+2)
		if r < 0 {
			return -1
		}
		if !utf16.IsSurrogate(r) {
			return i + 6
		}
		if i+8 > len(src) || src[i+6] != '\\' || src[i+7] != 'u' {
			return -1
		}
		if low := hex4(src, i+8); low < 0 || utf16.DecodeRune(r, low) == utf8.RuneError {
			return -1
		}
		return i + 12
	}
	return -1
}

// hex4 returns the number that the four hexadecimal digits at i spell, or -1.
func hex4(src string, i int) rune {
	if i+4 > len(src) {
		return -1
	}
	var r rune
	for _, c := range []byte(src[i : i+4]) {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}

// scanNumber reads the number at i, which must begin with a minus sign or a digit. It does not
// check the text after the number. For example, it reads only the 0 of 01.
func scanNumber(src string, i int) int {
	if src[i] == '-' {
		i++
	}
	first := i
	if i = digits(src, i); i == first {
		return -1
	}
	if src[first] == '0' {
		i = first + 1
	}
	if i < len(src) && src[i] == '.' {
		i++
		first = i
		if i = digits(src, i); i == first {
			return -1
		}
	}
	if i < len(src) && src[i]|0x20 == 'e' {
		i++
		if i < len(src) && (src[i] == '+' || src[i] == '-') {
			i++
		}
		first = i
		if i = digits(src, i); i == first {
			return -1
		}
	}
	return i
}

func digits(src string, i int) int {
	for i < len(src) && src[i]-'0' <= 9 {
		i++
	}
	return i
}

// unescape decodes raw, the text between the quotes of a valid JSON string.
func unescape(raw string) string {
	i := strings.IndexByte(raw, '\\')
	if i < 0 {
		return raw
	}
	text := make([]byte, 0, len(raw))
	for ; i >= 0; i = strings.IndexByte(raw, '\\') {
		text = append(text, raw[:i]...)
		r, n := unescapeOne(raw[i:])
		text = utf8.AppendRune(text, r)
		raw = raw[i+n:]
	}
	return string(append(text, raw...))
}

// decodesTo reports whether raw, the text between the quotes of a valid JSON string, decodes to text.
// It is the same as unescape(raw) == text, without an allocation.
func decodesTo(raw, text string) bool {
	for {
		i := strings.IndexByte(raw, '\\')
		if i < 0 {
			return raw == text
		}
		if len(text) < i || raw[:i] != text[:i] {
			return false
		}
		r, n := unescapeOne(raw[i:])
		next, size := utf8.DecodeRuneInString(text[i:])
		if r != next || size != utf8.RuneLen(r) { // text may end here, or may not be UTF-8
			return false
		}
		raw, text = raw[i+n:], text[i+size:]
	}
}

// unescapeOne returns the character of the escape sequence at the beginning of raw, and
// the length of the sequence.
func unescapeOne(raw string) (rune, int) {
	switch c := raw[1]; c {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		r := hex4(raw, 2)
		if utf16.IsSurrogate(r) {
			return utf16.DecodeRune(r, hex4(raw, 8)), 12
		}
		return r, 6
	default:
		return rune(c), 2
	}
}

const hexDigits = "0123456789abcdef"

// appendQuoted appends text as a JSON string. It escapes only quotes, backslashes and
// control characters, and uses the short escapes, such as \n, where they exist.
func appendQuoted(dst []byte, text string) []byte {
	dst = append(dst, '"')
	done := 0
	for i := 0; i < len(text); i++ {
		for i+8 <= len(text) {
			x := load8(text, i)
			if x = stops(x) &^ x; x != 0 {
				i += bits.TrailingZeros64(x) / 8
				break
			}
			i += 8
		}
		if i == len(text) {
			break
		}
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, text[done:i]...)
		done = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\f':
			dst = append(dst, '\\', 'f')
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	dst = append(dst, text[done:]...)
	return append(dst, '"')
}

// validText returns text with each byte that is not UTF-8 replaced by U+FFFD.
func validText(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	valid := make([]byte, 0, len(text)+2*utf8.UTFMax)
	for _, r := range text {
		valid = utf8.AppendRune(valid, r)
	}
	return string(valid)
}
