package model

import (
	"maps"
	"math"
	"unicode/utf8"
)

// WrapAny returns the value of a Go tree without copying the tree. A map or list is read when it is
// used for the first time. WrapAny accepts the same trees as [FromAny] and returns the same value,
// with two exceptions: nil maps and slices are empty and not null, and whole floating-point numbers
// end with ".0".
//
//	v, err := model.WrapAny(object)
//	if err != nil { … }
//	result := change(v)
//	if err := result.Err(); err != nil { … }
//	object = result.ShareAny().(map[string]any)
//
// # Changing the tree
//
// Do not change any part of the tree while a value made from it is in use. Any number of goroutines
// may use the values and read the tree at the same time. The result of [Value.ShareAny] shares maps
// and lists with the tree.
//
// # Invalid trees
//
// WrapAny returns the error of FromAny only for the outermost Go value. Values inside it are not
// checked until they are used. If such a value is invalid, it reads as null. If the tree is too
// deep, for example because a map contains itself, all values that are read afterwards are null,
// too. [Value.Err] returns the error. Call Err when the work is done, and discard the result if
// there is an error. A value that is never used causes no error, and ShareAny returns it unchanged.
// [CheckAny] checks the whole tree.
func WrapAny(tree any) (Value, error) {
	w := newWrapping(tree)
	v := w.value(tree, 0)
	if err := w.err(); err != nil {
		return Value{}, err
	}
	return v, nil
}

// CheckAny returns the error that [FromAny] would return for a Go tree, without copying
// the tree.
func CheckAny(tree any) error {
	if fit(tree, 0) {
		return nil
	}
	_, err := FromAny(tree)
	return err
}

// fit reports whether FromAny accepts the Go tree.
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

// Err returns an error if an invalid part of a wrapped Go tree has been used. The tree is v itself,
// or a tree from which v was built. See [WrapAny].
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

// ShareAny returns v as a Go tree like [Value.ToAny]. The result shares its unchanged parts with
// the tree that was wrapped. These parts keep their Go types. Only the maps and lists around a
// change are new.
//
// Change a shared part only if neither the wrapped tree nor a value made from it is in
// use any more.
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

// shareList implements ShareAny for the list v, whose edit is e.
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
