package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// Elements of the three lists meet by their keys. Where current has several with the
// same keys, some may be somebody else's, and the values decide:
//
//	original  [A=1, A=2]
//	modified  [A=1]
//	current   [A=9, A=1, A=2]
//
// Modified's A=1 meets current's A=1, the first that holds it. Original's A=1 is that
// one too; its A=2 has no element of modified, so current's A=2 goes. A=9 is nobody's
// of these, and stays.

// A match is what an element of modified meets: the numbers of an element of original
// and of one of current, -1 for none.
type match struct {
	original, current int
	filled            bool // a server filled in keys of current's
}

// meetings are how the elements of three lists meet.
type meetings struct {
	of      []match // by element of modified
	wanted  []int   // by element of current: its element of modified, -1 for none
	dropped []int   // by element of current: its element of original that modified lacks, -1 for none
	// unattributed are elements of original that modified lacks and that several
	// of current may be.
	unattributed []int
}

// number numbers the elements of the three lists. An empty key of modified or
// original that no element of current has counts as absent: servers fill it in or do
// not store it.
func (x *listTarget) number(o, m, c model.Value) {
	x.c = x.by.Numbered(c)
	if x.node.emptyKeys != nil {
		x.written = [2]model.Value{o, m}
		o, m = x.withoutEmptyKeys(o), x.withoutEmptyKeys(m)
	}
	x.o, x.m = x.by.Numbered(o), x.by.Numbered(m)
}

// withoutEmptyKeys returns a list without the keys that are empty or null, of
// elements of which current has none with the keys as they are written.
func (x *listTarget) withoutEmptyKeys(list model.Value) model.Value {
	var changes []model.Element
	for i, e := range list.Elements() {
		var empty []model.Member
		for _, name := range x.node.emptyKeys {
			if v, _ := e.Get(name); v.Kind() == model.Null || isEmptyText(v) {
				empty = append(empty, model.Member{Name: name})
			}
		}
		if empty == nil {
			continue
		}
		keys, ok := x.by.KeysOf(nil, e)
		if ok && x.c.Index.Find(keys) >= 0 || !ok && x.c.Has(e) {
			continue
		}
		changes = append(changes, model.Element{Index: i, Value: x.target.built(x.target.builder().WithMembers(e, empty...))})
	}
	if changes == nil {
		return list
	}
	return x.target.built(x.target.builder().WithElements(list, changes))
}

// matched returns how the elements meet.
func (x *listTarget) matched() meetings {
	all := meetings{
		of:      make([]match, len(x.m.Values)),
		wanted:  slices.Repeat([]int{-1}, len(x.c.Values)),
		dropped: slices.Repeat([]int{-1}, len(x.c.Values)),
	}
	var pairs map[int]pair
	pairs, all.unattributed = x.paired()
	originals, currents := x.candidatesOf(x.o), x.candidatesOf(x.c)
	for i, e := range x.m.Values {
		all.of[i] = match{original: originals.take(x.m, i, e), current: -1}
	}
	for at, p := range pairs {
		currents.taken[at] = true
		if p.modified < 0 {
			all.dropped[at] = p.original
			continue
		}
		all.of[p.modified].current, all.of[p.modified].filled = at, true
		all.wanted[at] = p.modified
	}
	for i, e := range x.m.Values {
		with := &all.of[i]
		if with.filled {
			continue
		}
		if with.current = currents.take(x.m, i, e, x.o.At(with.original)); with.current >= 0 {
			all.wanted[with.current] = i
		}
	}
	for i, e := range x.o.Values {
		if originals.taken[i] {
			continue
		}
		if gone := currents.take(x.o, i, e); gone >= 0 {
			all.dropped[gone] = i
		}
	}
	return all
}

// goes returns of each element of current whether it goes because modified lacks it:
// of a set each value that original has.
func (x *listTarget) goes() []bool {
	gone := make([]bool, len(x.c.Values))
	if len(x.node.keys) == 0 {
		for i, e := range x.c.Values {
			gone[i] = x.o.Has(e)
		}
		return gone
	}
	all := x.matched()
	x.noteUnattributed(all)
	for i, was := range all.dropped {
		gone[i] = was >= 0
	}
	return gone
}

func (x *listTarget) noteUnattributed(all meetings) {
	for _, i := range all.unattributed {
		x.unattributed = append(x.unattributed, model.Path{(&patchElement{by: x.by, keys: x.o.Identity(i)}).step()})
	}
}

// candidates are the elements of a list that others may take, each once.
type candidates struct {
	*listTarget
	list  *identity.Numbered
	taken []bool
	named identity.Duplicates // for each identity its elements; those at the front that are taken are left out
	// unnamed are the elements without identity, by hash.
	unnamed map[uint64][]int32
	// leaves are, for an identity with many elements, these by what they hold.
	leaves map[int]map[uint64][]int32
}

// manyDuplicates is how many elements with one identity are looked through one by
// one.
const manyDuplicates = 16

func (x *listTarget) candidatesOf(list *identity.Numbered) *candidates {
	c := &candidates{listTarget: x, list: list, taken: make([]bool, len(list.Values)), named: identity.DuplicatesOf(list)}
	if list.Loose {
		c.unnamed = map[uint64][]int32{}
		for i, id := range list.IDs {
			if id < 0 {
				h := nulls.Hash(x.asStored(list.Values[i]))
				c.unnamed[h] = append(c.unnamed[h], int32(i))
			}
		}
	}
	return c
}

// asStored returns an element without keys in one form of those that a server stores
// alike.
func (x *listTarget) asStored(e model.Value) model.Value {
	return canonical(x.node.shape.element, e, x.marks, x.marks || x.node.emptyKeys != nil)
}

// take returns what element i of another list meets, e, and takes it; -1 for none: of
// several the first that holds e, else the first that holds one of the others, else
// the first.
func (c *candidates) take(of *identity.Numbered, i int, e model.Value, others ...model.Value) int {
	at := -1
	if of.IDs[i] < 0 {
		at = c.like(e)
	} else if id := c.list.Index.Find(of.Identity(i)); id >= 0 {
		c.named[id] = c.free(c.named[id])
		switch left := c.named[id]; len(left) {
		case 0:
		case 1:
			at = int(left[0])
		default:
			at = c.holder(id, e)
			for _, other := range others {
				if at < 0 && other.Kind() != model.Absent {
					at = c.holder(id, other)
				}
			}
			if at < 0 {
				at = int(left[0])
			}
		}
	}
	if at >= 0 {
		c.taken[at] = true
	}
	return at
}

// free returns elements without those at the front that are taken.
func (c *candidates) free(all []int32) []int32 {
	for len(all) > 0 && c.taken[all[0]] {
		all = all[1:]
	}
	return all
}

// like returns the first element without identity that equals e, or -1.
func (c *candidates) like(e model.Value) int {
	if c.unnamed == nil {
		return -1
	}
	e = c.asStored(e)
	h := nulls.Hash(e)
	all := c.free(c.unnamed[h])
	c.unnamed[h] = all
	for _, at := range all {
		if !c.taken[at] && nulls.Equal(c.asStored(c.list.Values[at]), e) {
			return int(at)
		}
	}
	return -1
}

// holder returns the first element with an identity that holds e, or -1.
func (c *candidates) holder(id int, e model.Value) int {
	if c.held == nil {
		c.held = map[uint64][]heldPair{}
	}
	all := c.named[id]
	if len(all) > manyDuplicates {
		all = c.sharing(id, e)
	}
	for _, at := range all {
		if !c.taken[at] && c.holdsElement(model.Value{}, e, c.list.Values[at], false) {
			return int(at)
		}
	}
	return -1
}

// sharing returns the elements with an identity that may hold e: those that share the
// rarest of its scalars. Without it many duplicates would be compared with as many.
func (c *candidates) sharing(id int, e model.Value) []int32 {
	leaves, ok := c.leaves[id]
	if !ok {
		leaves = map[uint64][]int32{}
		for _, at := range c.named[id] {
			c.eachLeaf(c.node.shape.element, c.list.Values[at], 0, func(h uint64) {
				if all := leaves[h]; len(all) == 0 || all[len(all)-1] != at {
					leaves[h] = append(all, at)
				}
			})
		}
		if c.leaves == nil {
			c.leaves = map[int]map[uint64][]int32{}
		}
		c.leaves[id] = leaves
	}
	rarest := c.named[id]
	c.eachLeaf(c.node.shape.element, e, 0, func(h uint64) {
		left := c.free(leaves[h])
		if leaves[h] = left; len(left) < len(rarest) {
			rarest = left
		}
	})
	return rarest
}

// eachLeaf yields a hash of each scalar in a value and of its way there through maps.
// What a server may store in another form is left out.
func (c *candidates) eachLeaf(u *node, v model.Value, way uint64, yield func(uint64)) {
	switch {
	case v.Kind() == model.Map:
		for name, member := range v.Members() {
			c.eachLeaf(u.member(name), member, way*31+model.NewString(name).Hash(), yield)
		}
	case v.IsScalar() && !(c.marks && u.marks != Marks{}):
		yield(way*31 + v.Hash())
	}
}
