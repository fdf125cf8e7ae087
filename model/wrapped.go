package model

import (
	"encoding/json"
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// A wrapping is one call of WrapAny: what its values have in common.
type wrapping struct {
	tree any
	bad  atomic.Bool // something was looked at that is no JSON
	deep atomic.Bool // and because of its depth
	// mu guards what follows, and what the values have opened.
	mu    sync.Mutex
	nodes block[wrapped]
	room  block[Member]
	spare block[Value]
	edits block[addingOne]
	names block[string]
}

func newWrapping(tree any) *wrapping { return &wrapping{tree: tree} }

// A wrapped is a value whose storage is a Go value. Its document is that of an
// edit, of itself, that changes nothing; and it stays the base of edits of it. An
// edit of a map has all changes among the added members, gone for a removed one;
// one of a list has them as if each element took one slot.
type wrapped struct {
	built
	tree  any
	in    *wrapping
	up    *wrapped // the map or list that it is in
	depth int
	// The members of a map that were opened: one by one, or all of them by name.
	opened []Member
	// The elements of a list, absent as long as they were not opened.
	opens []Value
	whole bool          // all are opened
	known atomic.Uint32 // flags that were read, and which of them
	// What a map was compared with last, and under which names the two differ.
	other  *wrapped
	unlike []string
}

// openedSingly is how many members of a map are opened one by one.
const openedSingly = 16

// gone is no value: a member that is removed from a wrapped map.
var gone = Value{doc: &document{tape: make([]entry, 1)}}

// wrapped returns v if it is a Go value as it came, else nil.
func (v Value) wrapped() *wrapped {
	if v.doc == nil || v.doc.edit == nil {
		return nil
	}
	if n := v.doc.edit.of; n != nil && v.doc == &n.document {
		return n
	}
	return nil
}

// open returns the value of a Go value at a depth.
func (w *wrapping) open(tree any, depth int) Value {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.value(tree, depth)
}

// value is open for those who have mu.
func (w *wrapping) value(tree any, depth int) Value {
	switch x := tree.(type) {
	case nil:
		return nullValue
	case bool:
		return NewBool(x)
	case string:
		return w.text(x, tree)
	case map[string]any:
		return w.container(Map, tree, len(x), depth)
	case []any:
		return w.container(List, tree, len(x), depth)
	case json.Number, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, uintptr, float32, float64:
		return w.number(tree)
	}
	v, err := FromAny(tree)
	if err != nil || v.doc == nil {
		return w.reject()
	}
	return v
}

// reject returns what stands for a Go value that is no JSON.
func (w *wrapping) reject() Value {
	w.bad.Store(true)
	return nullValue
}

// err returns the error for what was rejected: that of the first such place in
// the whole tree, for which of several are met may depend on the order in which Go
// walks a map.
func (w *wrapping) err() error {
	if !w.bad.Load() {
		return nil
	}
	if _, err := FromAny(w.tree); err != nil {
		return err
	}
	return &Error{Code: Unsupported, cause: errors.New("a Go tree that changed while it was wrapped")}
}

// edit returns room for an edit of a map.
func (w *wrapping) edit() *addingOne {
	w.mu.Lock()
	defer w.mu.Unlock()
	return &w.edits.take(1)[0]
}

// node returns a new node for a Go value.
func (w *wrapping) node(tree any, depth int) *wrapped {
	n := &w.nodes.take(1)[0]
	n.tree, n.in, n.depth = tree, w, depth
	n.document.tape, n.document.edit = n.entries[:], &n.edit
	n.base, n.of, n.added = Value{doc: &n.document}, n, &nothing
	return n
}

func (w *wrapping) container(typ Type, tree any, length, depth int) Value {
	if !w.within(depth) {
		return nullValue
	}
	n := w.node(tree, depth)
	n.entries[0] = entry{meta: uint32(typ) | unreadBelow, end: 2}
	n.entries[1] = entry{name: 2, meta: uint32(length), end: 1}
	if typ == List {
		n.entries[1].name += uint32(length)
	}
	return n.base
}

// text returns a string. The text of its document has no quotes and no escapes: it
// begins one byte before, where a quote would stand, and ends one byte behind.
func (w *wrapping) text(s string, tree any) Value {
	if len(s) > maxBytes-2 || !utf8.ValidString(s) {
		return w.reject()
	}
	n := w.node(tree, 0)
	n.document.src = s
	n.entries[0] = entry{meta: uint32(String), start: ^uint32(0), end: uint32(len(s)) + 1}
	return n.base
}

func (w *wrapping) number(tree any) Value {
	var t treeText
	if t.append(tree, 0); t.fault != nil || len(t.dst) > maxBytes-2 {
		return w.reject()
	}
	whole := false
	switch f := tree.(type) {
	case float64:
		whole = f == math.Trunc(f) && math.Abs(f) < 1e21
	case float32:
		whole = f == float32(math.Trunc(float64(f))) && f > -1e21 && f < 1e21
	}
	if whole {
		t.dst = append(t.dst, ".0"...)
	}
	n := w.node(tree, 0)
	n.document.src = string(t.dst)
	n.entries[0] = entry{meta: uint32(Number), end: uint32(len(t.dst))}
	return n.base
}
