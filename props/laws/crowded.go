package laws

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Crowded repeats lists of at most shortList elements crowd times. An engine may handle many
// duplicates in a different way than a few.
const (
	crowd     = 9
	shortList = 6
)

// Crowded returns an input with many duplicates. Each short keyed list of current that
// contains different elements with the same keys is repeated several times. If original is
// true, such lists of original are repeated, too. It returns false if current has no such
// list.
func Crowded(in corpus.Input, original bool) (corpus.Input, bool) {
	current := crowded(in.Schema, in.Current)
	more := !model.Same(current, in.Current)
	in.Current = current
	if original {
		in.Original = crowded(in.Schema, in.Original)
	}
	return in, more
}

// crowded repeats the outermost lists that have duplicates.
func crowded(s smp.Schema, v model.Value) model.Value {
	changed := false
	below := func(s smp.Schema, have model.Value) model.Value {
		now := crowded(s, have)
		changed = changed || !model.Same(now, have)
		return now
	}
	switch v.Type() {
	case model.Map:
		members := v.AppendMembers(nil)
		for i, m := range members {
			field, _ := s.Member(m.Name)
			members[i].Value = below(field, m.Value)
		}
		if changed {
			return newMap(members...)
		}
	case model.List:
		elements := v.AppendElements(nil)
		if s.Keyed() && len(elements) <= shortList && duplicates(s, elements) {
			var all []model.Value
			for range crowd {
				all = append(all, elements...)
			}
			return newList(all...)
		}
		for i, e := range elements {
			elements[i] = below(s.Element(), e)
		}
		if changed {
			return newList(elements...)
		}
	}
	return v
}

// duplicates reports whether two different elements have the same keys.
func duplicates(s smp.Schema, elements []model.Value) bool {
	for i, e := range elements {
		for _, other := range elements[:i] {
			if keysEqual(s, allKeys(s), e, other) && !model.Equal(e, other) {
				return true
			}
		}
	}
	return false
}
