package threeway

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A Plan defines how the patch expresses the changes of a map or list. It is a tree with the structure
// of the target. A nil Plan belongs to a diff of two documents, which has no target. If a value has no
// plan, but a value around it has one, the plan of the inner value is empty.
type Plan struct {
	// Order holds the elements that $setElementOrder lists. It is empty if the patch does not
	// contain that directive.
	Order []model.Value
	// MayKeepIrregular allows a set to keep duplicates, and elements that are not scalars.
	MayKeepIrregular bool

	// members are the plans of a map's members, by name.
	members []memberPlan
	// clearedByRetainKeys are members of a map that get no null in the patch, because
	// $retainKeys in the patch of the map removes them.
	clearedByRetainKeys map[string]bool
	// elements holds the plans of a list's elements, and where modified and current have them. It
	// is nil if the list was made by an edit of another list and has its elements in the same
	// order.
	elements []elementPlan
	// edited is the list from which this one was made by an edit, changed holds the changed elements,
	// and below their plans. edited is absent if the list was not made by an edit.
	edited  model.Value
	changed []identity.Change
	below   []*Plan
}

type memberPlan struct {
	name string
	plan *Plan
}

// An elementPlan is the plan of an element of the target, with the place of the element in modified
// and in current.
type elementPlan struct {
	elementOrigin
	plan *Plan
}

// An elementOrigin holds the indexes of an element in modified and in current. An index is -1 if the
// document does not have the element.
type elementOrigin struct{ inModified, inCurrent int }

// emptyPlan is the plan of a value that has no plan, below a value that has one. The patch sends
// the content of the value, without an order list.
var emptyPlan = new(Plan)

// child returns the plan of a member or element of the value with plan p. own is the member's or
// element's own plan, or nil. The result is nil if both are nil.
func (p *Plan) child(own *Plan) *Plan {
	if p != nil && own == nil {
		return emptyPlan
	}
	return own
}

// Member returns the plan of the member of a map.
func (p *Plan) Member(name string) *Plan {
	if p == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(p.members, name, func(m memberPlan, name string) int { return strings.Compare(m.name, name) })
	if !ok {
		return emptyPlan
	}
	return p.members[i].plan
}

// Element returns the plan of element i of a list.
func (p *Plan) Element(i int) *Plan {
	switch {
	case p == nil:
		return nil
	case i < len(p.elements):
		return p.child(p.elements[i].plan)
	}
	n, ok := slices.BinarySearchFunc(p.changed, i, func(c identity.Change, i int) int { return c.Index - i })
	if !ok {
		return emptyPlan
	}
	return p.child(p.below[n])
}

// Changes returns the elements that differ between a list and the target of the list, if the target was
// made by an edit of the list. If not, it reports false.
func (p *Plan) Changes(list model.Value) ([]identity.Change, bool) {
	return p.changed, model.Same(p.edited, list)
}

// RetainKeysClears reports whether the patch has no null for a member because $retainKeys removes
// it.
func (p *Plan) RetainKeysClears(name string) bool { return p != nil && p.clearedByRetainKeys[name] }

// RetainKeysClearsAny reports whether a member of have has no null in the patch because $retainKeys
// removes it.
func (p *Plan) RetainKeysClearsAny(have, now model.Value) bool {
	if p == nil || len(p.clearedByRetainKeys) == 0 || !nulls.HasMore(now, nulls.EmptyMap) {
		return false
	}
	for name, v := range have.Members() {
		if _, kept := now.Get(name); !kept && nulls.Present(v) && p.RetainKeysClears(name) {
			return true
		}
	}
	return false
}
