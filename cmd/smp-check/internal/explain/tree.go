package explain

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A branch is a place on the way to effects, or with one.
type branch struct {
	path   model.Path
	schema smp.Schema
	effect *effect // nil where nothing is said of the place itself
	inside []*branch
	byStep map[string]*branch
}

// Tree returns the effects as a tree, in the order of the result; what is
// removed comes where the original has it.
func (x *Explanation) Tree() *branch {
	root := &branch{schema: x.schema, byStep: map[string]*branch{}}
	for _, c := range x.effects {
		b := root
		for i := range c.path {
			b = b.at(c.path[:i+1])
		}
		b.effect = c
	}
	root.sort(x)
	return root
}

// at returns the branch inside b that a path leads to by its last step.
func (b *branch) at(path model.Path) *branch {
	step := path[len(path)-1]
	if inner, ok := b.byStep[step.String()]; ok {
		return inner
	}
	inner := &branch{path: path, schema: schemaAt(b.schema, step), byStep: map[string]*branch{}}
	b.inside = append(b.inside, inner)
	b.byStep[step.String()] = inner
	return inner
}

// schemaAt returns the schema of what a step leads to.
func schemaAt(s smp.Schema, step model.Step) smp.Schema {
	if field, ok := step.(model.Field); ok {
		member, _ := s.Member(string(field))
		return member
	}
	return s.Element()
}

// step returns the last step of the branch's path.
func (b *branch) step() model.Step { return b.path[len(b.path)-1] }

// sort orders what is inside by where it stands in the result, else in the
// original.
func (b *branch) sort(x *Explanation) {
	before, after := x.beforeAndAfter(b.path)
	namesBefore, namesAfter := indexesOf(before), indexesOf(after)
	ranks := map[*branch][]int{}
	for _, inner := range b.inside {
		inner.sort(x)
		rank := x.indexOf(b.schema, after, namesAfter, inner.step())
		if rank < 0 {
			// Behind what stands before it in the original.
			rank = after.Len()
		}
		ranks[inner] = []int{rank, x.indexOf(b.schema, before, namesBefore, inner.step())}
	}
	slices.SortStableFunc(b.inside, func(a, c *branch) int { return slices.Compare(ranks[a], ranks[c]) })
}

// indexOf returns which member or element of v, whose names have these indexes, a step
// leads to, counted from 0; -1 where there is none.
func (x *Explanation) indexOf(s smp.Schema, v model.Value, names map[string]int, step model.Step) int {
	field, ok := step.(model.Field)
	if !ok {
		return x.elementIndex(s, v, step)
	}
	if i, ok := names[string(field)]; ok {
		return i
	}
	return -1
}

// indexesOf returns where the members of a map stand in it; nothing of others.
func indexesOf(v model.Value) map[string]int {
	indexes := map[string]int{}
	for name := range v.Members() {
		indexes[name] = len(indexes)
	}
	return indexes
}
