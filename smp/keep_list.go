package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

func (k *keeper) inList(u *node, at keepSet, desired, live model.Value, mayBeEmpty bool) model.Value {
	removable := !mayBeEmpty && !nulls.Present(live)
	ours, theirs := onlyType(desired, model.List), onlyType(live, model.List)
	var elements []model.Value
	var same bool
	if by := keepIdentity(u, at); by != nil {
		elements, same = k.byKey(u, by, at, ours, theirs)
	} else {
		elements, same = k.byIndex(u, at, ours, theirs)
	}
	switch {
	case same:
		return desired
	case len(elements) == 0 && removable:
		return model.Value{}
	}
	return k.built(model.NewList(elements...))
}

// keepIdentity returns the selection that identifies the elements of a list. The result is nil if
// they are identified by index. If the list has no merge keys, the first path with keys decides.
func keepIdentity(u *node, at keepSet) *identity.Selection {
	if u.Merging() {
		return u.byAllKeys
	}
	var first *keepKeys
	set := false
	for _, n := range at {
		if len(n.keys) > 0 && (first == nil || n.keys[0].path < first.path) {
			first = n.keys[0]
		}
		set = set || n.values != nil
	}
	switch {
	case first != nil:
		return &identity.Selection{Names: first.names, Defaults: make([]model.Value, len(first.names)), Required: len(first.names)}
	case set:
		return &identity.Selection{}
	}
	return nil
}

// byIndex returns the elements of a list without keys, in which the places of live are kept. It
// also reports whether all elements are the same as in desired.
func (k *keeper) byIndex(u *node, at keepSet, desired, live model.Value) (elements []model.Value, same bool) {
	elements = desired.AppendElements(nil)
	theirs := live.AppendElements(nil)
	same = true
	for i := range max(len(elements), len(theirs)) {
		have, they := elementAt(elements, i), elementAt(theirs, i)
		next := k.element(at, nil, they, i)
		switch {
		case len(next) == 0:
		case i < len(theirs) && i < len(elements):
			elements[i] = k.value(u.OfElement(), next, have, they, true)
			same = same && model.Same(elements[i], have)
		case i >= len(theirs) && next.end():
			k.value(u.OfElement(), next, have, they, true) // called only to record the paths that match
			return elements[:i], false
		case i < len(theirs):
			k.value(u.OfElement(), next, have, they, true)
			if i == len(elements) && next.end() {
				elements, same = append(elements, they), false
			}
		}
	}
	return elements, same
}

func elementAt(elements []model.Value, i int) model.Value {
	if i < 0 || i >= len(elements) {
		return model.Value{}
	}
	return elements[i]
}

// byKey returns the elements of a keyed list or the values of a set, in which the places of live
// are kept. If all elements are the same as in desired, it returns nil and true.
func (k *keeper) byKey(u *node, by *identity.Selection, at keepSet, desired, live model.Value) (elements []model.Value, same bool) {
	x := k.newKeepPairs(u, by, desired, live)
	n := len(x.ours)
	reached := make([]keepSet, len(x.theirs))
	whole := map[keepGroup]bool{} // groups of elements in live that are kept as a whole
	for j, they := range x.theirs {
		reached[j] = k.element(at, by, they, j)
		whole[x.groups[n+j]] = whole[x.groups[n+j]] || reached[j].end()
	}
	x.pairAll(whole)
	values := slices.Concat(x.ours, x.theirs) // elements of desired, and elements of live that may be added
	stays := make([]bool, len(values))
	same = true
	for i, have := range x.ours {
		j := x.ofOurs[i]
		ends, ofLive := whole[x.groups[i]]
		switch {
		case j >= 0 && whole[x.groups[n+j]]:
			k.value(u.OfElement(), reached[j], have, x.theirs[j], true) // called only to record the paths that match
			values[i] = x.theirs[j]
		case j >= 0 && len(reached[j]) > 0:
			values[i] = k.value(u.OfElement(), reached[j], have, x.theirs[j], true)
		case j < 0 && !ofLive:
			next := k.element(at, by, have, -1)
			if ends = next.end(); ends {
				k.match(next, have, model.Value{})
			}
		}
		stays[i] = j >= 0 || !ends
		same = same && stays[i] && model.Same(values[i], have)
	}
	for j, they := range x.theirs {
		if x.ofTheirs[j] >= 0 {
			continue
		}
		if len(reached[j]) > 0 {
			k.value(u.OfElement(), reached[j], model.Value{}, they, true) // called only to record the paths that match
		}
		stays[n+j] = whole[x.groups[n+j]]
		same = same && !stays[n+j]
	}
	if same {
		return nil, true
	}
	members := map[keepGroup][]model.Value{} // elements of each group that is kept as a whole, in the order of live
	for j, they := range x.theirs {
		if g := x.groups[n+j]; whole[g] {
			members[g] = append(members[g], they)
		}
	}
	for _, i := range x.order(stays) {
		v := values[i]
		if i < n && x.ofOurs[i] >= 0 {
			i = n + x.ofOurs[i]
		}
		if left := members[x.groups[i]]; i >= n && len(left) > 0 {
			v, members[x.groups[i]] = left[0], left[1:]
		}
		elements = append(elements, v)
	}
	return elements, false
}

// A keepPairs holds the elements of two lists and pairs them. Elements with equal keys form a
// group, and so do equal elements without keys. The elements of a group are paired in order. An
// element of desired is in the group of the element of live that a server made of it.
type keepPairs struct {
	ours, theirs     []model.Value
	desired, live    *identity.Numbered
	filling          *identity.Filling
	groups           []keepGroup // the group of each element, first for ours and then for theirs
	ofOurs, ofTheirs []int       // for each element, the index of its partner in the other list, or -1
}

// A keepGroup is the number of a group of elements. It is even if the elements have keys.
type keepGroup int

func keyedGroup(id int) keepGroup { return keepGroup(2 * id) }

func keylessGroup(id int) keepGroup { return keepGroup(2*id + 1) }

// newKeepPairs returns the elements of two lists, with the groups of those of live.
func (k *keeper) newKeepPairs(u *node, by *identity.Selection, desired, live model.Value) *keepPairs {
	x := &keepPairs{ours: desired.AppendElements(nil), live: by.Numbered(live)}
	x.theirs = x.live.Values
	if u.emptyKeys != nil {
		desired = withoutEmptyKeys(u, x.live, desired, k.built)
	}
	x.desired = by.Numbered(desired)
	x.filling = identity.FillIn(x.desired, x.live, nil)
	keyless := identity.NewIndex(1, 0)
	numberKeyless := func(e model.Value) keepGroup {
		bare, _ := withoutNulls(e) // removing nulls cannot fail, because the value only becomes smaller
		return keylessGroup(keyless.Add([]model.Value{bare}))
	}
	x.groups = make([]keepGroup, len(x.ours)+len(x.theirs))
	for j, id := range x.live.IDs {
		at := len(x.ours) + j
		if x.groups[at] = keyedGroup(int(id)); id < 0 {
			x.groups[at] = numberKeyless(x.theirs[j])
		}
	}
	for i, id := range x.desired.IDs {
		if id < 0 {
			x.groups[i] = numberKeyless(x.desired.Values[i])
		}
	}
	return x
}

// pairAll pairs the elements. whole holds the groups of elements in live that are kept as a whole.
// They are added to desired, so nothing else was made of those that have no partner.
func (x *keepPairs) pairAll(whole map[keepGroup]bool) {
	var excluded []int
	for id := range x.live.First {
		if whole[keyedGroup(id)] {
			excluded = append(excluded, id)
		}
	}
	x.filling.Exclude(excluded)
	n := len(x.ours)
	x.ofOurs, x.ofTheirs = slices.Repeat([]int{-1}, n), slices.Repeat([]int{-1}, len(x.theirs))
	left := map[keepGroup][]int{} // by group, the elements of live that have no partner yet
	for j := range x.theirs {
		left[x.groups[n+j]] = append(left[x.groups[n+j]], j)
	}
	for i, id := range x.desired.IDs {
		if id >= 0 {
			x.groups[i] = keyedGroup(x.ofDesired(int(id)))
		}
		if g := x.groups[i]; len(left[g]) > 0 {
			x.ofOurs[i], x.ofTheirs[left[g][0]] = left[g][0], i
			left[g] = left[g][1:]
		}
	}
}

// ofDesired returns the number of the identity of live that an identity of desired is, or that a
// server made of it. If there is none, it returns a number that live does not use.
func (x *keepPairs) ofDesired(id int) int {
	if made := x.filling.Of(id); made >= 0 {
		return made
	}
	if same := x.live.Index.Find(x.desired.Index.Identity(id)); same >= 0 {
		return same
	}
	return len(x.live.First) + id
}

// withoutEmptyKeys removes empty and null keys from the elements of a list. It does not remove the
// empty keys of an element if live has an element with exactly the same keys. The function built
// records an error.
func withoutEmptyKeys(u *node, live *identity.Numbered, list model.Value, built func(model.Value, error) model.Value) model.Value {
	var changes []model.Element
	for i, e := range list.Elements() {
		var null, empty []model.Member
		for _, name := range u.emptyKeys {
			switch v, _ := e.Get(name); {
			case v.Type() == model.Null:
				null = append(null, model.Member{Name: name})
			case isEmptyText(v):
				empty = append(empty, model.Member{Name: name})
			}
		}
		if empty != nil && live.Has(e) {
			empty = nil
		}
		if empty = append(empty, null...); empty != nil {
			changes = append(changes, model.Element{Index: i, Value: built(e.WithMembers(empty...))})
		}
	}
	if changes == nil {
		return list
	}
	return built(list.WithElements(changes))
}

// order returns the numbers of the elements that stay. The elements of desired have the numbers
// from 0 on, and those of live follow. Elements of desired stay in their order. An element that
// only live has comes after the element that precedes it in live, or at the beginning.
func (x *keepPairs) order(stays []bool) []int {
	n := len(x.ours)
	const end = -1
	next := make([]int, len(stays)+1) // successor of each number, at the index of the number plus one; index 0 is for the first element
	last := 0
	for i := range n {
		if stays[i] {
			next[last] = i
			last = i + 1
		}
	}
	next[last] = end
	before := 0
	for j, i := range x.ofTheirs {
		switch {
		case i >= 0:
			before = i + 1
		case stays[n+j]:
			next[n+j+1], next[before] = next[before], n+j
			before = n + j + 1
		}
	}
	var order []int
	for at := next[0]; at != end; at = next[at+1] {
		order = append(order, at)
	}
	return order
}
