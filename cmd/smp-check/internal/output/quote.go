package output

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

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
