package reference

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// SameAside reports whether two results of a three-way merge of these documents are equal, except
// for null fields and the positions of elements that only current has. In each field of the root,
// the elements of modified that keys distinguish must be in modified's order in both results or in
// neither of them.
func (t TargetOptions) SameAside(s smp.Schema, original, modified, current, a, b model.Value) bool {
	_, m, _, err := readDocuments(original, modified, current)
	if err != nil {
		return false
	}
	x, y := bare(read(a, &place{})), bare(read(b, &place{}))
	return !slices.ContainsFunc(names(x, y), func(name string) bool { // the root is never atomic
		field, _ := s.Member(name)
		wanted, one, other := m.fields[name], x.fields[name], y.fields[name]
		return !alikeInAnyOrder(field, one, other) || t.follows(field, wanted, one) != t.follows(field, wanted, other)
	})
}

// follows reports whether the merging lists of a result have modified's elements in
// modified's order. Any of several duplicates may count as modified's element. Elements
// without keys may be anywhere.
func (t TargetOptions) follows(s smp.Schema, m, result *node) bool {
	switch {
	case m.is(model.Map) && result.is(model.Map) && merges(s, m):
		return !slices.ContainsFunc(names(m, result), func(name string) bool {
			field, _ := s.Member(name)
			return !t.follows(field, m.fields[name], result.fields[name])
		})
	case !m.is(model.List) || !result.is(model.List) || !merges(s, m):
		return true
	}
	l := t.meet(s, nil, m, result)
	last := -1
	for _, e := range l.modified {
		found := l.meeting(l.current, e)
		if form := l.form[e]; form != nil {
			found = []*node{form}
		}
		if !l.hasKeys(e) || len(found) == 0 {
			continue
		}
		next := slices.IndexFunc(found, func(x *node) bool { return slices.Index(l.current, x) > last })
		if next < 0 || len(found) == 1 && !t.follows(s.Element(), e, found[0]) {
			return false
		}
		last = slices.Index(l.current, found[next])
	}
	return true
}
