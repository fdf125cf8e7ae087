package smp

import "github.com/strategicpatch/smp/model"

// lockstep is the short way for the usual list: a keyed one with the same
// identities in the same order in modified and current, of which some have other
// content. It looks at these alone, and nothing is to be said of the order then.
// It reports false where it cannot tell, and list takes the long way.
func (x *listTarget) lockstep(o, m, c model.Value) (v model.Value, p *plan, ok bool) {
	l := x.listDiff
	if l.cluster() || c.Kind() != model.List || !l.steps(c, m) || m.HasNull() {
		return model.Value{}, nil, false
	}
	changed, index, alike := l.differences(c, m)
	if !alike {
		return model.Value{}, nil, false
	}
	if x.c = l.identify(c); !x.c.exact() {
		return model.Value{}, nil, false
	}
	was := l.named(o, &index)
	p = &plan{edited: c}
	var elements []model.Element
	for i, e := range changed {
		if now, below := x.element(was[i], e.after, e.before, false); !model.Same(now, e.before) {
			p.changed = append(p.changed, changedElement{e.place, e.before, now, below})
			elements = append(elements, model.Element{Index: e.place, Value: now})
		}
	}
	if len(elements) == 0 {
		return c, nil, true
	}
	return x.target.built(c.WithElements(elements)), p, true
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
