package output

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// appendQuoted appends s in double quotes, in a spelling that is valid JSON
// and means the same to YAML: what YAML counts as a line break or does not
// allow in a file is escaped.
func appendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case !printable(r):
			hex := strconv.FormatInt(int64(r), 16)
			dst = append(dst, `\u`...)
			dst = append(dst, "0000"[len(hex):]...)
			dst = append(dst, hex...)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

// printable reports whether a YAML reader takes r inside a line as it stands.
func printable(r rune) bool {
	switch {
	case r < 0x20 || r >= 0x7f && r < 0xa0:
		return false
	case r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff:
		return false
	}
	return true
}

// plain reports whether YAML reads s without quotes, in block style, as the
// string it is. It asks for more than YAML does, so that readers of every
// version agree.
func plain(s string) bool {
	if s == "" || ambiguousWord(s) || numeric(s) || strings.HasPrefix(s, "--- ") {
		return false
	}
	previous := rune(0)
	for i, r := range s {
		switch {
		case i == 0:
			if !letterOrDigit(r) && !strings.ContainsRune("_/$.-", r) {
				return false
			}
		case r == ' ':
			if previous == ':' || previous == '-' && i == 1 {
				return false
			}
		case !letterOrDigit(r) && !strings.ContainsRune("_/$.-:+@%=,()*~;^<>|&!?'", r):
			return false
		}
		previous = r
	}
	return previous != ' ' && previous != ':'
}

func letterOrDigit(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r)
}

// ambiguousWord reports whether some YAML reader takes s for a boolean or null.
func ambiguousWord(s string) bool {
	switch strings.ToLower(s) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		return true
	}
	return false
}

// numeric reports whether some YAML reader might take s for a number, a date
// or a time: it begins like one and has only characters that occur in one.
func numeric(s string) bool {
	if c := s[0]; c != '-' && c != '.' && (c < '0' || c > '9') {
		return false
	}
	if strings.Trim(s, "0123456789.") == "" && strings.Count(s, ".") > 1 && s[0] != '.' {
		return false // a version, an address
	}
	const letters = "abcdefinotxz" // hexadecimal, octal, .inf, .nan, 2001-01-01T01:01:01Z
	for _, r := range strings.ToLower(s) {
		if !strings.ContainsRune("0123456789_+-.,: "+letters, r) {
			return false
		}
	}
	return true
}
