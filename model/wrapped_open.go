package model

import (
	"slices"
	"unicode/utf8"
)

func (n *wrapped) has(name string) bool {
	_, ok := n.tree.(map[string]any)[name]
	return ok
}

// get returns the member with the given name.
func (n *wrapped) get(name string) (Value, bool) {
	n.in.mu.Lock()
	defer n.in.mu.Unlock()
	if v := n.found(name); v.doc != nil {
		return v, true
	}
	tree, ok := n.tree.(map[string]any)[name]
	if !ok {
		return Value{}, false
	}
	return n.member(name, tree), true
}

// member returns the Value of a member that was not opened before, and stores it for later calls.
func (n *wrapped) member(name string, tree any) Value {
	if !n.whole && len(n.opened) == openedSingly {
		n.openAll()
		if v := n.found(name); v.doc != nil {
			return v
		}
	}
	if n.whole {
		return n.in.reject() // the name is not UTF-8
	}
	v := n.below(tree)
	if len(n.opened) == cap(n.opened) {
		n.opened = append(n.in.room.take(2*len(n.opened) + 1)[:0], n.opened...)
	}
	n.opened = append(n.opened, Member{name, v})
	return v
}

// found returns the opened member with the given name, or an absent value.
func (n *wrapped) found(name string) Value {
	if len(n.opened) > openedSingly {
		if i, ok := slices.BinarySearchFunc(n.opened, Member{Name: name}, byName); ok {
			return n.opened[i].Value
		}
		return Value{}
	}
	for i := range n.opened {
		if n.opened[i].Name == name {
			return n.opened[i].Value
		}
	}
	return Value{}
}

// below returns the Value of tree, a Go value that is a member or element of n.
func (n *wrapped) below(tree any) Value {
	v := n.in.value(tree, n.depth+1)
	if k := v.wrapped(); k != nil && k.in == n.in && k.up == nil {
		k.up = n
	}
	return v
}

// openAll makes the Values of all members.
func (n *wrapped) openAll() {
	tree := n.tree.(map[string]any)
	n.in.nodes.reserve(len(tree)-len(n.opened), largestPiece)
	all := n.in.room.take(len(tree))[:0]
	for name, below := range tree {
		v := n.found(name)
		if v.doc == nil {
			v = n.below(below)
		}
		if !utf8.ValidString(name) {
			n.in.bad.Store(true)
			name = validText(name)
		}
		all = append(all, Member{name, v})
	}
	slices.SortFunc(all, byName)
	n.opened, n.whole = all, true
}

// members returns all members, sorted by name.
func (n *wrapped) members() []Member {
	n.in.mu.Lock()
	defer n.in.mu.Unlock()
	if !n.whole {
		n.openAll()
	}
	return n.opened
}

// at returns element i.
func (n *wrapped) at(i int) Value {
	n.in.mu.Lock()
	defer n.in.mu.Unlock()
	return n.element(i)
}

func (n *wrapped) element(i int) Value {
	list := n.tree.([]any)
	if n.opens == nil {
		n.opens = n.in.spare.take(len(list))
	}
	if n.opens[i].doc == nil {
		n.opens[i] = n.below(list[i])
	}
	return n.opens[i]
}

// all returns all elements.
func (n *wrapped) all() []Value {
	n.in.mu.Lock()
	defer n.in.mu.Unlock()
	if !n.whole {
		list := n.tree.([]any)
		n.in.nodes.reserve(len(list), largestPiece)
		for i := range list {
			n.element(i)
		}
		n.whole = true
	}
	return n.opens
}

// walk returns a cursor before the first member or element of e, an edit of n. Members
// are sorted by name.
func (n *wrapped) walk(e *edit) cursor {
	if n.entries[0].typ() == List {
		all := n.all()
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
	all := n.members()
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
		if !n.has(m.Name) {
			now = append(now, m)
		}
	}
	slices.SortFunc(now, byName)
	return cursor{members: now}
}
