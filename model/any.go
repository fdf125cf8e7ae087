package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// FromAny returns a value with a copy of a Go tree. It accepts nil, bool, string, all integer and
// floating-point types, [json.Number], [Value], map[string]any and []any at any depth. For
// convenience it also accepts map[string]string, map[string]Value, []map[string]any, []string and
// []Value. Nil maps and slices become null, as in encoding/json. Members are sorted by name. An
// absent Value is returned unchanged.
//
//	v, err := model.FromAny(map[string]any{"replicas": 3, "paused": nil})
//	// v.JSON() == `{"paused":null,"replicas":3}`
//
// The error is an [*Error] with the path of the first value that has no JSON form. The Code of the
// error is Limit for a tree deeper than [HardMaxDepth], for example a map that contains itself. The
// Code is Unsupported for every other Go type, including named types, and for NaN, an infinity, a
// json.Number that is not a JSON number, invalid UTF-8, and an absent Value inside a map or slice.
func FromAny(tree any) (Value, error) {
	if v, ok := tree.(Value); ok {
		return v, nil
	}
	var t treeText
	if t.append(tree, 0); t.fault != nil {
		slices.Reverse(t.fault.Path)
		return Value{}, t.fault
	}
	d, fault := parse(string(t.dst), HardMaxDepth, nil)
	if fault != nil {
		// A Value in the tree makes the whole tree too deep. The error has no offset, because the
		// offset refers to a text that the caller does not have.
		return Value{}, &Error{Code: fault.Code, Path: fault.Path, cause: fault.cause}
	}
	return Value{doc: d}, nil
}

// A treeText writes a Go tree as JSON. It stops at the first value that has no JSON form, and
// collects the path of that value in reverse order as the calls return.
type treeText struct {
	dst   []byte
	names []string // names of all maps that are being written, sorted within each map
	fault *Error
}

func (t *treeText) append(tree any, depth int) {
	switch x := tree.(type) {
	case nil:
		t.dst = append(t.dst, "null"...)
	case bool:
		t.dst = strconv.AppendBool(t.dst, x)
	case string:
		t.text(x)
	case json.Number:
		if !isNumber(string(x)) {
			t.reject(Unsupported, "a json.Number that is not a JSON number")
			return
		}
		t.dst = append(t.dst, x...)
	case Value:
		if x.doc == nil {
			t.reject(Unsupported, "an absent value")
			return
		}
		t.dst = x.AppendJSON(t.dst)
	case map[string]any:
		appendMap(t, x, depth)
	case map[string]string:
		appendMap(t, x, depth)
	case map[string]Value:
		appendMap(t, x, depth)
	case []any:
		appendSlice(t, x, depth)
	case []string:
		appendSlice(t, x, depth)
	case []map[string]any:
		appendSlice(t, x, depth)
	case []Value:
		appendSlice(t, x, depth)
	default:
		t.number(tree)
	}
}

func appendMap[T any](t *treeText, m map[string]T, depth int) {
	if m == nil {
		t.dst = append(t.dst, "null"...)
		return
	}
	if !t.enter(depth) {
		return
	}
	t.dst = append(t.dst, '{')
	begin := len(t.names)
	for name := range m {
		t.names = append(t.names, name)
	}
	slices.Sort(t.names[begin:])
	for i := range len(m) {
		if i > 0 {
			t.dst = append(t.dst, ',')
		}
		name := t.names[begin+i]
		if t.text(name); t.fault == nil {
			t.dst = append(t.dst, ':')
			t.append(m[name], depth+1)
		}
		if t.fault != nil {
			t.fault.Path = append(t.fault.Path, Field(name))
			return
		}
	}
	t.names = t.names[:begin]
	t.dst = append(t.dst, '}')
}

func appendSlice[T any](t *treeText, list []T, depth int) {
	if list == nil {
		t.dst = append(t.dst, "null"...)
		return
	}
	if !t.enter(depth) {
		return
	}
	t.dst = append(t.dst, '[')
	for i, element := range list {
		if i > 0 {
			t.dst = append(t.dst, ',')
		}
		if t.append(element, depth+1); t.fault != nil {
			t.fault.Path = append(t.fault.Path, Index(i))
			return
		}
	}
	t.dst = append(t.dst, ']')
}

func (t *treeText) enter(depth int) bool {
	if depth < HardMaxDepth {
		return true
	}
	t.reject(Limit, "nested deeper than "+strconv.Itoa(HardMaxDepth)+" levels")
	return false
}

func (t *treeText) text(s string) {
	if !utf8.ValidString(s) {
		t.reject(Unsupported, "a string that is not UTF-8")
		return
	}
	t.dst = appendQuoted(t.dst, s)
}

func (t *treeText) number(x any) {
	switch n := x.(type) {
	case int:
		t.dst = strconv.AppendInt(t.dst, int64(n), 10)
	case int8:
		t.dst = strconv.AppendInt(t.dst, int64(n), 10)
	case int16:
		t.dst = strconv.AppendInt(t.dst, int64(n), 10)
	case int32:
		t.dst = strconv.AppendInt(t.dst, int64(n), 10)
	case int64:
		t.dst = strconv.AppendInt(t.dst, n, 10)
	case uint:
		t.dst = strconv.AppendUint(t.dst, uint64(n), 10)
	case uint8:
		t.dst = strconv.AppendUint(t.dst, uint64(n), 10)
	case uint16:
		t.dst = strconv.AppendUint(t.dst, uint64(n), 10)
	case uint32:
		t.dst = strconv.AppendUint(t.dst, uint64(n), 10)
	case uint64:
		t.dst = strconv.AppendUint(t.dst, n, 10)
	case uintptr:
		t.dst = strconv.AppendUint(t.dst, uint64(n), 10)
	case float32:
		t.float(float64(n), 32)
	case float64:
		t.float(n, 64)
	default:
		t.reject(Unsupported, fmt.Sprintf("Go type %T is not converted; encode it with encoding/json, and parse the text", x))
	}
}

// float appends the shortest text that reads back as the number f, which has the given number of
// bits.
func (t *treeText) float(f float64, bits int) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		t.reject(Unsupported, "a floating-point number that is not finite")
		return
	}
	format := byte('f')
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	t.dst = strconv.AppendFloat(t.dst, f, format, -1, bits)
}

func (t *treeText) reject(code Code, cause string) {
	t.fault = &Error{Code: code, cause: errors.New(cause)}
}

// ToAny returns v as a new Go tree of nil, bool, string, map[string]any, []any and
// numbers. A number becomes the first of these types that holds its exact value:
//
//   - int64, if the number is written without a fraction or an exponent,
//   - float64, if the shortest text of the nearest float64 has the same value,
//   - [json.Number], which keeps the spelling.
//
// For example, 1 becomes int64(1), 1.0 becomes float64(1), and 0.1 becomes
// float64(0.1). A number with 30 digits becomes a json.Number. An absent value becomes
// nil, like null.
func (v Value) ToAny() any {
	switch v.Type() {
	case Bool:
		return v.Bool()
	case Number:
		return numberToAny(v.NumberText())
	case String:
		return v.Text()
	case List:
		list := make([]any, 0, v.Len())
		for c := walk(v); c.more(); {
			list = append(list, c.element().ToAny())
		}
		return list
	case Map:
		m := make(map[string]any, v.Len())
		for c := walk(v); c.more(); {
			name, value := c.member()
			m[name] = value.ToAny()
		}
		return m
	default:
		return nil
	}
}

func numberToAny(text string) any {
	if digits(text, strings.IndexByte(text, '-')+1) == len(text) { // spelled as an integer
		if n, ok := parseDecimal(text).int64(); ok {
			return n
		}
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		if equalNumbers(text, strconv.FormatFloat(f, 'e', -1, 64)) {
			return f
		}
	}
	return json.Number(text)
}
