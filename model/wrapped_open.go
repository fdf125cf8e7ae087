package model

import (
	"slices"
	"unicode/utf8"
)

func (w *wrapped) has(name string) bool {
	_, ok := w.tree.(map[string]any)[name]
	return ok
}

// get returns the member with the given name.
func (w *wrapped) get(name string) (Value, bool) {
	w.in.mu.Lock()
	defer w.in.mu.Unlock()
	if v := w.found(name); v.doc != nil {
		return v, true
	}
	tree, ok := w.tree.(map[string]any)[name]
	if !ok {
		return Value{}, false
	}
	return w.member(name, tree), true
}

// member returns the Value of a member that was not opened before, and stores it for later calls.
func (w *wrapped) member(name string, tree any) Value {
	if !w.whole && len(w.opened) == openedSingly {
		w.openAll()
		if v := w.found(name); v.doc != nil {
			return v
		}
	}
	if w.whole {
		return w.in.reject() // the name is not UTF-8
	}
	v := w.below(tree)
	if len(w.opened) == cap(w.opened) {
		w.opened = append(w.in.room.take(2*len(w.opened) + 1)[:0], w.opened...)
	}
	w.opened = append(w.opened, Member{name, v})
	return v
}

// found returns the opened member with the given name, or an absent value.
func (w *wrapped) found(name string) Value {
	if len(w.opened) > openedSingly {
		if i, ok := slices.BinarySearchFunc(w.opened, Member{Name: name}, byName); ok {
			return w.opened[i].Value
		}
		return Value{}
	}
	for i := range w.opened {
		if w.opened[i].Name == name {
			return w.opened[i].Value
		}
	}
	return Value{}
}

// below returns the Value of tree, a Go value that is a member or element of n.
func (w *wrapped) below(tree any) Value {
	v := w.in.value(tree, w.depth+1)
	if k := v.wrapped(); k != nil && k.in == w.in && k.up == nil {
		k.up = w
	}
	return v
}

// openAll makes the Values of all members.
func (w *wrapped) openAll() {
	tree := w.tree.(map[string]any)
	w.in.nodes.reserve(len(tree)-len(w.opened), largestPiece)
	all := w.in.room.take(len(tree))[:0]
	for name, below := range tree {
		v := w.found(name)
		if v.doc == nil {
			v = w.below(below)
		}
		if !utf8.ValidString(name) {
			w.in.bad.Store(true)
			name = validText(name)
		}
		all = append(all, Member{name, v})
	}
	slices.SortFunc(all, byName)
	w.opened, w.whole = all, true
}

// members returns all members, sorted by name.
func (w *wrapped) members() []Member {
	w.in.mu.Lock()
	defer w.in.mu.Unlock()
	if !w.whole {
		w.openAll()
	}
	return w.opened
}

// at returns element i.
func (w *wrapped) at(i int) Value {
	w.in.mu.Lock()
	defer w.in.mu.Unlock()
	return w.element(i)
}

func (w *wrapped) element(i int) Value {
	list := w.tree.([]any)
	if w.opens == nil {
		w.opens = w.in.spare.take(len(list))
	}
	if w.opens[i].doc == nil {
		w.opens[i] = w.below(list[i])
	}
	return w.opens[i]
}

// all returns all elements.
func (w *wrapped) all() []Value {
	w.in.mu.Lock()
	defer w.in.mu.Unlock()
	if !w.whole {
		list := w.tree.([]any)
		w.in.nodes.reserve(len(list), largestPiece)
		for i := range list {
			w.element(i)
		}
		w.whole = true
	}
	return w.opens
}

// walk returns a cursor before the first member or element of e, an edit of n. Members
// are sorted by name.
func (w *wrapped) walk(e *edit) cursor {
	if w.entries[0].typ() == List {
		all := w.all()
		if len(e.changed)+len(e.elements) == 0 {
			return cursor{elements: all}
		}
		now := make([]Value, 0, len(all)+len(e.elements))
		next := uint32(0)
		for _, c := range e.changed {
			now = append(now, all[next:c.ordinal]...)
			if next = c.ordinal + 1; c.value.doc != nil {
				now = append(now, c.value)
			}
		}
		now = append(now, all[next:]...)
		return cursor{elements: append(now, e.elements...)}
	}
	all := w.members()
	if len(e.members) == 0 {
		return cursor{members: all}
	}
	now := make([]Member, 0, len(all)+len(e.members))
	for _, m := range all {
		if i := e.table.find(e.members, m.Name); i >= 0 {
			m.Value = e.members[i].Value
		}
		if m.Value != gone {
			now = append(now, m)
		}
	}
	for _, m := range e.members {
		if !w.has(m.Name) {
			now = append(now, m)
		}
	}
	slices.SortFunc(now, byName)
	return cursor{members: now}
}
