package smp

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// A plan is what a diff is told about a map or list of the modified document: how a
// patch is to say what has changed. It is a tree that is walked beside that document.
// Without a plan the diff decides by itself; what lies below a plan and has none of
// its own, of that a patch says what is there, and nothing of the order.
type plan struct {
	// members are the plans of a map's members, by name.
	members []memberPlan
	// cleared are the names of a map that $retainKeys is to clear without a word
	// more.
	cleared map[string]bool
	// elements say of each element of a list where it comes from; none of a list
	// that has those of another one in their order.
	elements []elementPlan
	// order are the elements that $setElementOrder is to list; none for no such list.
	order []model.Value
	// beside: duplicates of a set, or what is no scalar in it, may stay beside the
	// rest.
	beside bool
	// edited is a list of which this one is an edit, and changed are the elements
	// that it changes; absent where that is not known.
	edited  model.Value
	changed []changedElement
}

type memberPlan struct {
	name string
	plan *plan
}

// An elementPlan is where an element stands in two other documents, the modified and
// the current one of a merge, and its plan.
type elementPlan struct {
	origin
	plan *plan
}

// An origin is where an element stands in two lists: -1 where it does not.
type origin struct{ modified, current int }

// nothingPlanned is the plan of what has none below one that has.
var nothingPlanned = new(plan)

// below returns the plan of what lies below, if it has that.
func (p *plan) below(own *plan) *plan {
	if p != nil && own == nil {
		return nothingPlanned
	}
	return own
}

// member returns the plan of a member of a map.
func (p *plan) member(name string) *plan {
	if p == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(p.members, name, func(m memberPlan, name string) int { return strings.Compare(m.name, name) })
	if !ok {
		return nothingPlanned
	}
	return p.members[i].plan
}

// element returns the plan of element i of a list.
func (p *plan) element(i int) *plan {
	switch {
	case p == nil:
		return nil
	case i < len(p.elements):
		return p.below(p.elements[i].plan)
	}
	n, ok := slices.BinarySearchFunc(p.changed, i, func(c changedElement, i int) int { return c.place - i })
	if !ok {
		return nothingPlanned
	}
	return p.below(p.changed[n].plan)
}

// clears reports whether $retainKeys alone is to clear a member.
func (p *plan) clears(name string) bool { return p != nil && p.cleared[name] }

// clearsSome reports whether $retainKeys alone is to clear some member of have.
func (p *plan) clearsSome(have, now model.Value) bool {
	if p == nil || len(p.cleared) == 0 || !hasMore(now, emptyMap) {
		return false
	}
	for name, v := range have.Members() {
		if _, kept := now.Get(name); !kept && present(v) && p.clears(name) {
			return true
		}
	}
	return false
}
