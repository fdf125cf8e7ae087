package main

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// lookup returns the value that a path leads to, whether or not elements spell
// out keys that have a default; absent if there is none.
func lookup(s smp.Schema, v model.Value, path model.Path) model.Value {
	for _, step := range path {
		if _, ok := step.(model.Field); ok {
			v, _ = model.Path{step}.Lookup(v)
		} else {
			v = v.At(elementIndex(s, v, step))
		}
		s = schemaAt(s, step)
	}
	return v
}

// elementIndex returns which element a step leads to, -1 if none.
func elementIndex(s smp.Schema, list model.Value, step model.Step) int {
	for i, e := range list.Elements() {
		switch step := step.(type) {
		case model.Index:
			if i == int(step) {
				return i
			}
		case model.SetValue:
			if model.Equal(e, step.Value) {
				return i
			}
		case model.Key:
			if hasKeys(s, e, step) {
				return i
			}
		}
	}
	return -1
}

func hasKeys(s smp.Schema, e model.Value, keys model.Key) bool {
	for _, key := range keys {
		v, ok := e.Get(key.Name)
		if !ok {
			v, _ = s.KeyDefault(key.Name)
		}
		if !model.Equal(v, key.Value) {
			return false
		}
	}
	return e.Kind() == model.Map
}

// canonical returns a path with elements named in one way: by all keys that they
// have in the result, else in the original.
func (x *explanation) canonical(path model.Path) model.Path {
	var found model.Path
	s := x.schema
	for _, step := range path {
		if _, ok := step.(model.Field); !ok {
			step = x.element(s, found, step)
		}
		found = append(found, step)
		s = schemaAt(s, step)
	}
	return found
}

// element returns the step to an element of the list at a path.
func (x *explanation) element(s smp.Schema, list model.Path, step model.Step) model.Step {
	for _, document := range []model.Value{x.result, x.original} {
		elements := lookup(x.schema, document, list)
		if i := elementIndex(s, elements, step); i >= 0 {
			return corpus.ElementStep(s, elements, i)
		}
	}
	return step
}
