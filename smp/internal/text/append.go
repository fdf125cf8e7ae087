package text

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/strategicpatch/smp/model"
)

// Append appends a value to dst as encoding/json writes it. Names are sorted, there is no white
// space, and escapes and the spelling of numbers are the same. A number that a float64 cannot
// represent keeps its digits.
//
//	{"b": "<", "a": 1e2}   becomes   {"a":100,"b":"\u003c"}
func Append(dst []byte, v model.Value) []byte {
	switch v.Type() {
	case model.Map:
		dst = append(dst, '{')
		first := true
		for name, member := range v.SortedMembers() {
			if !first {
				dst = append(dst, ',')
			}
			first = false
			dst = appendString(dst, name)
			dst = append(dst, ':')
			dst = Append(dst, member)
		}
		return append(dst, '}')
	case model.List:
		dst = append(dst, '[')
		for i, element := range v.Elements() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = Append(dst, element)
		}
		return append(dst, ']')
	case model.String:
		return appendString(dst, v.Text())
	case model.Number:
		return appendNumber(dst, v)
	case model.Bool:
		return strconv.AppendBool(dst, v.Bool())
	default:
		return append(dst, "null"...)
	}
}

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
