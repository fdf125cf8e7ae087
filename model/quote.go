package model

import (
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

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
