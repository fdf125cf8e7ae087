package model

import (
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// The functions in this file read wrapped maps and lists, and edits of them, without opening their
// members and elements.

// A content is a member or element of a wrapped map or list, or of an edit of one. If it was
// edited, value holds it. If not, value is absent and tree holds it as a Go value.
type content struct {
	tree  any
	value Value
}

// each calls visit for each member or element of an edit of a wrapped value, until visit returns
// false. Elements are visited in order, and members in any order. It reports whether visit always
// returned true.
func (e *edit) each(visit func(name string, c content) bool) bool {
	if list, ok := e.of.tree.([]any); ok {
		changed := e.changed
		for i, tree := range list {
			c := content{tree: tree}
			if len(changed) > 0 && int(changed[0].ordinal) == i {
				c = content{value: changed[0].value}
				if changed = changed[1:]; c.value.doc == nil {
					continue
				}
			}
			if !visit("", c) {
				return false
			}
		}
		for _, v := range e.elements {
			if !visit("", content{value: v}) {
				return false
			}
		}
		return true
	}
	for name, tree := range e.of.tree.(map[string]any) {
		if len(e.members) > 0 && e.table.find(e.members, name) >= 0 {
			continue
		}
		if !visit(name, content{tree: tree}) {
			return false
		}
	}
	for _, m := range e.members {
		if m.Value != gone && !visit(m.Name, content{value: m.Value}) {
			return false
		}
	}
	return true
}

// member returns the member with the given name in an edit of a wrapped map.
func (e *edit) member(name string) (content, bool) {
	if i := e.table.find(e.members, name); i >= 0 {
		v := e.members[i].Value
		return content{value: v}, v != gone
	}
	tree, ok := e.of.tree.(map[string]any)[name]
	return content{tree: tree}, ok
}

// element returns element i of an edit of a wrapped list.
func (e *edit) element(i int) content {
	if kept := e.kept(); i >= kept {
		return content{value: e.elements[i-kept]}
	}
	ordinal, replaced := e.locate(uint32(i))
	if replaced != nil {
		return content{value: replaced.value}
	}
	return content{tree: e.of.tree.([]any)[ordinal]}
}

// project implements Project for a wrapped list, which may be nil. The result wraps a new Go list.
func (w *wrapped) project(name string) (Value, bool) {
	if w == nil {
		return Value{}, false
	}
	list := w.tree.([]any)
	projected := make([]any, len(list))
	for i, e := range list {
		m, _ := e.(map[string]any)
		if text, ok := m[name].(string); !ok || !utf8.ValidString(text) {
			return Value{}, false
		}
		projected[i] = map[string]any{name: m[name]}
	}
	return w.in.open(projected, w.depth), true
}

// eachMatching implements Matching for the list v, whose edit is e.
func (e *edit) eachMatching(v Value, name string, texts []string, yield func(Element, int) bool) {
	i := -1
	e.each(func(_ string, c content) bool {
		i++
		if m, ok := c.tree.(map[string]any); ok {
			if text, ok := m[name].(string); ok {
				n := slices.Index(texts, text)
				return n < 0 || yield(Element{i, v.At(i)}, n)
			}
		}
		member, _ := v.At(i).Get(name)
		n, may := whichText(member, texts)
		return !may || yield(Element{i, v.At(i)}, n)
	})
}

// readFlags returns the flags of a value that is wrapped or contains wrapped values.
func (v Value) readFlags() uint32 {
	typ, e := v.Type(), v.doc.edit
	var flags uint32
	if e.of == nil {
		for c := walk(v); c.more(); {
			if typ == List {
				flags |= contributionOf(typ, "", c.element())
			} else {
				name, below := c.member()
				flags |= contributionOf(typ, name, below)
			}
		}
		return flags
	}
	n := e.of
	known := n.known.Load()
	if v.doc == &n.document {
		if known&knownBelow != 0 {
			return known & allFlags
		}
	} else if known&(knownBelow|allFlags) == knownBelow {
		return e.changedFlags(typ)
	}
	e.each(func(name string, c content) bool {
		if c.value.doc != nil {
			flags |= contributionOf(typ, name, c.value)
		} else {
			flags |= n.in.contribution(typ, name, c.tree, n.depth+1)
		}
		return flags != allFlags
	})
	if v.doc == &n.document {
		n.known.Or(flags | knownOwn | knownBelow)
	}
	return flags
}

// changedFlags returns the flags that an edit of a wrapped value gets from its changed and added
// values.
func (e *edit) changedFlags(typ Type) uint32 {
	var flags uint32
	for _, m := range e.members {
		if m.Value != gone {
			flags |= contributionOf(typ, m.Name, m.Value)
		}
	}
	for _, c := range e.changed {
		if c.value.doc != nil {
			flags |= contributionOf(typ, "", c.value)
		}
	}
	for _, element := range e.elements {
		flags |= contributionOf(typ, "", element)
	}
	return flags
}

// hasOwnDollar implements HasOwnDollar for a wrapped map or list.
func (w *wrapped) hasOwnDollar() bool {
	if known := w.known.Load(); known&knownOwn != 0 {
		return known&ownDollar != 0
	}
	m, _ := w.tree.(map[string]any)
	for name := range m {
		if isDollarName(name) {
			w.known.Or(knownOwn | ownDollar)
			return true
		}
	}
	w.known.Or(knownOwn)
	return false
}

const allFlags = nullBelow | dollarBelow | ownDollar

// These bits report which flags of a wrapped map or list are known: ownDollar, or all flags.
const (
	knownOwn   = 1 << 30
	knownBelow = 1 << 31
)

// contributionOf returns the flags that a list or map gets from v. In a map, v is the member with
// the given name.
func contributionOf(typ Type, name string, v Value) uint32 {
	flags := v.flags() & (nullBelow | dollarBelow)
	if typ == Map && v.Type() == Null {
		flags |= nullBelow
	}
	if isDollarName(name) {
		flags |= dollarBelow | ownDollar
	}
	return flags
}

// contribution returns the same flags as contributionOf for tree, a Go value at the given depth.
func (w *wrapping) contribution(typ Type, name string, tree any, depth int) uint32 {
	var flags uint32
	if isDollarName(name) {
		flags = dollarBelow | ownDollar
	}
	switch x := tree.(type) {
	case string, bool, json.Number, int, int32, int64, float64:
	case nil:
		if typ == Map {
			flags |= nullBelow
		}
	case map[string]any:
		for name, value := range x {
			if !w.within(depth) || flags&(nullBelow|dollarBelow) == nullBelow|dollarBelow {
				break
			}
			flags |= w.contribution(Map, name, value, depth+1) & (nullBelow | dollarBelow)
		}
	case []any:
		for _, value := range x {
			if !w.within(depth) {
				break
			}
			flags |= w.contribution(List, "", value, depth+1)
		}
	default:
		flags |= contributionOf(typ, "", w.open(tree, depth))
	}
	return flags
}

// within reports whether the tree may have lists and maps at the given depth.
func (w *wrapping) within(depth int) bool {
	if !w.deep.Load() && depth < HardMaxDepth {
		return true
	}
	w.bad.Store(true)
	w.deep.Store(true)
	return false
}
