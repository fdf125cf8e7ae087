package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/compose"
	"github.com/strategicpatch/smp/smp/internal/faults"
)

// Compose combines patches into one that has the same effect as applying them in order.
//
// Compose is shorthand for Engine{}.Compose.
func Compose(s Schema, patches ...model.Value) (model.Value, error) {
	return Engine{}.Compose(s, patches...)
}

// Compose combines patches into one patch. On every original that the patches apply to, the
// combined patch has the same effect as applying the patches in order. Only the order of elements
// in merging lists and the duplicates in sets may differ (rule compose). Without patches, the
// result is {}. For n patches of different places, the time grows as n log n. If patches replace or
// delete parts of earlier ones in a way that only some originals accept, it may grow as n².
//
//	{"replicas": 3}                  patches[0]
//	{"replicas": 5, "paused": true}  patches[1]
//	{"replicas": 5, "paused": true}  result
//
// If no single patch has the combined effect of patches[n] and the patches before it on every
// original, the error is an [*Error] with Code NotComposable, Document patches[n] and the path in
// patches[n]. If a patch applies to no original, the error is that of Apply, with Document
// patches[n].
func (e Engine) Compose(s Schema, patches ...model.Value) (_ model.Value, err error) {
	defer faults.RecoverSchema(&err)
	composed, n, f := compose.Patches(s.must(), patches, e.applyOptions())
	if f != nil {
		return model.Value{}, asError(f, "original", faults.PatchName(n))
	}
	return composed, nil
}

// Conflicts returns the conflicts between two patches. If there are none, the patches can
// be applied in either order.
//
// Conflicts is shorthand for Engine{}.Conflicts.
func Conflicts(s Schema, left, right model.Value) ([]Conflict, error) {
	return Engine{}.Conflicts(s, left, right)
}

// Conflicts returns the places where the result depends on which of two patches is applied
// first, sorted by path (rule conflict-list). Without conflicts, both orders give the same
// result for every original, except for the order of elements in merging lists. With
// conflicts, both orders may still give the same result for some originals.
//
// Left and Right of a conflict are the values of the patches at the place. If a patch has only an
// order list for the place, its value is that list. A value is absent if the patch clears the place
// without naming it, or has only a delete list for it.
//
// If a patch applies to no original, the error is that of Apply, with Document left or right.
func (e Engine) Conflicts(s Schema, left, right model.Value) (_ []Conflict, err error) {
	defer faults.RecoverSchema(&err)
	found, side, f := compose.Conflicts(s.must(), left, right, e.applyOptions())
	if f != nil {
		return nil, asError(f, "original", side)
	}
	var conflicts []Conflict
	for _, c := range found {
		conflicts = append(conflicts, Conflict{Path: c.Path, Code: ConflictCode(c.Code), Left: c.Left, Right: c.Right})
	}
	return conflicts, nil
}
