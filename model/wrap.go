package model

import (
	"maps"
	"math"
	"unicode/utf8"
)

// WrapAny returns the value of a Go tree without copying it: a map or list is
// read when somebody looks into it, and only as far as they look. It takes what
// [FromAny] takes and gives the same value, but for nil maps and slices, which
// are empty ones here, and whole floating-point numbers, which are spelled with
// ".0".
//
// # Who may change what
//
// Nobody may change the tree, or anything in it, as long as a value is used that
// was made from it. The values may be used by any number of goroutines at once,
// and reading the tree beside them is fine. What [Value.ShareAny] returns shares
// maps and lists with the tree.
//
// # What is no JSON
//
// The error is that of FromAny for the outermost Go value, not for those in it.
// Where a Go value turns up that FromAny rejects, the value is null; so are all
// that are opened later, if it was rejected for its depth, as the tree of a map
// that contains itself is. [Value.Err] tells of it: ask it after the work is
// done, and drop the result if there is an error. What nobody looks at is no
// error, and goes back to Go as it came. [CheckAny] looks at all of it.
func WrapAny(tree any) (Value, error) {
	w := newWrapping(tree)
	v := w.value(tree, 0)
	if err := w.err(); err != nil {
		return Value{}, err
	}
	return v, nil
}

// CheckAny returns the error that [FromAny] would return for a Go tree, without
// copying it.
func CheckAny(tree any) error {
	if fit(tree, 0) {
		return nil
	}
	_, err := FromAny(tree)
	return err
}

// fit reports whether FromAny takes a Go tree.
func fit(tree any, depth int) bool {
	switch x := tree.(type) {
	case nil, bool, int, int32, int64:
		return true
	case Value:
		return x.doc != nil
	case string:
		return utf8.ValidString(x)
	case float64:
		return !math.IsNaN(x) && !math.IsInf(x, 0)
	case map[string]any:
		for name, below := range x {
			if depth == HardMaxDepth || !utf8.ValidString(name) || !fit(below, depth+1) {
				return false
			}
		}
		return depth < HardMaxDepth
	case []any:
		for _, below := range x {
			if depth == HardMaxDepth || !fit(below, depth+1) {
				return false
			}
		}
		return depth < HardMaxDepth
	}
	_, err := FromAny(tree)
	return err == nil
}

// Err returns the error of what was met in wrapped Go trees and is no JSON: by
// users of v, which is a wrapped tree or was built from some. See [WrapAny].
func (v Value) Err() error {
	if v.doc == nil || v.doc.edit == nil {
		return nil
	}
	e := v.doc.edit
	if e.of != nil {
		if err := e.of.in.err(); err != nil {
			return err
		}
	}
	var err error
	for i := 0; i < len(e.changed) && err == nil; i++ {
		err = e.changed[i].value.Err()
	}
	for i := 0; i < len(e.members) && err == nil; i++ {
		err = e.members[i].Value.Err()
	}
	for i := 0; i < len(e.elements) && err == nil; i++ {
		err = e.elements[i].Err()
	}
	return err
}

// ShareAny returns v as a Go tree, as [Value.ToAny] does, but gives back what was
// wrapped as it came: Go values that nobody changed, of whatever type, are shared
// with the tree that v was wrapped from. Of the maps and lists around what was
// changed there are new ones.
//
// What is shared is to be changed only if nobody uses the wrapped tree, or values
// made from it, any more.
func (v Value) ShareAny() any {
	if v.doc == nil || v.doc.edit == nil {
		return v.ToAny()
	}
	e := v.doc.edit
	switch {
	case e.of != nil && v.doc == &e.of.document:
		return e.of.tree
	case v.Type() == List:
		return e.shareList(v)
	case e.of != nil:
		m := maps.Clone(e.of.tree.(map[string]any))
		if m == nil {
			m = make(map[string]any, len(e.members))
		}
		for _, c := range e.members {
			if c.Value == gone {
				delete(m, c.Name)
			} else {
				m[c.Name] = c.Value.ShareAny()
			}
		}
		return m
	}
	m := make(map[string]any, v.Len())
	for c := walk(v); c.more(); {
		name, value := c.member()
		m[name] = value.ShareAny()
	}
	return m
}

// shareList is ShareAny of a list, the edit of which is e.
func (e *edit) shareList(v Value) any {
	list := make([]any, 0, v.Len())
	if e.of == nil {
		for c := walk(v); c.more(); {
			list = append(list, c.element().ShareAny())
		}
		return list
	}
	from := e.of.tree.([]any)
	next := 0
	for _, c := range e.changed {
		list = append(list, from[next:c.ordinal]...)
		if c.value.doc != nil {
			list = append(list, c.value.ShareAny())
		}
		next = int(c.ordinal) + 1
	}
	list = append(list, from[next:]...)
	for _, element := range e.elements {
		list = append(list, element.ShareAny())
	}
	return list
}
