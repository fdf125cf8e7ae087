package model

import (
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unescape returns the text that raw, the inside of a string, spells. Raw has
// been found to be right.
func unescape(raw string) string {
	i := strings.IndexByte(raw, '\\')
	if i < 0 {
		return raw
	}
	text := make([]byte, 0, len(raw))
	for ; i >= 0; i = strings.IndexByte(raw, '\\') {
		text = append(text, raw[:i]...)
		c := raw[i+1]
		raw = raw[i+2:]
		switch c {
		case 'b':
			text = append(text, '\b')
		case 'f':
			text = append(text, '\f')
		case 'n':
			text = append(text, '\n')
		case 'r':
			text = append(text, '\r')
		case 't':
			text = append(text, '\t')
		case 'u':
			r := hex4(raw, 0)
			raw = raw[4:]
			if utf16.IsSurrogate(r) {
				r = utf16.DecodeRune(r, hex4(raw, 2))
				raw = raw[6:]
			}
			text = utf8.AppendRune(text, r)
		default:
			text = append(text, c)
		}
	}
	return string(append(text, raw...))
}

const hexDigits = "0123456789abcdef"

// appendQuoted appends text as a JSON string. Only what must be escaped is:
// quotes, backslashes and control characters, the latter as \n and the like
// where that exists.
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

// validText returns text with U+FFFD for each byte that is not UTF-8.
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
