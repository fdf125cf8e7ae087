package reference

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// SameAside reports whether two results of a three-way merge of these documents are
// equal, null map members and the places of elements that only current has aside.
// Modified's elements have to be in modified's order in both.
func (t TargetOptions) SameAside(s smp.Schema, original, modified, current, a, b model.Value) bool {
	o, m, c, err := readDocuments(original, modified, current)
	if err != nil {
		return false
	}
	x, y := bare(read(a, &place{})), bare(read(b, &place{}))
	return t.sameMaps(s, o, m, bare(c), x, y)
}

// same compares two values of a field.
func (t TargetOptions) same(s smp.Schema, o, m, c, a, b *node) bool {
	switch {
	case a.is(model.Map) && b.is(model.Map) && merges(s, a):
		return t.sameMaps(s, o, m, c, a, b)
	case a.is(model.List) && b.is(model.List) && merges(s, a):
		return t.sameLists(s, o, m, c, a, b)
	default:
		return alike(a, b)
	}
}

func (t TargetOptions) sameMaps(s smp.Schema, o, m, c, a, b *node) bool {
	return !slices.ContainsFunc(names(a, b), func(name string) bool {
		field, _ := s.Member(name)
		return !t.same(field, o.or().fields[name], m.or().fields[name], c.or().fields[name], a.or().fields[name], b.or().fields[name])
	})
}

// sameLists compares two merging lists: modified's elements, in modified's order, and
// all others in any order. Lists in which modified's elements are not in its order are
// compared as they are.
func (t TargetOptions) sameLists(s smp.Schema, o, m, c, a, b *node) bool {
	others, inOrder := t.others(s, o, m, c, a)
	left, also := t.others(s, o, m, c, b)
	if !inOrder || !also {
		return alike(a, b)
	}
	for _, x := range others {
		i := slices.IndexFunc(left, func(y *node) bool { return alike(x, y) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return len(left) == 0
}

// others returns the elements of a merged list that are not modified's. It reports
// false if modified's are not there, one after the other.
func (t TargetOptions) others(s smp.Schema, o, m, c, list *node) ([]*node, bool) {
	if !m.is(model.List) {
		return list.items, true
	}
	l := t.meet(s, o, m, c)
	wanted := l.parts()
	var others []*node
	for _, x := range list.items {
		if len(wanted) > 0 {
			o, m, c := l.contents(l.modified[wanted[0].place])
			if t.same(s.Element(), o, m, c, wanted[0].value, x) {
				wanted = wanted[1:]
				continue
			}
		}
		others = append(others, x)
	}
	return others, len(wanted) == 0
}
