package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// A listTarget is the making of one merging list. Its elements meet by all
// recommended keys, also in a dialect whose engine knows only the default key.
type listTarget struct {
	*target
	*listDiff
	o, m, c *identified
	said    *selection // what elements meet by in a patch
}

// listTarget returns the making of a list, which is to be told when it is done.
func (t *target) listTarget(u *use) *listTarget {
	l := newListDiff(t.differ, u)
	x := &listTarget{target: t, listDiff: l, said: l.by}
	l.by = u.identity
	return x
}

// inPatch returns the making of the list with elements as they meet in a patch.
func (x *listTarget) inPatch() *listTarget {
	if x.by == x.said {
		return x
	}
	l := *x.listDiff
	l.by = x.said
	said := *x
	said.listDiff = &l
	return &said
}

// list returns what a merging list becomes that modified has. What is no list
// in original or current counts as empty.
func (t *target) list(u *use, o, m, c model.Value) (model.Value, *plan) {
	x := t.listTarget(u)
	defer x.listDiff.done()
	o, c = onlyKind(o, model.List), onlyKind(c, model.List)
	if v, p, ok := x.lockstep(o, m, c); ok {
		return v, p
	}
	return x.indexed(o, m, c)
}

// indexed is list by the identities of all elements.
func (x *listTarget) indexed(o, m, c model.Value) (model.Value, *plan) {
	x.o, x.m = x.identify(o), x.identify(m)
	if x.c == nil {
		x.c = x.identify(c)
	}
	if x.irregular() {
		return x.withDuplicates()
	}
	if len(x.use.keys) == 0 {
		return x.set()
	}
	return x.keyed()
}

// irregular reports whether identities do not tell the elements apart.
func (x *listTarget) irregular() bool {
	return !x.m.exact() || !x.o.exact() && !x.c.exact()
}

// An mergedElement is one element of the list as it becomes.
type mergedElement struct {
	value model.Value
	plan  *plan
	at    int // in current; -1 when it is added there
	want  int // in modified; -1 when only current has it
	sent  bool
	of    int // the element of current that is in it, plus one; zero for none
}

// outcomes returns room for what becomes of all elements.
func (x *listTarget) outcomes() []mergedElement {
	return make([]mergedElement, 0, len(x.c.values)+len(x.m.values))
}

// set: current without what original has and modified lacks, then modified's
// values, deduplicated where one is added.
func (x *listTarget) set() (model.Value, *plan) {
	out := x.outcomes()
	left := false
	for i, v := range x.c.values {
		if !x.in(x.m, v) && x.in(x.o, v) {
			left = true
			continue
		}
		out = append(out, mergedElement{value: v, at: i, want: x.numberIn(x.m, v), of: i + 1})
	}
	added := false
	for i, v := range x.m.values {
		if !x.in(x.c, v) {
			out = append(out, mergedElement{value: v, at: -1, want: i, sent: true})
			added = true
		}
	}
	if added {
		seen := x.by.newIndex(len(out))
		out = slices.DeleteFunc(out, func(e mergedElement) bool {
			if !e.value.IsScalar() {
				return false
			}
			known := seen.find([]model.Value{e.value}) >= 0
			seen.add([]model.Value{e.value})
			left = left || known
			return known
		})
	}
	v, p := x.arranged(out, left)
	if p != nil {
		p.beside = !x.c.exact()
	}
	return v, p
}

// keyed: elements of modified merge with current's, those that only original
// had go, those that only current has stay.
func (x *listTarget) keyed() (model.Value, *plan) {
	pairs := x.paired()
	n := len(x.c.values)
	both := slices.Repeat([]int{-1}, n+len(x.m.values))
	partner, taken := both[:n], both[n:] // in modified, and in current; -1 for none
	for i, e := range x.m.values {
		if at := x.c.find(x.listDiff, e); at >= 0 {
			taken[i], partner[at] = at, i
		}
	}
	for at, p := range pairs {
		if p.modified >= 0 {
			taken[p.modified], partner[at] = at, p.modified
		}
	}
	out := x.outcomes()
	left := false
	var renewed map[int]mergedElement // by number in modified: those that go and come back
	for i, e := range x.c.values {
		if partner[i] >= 0 {
			want := partner[i]
			_, filled := pairs[i]
			now, p := x.element(x.was(want), x.m.values[want], e, filled)
			next := mergedElement{value: now, plan: p, at: i, want: want, sent: !model.Same(now, e), of: i + 1}
			// A deletion would take duplicates too.
			if next.sent && x.losesDefault(e, next.value) && !x.c.repeats(i) {
				if renewed == nil {
					renewed = map[int]mergedElement{}
				}
				renewed[want] = next
			} else {
				out = append(out, next)
			}
			continue
		}
		_, gone := pairs[i]
		if gone || x.in(x.o, e) && !x.in(x.m, e) {
			left = true
			continue
		}
		// A duplicate, in current alone, of an element of modified is named by it too.
		out = append(out, mergedElement{value: e, at: i, want: x.numberIn(x.m, e), of: i + 1})
	}
	for i, e := range x.m.values {
		if again, ok := renewed[i]; ok {
			again.at, left = -1, true
			out = append(out, again)
		} else if taken[i] < 0 {
			now, p := x.element(x.was(i), e, model.Value{}, false)
			out = append(out, mergedElement{value: now, plan: p, at: -1, want: i, sent: true})
		}
	}
	return x.arranged(out, left)
}

// was returns what original has of element i of modified; absent for nothing.
func (x *listTarget) was(i int) model.Value {
	return x.o.at(x.o.find(x.listDiff, x.m.values[i]))
}

// element returns what an element becomes that modified has. filled says that a
// server filled in keys of c, which is why m goes with it: c's keys stay.
func (x *listTarget) element(o, m, c model.Value, filled bool) (model.Value, *plan) {
	u := x.use.shape.element
	if u.atomicMap() {
		return x.value(u, model.Value{}, m, c)
	}
	now, p := x.mapValue(u, o, m, c, mapRules{x.use.retainKeys || u.retainKeys, x.use.retainKeys, x.by.names, filled})
	if x.said.nulls && c.Kind() == model.Absent {
		now = x.withNullKeys(now, m)
	}
	return now, p
}

// withNullKeys returns a new element with the keys that are null in modified:
// they identify it (divergence any-key-accepted).
func (x *listTarget) withNullKeys(now, m model.Value) model.Value {
	for _, name := range x.by.names {
		if v, _ := m.Get(name); v.Kind() == model.Null {
			now = x.target.built(now.WithMembers(model.Member{Name: name, Value: v}))
		}
	}
	return now
}

func (x *listTarget) in(list *identified, e model.Value) bool { return list.find(x.listDiff, e) >= 0 }

func (x *listTarget) numberIn(list *identified, e model.Value) int { return list.find(x.listDiff, e) }

// arranged puts the list together. left says that an element of current is gone.
// The order is the one that Apply gives without $setElementOrder if modified's
// elements are in modified's order then; else what only current has comes first.
// Where the engine of a dialect can merge the list, it says where that stands.
func (x *listTarget) arranged(out []mergedElement, left bool) (model.Value, *plan) {
	if x.c.list.Kind() != model.List {
		return x.listOf(out)
	}
	if !left && inOrder(out) && !slices.ContainsFunc(out, func(e mergedElement) bool { return e.sent }) {
		return x.c.list, nil
	}
	// What only current has counts as -1 and so comes first.
	byWant := slices.Clone(out)
	slices.SortStableFunc(byWant, func(a, b mergedElement) int { return a.want - b.want })
	if v, p, ok := x.inPatch().inDialect(byWant); ok {
		return v, p
	}
	if ordered := x.byDefault(out); inOrder(ordered) {
		return x.listOf(ordered)
	}
	return x.listInOrder(byWant)
}

// inOrder reports whether modified's elements are in modified's order. Of
// duplicates that only current has the first one counts.
func inOrder(out []mergedElement) bool {
	last := -1
	seen := make([]bool, len(out))
	for _, e := range out {
		if e.want < 0 || e.want < len(seen) && seen[e.want] {
			continue
		}
		if e.want < last {
			return false
		}
		last = e.want
		if e.want < len(seen) {
			seen[e.want] = true
		}
	}
	return true
}

// byDefault arranges the elements as rule order-default does for a patch list
// of those that are sent, in modified's order.
func (x *listTarget) byDefault(out []mergedElement) []mergedElement {
	sent := make([]bool, len(x.m.values)+1) // by number in modified, plus one
	for _, e := range out {
		sent[e.want+1] = sent[e.want+1] || e.sent
	}
	n := len(out)
	room := make([]mergedElement, 3*n)
	only, patched, ordered := room[:0:n], room[n:n:2*n], room[2*n:2*n]
	for _, e := range out {
		if e.want >= 0 && sent[e.want+1] {
			patched = append(patched, e)
		} else {
			only = append(only, e)
		}
	}
	slices.SortStableFunc(patched, func(a, b mergedElement) int { return a.want - b.want })
	var waiting []mergedElement
	for _, e := range patched {
		if e.at < 0 {
			waiting = append(waiting, e)
			continue
		}
		for len(only) > 0 && only[0].at < e.at {
			ordered, only = append(ordered, only[0]), only[1:]
		}
		ordered = append(append(ordered, waiting...), e)
		waiting = nil
	}
	return append(append(ordered, only...), waiting...)
}

func (x *listTarget) listOf(out []mergedElement) (model.Value, *plan) {
	values, elements := make([]model.Value, len(out)), make([]elementPlan, len(out))
	for i, e := range out {
		values[i], elements[i] = e.value, elementPlan{origin{modified: e.want, current: e.of - 1}, e.plan}
	}
	return x.built(model.NewList(values...)), &plan{elements: elements}
}

// listInOrder is listOf for a list, by number in modified, that needs
// $setElementOrder.
func (x *listTarget) listInOrder(byWant []mergedElement) (model.Value, *plan) {
	v, p := x.listOf(byWant)
	p.order = modifieds(byWant)
	return v, p
}

// modifieds returns the elements that modified has, without further duplicates
// that current has of them.
func modifieds(byWant []mergedElement) []model.Value {
	var values []model.Value
	last := -1
	for _, e := range byWant {
		if e.want > last {
			values = append(values, e.value)
			last = e.want
		}
	}
	return values
}

// withDuplicates is the target where identities do not tell the elements apart:
// elements that neither original nor modified has stay and come first, then
// modified's, each duplicate merged with current's duplicate of the same number. In a
// dialect whose engine can merge them, the former stay where it leaves them.
func (x *listTarget) withDuplicates() (model.Value, *plan) {
	var out []mergedElement
	var rest []model.Value
	pairs := x.paired()
	filled := map[int]int{} // by number in modified, the number in current
	for i, e := range x.c.values {
		if p, ok := pairs[i]; ok {
			filled[p.modified] = i
			rest = append(rest, e)
		} else if !x.o.has(x.listDiff, e) && !x.m.has(x.listDiff, e) {
			out = append(out, mergedElement{value: e, at: i, want: -1, of: i + 1})
		} else {
			rest = append(rest, e)
		}
	}
	ofO, ofC := duplicateWalk{list: x.o}, duplicateWalk{list: x.c}
	same := len(rest) == len(x.m.values)
	for i, m := range x.m.values {
		o, c := ofO.next(x.listDiff, m), ofC.next(x.listDiff, m)
		paired, ok := filled[i]
		if ok {
			c = paired
		}
		now, p := m, (*plan)(nil)
		if m.Kind() == model.Map && len(x.use.keys) > 0 {
			now, p = x.element(x.o.at(o), m, x.c.at(c), ok)
		}
		same = same && equalIgnoringNulls(now, rest[i])
		sent := !model.Same(now, x.c.at(c))
		if len(x.use.keys) == 0 {
			sent = !x.in(x.c, m)
		}
		out = append(out, mergedElement{value: now, plan: p, at: c, want: i, sent: sent, of: c + 1})
	}
	if same {
		return x.c.list, nil
	}
	if x.c.list.Kind() != model.List {
		return x.listOf(out)
	}
	if v, p, ok := x.inPatch().inDialect(out); ok {
		return v, p
	}
	return x.listInOrder(out)
}

// A duplicateWalk gives out the elements of a list, for each identity one by one.
type duplicateWalk struct {
	list       *identified
	duplicates [][]int32
}

// next returns the number of the next element with the identity of e, or -1.
func (w *duplicateWalk) next(l *listDiff, e model.Value) int {
	keys, ok := l.by.keysOf(nil, e)
	if !ok {
		return -1
	}
	if w.duplicates == nil {
		w.duplicates = duplicatesOf(w.list)
	}
	id := w.list.index.find(keys)
	if id < 0 || len(w.duplicates[id]) == 0 {
		return -1
	}
	at := w.duplicates[id][0]
	w.duplicates[id] = w.duplicates[id][1:]
	return int(at)
}
