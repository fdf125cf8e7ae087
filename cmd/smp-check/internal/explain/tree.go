package explain

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A branch is a place with an effect, or a parent of one.
type branch struct {
	path   model.Path
	schema smp.Schema
	effect *effect // nil if the place itself has none
	inside []*branch
	byStep map[string]*branch
}

// Tree returns the effects as a tree, in the order of the result. Values that the result
// lacks follow in the order of the original.
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

// at returns the branch for a path inside b. It adds a branch if there is none.
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

// schemaAt returns the schema of the value to which a step leads.
func schemaAt(s smp.Schema, step model.Step) smp.Schema {
	if field, ok := step.(model.Field); ok {
		member, _ := s.Member(string(field))
		return member
	}
	return s.Element()
}

// step returns the last step of the branch's path.
func (b *branch) step() model.Step { return b.path[len(b.path)-1] }

// sort orders the branches inside b by their position in the result. Branches that the result
// lacks follow, ordered by their position in the original.
func (b *branch) sort(x *Explanation) {
	before, after := x.beforeAndAfter(b.path)
	namesBefore, namesAfter := indexesOf(before), indexesOf(after)
	ranks := map[*branch][]int{}
	for _, inner := range b.inside {
		inner.sort(x)
		rank := x.indexOf(b.schema, after, namesAfter, inner.step())
		if rank < 0 {
			rank = after.Len() // after all values of the result
		}
		ranks[inner] = []int{rank, x.indexOf(b.schema, before, namesBefore, inner.step())}
	}
	slices.SortStableFunc(b.inside, func(a, c *branch) int { return slices.Compare(ranks[a], ranks[c]) })
}

// indexOf returns the index of the member or element of v to which a step leads, or -1. names
// maps the members of v to their indexes.
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

// indexesOf returns the indexes of a map's members by name. It is empty for other values.
func indexesOf(v model.Value) map[string]int {
	indexes := map[string]int{}
	for name := range v.Members() {
		indexes[name] = len(indexes)
	}
	return indexes
}
