package text

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/strategicpatch/smp/model"
)

// Append appends a value to dst as encoding/json writes it. Names are sorted, there is no white
// space, and escapes and the spelling of numbers are the same. A number that a float64 cannot
// represent keeps its digits.
//
//	{"b": "<", "a": 1e2}   becomes   {"a":100,"b":"\u003c"}
func Append(dst []byte, v model.Value) []byte {
	var room [64]model.Member
	dst, _ = appendValue(dst, v, room[:0])
	return dst
}

// appendValue implements Append. It also returns members, a stack that holds the sorted members of the maps
// around v, because a longer stack has new memory.
func appendValue(dst []byte, v model.Value, members []model.Member) ([]byte, []model.Member) {
	switch v.Type() {
	case model.Map:
		begin := len(members)
		members = v.AppendMembers(members)
		end := len(members)
		if !slices.IsSortedFunc(members[begin:], byName) {
			slices.SortFunc(members[begin:], byName)
		}
		dst = append(dst, '{')
		for i := begin; i < end; i++ {
			if i > begin {
				dst = append(dst, ',')
			}
			dst = append(appendString(dst, members[i].Name), ':')
			dst, members = appendValue(dst, members[i].Value, members)
		}
		return append(dst, '}'), members[:begin]
	case model.List:
		dst = append(dst, '[')
		for i, element := range v.Elements() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst, members = appendValue(dst, element, members)
		}
		return append(dst, ']'), members
	case model.String:
		return appendString(dst, v.Text()), members
	case model.Number:
		return appendNumber(dst, v), members
	case model.Bool:
		return strconv.AppendBool(dst, v.Bool()), members
	default:
		return append(dst, "null"...), members
	}
}

func byName(a, b model.Member) int { return strings.Compare(a.Name, b.Name) }

func appendString(dst []byte, text string) []byte {
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ', c >= utf8.RuneSelf, c == '"', c == '\\', c == '<', c == '>', c == '&':
			quoted, _ := json.Marshal(text) // marshaling a string cannot fail
			return append(dst, quoted...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, text...)
	return append(dst, '"')
}

func appendNumber(dst []byte, v model.Value) []byte {
	if text := v.NumberText(); isShortInteger(text) {
		return append(dst, text...)
	}
	switch n := v.ToAny().(type) {
	case int64:
		return strconv.AppendInt(dst, n, 10)
	case float64:
		if text, err := json.Marshal(n); err == nil {
			return append(dst, text...)
		}
	}
	return append(dst, v.NumberText()...)
}

// isShortInteger reports whether a number is spelled as encoding/json writes it: it has only digits, and
// surely fits into an int64.
func isShortInteger(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < '0' || c > '9' {
			return false
		}
	}
	return len(text) < 19
}
