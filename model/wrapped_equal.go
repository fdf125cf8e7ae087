package model

import "slices"

// equalWrapped implements Equal for two edits of wrapped values of the same type and length.
func (e *edit) equalWrapped(other *edit) bool {
	p := treePair{e.of.in, other.of.in}
	depth := max(e.of.depth, other.of.depth) + 1
	if !p.within(depth - 1) {
		return false
	}
	if e.of.entries[0].typ() == Map {
		if unlike, known := e.of.comparedWith(other); known {
			return e.equalKnown(other, unlike)
		}
		return e.each(func(name string, c content) bool {
			d, ok := other.member(name)
			return ok && p.equalContents(c, d, depth)
		})
	}
	i := -1
	return e.each(func(_ string, c content) bool {
		i++
		return p.equalContents(c, other.element(i), depth)
	})
}

// equalKnown implements equalWrapped for maps whose differences are known. unlike holds the names
// of the members in which the wrapped map of e differs from the other map.
func (e *edit) equalKnown(other *edit, unlike []string) bool {
	for _, name := range unlike {
		if e.table.find(e.members, name) < 0 {
			return false
		}
	}
	for _, m := range e.members {
		if v, ok := other.get(m.Name); (ok || m.Value != gone) && !Equal(m.Value, v) {
			return false
		}
	}
	return true
}

// comparedWith returns the names of the members in which n differs from the wrapped map of e. The
// names are known if n was last compared with that map, and e has no changes.
func (w *wrapped) comparedWith(e *edit) (unlike []string, known bool) {
	w.in.mu.Lock()
	defer w.in.mu.Unlock()
	return w.unlike, w.other == e.of && e == &e.of.edit
}

// A treePair holds the wrappings of the two Go values that are compared.
type treePair struct{ a, b *wrapping }

func (t treePair) equalContents(c, d content, depth int) bool {
	if c.value.doc == nil && d.value.doc == nil {
		return t.equal(c.tree, d.tree, depth)
	}
	if c.value.doc == nil {
		c.value = t.a.open(c.tree, depth)
	}
	if d.value.doc == nil {
		d.value = t.b.open(d.tree, depth)
	}
	return Equal(c.value, d.value)
}

// equal implements Equal for two Go values at the given depth.
func (t treePair) equal(x, y any, depth int) bool {
	switch a := x.(type) {
	case nil:
		if y == nil {
			return true
		}
	case string:
		if b, ok := y.(string); ok {
			return a == b
		}
	case bool:
		if b, ok := y.(bool); ok {
			return a == b
		}
	case int64:
		if b, ok := y.(int64); ok {
			return a == b
		}
	case float64:
		if b, ok := y.(float64); ok {
			return a == b
		}
	case map[string]any:
		if b, ok := y.(map[string]any); ok {
			return len(a) == len(b) && t.within(depth) && t.equalMaps(a, b, depth+1)
		}
	case []any:
		if b, ok := y.([]any); ok {
			return len(a) == len(b) && t.within(depth) && t.equalLists(a, b, depth+1)
		}
	}
	return Equal(t.a.open(x, depth), t.b.open(y, depth))
}

func (t treePair) equalMaps(a, b map[string]any, depth int) bool {
	for name, x := range a {
		if y, ok := b[name]; !ok || !t.equal(x, y, depth) {
			return false
		}
	}
	return true
}

func (t treePair) equalLists(a, b []any, depth int) bool {
	if len(a) == 0 || &a[0] == &b[0] {
		return true
	}
	for i, x := range a {
		if !t.equal(x, b[i], depth) {
			return false
		}
	}
	return true
}

// within reports whether both trees may have lists and maps at the given depth.
func (t treePair) within(depth int) bool {
	return t.a.within(depth) && t.b.within(depth)
}

// differingMembers implements DifferingMembers for wrapped maps. It visits the members sorted by
// name.
func (w *wrapped) differingMembers(other *wrapped, visit func(name string, x, y Value) bool) {
	p := treePair{w.in, other.in}
	depth := max(w.depth, other.depth) + 1
	a, b := w.tree.(map[string]any), other.tree.(map[string]any)
	var room [8]string
	names, alone := room[:0], len(a)
	for name, y := range b {
		x, ok := a[name]
		if ok {
			alone--
		}
		if !ok || !p.equal(x, y, depth) {
			names = append(names, name)
		}
	}
	both := len(names)
	for name := range a {
		if alone == 0 {
			break
		}
		if _, ok := b[name]; !ok {
			names = append(names, name)
			alone--
		}
	}
	slices.Sort(names[:both])
	slices.Sort(names[both:])
	if w.in.desk == other.in.desk {
		w.in.mu.Lock()
		w.other, w.unlike = other, append(w.in.names.take(len(names))[:0], names...)
		w.in.mu.Unlock()
	}
	for _, name := range names {
		x, _ := w.get(name)
		y, _ := other.get(name)
		if !visit(name, x, y) {
			return
		}
	}
}

// differingElements implements DifferingElements for wrapped lists.
func (w *wrapped) differingElements(other *wrapped, visit func(i int, x, y Value) bool) {
	p := treePair{w.in, other.in}
	depth := max(w.depth, other.depth) + 1
	a, b := w.tree.([]any), other.tree.([]any)
	for i := range a {
		if !p.equal(a[i], b[i], depth) && !visit(i, w.at(i), other.at(i)) {
			return
		}
	}
}
