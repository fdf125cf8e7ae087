package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/heap"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A keepDefaulted pairs elements of desired that lack keys with elements of live that have
// more keys: a server has added them. An element is paired if live has only one element with
// its keys that is not an element of desired and not yet paired. Then there may be only one
// for another element, and so on. At last, elements that are kept as a whole are no longer
// counted, because they are added to desired.
type keepDefaulted struct {
	*keepPairs
	by        *identity.Selection
	emptyKeys []string     // keys whose "" counts as absent
	whole     map[int]bool // the groups of live that are kept as a whole
	views     []*keepView
	next      heap.Numbers // elements of desired with one candidate
}

// A keepView has the candidates by some of their keys.
type keepView struct {
	names []string
	table *identity.Table[keepCandidates]
}

// keepCandidates are the elements of live that have the same keys in a view.
type keepCandidates struct {
	count, sum int   // of their indexes
	waiting    []int // the elements of desired with these keys
}

func (d *keepDefaulted) pairAll() {
	candidates := make([]*keepCandidates, len(d.ours)) // by element of desired
	var known map[int]bool
	for i, e := range d.ours {
		if d.ofOurs[i] >= 0 || d.groups[i]%2 > 0 {
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
			known = map[int]bool{}
			for _, g := range d.groups[:len(d.ours)] {
				known[g] = true
			}
		}
		if c := d.view(s, known).table.Known(keys); c != nil {
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
		if g := d.groups[len(d.ours)+j]; d.whole[g] && g%2 == 0 && !known[g] && d.ofTheirs[j] < 0 {
			d.remove(j)
		}
	}
	d.pairSingle(candidates)
}

// pairSingle pairs the elements with one candidate, the first ones first.
func (d *keepDefaulted) pairSingle(candidates []*keepCandidates) {
	for len(d.next) > 0 {
		i := int(d.next[0])
		d.next.Pop()
		if c := candidates[i]; c.count == 1 && d.ofOurs[i] < 0 {
			j := c.sum
			d.pair(i, j)
			d.remove(j)
		}
	}
}

// remove makes an element of live a candidate no longer.
func (d *keepDefaulted) remove(j int) {
	for _, v := range d.views {
		c, _ := v.table.OfElement(d.theirs[j])
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

// ownKeys returns the selection by the keys that an element has; nil if it has all, or lacks
// one that it must have.
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

// view returns the view by the keys of a selection. known are the groups of desired.
func (d *keepDefaulted) view(s *identity.Selection, known map[int]bool) *keepView {
	for _, v := range d.views {
		if slices.Equal(v.names, s.Names) {
			return v
		}
	}
	v := &keepView{s.Names, identity.NewTable[keepCandidates](s, 0)}
	d.views = append(d.views, v)
	for j, e := range d.theirs {
		if g := d.groups[len(d.ours)+j]; g%2 == 0 && !known[g] {
			if c, _ := v.table.OfElement(e); c != nil {
				c.count, c.sum = c.count+1, c.sum+j
			}
		}
	}
	return v
}
