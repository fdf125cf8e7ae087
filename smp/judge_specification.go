package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/apply"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A SpecificationJudge is the judge of the specification. Use it as DiffOptions.For if a server
// stores the result of a patch that follows the specification, such as a JSON Merge Patch that is
// made of this result (AsMergePatch). ThreeWay then leaves out the values that the server does not
// store as they are sent (rule threeway-unsent). As with every judge, the patch of ThreeWay contains
// $setElementOrder for a changed list whenever this engine supports it. Elements that only current has
// may then come before those of modified. Without For, the patch contains it only if it is necessary.
type SpecificationJudge struct{}

// Traits returns the traits of the specification.
func (SpecificationJudge) Traits() Traits { return Traits{Name: "the specification"} }

// Map applies a patch to a map.
func (j SpecificationJudge) Map(s Schema, original, patch model.Value) (Answer, error) {
	return j.answer(func(a *apply.Merger) (model.Value, *faults.Fault) { return a.MergeMap(s.get(), original, patch, false) })
}

// Element applies a patch to an element of a keyed list.
func (j SpecificationJudge) Element(s Schema, original, patch model.Value) (Answer, error) {
	return j.answer(func(a *apply.Merger) (model.Value, *faults.Fault) { return a.MergeMap(s.get(), original, patch, true) })
}

// List applies a patch to a merging list.
func (j SpecificationJudge) List(s Schema, original, patch model.Value) (Answer, error) {
	return j.answer(func(a *apply.Merger) (model.Value, *faults.Fault) {
		return a.MergeList(s.get(), original, syntax.ListIn(patch))
	})
}

func (SpecificationJudge) answer(merge func(a *apply.Merger) (model.Value, *faults.Fault)) (_ Answer, err error) {
	defer faults.RecoverSchema(&err)
	v, f := merge(&apply.Merger{})
	if f != nil {
		return Answer{}, asError(f, "original", "patch")
	}
	return Answer{Value: v}, nil
}
