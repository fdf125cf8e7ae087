package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/heap"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A keepDefaulted pairs an element of desired that lacks keys with an element of live to which a
// server has added these keys. The two are paired if the element of live is the only candidate. A
// candidate has the same values in the keys that the element of desired has, does not match
// another element of desired, and is not paired yet. Each pair may leave another element of
// desired with only one candidate. In the last step, elements that are kept as a whole are no
// longer candidates, because they are added to desired.
type keepDefaulted struct {
	*keepPairs
	by        *identity.Selection
	emptyKeys []string           // keys whose "" counts as absent
	whole     map[keepGroup]bool // groups of elements in live that are kept as a whole
	views     []*keepView
	next      heap.Numbers // elements of desired that have one candidate
}

// A keepView finds the candidates that have given values in some of the keys.
type keepView struct {
	names []string
	table *identity.Table[keepCandidates]
}

// A keepCandidates describes the elements of live that have the same values in the keys of a view.
// The number of elements and the sum of their indexes are sufficient, because only the index of the
// last remaining element is needed.
type keepCandidates struct {
	count, sum int   // number of these elements, and sum of their indexes
	waiting    []int // elements of desired with the same values
}

func (d *keepDefaulted) pairAll() {
	candidates := make([]*keepCandidates, len(d.ours)) // by index of the element of desired
	var known map[keepGroup]bool
	for i, e := range d.ours {
		if d.ofOurs[i] >= 0 || !d.groups[i].isKeyed() {
			continue
		}
		s := d.ownKeys(e)
		if s == nil {
			continue
		}
		keys, ok := s.KeysOf(nil, e)
		if !ok {
			continue
		}
		if known == nil {
			known = map[keepGroup]bool{}
			for _, g := range d.groups[:len(d.ours)] {
				known[g] = true
			}
		}
		if c := d.view(s, known).table.Get(keys); c != nil {
			c.waiting = append(c.waiting, i)
			candidates[i] = c
		}
	}
	if d.views == nil {
		return
	}
	for i, c := range candidates {
		if c != nil && c.count == 1 {
			d.next.Push(int32(i))
		}
	}
	d.pairSingle(candidates)
	for j := range d.theirs {
		if g := d.groups[len(d.ours)+j]; d.whole[g] && g.isKeyed() && !known[g] && d.ofTheirs[j] < 0 {
			d.remove(j)
		}
	}
	d.pairSingle(candidates)
}

// pairSingle pairs each element that has only one candidate, in the order of desired.
func (d *keepDefaulted) pairSingle(candidates []*keepCandidates) {
	for len(d.next) > 0 {
		i := int(d.next[0])
		d.next.Pop()
		if c := candidates[i]; c.count == 1 {
			j := c.sum
			d.pair(i, j)
			d.remove(j)
		}
	}
}

// remove removes an element of live from the candidates.
func (d *keepDefaulted) remove(j int) {
	for _, v := range d.views {
		c, _ := v.table.GetOrAddElement(d.theirs[j])
		if c == nil {
			continue
		}
		if c.count, c.sum = c.count-1, c.sum-j; c.count == 1 {
			for _, w := range c.waiting {
				d.next.Push(int32(w))
			}
		}
	}
}

// ownKeys returns the selection by the keys that the element has. It returns nil if the element has
// all keys, or lacks a required one.
func (d *keepDefaulted) ownKeys(e model.Value) *identity.Selection {
	s := &identity.Selection{}
	for n, name := range d.by.Names {
		v := keyOf(d.by, e, name)
		switch {
		case nulls.Present(v) && !(isEmptyText(v) && slices.Contains(d.emptyKeys, name)):
			s.Names, s.Defaults = append(s.Names, name), append(s.Defaults, d.by.Defaults[n])
		case n < d.by.Required:
			return nil
		}
	}
	if s.Required = len(s.Names); s.Required == len(d.by.Names) {
		return nil
	}
	return s
}

// view returns the view by the keys of a selection. known holds the groups that desired has
// elements in.
func (d *keepDefaulted) view(s *identity.Selection, known map[keepGroup]bool) *keepView {
	for _, v := range d.views {
		if slices.Equal(v.names, s.Names) {
			return v
		}
	}
	v := &keepView{s.Names, identity.NewTable[keepCandidates](s, 0)}
	d.views = append(d.views, v)
	for j, e := range d.theirs {
		if g := d.groups[len(d.ours)+j]; g.isKeyed() && !known[g] {
			if c, _ := v.table.GetOrAddElement(e); c != nil {
				c.count, c.sum = c.count+1, c.sum+j
			}
		}
	}
	return v
}
