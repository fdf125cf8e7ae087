package model

import (
	"encoding/json"
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// A wrapping is the common state of all values from one call of WrapAny.
type wrapping struct {
	tree any
	// desk is the builder of the desk of the tree, or nil. Only values of the same desk may refer to its
	// values.
	desk *Builder
	bad  atomic.Bool // an invalid Go value was used
	deep atomic.Bool // it was invalid because of its depth
	// mu guards the fields below and the opened values.
	mu    sync.Mutex
	nodes block[wrapped]
	room  block[Member]
	spare block[Value]
	edits block[addingOne]
	names block[string]
}

func newWrapping(tree any) *wrapping { return &wrapping{tree: tree} }

// A wrapped is a value that is stored as a Go value. Its document has an edit without changes, and
// the base of this edit is the value itself. Edits of the value have the same base. An edit of a
// wrapped map holds all changes as added members. Removed members have the value gone. An edit of a
// wrapped list has changes as if each element took one slot.
type wrapped struct {
	built
	tree  any
	in    *wrapping
	up    *wrapped // list or map around it
	depth int
	// opened holds the members of a map for which a Value exists already, in the order of opening.
	// If whole is set, it holds all members, sorted by name.
	opened []Member
	// opens holds the elements of a list. An element is absent until it is opened.
	opens []Value
	whole bool          // all members or elements are opened, which means that they have a Value
	known atomic.Uint32 // flags that are known, and bits that report which ones these are
	// other is the last map that this one was compared with, and unlike holds the names of the
	// members that differ.
	other  *wrapped
	unlike []string
}

// openedSingly is the number of members that are opened one by one. Opening one more opens all
// members of the map.
const openedSingly = 16

// gone marks a member that an edit removes from a wrapped map.
var gone = Value{doc: &document{tape: make([]entry, 1)}}

// wrapped returns the wrapped Go value of v, or nil if v is an edit or is not wrapped.
func (v Value) wrapped() *wrapped {
	if v.doc == nil || v.doc.edit == nil {
		return nil
	}
	if n := v.doc.edit.of; n != nil && v.doc == &n.document {
		return n
	}
	return nil
}

// open returns the Value of tree, a Go value at the given depth.
func (w *wrapping) open(tree any, depth int) Value {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.value(tree, depth)
}

// value implements open for callers that hold mu.
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

// reject records that an invalid Go value was used, and returns null in its place.
func (w *wrapping) reject() Value {
	w.bad.Store(true)
	return nullValue
}

// err returns the error for the invalid Go values that were used. It always returns the error of
// the first invalid value in the whole tree, because the order in which values are used may be
// random.
func (w *wrapping) err() error {
	if !w.bad.Load() {
		return nil
	}
	if _, err := FromAny(w.tree); err != nil {
		return err
	}
	return &Error{Code: Unsupported, cause: errors.New("the Go tree changed after WrapAny; do not change it while its values are in use")}
}

// edit returns memory for an edit of a map.
func (w *wrapping) edit() *addingOne {
	w.mu.Lock()
	defer w.mu.Unlock()
	a := &w.edits.take(1)[0]
	a.desk = w.desk
	return a
}

// node returns the wrapped of a Go value at the given depth.
func (w *wrapping) node(tree any, depth int) *wrapped {
	n := &w.nodes.take(1)[0]
	n.tree, n.in, n.depth = tree, w, depth
	n.document.tape, n.document.edit, n.document.desk = n.entries[:], &n.edit, w.desk
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

// text returns the value of a string. The text of its document has neither quotes nor escapes. Its
// entry starts one byte before the text and ends one byte after the text, as if there were quotes.
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
