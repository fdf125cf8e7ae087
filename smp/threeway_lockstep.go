package smp

import "github.com/strategicpatch/smp/model"

// A alignedList is a list of the target that was made in lockstep: the list of
// current, and the elements that are other than there.
type alignedList struct {
	from    model.Value
	changed []changedElement
}

// lockstep is the short way for the usual list: a keyed one with the same
// identities in the same order in modified and current, of which some have other
// content. It looks at these alone, and nothing is to be said of the order then.
// It reports false where it cannot tell, and list takes the long way.
func (x *listTarget) lockstep(o, m, c model.Value) (model.Value, bool) {
	l := x.listDiff
	if l.dialect != Documented || c.Kind() != model.List || !l.steps(c, m) || m.HasNull() {
		return model.Value{}, false
	}
	changed, index, alike := l.differences(c, m)
	if !alike {
		return model.Value{}, false
	}
	if x.c = l.identify(c); !x.c.exact() {
		return model.Value{}, false
	}
	was := l.named(o, &index)
	s := alignedList{from: c}
	var elements []model.Element
	for i, e := range changed {
		if now := x.element(was[i], e.after, e.before, false); !model.Same(now, e.before) {
			s.changed = append(s.changed, changedElement{e.place, e.before, now})
			elements = append(elements, model.Element{Index: e.place, Value: now})
		}
	}
	if len(elements) == 0 {
		return c, true
	}
	v := x.target.built(c.WithElements(elements))
	x.stepped[v] = s
	return v, true
}

// named returns, for each identity, the first element of a list that has it;
// absent where there is none.
func (l *listDiff) named(list model.Value, index *identIndex) []model.Value {
	found := make([]model.Value, index.len())
	index.eachMatched(l.by, list, l.keys, func(e model.Element, id int) {
		if found[id].Kind() == model.Absent {
			found[id] = e.Value
		}
	})
	return found
}
