package diff

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A plan defines how the patch expresses the changes of a map or list. Three-way merges make plans.
// Diff works without a plan. A plan is a tree with the structure of the target, which is the document
// that current must become. If a value has no plan, but a value around it has one, the plan of the
// inner value is emptyPlan.
type plan struct {
	// members are the plans of a map's members, by name.
	members []memberPlan
	// clearedByRetainKeys are members of a map that get no null in the patch, because
	// $retainKeys in the patch of the map removes them.
	clearedByRetainKeys map[string]bool
	// elements holds the plans of a list's elements, and where modified and current have them. It
	// is nil if the list was made by an edit of another list and has its elements in the same
	// order.
	elements []elementPlan
	// order holds the elements that $setElementOrder lists. It is empty if the patch does not
	// contain that directive.
	order []model.Value
	// mayKeepIrregular allows a set to keep duplicates, and elements that are not scalars.
	mayKeepIrregular bool
	// edited is the list from which this one was made by an edit, and changed holds the changed
	// elements. edited is absent if the list was not made by an edit.
	edited  model.Value
	changed []changedElement
}

type memberPlan struct {
	name string
	plan *plan
}

// An elementPlan is the plan of an element of the target, with the place of the element in modified
// and in current.
type elementPlan struct {
	elementOrigin
	plan *plan
}

// An elementOrigin holds the indexes of an element in modified and in current. An index is -1 if the
// document does not have the element.
type elementOrigin struct{ inModified, inCurrent int }

// emptyPlan is the plan of a value that has no plan, below a value that has one. The patch sends
// the content of the value, without an order list.
var emptyPlan = new(plan)

// child returns the plan of a member or element of the value with plan p. own is the member's or
// element's own plan, or nil. The result is nil if both are nil.
func (p *plan) child(own *plan) *plan {
	if p != nil && own == nil {
		return emptyPlan
	}
	return own
}

// member returns the plan of the member of a map.
func (p *plan) member(name string) *plan {
	if p == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(p.members, name, func(m memberPlan, name string) int { return strings.Compare(m.name, name) })
	if !ok {
		return emptyPlan
	}
	return p.members[i].plan
}

// element returns the plan of element i of a list.
func (p *plan) element(i int) *plan {
	switch {
	case p == nil:
		return nil
	case i < len(p.elements):
		return p.child(p.elements[i].plan)
	}
	n, ok := slices.BinarySearchFunc(p.changed, i, func(c changedElement, i int) int { return c.place - i })
	if !ok {
		return emptyPlan
	}
	return p.child(p.changed[n].plan)
}

// retainKeysClears reports whether the patch has no null for a member because $retainKeys removes
// it.
func (p *plan) retainKeysClears(name string) bool { return p != nil && p.clearedByRetainKeys[name] }

// retainKeysClearsAny reports whether a member of have has no null in the patch because $retainKeys
// removes it.
func (p *plan) retainKeysClearsAny(have, now model.Value) bool {
	if p == nil || len(p.clearedByRetainKeys) == 0 || !nulls.HasMore(now, nulls.EmptyMap) {
		return false
	}
	for name, v := range have.Members() {
		if _, kept := now.Get(name); !kept && nulls.Present(v) && p.retainKeysClears(name) {
			return true
		}
	}
	return false
}
