package keep

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/stored"
)

func (k *keeper) inList(u *schema.Node, at nodeSet, desired, live model.Value, mayBeEmpty bool) model.Value {
	removable := !mayBeEmpty && !nulls.Present(live)
	ours, theirs := nulls.OfType(desired, model.List), nulls.OfType(live, model.List)
	var elements []model.Value
	var same bool
	if by := selectionOf(u, at); by != nil {
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

// selectionOf returns the selection that identifies the elements of a list. The result is nil if
// they are identified by index. If the list has no merge keys, the first path with keys decides.
func selectionOf(u *schema.Node, at nodeSet) *identity.Selection {
	if u.Merging() {
		return u.ByAllKeys
	}
	var first *stepGroup
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
func (k *keeper) byIndex(u *schema.Node, at nodeSet, desired, live model.Value) (elements []model.Value, same bool) {
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
			k.matchElement(u, next, have, they)
			return elements[:i], false
		case i < len(theirs):
			k.matchElement(u, next, have, they)
			if i == len(elements) && next.end() {
				elements, same = append(elements, they), false
			}
		}
	}
	return elements, same
}

// matchElement records the paths that match at an element or below it. The element itself is decided elsewhere.
func (k *keeper) matchElement(u *schema.Node, at nodeSet, desired, live model.Value) {
	k.value(u.OfElement(), at, desired, live, true)
}

func elementAt(elements []model.Value, i int) model.Value {
	if i < 0 || i >= len(elements) {
		return model.Value{}
	}
	return elements[i]
}

// byKey returns the elements of a keyed list or the values of a set, in which the places of live
// are kept. If all elements are the same as in desired, it returns nil and true.
func (k *keeper) byKey(u *schema.Node, by *identity.Selection, at nodeSet, desired, live model.Value) (elements []model.Value, same bool) {
	p := k.newPairs(u, by, at, desired, live)
	p.pairAll()
	same = k.decideOurs(u, by, at, p)
	if !k.decideTheirs(u, p) {
		same = false
	}
	if same {
		return nil, true
	}
	return p.arranged(), false
}

// decideOurs decides which elements of desired stay, and with which value. It reports whether all stay as
// they are.
func (k *keeper) decideOurs(u *schema.Node, by *identity.Selection, at nodeSet, p *listPairing) (same bool) {
	same = true
	for i, have := range p.ours {
		j, g := p.ofOurs[i], p.groups[i]
		ends := g >= 0 && p.whole[g]
		switch {
		case j >= 0 && ends:
			k.matchElement(u, p.reached[j], have, p.theirs[j])
			p.values[i] = p.theirs[j]
		case j >= 0 && len(p.reached[j]) > 0:
			p.values[i] = k.value(u.OfElement(), p.reached[j], have, p.theirs[j], true)
		case g < 0:
			next := k.element(at, by, have, -1)
			if ends = next.end(); ends {
				k.match(next, have, model.Value{})
			}
		}
		p.stays[i] = j >= 0 || !ends
		same = same && p.stays[i] && model.Same(p.values[i], have)
	}
	return same
}

// decideTheirs decides which elements that only live has are added. It reports whether there are none.
func (k *keeper) decideTheirs(u *schema.Node, p *listPairing) (same bool) {
	same = true
	for j, they := range p.theirs {
		if p.ofTheirs[j] >= 0 {
			continue
		}
		if len(p.reached[j]) > 0 {
			k.matchElement(u, p.reached[j], model.Value{}, they)
		}
		stays := p.whole[p.pairing.Groups[j]]
		p.stays[len(p.ours)+j] = stays
		same = same && !stays
	}
	return same
}

// A listPairing holds the elements of two lists and pairs them. Elements of live with equal keys form a
// group, and so do equal elements without keys. Elements of desired are paired in order with those of
// one group, which is that of the form that a server made of them.
type listPairing struct {
	ours, theirs     []model.Value
	desired, live    *identity.Numbered
	filling          *identity.Filling
	pairing          identity.Pairing // of live
	reached          []nodeSet        // for each element of theirs, the paths that lead to it or into it
	whole            []bool           // for each group of live, whether its elements are kept as a whole
	groups           []int            // for each element of ours, the group of live with which it can be paired, or -1
	ofOurs, ofTheirs []int            // for each element, the index of its partner in the other list, or -1

	// These are the result. Elements of desired have the numbers from 0 on, and those of live follow.
	values []model.Value
	stays  []bool
}

// newPairs returns the elements of two lists, without pairs. at holds the paths that lead into the lists.
func (k *keeper) newPairs(u *schema.Node, by *identity.Selection, at nodeSet, desired, live model.Value) *listPairing {
	p := &listPairing{ours: desired.AppendElements(nil), live: by.Numbered(live)}
	p.theirs = p.live.Values
	if u.EmptyKeys != nil {
		desired = stored.WithoutEmptyKeys(u, p.live, desired)
	}
	p.desired = by.Numbered(desired)
	p.filling = identity.FillIn(p.desired, p.live, nil)
	p.pairing = p.live.Pairing(func(e model.Value) model.Value { return e })
	p.reached, p.whole = make([]nodeSet, len(p.theirs)), make([]bool, p.pairing.Len())
	for j, they := range p.theirs {
		p.reached[j] = k.element(at, by, they, j)
		g := p.pairing.Groups[j]
		p.whole[g] = p.whole[g] || p.reached[j].end()
	}
	p.values = slices.Concat(p.ours, p.theirs)
	p.stays = make([]bool, len(p.values))
	return p
}

// pairAll pairs the elements. Elements of groups that are kept as a whole are added to desired, so
// nothing else was made of those that have no partner.
func (p *listPairing) pairAll() {
	var excluded []int
	for id := range p.live.First {
		if p.whole[id] {
			excluded = append(excluded, id)
		}
	}
	p.filling.Exclude(excluded)
	p.groups = make([]int, len(p.ours))
	p.ofOurs, p.ofTheirs = make([]int, len(p.ours)), slices.Repeat([]int{-1}, len(p.theirs))
	for i, id := range p.desired.IDs {
		g := p.pairing.GroupOf(p.desired, i)
		if id >= 0 && p.filling.Of(int(id)) >= 0 {
			g = p.filling.Of(int(id))
		}
		p.groups[i], p.ofOurs[i] = g, p.pairing.Take(g, nil)
		if p.ofOurs[i] >= 0 {
			p.ofTheirs[p.ofOurs[i]] = i
		}
	}
}

// arranged returns the elements that stay. The elements of a group that is kept as a whole have the
// order of live.
func (p *listPairing) arranged() (elements []model.Value) {
	members := make([][]model.Value, len(p.whole)) // of each such group, in the order of live
	for j, they := range p.theirs {
		if g := p.pairing.Groups[j]; p.whole[g] {
			members[g] = append(members[g], they)
		}
	}
	n := len(p.ours)
	for _, i := range p.order() {
		v := p.values[i]
		if i < n && p.ofOurs[i] >= 0 {
			i = n + p.ofOurs[i]
		}
		if i >= n {
			if g := p.pairing.Groups[i-n]; len(members[g]) > 0 {
				v, members[g] = members[g][0], members[g][1:]
			}
		}
		elements = append(elements, v)
	}
	return elements
}

// order returns the numbers of the elements that stay. Elements of desired stay in their order. An
// element that only live has comes after the element that precedes it in live, or at the beginning.
func (p *listPairing) order() []int {
	n, stays := len(p.ours), p.stays
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
	for j, i := range p.ofTheirs {
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
