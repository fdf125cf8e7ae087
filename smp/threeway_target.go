package smp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A target is the making of one three-way merge: the document that current is
// to become, and the plan of the patch to it. It is an edit of current, so that what
// stays is the same value in both and the diff that follows need not look at it.
type target struct {
	*differ
	fault *fault
	marks bool // what servers do with values counts
	// held has what was found of elements that may hold others, once one has to be
	// chosen among duplicates: duplicates in duplicates would be compared again and again.
	held map[uint64][]heldPair // by a hash of both
	// unattributed are the elements of original that should go, each a path in
	// reverse from where the merge is now, if several of current's may be meant.
	unattributed []model.Path
}

// leftFrom adds a step to the unattributed elements from a number on.
func (t *target) leftFrom(n int, step model.Step) {
	for i := n; i < len(t.unattributed); i++ {
		t.unattributed[i] = append(t.unattributed[i], step)
	}
}

// unattributedPlaces returns the paths of the unattributed elements.
func (t *target) unattributedPlaces() []model.Path {
	for _, path := range t.unattributed {
		slices.Reverse(path)
	}
	return t.unattributed
}

// built keeps the first fault of building values; depth is the only cause.
func (t *target) built(v model.Value, err error) model.Value {
	if _, f := built(v, err); f != nil && t.fault == nil {
		t.fault = f
	}
	return v
}

// asWanted reports that current is as modified wants it, so that there is nothing to
// do, whatever original had and the schema says: current has no more than modified,
// and its elements match no others.
func asWanted(m, c model.Value) bool { return !m.HasNull() && model.Equal(m, c) }

// value returns what a field becomes that modified has, not null.
func (t *target) value(u *node, o, m, c model.Value) (model.Value, *plan) {
	switch {
	case m.Kind() == model.Map && !u.atomicMap():
		return t.mapValue(u, o, m, c, mapRules{retainKeys: u.retainsMap(), client: true})
	case m.Kind() == model.List && u.merging():
		return t.list(u, o, m, c)
	case t.stored(u, m, c):
		return c, nil
	default:
		return m, nil
	}
}

// mapRules are what decides which members of a map stay that modified lacks.
type mapRules struct {
	retainKeys bool // the map has strategy retainKeys
	client     bool // the shipped client knows that it has
	// keys are the names by which an element of a list is identified; none for any
	// other map. filled says that a server filled in some of current's: they stay.
	keys   []string
	filled bool
}

// fills reports whether current's member is a merge key that a server filled in.
func (r mapRules) fills(name string) bool { return slices.Contains(r.filledKeys(), name) }

// filledKeys returns the merge keys, if a server filled in some of current's.
func (r mapRules) filledKeys() []string {
	if r.filled {
		return r.keys
	}
	return nil
}

// A mapTarget is the making of one map. Its changes and plans stand behind those of
// the maps around it.
type mapTarget struct {
	*target
	changes, plans int // where they begin
}

func (t *target) mapTarget() mapTarget {
	return mapTarget{t, len(t.changes), len(t.memory().pending)}
}

// set says what becomes of a member that current has, absent where it has none.
func (x *mapTarget) set(name string, have, now model.Value, p *plan) {
	if model.Same(now, have) {
		return
	}
	x.differ.changes = append(x.differ.changes, model.Member{Name: name, Value: now})
	if p != nil {
		x.own.pending = append(x.own.pending, memberPlan{name, p})
	}
}

// of returns what becomes of current's map c, and the plan, nil for none. It ends the
// making.
func (x *mapTarget) of(c model.Value, cleared map[string]bool) (model.Value, *plan) {
	own, changes, plans := x.own, x.differ.changes[x.changes:], x.own.pending[x.plans:]
	x.differ.changes, own.pending = x.differ.changes[:x.changes], own.pending[:x.plans]
	c = x.built(x.builder().WithMembers(c, changes...))
	if len(plans) == 0 && len(cleared) == 0 {
		return c, nil
	}
	p := &own.plans.Take(1)[0]
	p.members, p.clearedByRetainKeys = append(own.members.Take(len(plans))[:0], plans...), cleared
	slices.SortFunc(p.members, func(a, b memberPlan) int { return strings.Compare(a.name, b.name) })
	return c, p
}

// mapValue returns what a map becomes. What is no map in original or current
// counts as empty. With strategy retainKeys, a change or drift clears what
// modified lacks, but for merge keys.
func (t *target) mapValue(u *node, o, m, c model.Value, rules mapRules) (model.Value, *plan) {
	changed := rules.retainKeys && !nulls.Equal(orEmpty(o), m) && !alikeInAnyOrder(u, orEmpty(o), m)
	o, c = onlyKind(o, model.Map), onlyKind(c, model.Map)
	clears := changed || rules.retainKeys && !t.holdsMembers(u, o, m, c, rules.filledKeys())
	var excluded []string
	if u.shape.unions != nil {
		excluded = t.excluded(u, o, m, c)
	}
	x := t.mapTarget()
	var decided []model.Member
	if u.shape.aliases != nil {
		decided = t.aliased(u, o, m, c)
	}
	originals := o.Finder()
	visit := func(name string, have, want model.Value) bool {
		from := len(t.unattributed)
		switch {
		case hasMember(decided, name):
		case want.Kind() == model.Absent:
			was, _ := originals.Get(name)
			switch {
			case !nulls.Present(have) || rules.fills(name):
			case (clears || slices.Contains(excluded, name)) && !slices.Contains(rules.keys, name):
				x.set(name, have, model.Value{}, nil)
			case nulls.Present(was):
				now, p := t.dropped(u.member(name), was, have)
				x.set(name, have, now, p)
			}
		case want.Kind() != model.Map && asWanted(want, have) || want.Kind() == model.Null && have.IsScalar() && rules.fills(name):
		default:
			was, _ := originals.Get(name)
			field := u.member(name)
			switch {
			case want.IsScalar() && !isEmptyText(want) && slices.Contains(rules.keys, name):
				x.set(name, have, want, nil) // a key is sent, stored or not
			case !slices.Contains(excluded, name) && t.unsent(field, was, want, have):
				t.trace.note(RuleThreeWayUnsent)
			case want.Kind() != model.Null:
				now, p := t.value(field, was, want, have)
				x.set(name, have, now, p)
			case have.Kind() != model.Null:
				x.set(name, have, model.Value{}, nil)
			}
		}
		t.leftFrom(from, model.Field(name))
		return true
	}
	if m.HasNull() {
		eachMember(c, m, visit) // a null may be wanted where there is one
	} else {
		model.DifferingMembers(c, m, visit)
	}
	for _, d := range decided {
		if have, _ := c.Get(d.Name); !model.Equal(have, d.Value) {
			x.set(d.Name, have, d.Value, nil)
		}
	}
	var cleared map[string]bool
	if changed && rules.client && t.forCluster() {
		cleared = addedNames(o, m, c)
	}
	return x.of(c, cleared)
}

// alikeInAnyOrder compares two values as JSON values, null map members and the order
// of merging lists aside.
func alikeInAnyOrder(u *node, a, b model.Value) bool {
	switch {
	case a.Kind() != b.Kind():
		return false
	case a.Kind() == model.Map && !u.atomicMap():
		theirs := b.Finder()
		for name, v := range a.Members() {
			if w, _ := theirs.Get(name); nulls.Present(v) && !alikeInAnyOrder(u.member(name), v, w) {
				return false
			}
		}
		return !nulls.HasMore(b, a)
	case a.Kind() == model.List && u.merging() && a.Len() == b.Len():
		left, right := hashed(u, a), hashed(u, b)
		for i := range left {
			if left[i].hash != right[i].hash || !alikeInAnyOrder(u.shape.element, left[i].value, right[i].value) {
				return false
			}
		}
		return true
	default:
		return nulls.Equal(a, b)
	}
}

// A hashedElement is an element of a list with a hash in which the order of merging
// lists does not count.
type hashedElement struct {
	value model.Value
	hash  uint64
}

// hashed returns the elements of a list by their hashes.
func hashed(u *node, list model.Value) []hashedElement {
	var all []hashedElement
	for _, e := range list.Elements() {
		all = append(all, hashedElement{e, hashInAnyOrder(u.shape.element, e)})
	}
	slices.SortStableFunc(all, func(a, b hashedElement) int { return cmp.Compare(a.hash, b.hash) })
	return all
}

func hashInAnyOrder(u *node, v model.Value) uint64 {
	h := uint64(v.Kind())
	switch {
	case v.Kind() == model.Map && !u.atomicMap():
		for name, m := range v.Members() {
			if nulls.Present(m) {
				h += model.NewString(name).Hash() * (hashInAnyOrder(u.member(name), m) | 1)
			}
		}
	case v.Kind() == model.List && u.merging():
		for _, e := range v.Elements() {
			h += hashInAnyOrder(u.shape.element, e) * 0x9e3779b97f4a7c15
		}
	default:
		return nulls.Hash(v)
	}
	return h * 0xd6e8feb86659fd93
}

// addedNames returns the names that current has alone. The shipped client leaves
// it to $retainKeys to clear them.
func addedNames(o, m, c model.Value) map[string]bool {
	names := map[string]bool{}
	for name := range c.Members() {
		_, named := m.Get(name)
		if was, _ := o.Get(name); !named && !nulls.Present(was) {
			names[name] = true
		}
	}
	return names
}

// dropped returns what current keeps of a field that original had and modified
// lacks; absent for nothing.
func (t *target) dropped(u *node, o, c model.Value) (model.Value, *plan) {
	switch {
	case !nulls.Present(c):
		return c, nil
	case o.Kind() == model.Map && c.Kind() == model.Map && !u.declares() && !u.atomicMap() && !u.retainsMap():
		return t.droppedMembers(u, o, c)
	case o.Kind() == model.List && c.Kind() == model.List && u.merging():
		return t.droppedElements(u, o, c)
	default:
		return model.Value{}, nil
	}
}

func (t *target) droppedMembers(u *node, o, c model.Value) (model.Value, *plan) {
	x := t.mapTarget()
	left := false
	for name, have := range c.Members() {
		now := have
		if was, _ := o.Get(name); nulls.Present(was) {
			var p *plan
			from := len(t.unattributed)
			now, p = t.dropped(u.member(name), was, have)
			x.set(name, have, now, p)
			t.leftFrom(from, model.Field(name))
		}
		left = left || nulls.Present(now)
	}
	v, p := x.of(c, nil)
	if !left {
		return model.Value{}, nil
	}
	return v, p
}

func (t *target) droppedElements(u *node, o, c model.Value) (model.Value, *plan) {
	x := t.listTarget(u)
	defer x.listDiff.done()
	x.number(o, model.Value{}, c)
	var left []mergedElement
	for i, gone := range x.goes() {
		if !gone {
			left = append(left, x.kept(-1, i))
		}
	}
	switch len(left) {
	case 0:
		return model.Value{}, nil
	case len(x.c.Values):
		return c, nil
	default:
		v, p := x.listOf(left, nil)
		p.mayKeepIrregular = !x.c.Exact()
		return v, p
	}
}

// holds reports whether current has all that modified says of a field, so that
// nothing need be sent for it: maps and elements hold modified's members, merging
// lists modified's elements in any order, what is null in modified is absent, and
// any other value is as a server stores it. It decides which of several elements is
// modified's, and what is drift below strategy retainKeys and in unions.
func (t *target) holds(u *node, o, m, c model.Value) bool {
	switch {
	case t.unsent(u, o, m, c):
		return true
	case !nulls.Present(m):
		return !nulls.Present(c)
	case m.Kind() == model.Map && c.Kind() == model.Map && !u.atomicMap():
		return t.holdsMembers(u, o, m, c, nil)
	case m.Kind() == model.List && c.Kind() == model.List && u.merging():
		return t.holdsElements(u, o, m, c)
	default:
		return t.stored(u, m, c)
	}
}

// holdsMembers is holds for a map. Keys that are null in it say nothing: a server filled
// them in.
func (t *target) holdsMembers(u *node, o, m, c model.Value, keys []string) bool {
	originals, currents := onlyKind(o, model.Map).Finder(), c.Finder()
	for name, want := range m.Members() {
		if want.Kind() == model.Null && slices.Contains(keys, name) {
			continue
		}
		was, _ := originals.Get(name)
		have, _ := currents.Get(name)
		if !t.holds(u.member(name), was, want, have) {
			return false
		}
	}
	return true
}

// holdsElements is holds for a merging list. Each element of modified is held by
// another one.
func (t *target) holdsElements(u *node, o, m, c model.Value) bool {
	x := t.listTarget(u)
	defer x.listDiff.done()
	x.number(onlyKind(o, model.List), m, c)
	matches := x.matched()
	for i, e := range x.m.Values {
		with := matches.of[i]
		if with.current < 0 || !x.holdsElement(x.o.At(with.original), e, x.c.Values[with.current], with.filled) {
			return false
		}
	}
	return true
}

// holdsElement is holds for an element of the list; filled says that a server filled in
// keys of current's.
func (x *listTarget) holdsElement(o, m, c model.Value, filled bool) bool {
	u := x.node.shape.element
	if m.Kind() != model.Map || c.Kind() != model.Map || u.atomicMap() {
		return x.stored(u, m, c)
	}
	if filled {
		return x.holdsMembers(u, o, m, c, x.by.Names)
	}
	if x.held == nil || o.Kind() != model.Absent {
		return x.holdsMembers(u, o, m, c, nil)
	}
	key := nulls.Hash(m)*31 + nulls.Hash(c)
	for _, p := range x.held[key] {
		if p.list == x.node && model.Equal(p.m, m) && model.Equal(p.c, c) { // null is not absent here
			return p.holds
		}
	}
	holds := x.holdsMembers(u, o, m, c, nil)
	x.held[key] = append(x.held[key], heldPair{x.node, m, c, holds})
	return holds
}

// A heldPair is an element of a list and one of current that may hold it.
type heldPair struct {
	list  *node
	m, c  model.Value
	holds bool
}
