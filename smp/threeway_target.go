package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// A target is the making of one three-way merge: the document that current is
// to become. It is an edit of current, so that what stays is the same value in
// both and the diff that follows need not look at it.
type target struct {
	*differ
	// orders holds, for each list that needs $setElementOrder, the elements that
	// it lists.
	orders map[model.Value][]model.Value
	// cleared holds, for maps with strategy retainKeys, what $retainKeys clears
	// in them without a word more.
	cleared map[model.Value]map[string]bool
	// beside holds the sets in which duplicates that only current has, or values
	// that are no scalars, stay beside modified's.
	beside map[model.Value]bool
	// origins says, for each list that was put together, where its elements
	// come from.
	origins map[model.Value][]origin
	// stepped says of lists that are an edit of current's what they change.
	stepped map[model.Value]alignedList
	fault   *fault
}

// An origin is where an element of the target stands in modified and in
// current: -1 where it does not.
type origin struct{ modified, current int }

func newTarget(d *differ) *target {
	return &target{differ: d, orders: map[model.Value][]model.Value{}, cleared: map[model.Value]map[string]bool{}, beside: map[model.Value]bool{}, origins: map[model.Value][]origin{}, stepped: map[model.Value]alignedList{}}
}

// built keeps the first fault of building values; depth is the only cause.
func (t *target) built(v model.Value, err error) model.Value {
	if _, f := built(v, err); f != nil && t.fault == nil {
		t.fault = f
	}
	return v
}

// value returns what a field becomes that modified has, not null. Where current
// is as modified wants it there is nothing to do, whatever original had: it has
// no more than modified, and its elements match no others.
func (t *target) value(u *use, o, m, c model.Value) model.Value {
	switch {
	case !m.HasNull() && model.Equal(m, c):
		return c
	case m.Kind() == model.Map && !u.atomicMap():
		return t.mapValue(u, o, m, c, mapRules{retainKeys: u.retainsMap(), client: true})
	case m.Kind() == model.List && u.merging():
		return t.list(u, o, m, c)
	case equalIgnoringNulls(m, c):
		return c
	default:
		return m
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
func (r mapRules) fills(name string) bool { return r.filled && slices.Contains(r.keys, name) }

// mapValue returns what a map becomes. What is no map in original or current
// counts as empty. With strategy retainKeys, a change or drift clears what
// modified lacks, but for merge keys.
func (t *target) mapValue(u *use, o, m, c model.Value, rules mapRules) model.Value {
	if u.shape.kind != MapType {
		u = anyUse
	}
	changed := rules.retainKeys && !equalIgnoringNulls(orEmptyMap(nullAsAbsent(o)), m)
	o, c = onlyKind(o, model.Map), onlyKind(c, model.Map)
	clears := changed || rules.retainKeys && !t.holdsMembers(u, o, m, c, rules.keys)
	var changes []model.Member
	originals, modifieds, currents := o.Finder(), m.Finder(), c.Finder()
	for name, want := range m.Members() {
		have, _ := currents.Get(name)
		if want.Kind() == model.Null && have.IsScalar() && rules.fills(name) {
			continue
		}
		var now model.Value
		if want.Kind() != model.Null {
			was, _ := originals.Get(name)
			now = t.value(u.member(name), was, want, have)
		} else if have.Kind() == model.Null {
			continue
		}
		if !model.Same(now, have) {
			changes = append(changes, model.Member{Name: name, Value: now})
		}
	}
	for name, have := range c.Members() {
		if _, named := modifieds.Get(name); named || rules.fills(name) {
			continue
		}
		was, _ := o.Get(name)
		switch {
		case !present(have):
		case clears && !slices.Contains(rules.keys, name):
			changes = append(changes, model.Member{Name: name})
		case present(was):
			if now := t.dropped(u.member(name), was, have); !model.Same(now, have) {
				changes = append(changes, model.Member{Name: name, Value: now})
			}
		}
	}
	out := c
	if c.Kind() == model.Absent || len(changes) > 0 {
		out = t.built(c.WithMembers(changes...))
	}
	if changed && rules.client && t.dialect != Documented {
		t.cleared[out] = addedNames(o, m, c)
	}
	return out
}

// addedNames returns the names that current has alone. The shipped client leaves
// it to $retainKeys to clear them.
func addedNames(o, m, c model.Value) map[string]bool {
	names := map[string]bool{}
	for name := range c.Members() {
		_, named := m.Get(name)
		if was, _ := o.Get(name); !named && !present(was) {
			names[name] = true
		}
	}
	return names
}

// clears reports whether $retainKeys alone is to clear a member.
func (t *target) clears(now model.Value, name string) bool { return t.cleared[now][name] }

// clearsSome reports whether $retainKeys alone is to clear some member of have.
func (d *differ) clearsSome(have, now model.Value) bool {
	if d.target == nil || !hasMore(now, emptyMap) {
		return false
	}
	for name, v := range have.Members() {
		if _, kept := now.Get(name); !kept && present(v) && d.target.clears(now, name) {
			return true
		}
	}
	return false
}

// dropped returns what current keeps of a field that original had and modified
// lacks; absent for nothing.
func (t *target) dropped(u *use, o, c model.Value) model.Value {
	switch {
	case !present(c):
		return c
	case o.Kind() == model.Map && c.Kind() == model.Map && !u.declares() && !u.atomicMap() && !u.retainsMap():
		return t.droppedMembers(u, o, c)
	case o.Kind() == model.List && c.Kind() == model.List && u.merging():
		return t.droppedElements(u, o, c)
	default:
		return model.Value{}
	}
}

func (t *target) droppedMembers(u *use, o, c model.Value) model.Value {
	var changes []model.Member
	left := false
	for name, have := range c.Members() {
		was, _ := o.Get(name)
		now := have
		if present(was) {
			now = t.dropped(u.member(name), was, have)
		}
		if !model.Same(now, have) {
			changes = append(changes, model.Member{Name: name, Value: now})
		}
		left = left || present(now)
	}
	if !left {
		return model.Value{}
	}
	if len(changes) == 0 {
		return c
	}
	return t.built(c.WithMembers(changes...))
}

func (t *target) droppedElements(u *use, o, c model.Value) model.Value {
	x := t.listTarget(u)
	defer x.listDiff.done()
	x.o, x.m, x.c = x.identify(o), x.identify(model.Value{}), x.identify(c)
	pairs := x.paired()
	var left []mergedElement
	for i, e := range x.c.values {
		if _, filled := pairs[i]; !filled && !x.o.has(x.listDiff, e) {
			left = append(left, mergedElement{value: e, want: -1, of: i + 1})
		}
	}
	switch len(left) {
	case 0:
		return model.Value{}
	case len(x.c.values):
		return c
	default:
		v := x.listOf(left)
		if !x.c.exact() {
			x.beside[v] = true
		}
		return v
	}
}
