package smp

import "github.com/strategicpatch/smp/model"

// A SpecificationJudge is the judge of the specification, with given traits.
type SpecificationJudge struct{ Has Traits }

// Traits returns the given traits.
func (j SpecificationJudge) Traits() Traits { return j.Has }

// Map merges a map.
func (SpecificationJudge) Map(s Schema, original, patch model.Value) (Answer, error) {
	return answered((&applier{}).mergeMap(s.get(), original, patch, false))
}

// Element merges an element of a keyed list.
func (SpecificationJudge) Element(s Schema, original, patch model.Value) (Answer, error) {
	return answered((&applier{}).mergeMap(s.get(), original, patch, true))
}

// List merges a list.
func (SpecificationJudge) List(s Schema, original, patch model.Value) (Answer, error) {
	t := fieldPatch{name: "list"}
	t.value, _ = patch.Get(t.name)
	t.del, _ = patch.Get(deleteListPrefix + t.name)
	t.order, _ = patch.Get(orderListPrefix + t.name)
	return answered((&applier{}).list(s.get(), original, t))
}

func answered(v model.Value, f *fault) (Answer, error) {
	if f != nil {
		return Answer{}, asError(f, "original", "patch")
	}
	return Answer{Value: v}, nil
}
