package threeway

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/stored"
)

// Elements of the three lists match by their keys. If current has several elements with the same
// keys, some of them may belong to somebody else. Then the values decide which elements match:
//
//	original  [A=1, A=2]
//	modified  [A=1]
//	current   [A=9, A=1, A=2]
//
// Modified's A=1 matches original's A=1 and current's A=1, which is the first element that holds
// it. Original's A=2 has no match in modified, so current's A=2 is removed. Current's A=9 matches
// no element and stays.

// A match holds the indexes of the elements of original and current that an element of modified
// matches. An index is -1 if there is no such element.
type match struct {
	original, current int
	filledIn          bool // current's values of absent or empty keys stay
	emptyKeys         bool // current has another element with the same empty keys, so "" is a value
}

// A matching holds the matches between the elements of three lists.
type matching struct {
	ofModified []match // by index in modified
	ofCurrent  []int   // by index in current; the matching element of modified, or -1
	dropped    []int   // by index in current; the matching element of original that modified lacks, or -1
}

// number gives numbers to the identities in the three lists. Servers default some empty keys, as in
// {name:""}, or do not store them. In modified and original, such a key counts as absent, unless
// current has an element with exactly the same keys. If such a key is null, it always counts as
// absent.
func (b *listBuilder) number(o, m, c model.Value) {
	b.current = b.target.memory.numbered.Numbered(b.by, c)
	if b.node.EmptyKeys != nil {
		b.asWritten = [2]model.Value{o, m}
		o = stored.WithoutEmptyKeys(b.node, b.current, o)
		m = stored.WithoutEmptyKeys(b.node, b.current, m)
	}
	b.original, b.modified = b.target.memory.numbered.Numbered(b.by, o), b.target.memory.numbered.Numbered(b.by, m)
}

// isEmptied reports whether empty keys were removed from the element of modified with index i.
func (b *listBuilder) isEmptied(i int) bool {
	written := b.asWritten[1]
	return written.Type() == model.List && !model.Same(written.At(i), b.modified.Values[i])
}

// lacksOptionalKey reports whether an element lacks a key that servers may fill in or not store. The
// empty keys of e must have been removed. Such an element has the keys of current's element that it
// matches.
func (b *listBuilder) lacksOptionalKey(e model.Value) bool {
	return slices.ContainsFunc(b.node.EmptyKeys, func(name string) bool {
		v, _ := e.Get(name)
		return v.Type() == model.Absent
	})
}

// findMatches matches the elements of the three lists.
func (b *listBuilder) findMatches() matching {
	b.fillIn()
	all := matching{
		ofModified: make([]match, len(b.modified.Values)),
		ofCurrent:  slices.Repeat([]int{-1}, len(b.current.Values)),
		dropped:    slices.Repeat([]int{-1}, len(b.current.Values)),
	}
	originals, currents := b.candidatesOf(b.original), b.candidatesOf(b.current)
	for i := range b.modified.Values {
		with := &all.ofModified[i]
		with.original = originals.take(b.modified, i, originals.GroupOf(b.modified, i), -1)
	}
	for i, id := range b.modified.IDs {
		with := &all.ofModified[i]
		now := currents.GroupOf(b.modified, i)
		if id >= 0 && b.madeOfModified.Of(int(id)) >= 0 {
			now, with.filledIn = b.madeOfModified.Of(int(id)), true
		}
		if with.current = currents.take(b.modified, i, now, with.original); with.current >= 0 {
			all.ofCurrent[with.current] = i
		}
	}
	for i, id := range b.original.IDs {
		if originals.IsPaired(i) {
			continue
		}
		now := currents.GroupOf(b.original, i)
		if id >= 0 && b.madeOfDropped.Of(int(id)) >= 0 {
			if now = b.madeOfDropped.Of(int(id)); b.inModified(now) >= 0 {
				continue
			}
		}
		if gone := currents.take(b.original, i, now, -1); gone >= 0 {
			all.dropped[gone] = i
		}
	}
	return all
}

// fillIn finds out which elements of current a server made of others by filling in keys.
func (b *listBuilder) fillIn() {
	b.madeOfModified = identity.FillIn(b.modified, b.current, b.original)
	b.madeOfDropped = identity.FillInDropped(b.original, b.modified, b.current)
	b.ofModified = slices.Repeat([]int32{-1}, len(b.current.First))
	for id, first := range b.modified.First {
		now := b.madeOfModified.Of(id)
		if now < 0 {
			now = b.current.Index.Find(b.modified.Index.Identity(id))
		}
		if now >= 0 {
			b.ofModified[now] = first
		}
	}
}

// inModified returns the index of the first element of modified that an element of current with the
// identity id matches, by equal keys or as a form. It returns -1 if there is none, and if id is -1.
func (b *listBuilder) inModified(id int) int {
	if id < 0 {
		return -1
	}
	return int(b.ofModified[id])
}

// removed reports for each element of current whether it is removed, if modified has no elements.
// In a set, all values that original has are removed.
func (b *listBuilder) removed() []bool {
	gone := make([]bool, len(b.current.Values))
	if len(b.node.Keys) == 0 {
		for i, e := range b.current.Values {
			gone[i] = b.original.Has(e)
		}
		return gone
	}
	all := b.findMatches()
	b.noteUnattributed()
	for i, was := range all.dropped {
		gone[i] = was >= 0
	}
	return gone
}

// noteUnattributed records the dropped elements of original that have forms, if it is not known which
// form is theirs. Call findMatches first.
func (b *listBuilder) noteUnattributed() {
	for id, first := range b.original.First {
		if b.madeOfDropped.Unknown(id) {
			b.target.unattributed = append(b.target.unattributed, model.Path{b.by.Step(b.original.Identity(int(first)))})
		}
	}
}

// A matcher pairs the elements of original or current with elements of the other lists.
type matcher struct {
	*listBuilder
	identity.Pairing
	list *identity.Numbered
	// parts is an index for identities with many elements. It maps the hash of a part of an element
	// to the elements that have this part.
	parts map[int]map[uint64][]int32
}

// manyDuplicates is the largest number of elements with the same identity that are compared one by
// one.
const manyDuplicates = 16

func (b *listBuilder) candidatesOf(list *identity.Numbered) *matcher {
	return &matcher{listBuilder: b, Pairing: b.pairing(list), list: list}
}

// pairing returns a pairing of the elements of a list. Elements without identity are paired if a server
// stores them in the same way.
func (b *listBuilder) pairing(list *identity.Numbered) identity.Pairing {
	if !list.HasKeyless {
		return list.Pairing(nil) // a function would be one more allocation
	}
	return list.Pairing(b.asStored)
}

// asStored returns the canonical form of an element without identity, so that elements
// that a server stores in the same way are equal.
func (b *listBuilder) asStored(e model.Value) model.Value {
	if !b.target.server.HasMarks && b.node.EmptyKeys == nil {
		return e
	}
	return b.target.server.Form(b.node.Shape.Element, e)
}

// take returns the index of the candidate that matches element i of the given list, or -1. It pairs
// the candidate, which must be in group g. If several candidates match, take chooses the first one that
// holds element i. If there is none, and original is not -1, it chooses the first one that holds
// the element of original with this index. If there is none either, it chooses the first one.
func (c *matcher) take(of *identity.Numbered, i, g, original int) int {
	if of.IDs[i] < 0 {
		return c.Take(g, nil) // equal elements without identity hold each other
	}
	return c.Take(g, func([]int32) int {
		at := c.firstHolding(g, of, i)
		if at < 0 && original >= 0 {
			at = c.firstHolding(g, c.original, original)
		}
		return at
	})
}

// skipPaired removes the candidates at the beginning that are paired.
func (c *matcher) skipPaired(all []int32) []int32 {
	for len(all) > 0 && c.IsPaired(int(all[0])) {
		all = all[1:]
	}
	return all
}

// firstHolding returns the first candidate with the identity id that holds element i of the
// given list, or -1.
func (c *matcher) firstHolding(id int, of *identity.Numbered, i int) int {
	e := of.Values[i]
	filledIn := c.lacksOptionalKey(e)
	if c.target.held == nil {
		c.target.held = map[uint64][]heldResult{}
	}
	all := c.Left(id)
	if len(all) > manyDuplicates {
		all = c.sharingPart(id, e)
	}
	for _, at := range all {
		if !c.IsPaired(int(at)) && c.holdsElement(model.Value{}, e, c.list.Values[at], filledIn) {
			return int(at)
		}
	}
	return -1
}

// sharingPart returns the candidates with the identity id that may hold e, because they contain the
// rarest part of e. Only these must be compared with e, and not all duplicates.
func (c *matcher) sharingPart(id int, e model.Value) []int32 {
	having, ok := c.parts[id]
	if !ok {
		having = map[uint64][]int32{}
		for _, at := range c.Left(id) {
			c.eachPart(c.node.Shape.Element, c.list.Values[at], 0, func(h uint64) {
				if all := having[h]; len(all) == 0 || all[len(all)-1] != at {
					having[h] = append(all, at)
				}
			})
		}
		if c.parts == nil {
			c.parts = map[int]map[uint64][]int32{}
		}
		c.parts[id] = having
	}
	rarest := c.Left(id)
	c.eachPart(c.node.Shape.Element, e, 0, func(h uint64) {
		left := c.skipPaired(having[h])
		if having[h] = left; len(left) < len(rarest) {
			rarest = left
		}
	})
	return rarest
}

// eachPart yields a hash of each scalar, map and list in a value, with the way that leads to it:
// field names, and in atomic lists also indexes. Every value that holds v has the same parts. So
// eachPart leaves out zeros that a server may drop or change, and gives equal hashes to quantities and
// times that differ only in their spelling.
func (c *matcher) eachPart(u *schema.Node, v model.Value, way uint64, yield func(uint64)) {
	switch {
	case v.Type() == model.Map:
		for name, member := range v.Members() {
			c.eachPart(u.OfMember(name), member, way*31+model.NewString(name).Hash(), yield)
		}
	case v.Type() == model.List:
		element := u.OfElement()
		for i, e := range v.Elements() {
			if u.Merging() {
				i = -1 // the element may be elsewhere
			}
			c.eachPart(element, e, way*31+uint64(i+1), yield)
		}
	}
	others := u.Marks
	others.Quantity, others.Time, others.Base64 = false, false, false
	switch {
	case others != schema.Marks{} && (stored.IsZero(v) || u.Marks.Quantity):
	case v.IsScalar():
		yield(way*31 + stored.Server{HasMarks: true}.Form(u, v).Hash())
	case v.Type() == model.Map || v.Type() == model.List:
		yield(way*31 + uint64(v.Type()))
	}
}
