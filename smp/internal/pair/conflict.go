package pair

import (
	"cmp"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/spelling"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A Conflict is a place that two sides change differently: two patches, or two documents.
type Conflict struct {
	Path        model.Path
	Code        string // an smp.ConflictCode
	Left, Right model.Value
}

// These are the codes of conflicts. Package smp documents them.
const (
	// BothChanged: both sides set a value.
	BothChanged = "both-changed"
	// BothAdded: both documents have a value that original lacks.
	BothAdded = "both-added"
	// LeftDeleted: the left side deletes the value.
	LeftDeleted = "left-deleted"
	// RightDeleted: the right side deletes the value.
	RightDeleted = "right-deleted"
)

// A Comparison collects the conflicts between two patches. Path is the current place.
type Comparison struct {
	Path  model.Path
	found []Conflict
}

// In calls walk while Path is extended by the step.
func (c *Comparison) In(step model.Step, walk func()) {
	c.Path = append(c.Path, step)
	walk()
	c.Path = c.Path[:len(c.Path)-1]
}

// Add adds a conflict at the current place, or at the place that the steps lead to from there. If one
// patch deletes the value explicitly, the code reports a deletion by this patch. Otherwise a patch
// without a value clears the value of the other patch, which is a deletion, too.
func (c *Comparison) Add(left, right model.Value, steps ...model.Step) {
	code := BothChanged
	switch {
	case syntax.IsDeletion(left):
		code = LeftDeleted
	case syntax.IsDeletion(right):
		code = RightDeleted
	case left.Type() == model.Absent:
		code = LeftDeleted
	case right.Type() == model.Absent:
		code = RightDeleted
	}
	c.AddCode(code, left, right, steps...)
}

// AddCode is like Add, but takes the code.
func (c *Comparison) AddCode(code string, left, right model.Value, steps ...model.Step) {
	c.found = append(c.found, Conflict{c.Path.Append(steps...), code, left, right})
}

// AddOf adds a conflict in which only one side has a value: left if side is 0, right if side is 1.
func (c *Comparison) AddOf(side int, v model.Value, steps ...model.Step) {
	sides := [2]model.Value{}
	sides[side] = v
	c.Add(sides[0], sides[1], steps...)
}

// AddFields adds a conflict between two patches of the field at the current place. A delete list
// counts as a deletion of the value that the other patch has. Otherwise, the value of a patch without
// a value is its delete list or, if it has none, its order list.
func (c *Comparison) AddFields(left, right syntax.Field) {
	c.Add(against(left, right), against(right, left))
}

// against returns the value that a conflict with another patch of the field reports.
func against(t, other syntax.Field) model.Value {
	switch {
	case t.Value.Type() != model.Absent || t.HasDeleteList() && other.Value.Type() != model.Absent:
		return t.Value
	case t.Delete.Type() != model.Absent:
		return t.Delete
	case t.HasOrderList():
		return t.Order
	}
	return t.Nameless
}

// Fields compares two patches that merge a map, field by field. They are in conflict about each field
// that one of them sets and $retainKeys of the other one clears. Fields calls compare for every other
// field that both have, unless the two patches of the field are equal.
func (c *Comparison) Fields(p *Pair, equality *identity.Equality, compare func(left, right syntax.Field)) {
	for _, name := range p.Names {
		left, right := p.At(name)
		c.In(model.Field(name), func() {
			switch {
			case p.FirstRetains.ClearsSet(right):
				c.AddOf(1, right.Value)
			case p.SecondRetains.ClearsSet(left):
				c.AddOf(0, left.Value)
			case left.IsEmpty() || right.IsEmpty():
			case model.Equal(left.Delete, right.Delete) && model.Equal(left.Order, right.Order) && equality.Of(left.Value, right.Value):
			default:
				compare(left, right)
			}
		})
	}
}

// BothWays compares two patches of the field at the current place by their effect, and reports whether
// they are in conflict. inTurn returns the effect of two patches that are applied in order. Effects
// that differ only in the order of elements must be equal, and without order lists.
func (c *Comparison) BothWays(left, right syntax.Field, inTurn func(first, second syntax.Field) (syntax.Field, *faults.Fault)) bool {
	one, f := inTurn(left, right)
	other, g := inTurn(right, left)
	if f == nil && g == nil && model.Equal(one.Value, other.Value) && model.Equal(one.Delete, other.Delete) {
		return false
	}
	c.AddFields(left, right)
	return true
}

// Sets compares two patches that merge a set. They are in conflict about each value that one of them
// adds and the other one deletes.
func (c *Comparison) Sets(left, right syntax.Field) {
	for side, t := range [2][2]syntax.Field{{left, right}, {right, left}} {
		gone, again := identity.SetOf(t[1].Delete), identity.SetOf(t[1].Value)
		for _, v := range t[0].Value.Elements() {
			if value := []model.Value{v}; gone.Find(value) >= 0 && again.Find(value) < 0 {
				c.AddOf(side, v, model.SetValue{Value: v})
			}
		}
	}
}

// Len returns the number of conflicts.
func (c *Comparison) Len() int { return len(c.found) }

// Sorted returns the conflicts sorted by the text of their paths, and then by their values. A conflict that
// was added twice is returned once.
func (c *Comparison) Sorted() []Conflict {
	slices.SortStableFunc(c.found, func(a, b Conflict) int {
		if order := spelling.ComparePaths(a.Path, b.Path); order != 0 {
			return order
		}
		return cmp.Or(model.Compare(a.Left, b.Left), model.Compare(a.Right, b.Right))
	})
	return slices.CompactFunc(c.found, func(a, b Conflict) bool {
		return slices.EqualFunc(a.Path, b.Path, spelling.SameStep) && a.Code == b.Code && model.Equal(a.Left, b.Left) && model.Equal(a.Right, b.Right)
	})
}
