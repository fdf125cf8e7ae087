package dropin

import (
	"maps"
	"slices"
	"strings"
)

// Choices are decisions that are read from bytes. The bytes come from a fuzzer, or are
// generated from a seed. After the last byte, every choice is the first possibility.
type Choices struct{ data []byte }

// NewChoices returns the choices in data.
func NewChoices(data []byte) *Choices { return &Choices{data} }

// Of returns a number below n.
func (c *Choices) Of(n int) int {
	if n < 2 || len(c.data) == 0 {
		return 0
	}
	choice := int(c.data[0])
	c.data = c.data[1:]
	if n > 256 && len(c.data) > 0 {
		choice = choice<<8 | int(c.data[0])
		c.data = c.data[1:]
	}
	return choice % n
}

// Copy returns a copy of a document of Go values.
func Copy(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := make(map[string]any, len(v))
		for name, member := range v {
			m[name] = Copy(member)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i, element := range v {
			list[i] = Copy(element)
		}
		return list
	default:
		return v
	}
}

// Edit returns a copy of a document with up to n edits, as users, servers or attackers might
// make them.
func Edit(c *Choices, document map[string]any, n int) map[string]any {
	m := Copy(document).(map[string]any)
	for range 1 + c.Of(n) {
		if places := placesOf(m, nil); len(places) > 0 {
			places[c.Of(len(places))].edit(c)
		}
	}
	return m
}

// A place is a member of a map or an element of a list.
type place struct {
	value  any
	set    func(any)
	remove func() // nil if the place is an element of a list
}

// placesOf returns the places in a document, beginning with the outer ones.
func placesOf(v any, places []place) []place {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			member := v[name]
			places = append(places, place{
				value: member, set: func(x any) { v[name] = x }, remove: func() { delete(v, name) },
			})
			places = placesOf(member, places)
		}
	case []any:
		for i, element := range v {
			places = append(places, place{value: element, set: func(x any) { v[i] = x }})
			places = placesOf(element, places)
		}
	}
	return places
}

func (p place) edit(c *Choices) {
	switch v := p.value.(type) {
	case []any:
		p.set(editList(c, v))
	case map[string]any:
		editMap(c, v, p)
	default:
		p.editScalar(c, v)
	}
}

func (p place) editScalar(c *Choices, v any) {
	if p.remove != nil && c.Of(4) == 0 {
		p.remove()
		return
	}
	if c.Of(24) == 0 {
		p.set([]any{nil, "", map[string]any{}, []any{}, float64(2.5), true}[c.Of(6)])
		return
	}
	p.set(otherScalar(c, v))
}

func otherScalar(c *Choices, v any) any {
	switch v := v.(type) {
	case string:
		return v + string(rune('a'+c.Of(3)))
	case int64:
		return v + int64(1+c.Of(3))
	case float64:
		return v + 0.5
	case bool:
		return !v
	default:
		return "set"
	}
}

func editMap(c *Choices, m map[string]any, p place) {
	names := slices.Sorted(maps.Keys(m))
	switch c.Of(6) {
	case 0:
		if p.remove != nil {
			p.remove()
		}
	case 1:
		clear(m)
	case 2:
		m["extra"] = "added"
	case 3:
		if len(names) > 0 {
			delete(m, names[c.Of(len(names))])
		}
	case 4:
		if len(names) > 0 {
			name := names[c.Of(len(names))]
			if text, ok := m[name].(string); ok {
				m[name+"x"] = text
			}
		}
	default:
		for name, member := range m {
			if text, ok := member.(string); ok && strings.HasSuffix(name, "name") {
				m[name] = text + "z"
			}
		}
	}
}

// editList adds, removes and moves elements.
func editList(c *Choices, list []any) []any {
	if len(list) == 0 {
		return append(list, []any{"a", map[string]any{"name": "a"}, int64(1)}[c.Of(3)])
	}
	i, j := c.Of(len(list)), c.Of(len(list))
	switch c.Of(8) {
	case 0, 1:
		return slices.Insert(list, c.Of(len(list)+1), renamed(c, list[i]))
	case 2:
		return slices.Delete(list, i, i+1)
	case 3:
		list[i], list[j] = list[j], list[i]
	case 4:
		slices.Reverse(list)
	case 5:
		return append(list, Copy(list[i])) // this adds a duplicate
	case 6:
		return list[:0]
	default:
		return append(list, renamed(c, list[i]), renamed(c, list[j]))
	}
	return list
}

// renamed returns an element with other scalars, so that its key changes.
func renamed(c *Choices, element any) any {
	switch v := element.(type) {
	case map[string]any:
		m := Copy(v).(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(m)) {
			switch m[name].(type) {
			case map[string]any, []any:
			default:
				m[name] = otherScalar(c, m[name])
			}
		}
		return m
	case []any:
		return Copy(v)
	default:
		return otherScalar(c, v)
	}
}
