package trial

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// othersFirst returns a live document with another order in merging lists. Elements that the
// manifest lacks come first and are sorted, because an engine may choose their position. The
// elements of the manifest keep their order.
func othersFirst(s smp.Schema, v, manifest model.Value) model.Value {
	switch {
	case v.Type() == model.Map && manifest.Type() == model.Map:
		for name, member := range v.Members() {
			field, _ := s.Member(name)
			own, _ := manifest.Get(name)
			v = with(v, of(name, othersFirst(field, member, own)))
		}
		return v
	case v.Type() == model.List && manifest.Type() == model.List && s.Merging():
		var others, own []model.Value
		for _, element := range v.Elements() {
			i := slices.IndexFunc(manifest.AppendElements(nil), func(m model.Value) bool { return meets(s, element, m) })
			if i < 0 {
				others = append(others, element)
			} else {
				own = append(own, othersFirst(s.Element(), element, manifest.At(i)))
			}
		}
		slices.SortFunc(others, model.Compare)
		return listOf(append(others, own...)...)
	default:
		return v
	}
}

// meets reports whether an element of a live list has all keys of an element of a manifest.
func meets(s smp.Schema, element, own model.Value) bool {
	if !s.Keyed() {
		return model.Equal(element, own)
	}
	for _, key := range slices.Concat(s.Keys(), s.Recommended()) {
		theirs, _ := element.Get(key)
		ours, ok := own.Get(key)
		if ok && !model.Equal(theirs, ours) {
			return false
		}
	}
	return true
}
