package smp

import "github.com/strategicpatch/smp/model"

// An equality compares the values of two documents at one place after the other, from the root
// downwards. It remembers the maps that differ. Without it, the innermost of n nested maps would be
// compared n times: together with each of the maps around it. The zero equality is ready to use.
type equality struct {
	different map[[2]model.Value]bool
}

// of reports whether two values are equal, like [model.Equal].
func (e *equality) of(a, b model.Value) bool {
	if a.Type() != model.Map || b.Type() != model.Map || model.Same(a, b) {
		return model.Equal(a, b)
	}
	pair := [2]model.Value{a, b}
	if e.different[pair] {
		return false
	}
	equal := a.Len() == b.Len()
	for name, inB := range b.Members() {
		if !equal {
			break
		}
		inA, _ := a.Get(name)
		equal = e.of(inA, inB)
	}
	if !equal {
		if e.different == nil {
			e.different = map[[2]model.Value]bool{}
		}
		e.different[pair] = true
	}
	return equal
}
