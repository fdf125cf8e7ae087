package identity

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A Pairing pairs the elements of one list with elements of other lists. An element can be paired
// with any element of its group, but only once. The elements of a group have the same identity or, if
// they have none, the same value:
//
//	list                                  group
//	{port: 53, protocol: UDP}             0
//	{name: http}                          2    no identity, so the group follows those of identities
//	{port: 53, protocol: UDP, name: a}    0
//	{port: 80}                            1
//
// With a fourth {port: 53, protocol: UDP} in another list, Take first returns element 0 for the
// group, then element 2, and then -1.
type Pairing struct {
	list *Numbered
	// Groups holds the group of each element, or -1 for an element without identity that cannot be
	// paired. The group of an identity is the number of the identity.
	Groups []int32
	// left holds for each group its elements in order, without the paired ones at the beginning. It is nil
	// if each group is an identity with one element.
	left   [][]int32
	paired []bool // by element; only for those that left still contains
	// form returns the form in which elements without identity are compared. They are not paired if it
	// is nil.
	form    func(model.Value) model.Value
	keyless map[uint64][]keylessGroup // by hash
}

// A keylessGroup is a group of elements without identity.
type keylessGroup struct {
	group int32
	form  model.Value
}

// Pairing returns a pairing of the elements of a list. Elements without identity are in the same group
// if their forms are equal, where nulls count as absent. If form is nil, they are in no group.
func (n *Numbered) Pairing(form func(model.Value) model.Value) Pairing {
	p := Pairing{list: n, Groups: n.IDs, form: form}
	if !n.duplicates && (form == nil || !n.HasKeyless) {
		p.paired = make([]bool, len(n.IDs))
		return p
	}
	p.left = make([][]int32, len(n.First))
	if form != nil && n.HasKeyless {
		p.groupKeyless()
	}
	room := make([]int32, len(n.IDs)) // memory for groups of one element
	for i, g := range p.Groups {
		if g < 0 {
			continue
		}
		if p.left[g] == nil {
			p.left[g] = room[i : i : i+1]
		}
		p.left[g] = append(p.left[g], int32(i))
	}
	return p
}

// groupKeyless gives a group to each element without identity.
func (p *Pairing) groupKeyless() {
	p.Groups, p.keyless = slices.Clone(p.Groups), map[uint64][]keylessGroup{}
	for i, e := range p.list.Values {
		if p.Groups[i] >= 0 {
			continue
		}
		g, form, hash := p.groupByForm(e)
		if g < 0 {
			g = len(p.left)
			p.left = append(p.left, nil)
			p.keyless[hash] = append(p.keyless[hash], keylessGroup{int32(g), form})
		}
		p.Groups[i] = int32(g)
	}
}

// groupByForm returns the group of an element without identity, or -1. It also returns the form of the
// element, and the hash of this form.
func (p *Pairing) groupByForm(e model.Value) (g int, form model.Value, hash uint64) {
	form = p.form(e)
	hash = nulls.Hash(form)
	for _, group := range p.keyless[hash] {
		if nulls.Equal(group.form, form) {
			return int(group.group), form, hash
		}
	}
	return -1, form, hash
}

// Len returns the number of groups.
func (p *Pairing) Len() int { return max(len(p.left), len(p.list.First)) }

// GroupOf returns the group with which element i of another list can be paired, or -1.
func (p *Pairing) GroupOf(other *Numbered, i int) int {
	if other.IDs[i] >= 0 {
		return p.list.Index.Find(other.Identity(i))
	}
	if p.keyless == nil {
		return -1
	}
	g, _, _ := p.groupByForm(other.Values[i])
	return g
}

// Take pairs an element of a group, and returns its index. If all elements of the group are paired
// already, it returns -1. If several elements are left, choose returns one of them, or -1 for the
// first. It gets the left elements in order, and perhaps paired ones between them. choose may be nil.
func (p *Pairing) Take(g int, choose func(left []int32) int) int {
	left := p.Left(g)
	if len(left) == 0 {
		return -1
	}
	if choose != nil && len(left) > 1 {
		if at := choose(left); at > int(left[0]) {
			if p.paired == nil {
				p.paired = make([]bool, len(p.Groups))
			}
			p.paired[at] = true
			return at
		}
	}
	if p.left == nil {
		p.paired[left[0]] = true
	} else {
		p.left[g] = left[1:]
	}
	return int(left[0])
}

// Left returns the elements of a group that are not paired. The result may contain paired elements, but
// not as its first one. It is empty if g is -1.
func (p *Pairing) Left(g int) []int32 {
	switch {
	case g < 0:
		return nil
	case p.left == nil && p.paired[p.list.First[g]]:
		return nil
	case p.left == nil:
		return p.list.First[g : g+1]
	}
	left := p.left[g]
	for len(left) > 0 && p.paired != nil && p.paired[left[0]] {
		left = left[1:]
	}
	p.left[g] = left
	return left
}

// IsPaired reports whether the element with index i is paired.
func (p *Pairing) IsPaired(i int) bool {
	left := p.Left(int(p.Groups[i]))
	return p.Groups[i] >= 0 && (len(left) == 0 || i < int(left[0]) || p.paired != nil && p.paired[i])
}
