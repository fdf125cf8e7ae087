package dropin

import (
	"bytes"
	"maps"
	"slices"
	"strings"
)

// Harass returns a copy of a patch with up to n directives, nulls and contradictions added.
func Harass(c *Choices, patch map[string]any, n int) map[string]any {
	m := Copy(patch).(map[string]any)
	for range 1 + c.Of(n) {
		all := mapsIn(m, nil)
		harassMap(c, all[c.Of(len(all))])
	}
	return m
}

func mapsIn(v any, found []map[string]any) []map[string]any {
	switch v := v.(type) {
	case map[string]any:
		found = append(found, v)
		for _, name := range slices.Sorted(maps.Keys(v)) {
			found = mapsIn(v[name], found)
		}
	case []any:
		for _, element := range v {
			found = mapsIn(element, found)
		}
	}
	return found
}

func harassMap(c *Choices, m map[string]any) {
	names := slices.Sorted(maps.Keys(m))
	name := "spec"
	if len(names) > 0 {
		name = names[c.Of(len(names))]
	}
	switch c.Of(10) {
	case 8:
		m[[]string{"$setElementOrder", "$deleteFromPrimitiveList", "$setElementOrderX/a", "$deleteFromPrimitiveList/", "$foo"}[c.Of(5)]] =
			[]any{[]any{"a"}, "a", nil}[c.Of(3)]
	case 9:
		m["$retainKeys"] = []any{"type", nil, []any{int64(1), nil}, []any{[]any{}}}[c.Of(4)]
	case 0:
		m["$patch"] = []any{"delete", "replace", "merge", "bogus", nil, int64(1)}[c.Of(6)]
	case 1:
		retained := []any{name}
		for _, n := range names {
			if !strings.HasPrefix(n, "$") && c.Of(8) != 0 {
				retained = append(retained, n)
			}
		}
		m["$retainKeys"] = retained
	case 2:
		if list, ok := m[name].([]any); ok {
			m["$setElementOrder/"+name] = Copy(list)
		} else {
			m["$setElementOrder/"+name] = []any{[]any{}, nil, "x", []any{map[string]any{"a": "b"}}}[c.Of(4)]
		}
	case 3:
		if list, ok := m[name].([]any); ok && c.Of(2) == 0 {
			m["$deleteFromPrimitiveList/"+name] = Copy(list)
			delete(m, name)
		} else {
			m["$deleteFromPrimitiveList/"+name] = []any{[]any{"a"}, nil, "x", []any{map[string]any{}}}[c.Of(4)]
		}
	case 4:
		m[name] = nil
	case 5:
		if list, ok := m[name].([]any); ok {
			m[name] = append(list, map[string]any{"$patch": "replace"})
		}
	case 6:
		if list, ok := m[name].([]any); ok && len(list) > 0 {
			if element, ok := list[c.Of(len(list))].(map[string]any); ok {
				element["$patch"] = "delete"
			}
		}
	default:
		m[name] = []any{nil, "", map[string]any{}, []any{}, []any{nil}, []any{[]any{}}}[c.Of(6)]
	}
}

// Blemish returns the text of a document with an addition that parsers treat differently, or
// that makes the text invalid JSON.
func Blemish(c *Choices, text []byte) []byte {
	name := bytes.IndexByte(text, '{') + 1
	insert := func(member string) []byte {
		if name > 0 && name < len(text) && text[name] != '}' {
			member += ","
		}
		return slices.Concat(text[:name], []byte(member), text[name:])
	}
	switch c.Of(12) {
	case 0:
		return insert(`"spec":{"a":1}`)
	case 1:
		return insert(`"kind":"a","kind":"b"`)
	case 2:
		return insert(`"k\u0069nd":"b"`)
	case 3:
		return insert("\"bad\":\"\xff\\ud800\"")
	case 4:
		return insert([]string{`"n":1e400`, `"n":12345678901234567890`, `"n":0.10000000000000000001`}[c.Of(3)])
	case 5:
		return insert([]string{`"n":1.0`, `"n":-0`, `"n":-0.0`, `"n":1E2`, `"n":1e21`, `"n":123456789.0e-10`}[c.Of(6)])
	case 6:
		return text[:c.Of(len(text)+1)]
	case 7:
		return append(slices.Clone(text), []string{" ", "\n", "x", "{}", "\x00"}[c.Of(5)]...)
	case 8:
		return []byte([]string{"", "null", "[]", "1", " ", "{}"}[c.Of(6)])
	case 9:
		depth := []int{100, 9999, 10000, 10001}[c.Of(4)]
		return insert(`"deep":` + strings.Repeat("[", depth-1) + strings.Repeat("]", depth-1))
	case 10:
		return insert("\"<&>\u2028\":\"<&>\u2029\u007f\\b\\u0000\"")
	default:
		return bytes.ReplaceAll(text, []byte(`:`), []byte(" :\t\n"))
	}
}
