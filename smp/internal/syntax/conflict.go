package syntax

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/spelling"
)

// A Conflict is a place where the result depends on which of two patches is applied first. It is an
// smp.Conflict.
type Conflict struct {
	Path        model.Path
	Code        string // an smp.ConflictCode
	Left, Right model.Value
}

// These are the codes of conflicts. They are constants of package smp.
const (
	// BothChanged: both patches set a value.
	BothChanged = "both-changed"
	// LeftDeleted: the left patch deletes the value.
	LeftDeleted = "left-deleted"
	// RightDeleted: the right patch deletes the value.
	RightDeleted = "right-deleted"
)

// Conflicts collects the conflicts between two patches. Path is the current place.
type Conflicts struct {
	Path  model.Path
	found []Conflict
}

// In calls walk while Path is extended by the step.
func (d *Conflicts) In(step model.Step, walk func()) {
	d.Path = append(d.Path, step)
	walk()
	d.Path = d.Path[:len(d.Path)-1]
}

// Add adds a conflict at the current place, or at the place that the steps lead to from there. If one
// patch deletes the value explicitly, the code reports a deletion by this patch. Otherwise a patch
// without a value clears the value of the other patch, which is a deletion, too.
func (d *Conflicts) Add(left, right model.Value, steps ...model.Step) {
	code := BothChanged
	switch {
	case IsDeletion(left):
		code = LeftDeleted
	case IsDeletion(right):
		code = RightDeleted
	case left.Type() == model.Absent:
		code = LeftDeleted
	case right.Type() == model.Absent:
		code = RightDeleted
	}
	d.AddCode(code, left, right, steps...)
}

// AddCode is like Add, but takes the code.
func (d *Conflicts) AddCode(code string, left, right model.Value, steps ...model.Step) {
	d.found = append(d.found, Conflict{d.Path.Append(steps...), code, left, right})
}

// AddOf adds a conflict in which only one side has a value: left if side is 0, right if side is 1.
func (d *Conflicts) AddOf(side int, v model.Value, step model.Step) {
	sides := [2]model.Value{}
	sides[side] = v
	d.Add(sides[0], sides[1], step)
}

// Sets compares two patches that merge a set. They are in conflict about each value that one of them
// adds and the other one deletes.
func (d *Conflicts) Sets(left, right Field) {
	for side, t := range [2][2]Field{{left, right}, {right, left}} {
		gone, again := identity.SetOf(t[1].Delete), identity.SetOf(t[1].Value)
		for _, v := range t[0].Value.Elements() {
			if gone.Find([]model.Value{v}) >= 0 && again.Find([]model.Value{v}) < 0 {
				d.AddOf(side, v, model.SetValue{Value: v})
			}
		}
	}
}

// Len returns the number of conflicts.
func (d *Conflicts) Len() int { return len(d.found) }

// Sorted returns the conflicts sorted by the text of their paths. A conflict that was added twice is
// returned once.
func (d *Conflicts) Sorted() []Conflict {
	slices.SortStableFunc(d.found, func(a, b Conflict) int { return spelling.ComparePaths(a.Path, b.Path) })
	return slices.CompactFunc(d.found, func(a, b Conflict) bool {
		return slices.EqualFunc(a.Path, b.Path, spelling.SameStep) && a.Code == b.Code && model.Equal(a.Left, b.Left) && model.Equal(a.Right, b.Right)
	})
}

// Merges reports whether a patch value is a map without $patch, which merges into the original.
func Merges(patch model.Value) bool {
	op, f := OperationOf(patch)
	return patch.Type() == model.Map && f == nil && op == Merge
}

// ClearsSet reports whether the directive clears a field that another patch sets.
func (k Retained) ClearsSet(other Field) bool {
	return k.Clears(other.Name) && other.Value.Type() != model.Absent && !IsDeletion(other.Value)
}
