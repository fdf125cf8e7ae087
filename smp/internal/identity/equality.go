package identity

import "github.com/strategicpatch/smp/model"

// An Equality compares the values of two documents at one place after the other, from the root
// downwards. It remembers the maps that differ. Without it, the innermost of n nested maps would be
// compared n times: together with each of the maps around it. The zero Equality is ready to use.
type Equality struct {
	// different is a stack of pairs of maps that differ, with the outermost pair on top. The maps
	// of a pair are inside the maps of the pair above it.
	different []pairOfMaps
}

type pairOfMaps struct{ a, b model.Value }

// Of reports whether two values are equal, like [model.Equal].
func (e *Equality) Of(a, b model.Value) bool {
	if e.isDifferent(a, b) {
		return false
	}
	return e.compare(a, b)
}

// fewPairs is the number of pairs in which isDifferent searches. The next place is usually below
// the place before, so its pair is near the top.
const fewPairs = 8

// isDifferent reports whether a pair is known to differ. It forgets the pairs above this pair.
func (e *Equality) isDifferent(a, b model.Value) bool {
	for i := len(e.different) - 1; i >= max(0, len(e.different)-fewPairs); i-- {
		if p := e.different[i]; model.Same(p.a, a) && model.Same(p.b, b) {
			e.different = e.different[:i+1]
			return true
		}
	}
	return false
}

func (e *Equality) compare(a, b model.Value) bool {
	if a.Type() != model.Map || b.Type() != model.Map || model.Same(a, b) {
		return model.Equal(a, b)
	}
	equal := a.Len() == b.Len()
	for name, inB := range b.Members() {
		if !equal {
			break
		}
		inA, _ := a.Get(name)
		equal = e.compare(inA, inB)
	}
	if !equal {
		e.different = append(e.different, pairOfMaps{a, b})
	}
	return equal
}
