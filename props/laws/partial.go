package laws

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Partial returns an input whose original contains further elements: copies of current's
// elements without one of their keys, as if a server had filled in that key. It returns false
// if current has no element with several keys.
func Partial(in corpus.Input) (corpus.Input, bool) {
	original := partial(in.Schema, in.Original, in.Current)
	more := !model.Same(original, in.Original)
	in.Original = original
	return in, more
}

// partial adds copies of current's elements without one of their keys to the lists that both
// documents contain.
func partial(s smp.Schema, original, current model.Value) model.Value {
	switch {
	case original.Type() == model.Map && current.Type() == model.Map:
		members := original.AppendMembers(nil)
		changed := false
		for i, m := range members {
			field, _ := s.Member(m.Name)
			now, _ := current.Get(m.Name)
			members[i].Value = partial(field, m.Value, now)
			changed = changed || !model.Same(m.Value, members[i].Value)
		}
		if changed {
			return newMap(members...)
		}
	case original.Type() == model.List && current.Type() == model.List && s.Keyed():
		var more []model.Value
		for _, e := range current.Elements() {
			for _, name := range allKeys(s) {
				if _, has := e.Get(name); has && !slices.Contains(s.Keys(), name) {
					more = append(more, without(e, name))
				}
			}
		}
		if more != nil {
			return newList(append(original.AppendElements(nil), more...)...)
		}
	}
	return original
}
