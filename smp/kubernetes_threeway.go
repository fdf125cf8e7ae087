package smp

import (
	"cmp"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// inDialect puts a list together as the engine of the dialect will, where a patch
// merges it then. The patch orders modified's elements wherever it says anything
// of the list; where that engine puts the others is for it to say, so it is
// asked, with a patch that has but the keys of what is sent. It reports false
// where no patch merges the list.
func (x *listTarget) inDialect(byWant []mergedElement) (v model.Value, p *plan, ok bool) {
	listed := modifieds(byWant)
	arranged, ok := x.asAnswered(byWant, listed)
	if !ok {
		return model.Value{}, nil, false
	}
	v, p = x.listOf(arranged, listed)
	l := *x.listDiff
	l.differ, l.plan = x.listDiff.apart(), p
	before, after := l.identify(x.c.List), l.identify(v)
	return v, p, before.Exact() && after.Exact() || l.merges(before, after)
}

// merges reports whether a patch that replaces nothing turns one list into another.
// Not all elements have identities of their own.
func (l *listDiff) merges(before, after *identity.Numbered) bool {
	if len(l.node.keys) == 0 {
		_, f := l.cluster.setPatch(l, "list", before, after)
		return f == nil
	}
	_, ok, _ := l.mergesDuplicates("list", before, after)
	return ok
}

// asAnswered arranges the elements as the engine of the dialect does. It reports
// false where that answers otherwise, or not in modified's order.
func (x *listTarget) asAnswered(byWant []mergedElement, listed []model.Value) ([]mergedElement, bool) {
	queued := slices.Clone(byWant) // duplicates as that engine leaves them, in current's order
	slices.SortStableFunc(queued, func(a, b mergedElement) int { return cmp.Compare(uint(a.at()), uint(b.at())) })
	list, _ := x.listOf(queued, nil)
	wanted := x.identify(list)
	t, f := x.skeleton(byWant, listed, wanted)
	if f != nil {
		return nil, false
	}
	list, f = (reading{dialect: x.listDiff.dialect}).clusterList(x.node, x.c.List, t)
	if f != nil || wanted.Loose || list.Len() != len(queued) {
		return nil, false
	}
	left := identity.DuplicatesOf(wanted)
	arranged := make([]mergedElement, 0, len(queued))
	for _, e := range list.Elements() {
		at := left.Next(wanted.IdentityOf(e))
		if at < 0 {
			return nil, false
		}
		arranged = append(arranged, queued[at])
	}
	return arranged, isInOrder(arranged)
}

// skeleton returns what a patch says of a list, of elements only the keys.
// elements are in modified's order, listed are those that the order list lists, and
// wanted is the list that is to come out, in any order.
func (x *listTarget) skeleton(elements []mergedElement, listed []model.Value, wanted *identity.Numbered) (fieldPatch, *fault) {
	t := fieldPatch{name: "list"} // no matter which
	var sent, gone []model.Value
	stays := make([]bool, len(x.c.Values))
	kept := x.listDiff.by.NewIndex(0) // values of a set that stay; their duplicates go by themselves
	for _, e := range elements {
		if at := e.at(); at >= 0 {
			stays[at] = true
			if len(x.node.keys) == 0 && e.value.IsScalar() {
				kept.Add([]model.Value{e.value})
			}
		}
		if !e.sent {
			continue
		}
		k, f := x.identityOf(e.value, false)
		if f != nil {
			return t, f
		}
		sent = append(sent, k)
	}
	had := x.identify(x.c.List)
	for i, e := range x.c.Values {
		if stays[i] || kept.Find([]model.Value{e}) >= 0 {
			continue
		}
		// Where there are not to be fewer with its identity, what replaces it merges with it.
		if at := wanted.Find(e); len(x.node.keys) > 0 && at >= 0 && had.Copies(i) <= wanted.Copies(at) {
			continue
		}
		k, f := x.identityOf(e, true)
		if f != nil {
			return t, f
		}
		gone = append(gone, k)
	}
	var f *fault
	if len(x.node.keys) > 0 {
		sent = append(sent, gone...)
	} else if len(gone) > 0 {
		t.del, f = built(model.NewList(gone...))
	}
	if f == nil && len(sent) > 0 {
		t.value, f = built(model.NewList(sent...))
	}
	if f == nil && len(listed) > 0 {
		t.order, f = x.orderOf(listed)
	}
	return t, f
}

// identityOf returns the keys of an element as a patch has them; of a set, the
// value.
func (x *listTarget) identityOf(e model.Value, deletion bool) (model.Value, *fault) {
	if len(x.node.keys) == 0 {
		return e, nil
	}
	return x.keysOnly(e, deletion)
}
