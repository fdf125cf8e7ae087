package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A listTarget is the making of one merging list. Its elements meet by all
// recommended keys, also in a dialect whose engine knows only the default key: by
// that they meet in a patch, which the diff is of.
type listTarget struct {
	*target
	*listDiff
	by      *identity.Selection
	o, m, c *identity.Numbered
	// written are original's and modified's lists with their empty keys; absent if
	// there are none.
	written [2]model.Value
}

// listTarget returns the making of a list, which is to be told when it is done.
func (t *target) listTarget(u *node) *listTarget {
	return &listTarget{target: t, listDiff: newListDiff(t.differ, u), by: u.identity}
}

// list returns what a merging list becomes that modified has. What is no list
// in original or current counts as empty.
func (t *target) list(u *node, o, m, c model.Value) (model.Value, *plan) {
	x := t.listTarget(u)
	defer x.listDiff.done()
	o, c = onlyKind(o, model.List), onlyKind(c, model.List)
	if v, p, ok := x.lockstep(o, m, c); ok {
		return v, p
	}
	return x.indexed(o, m, c)
}

// lockstep is the short way for the usual list: a keyed one with the same
// identities in the same order in modified and current, of which some have other
// content. It looks at these alone, and nothing is to be said of the order then.
// It reports false where it cannot tell, and list takes the long way.
func (x *listTarget) lockstep(o, m, c model.Value) (v model.Value, p *plan, ok bool) {
	l := x.listDiff
	if l.forCluster() || x.node.emptyKeys != nil || c.Kind() != model.List || !l.usesLockstep(c, m) || m.HasNull() {
		return model.Value{}, nil, false
	}
	changed, index, alike := l.differences(c, m)
	if !alike {
		return model.Value{}, nil, false
	}
	if !l.isExact(c) {
		return model.Value{}, nil, false
	}
	was, single := l.byIdentity(o, &index)
	if !single {
		return model.Value{}, nil, false
	}
	own := l.memory()
	p = &own.plans.Take(1)[0]
	p.edited, p.changed = c, own.places.Take(len(changed))[:0]
	var room [2]model.Element
	elements := room[:0]
	for i, e := range changed {
		if now, below := x.element(was[i], e.after, e.before, false); !model.Same(now, e.before) {
			p.changed = append(p.changed, changedElement{e.place, e.before, now, below})
			elements = append(elements, model.Element{Index: e.place, Value: now})
		}
	}
	if len(elements) == 0 {
		return c, nil, true
	}
	return x.target.built(x.target.builder().WithElements(c, elements)), p, true
}

// isExact is Exact for the elements of a list that nobody has to number.
func (l *listDiff) isExact(list model.Value) bool {
	x := &l.memory().seen
	defer x.Clear()
	x.By, x.Width, x.Decoded = l.by, l.by.Width(), l.by.Decoded
	x.Values = slices.Grow(x.Values, list.Len()*x.Width)
	for _, keys := range l.by.All(list, l.keys) {
		if n := x.Len(); keys == nil || x.Add(keys) < n {
			return false
		}
	}
	return true
}

// named returns, for each identity, the element of a list that has it; absent where
// there is none. It reports whether none has several.
func (l *listDiff) byIdentity(list model.Value, index *identity.Index) (found []model.Value, single bool) {
	found, single = slices.Grow(l.shortRoom.was[:0], index.Len())[:index.Len()], true
	index.EachMatched(l.by, list, l.keys, func(e model.Element, id int) {
		single = single && found[id].Kind() == model.Absent
		found[id] = e.Value
	})
	return found, single
}

// indexed is list by the identities of all elements.
func (x *listTarget) indexed(o, m, c model.Value) (model.Value, *plan) {
	x.number(o, m, c)
	exact := x.m.Exact() && (x.o.Exact() || x.c.Exact())
	switch {
	case len(x.node.keys) > 0:
		return x.keyed(exact)
	case exact:
		return x.set()
	default:
		return x.irregularSet()
	}
}

// A mergedElement is one element of the list as it becomes, and where it comes from.
type mergedElement struct {
	elementPlan
	value   model.Value
	sent    bool
	renewed bool // current's goes, and it comes back
	other   bool // somebody else's, with the keys of one of modified
}

// at returns where in current the element stands; -1 when it is added there.
func (e *mergedElement) at() int {
	if e.renewed {
		return -1
	}
	return e.current
}

// kept is an element of current that stays; modified is the number of its like.
func (x *listTarget) kept(modified, current int) mergedElement {
	return mergedElement{elementPlan: elementPlan{origin{modified, current}, nil}, value: x.c.Values[current]}
}

// merged returns what element i of modified becomes.
func (x *listTarget) merged(i int, with match) mergedElement {
	e := mergedElement{elementPlan: elementPlan{origin{i, with.current}, nil}, value: x.m.Values[i]}
	have := x.c.At(with.current)
	if len(x.node.keys) == 0 {
		e.sent = x.c.Find(e.value) < 0
		return e
	}
	switch {
	case x.m.IDs[i] < 0 && with.current >= 0:
		e.value = have // they are equal
	case x.m.IDs[i] < 0:
		e.value = x.unnamed(e.value)
	case x.written[1].Kind() == model.List && with.current < 0 && x.m.IDs[i] >= 0:
		e.value, e.plan = x.element(x.o.At(with.original), x.written[1].At(i), have, false)
	case e.value.Kind() == model.Map:
		from := len(x.unattributed)
		e.value, e.plan = x.element(x.o.At(with.original), e.value, have, with.filled)
		if len(x.unattributed) > from {
			x.leftFrom(from, (&patchElement{by: x.by, keys: x.m.Identity(i)}).step())
		}
	}
	e.sent = !model.Same(e.value, have)
	return e
}

// set: current without what original has and modified lacks, then modified's
// values, deduplicated where one is added.
func (x *listTarget) set() (model.Value, *plan) {
	out := make([]mergedElement, 0, len(x.c.Values)+len(x.m.Values))
	for i, v := range x.c.Values {
		if at := x.m.Find(v); at >= 0 || x.o.Find(v) < 0 {
			out = append(out, x.kept(at, i))
		}
	}
	stay := len(out)
	for i := range x.m.Values {
		if e := x.merged(i, match{original: -1, current: -1}); e.sent {
			out = append(out, e)
		}
	}
	if len(out) > stay {
		seen := x.by.NewIndex(len(out))
		out = slices.DeleteFunc(out, func(e mergedElement) bool {
			known := seen.Len()
			return e.value.IsScalar() && seen.Add([]model.Value{e.value}) < known
		})
	}
	v, p := x.arranged(out)
	if p != nil {
		p.mayKeepIrregular = !x.c.Exact()
	}
	return v, p
}

// irregularSet is the target of a set where values do not tell elements apart: values
// that original has and modified lacks go, each of modified meets one of current, and
// the others stay.
func (x *listTarget) irregularSet() (model.Value, *plan) {
	all := x.matched()
	var out []mergedElement
	for i, e := range x.c.Values {
		switch want := all.wanted[i]; {
		case want >= 0:
			next := x.kept(want, i)
			out = append(out, next)
		case all.dropped[i] < 0 && !(x.o.Has(e) && !x.m.Has(e)):
			out = append(out, x.kept(-1, i))
		}
	}
	for i, with := range all.of {
		if with.current < 0 {
			next := x.merged(i, with)
			next.sent = true
			out = append(out, next)
		}
	}
	if x.isAsCurrent(out) {
		return x.c.List, nil
	}
	v, p := x.inOrder(x.sideBySide(x.by, byModified(out)), nil, nil)
	return v, p
}

// keyed: elements of modified merge with current's that they meet, those that only
// original had go, the others stay. exact says that identities tell the elements
// apart; if not, and there is something to do, the others come first.
func (x *listTarget) keyed(exact bool) (model.Value, *plan) {
	all := x.matched()
	x.noteUnattributed(all)
	out := make([]mergedElement, 0, len(x.c.Values)+len(x.m.Values))
	var renewed map[int]mergedElement // by number in modified
	for i, e := range x.c.Values {
		want := all.wanted[i]
		switch {
		case want >= 0:
			next := x.merged(want, all.of[want])
			// A deletion would take duplicates too.
			if next.sent && x.by.LosesDefault(e, next.value) && x.c.Copies(i) == 1 {
				if renewed == nil {
					renewed = map[int]mergedElement{}
				}
				next.renewed = true
				renewed[want] = next
			} else {
				out = append(out, next)
			}
		case all.dropped[i] >= 0:
		case exact:
			// A duplicate of an element of modified is named by it too.
			e := x.kept(x.m.Find(e), i)
			e.other = e.modified >= 0
			out = append(out, e)
		default:
			out = append(out, x.kept(-1, i))
		}
	}
	for i, with := range all.of {
		if again, ok := renewed[i]; ok {
			out = append(out, again)
		} else if with.current < 0 {
			out = append(out, x.merged(i, with))
		}
	}
	if exact || x.isAsCurrent(out) {
		return x.arranged(out)
	}
	return x.inOrder(x.sideBySide(x.by, byModified(out)), nil, out)
}

// element returns what an element becomes that modified has. filled says that a
// server filled in keys of c, which is why m goes with it: c's keys stay.
func (x *listTarget) element(o, m, c model.Value, filled bool) (model.Value, *plan) {
	u := x.node.shape.element
	switch {
	case asWanted(m, c):
		return c, nil
	case u.atomicMap():
		if filled {
			if m = x.withKeysOf(m, c); asWanted(m, c) {
				return c, nil
			}
		}
		return x.value(u, model.Value{}, m, c)
	}
	now, p := x.mapValue(u, o, m, c, mapRules{x.node.retainKeys || u.retainKeys, x.node.retainKeys, x.by.Names, filled})
	if x.listDiff.by.Nulls && c.Kind() == model.Absent {
		now = x.withNullKeys(now, m)
	}
	return now, p
}

// unnamed returns a new element without keys, as it is sent.
func (x *listTarget) unnamed(e model.Value) model.Value {
	now, f := withoutNulls(e)
	if f != nil && x.target.fault == nil {
		x.target.fault = f
	}
	if x.listDiff.by.Nulls && e.Kind() == model.Map {
		now = x.withNullKeys(now, e)
	}
	return now
}

// withKeysOf returns an element of modified with the keys that a server filled in.
func (x *listTarget) withKeysOf(m, c model.Value) model.Value {
	var keys []model.Member
	for _, name := range x.by.Names {
		if v, _ := m.Get(name); !nulls.Present(v) {
			key, _ := c.Get(name)
			keys = append(keys, model.Member{Name: name, Value: key})
		}
	}
	return x.target.built(x.target.builder().WithMembers(m, keys...))
}

// withNullKeys returns a new element with the keys that are null in modified:
// they identify it (divergence any-key-accepted).
func (x *listTarget) withNullKeys(now, m model.Value) model.Value {
	for _, name := range x.by.Names {
		if v, _ := m.Get(name); v.Kind() == model.Null {
			now = x.target.built(x.target.builder().WithMembers(now, model.Member{Name: name, Value: v}))
		}
	}
	return now
}
