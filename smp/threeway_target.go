package smp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A three-way merge has three documents. Original is the manifest as it was applied last, modified
// is the new manifest, and current is the live object, which others may have changed. The merge
// must bring modified's changes to current, and must not undo the changes of others. It works in
// two steps. First it builds the target W, the document that current must become. Then it returns
// the diff from current to W.
//
// If modified has a field, W has modified's value. If original has the field and modified lacks it,
// the field was dropped, and W lacks it. If neither has the field, it belongs to others and stays
// as it is in current. Maps and merging lists are merged in this way member by member and element
// by element:
//
//	             original    modified    current         W
//	replicas     2           3           2               3              modified
//	containers
//	  proxy      -           -           image p         image p        others
//	  app
//	    image    v1          v2          v1              v2             modified
//	    pull     -           -           Always          Always         others
//	    env      A=1 B=2     A=1         A=1 B=2 C=3     A=1 C=3        B was dropped
//
// A dropped map or list keeps the members and elements of others. For example, if modified drops
// the labels {a}, and current has {a, b}, then W has {b}. A map with a fixed set of fields, such as
// securityContext, is removed as a whole. Strategy retainKeys and unions also remove fields of
// others (see mapValue and clearedByUnions).
//
// Elements match by their keys. Current may have several elements with the keys of an element of
// modified. Then the element of modified matches the first of them that holds it. An element holds
// another one if it has all members of that element. If there is none, it matches the first one
// that holds the element of original. If there is none either, it matches the first one:
//
//	original  modified  current        W
//	A=1 A=2   A=1       A=9 A=1 A=2    A=1 A=9    A=1 holds modified's; A=2 was dropped
//	A=1       A=5       A=9 A=1        A=9 A=5    A=1 holds original's
//	A=1       A=5       A=9 A=8        A=5 A=8    the first
//
// In the first line, A=9 moves behind A=1, so that the next merge finds A=1 first (see
// sideBySide).
//
// An element of modified may lack keys that the server defaulted. If current has only one
// element with port 53, {port:53} matches {port:53,protocol:TCP}, even if the schema does
// not define the default (see defaultedMatcher).
//
// A server does not store every value as it was sent. The Marks of a schema describe such fields.
// For example, "paused: false" is not sent if current has no paused, because the server drops zeros
// of this field (see threeway_marks.go).
//
// The patch is the diff from current to W. For the example:
//
//	replicas: 3
//	containers: [{name: app, image: v2, env: [{$patch: delete, name: B}]}]
//
// W is an edit of current. Values that stay are shared by both, so the diff skips them. W has a
// plan, which contains the element of current for each element of W, so that duplicates are not
// mixed up. The plan also contains the order list to send. Applying the patch to current gives W,
// and merging again with W as current gives {} (rule threeway-converges).

// A targetBuilder builds the target of a three-way merge and the plan of the patch.
type targetBuilder struct {
	*differ
	fault *fault
	marks bool // use the Marks of the schema, which describe how servers store values
	// held caches the results of holdsElement. It is used after the first list with duplicates.
	// Without it, duplicates inside duplicates would be compared again and again.
	held map[uint64][]heldResult // by a hash of both elements
	// unattributed holds elements of original that should be removed, but match several elements of
	// current. The paths are reversed, and relative to the current map.
	unattributed []model.Path
}

// prefixUnattributed adds a step to the front of the unattributed paths from index n on.
func (t *targetBuilder) prefixUnattributed(n int, step model.Step) {
	for i := n; i < len(t.unattributed); i++ {
		t.unattributed[i] = append(t.unattributed[i], step)
	}
}

// prefixField adds a field to the front of the unattributed paths from index n on. It allocates the
// step only if there is such a path.
func (t *targetBuilder) prefixField(n int, name string) {
	if len(t.unattributed) > n {
		t.prefixUnattributed(n, model.Field(name))
	}
}

// unattributedPlaces returns the paths of the unattributed elements.
func (t *targetBuilder) unattributedPlaces() []model.Path {
	for _, path := range t.unattributed {
		slices.Reverse(path)
	}
	return t.unattributed
}

// built returns v, which was just built, and records the first fault. The only possible fault is
// that the value is nested too deeply.
func (t *targetBuilder) built(v model.Value, err error) model.Value {
	if _, f := built(v, err); f != nil && t.fault == nil {
		t.fault = f
	}
	return v
}

// isUpToDate reports whether current's value equals modified's value, so that it need not change,
// for any original and schema.
func isUpToDate(m, c model.Value) bool { return !m.HasNull() && model.Equal(m, c) }

// value returns the target of a field that modified has, and its plan. Modified's value is not
// null.
func (t *targetBuilder) value(u *node, o, m, c model.Value) (model.Value, *plan) {
	switch {
	case m.Type() == model.Map && !u.atomicMap():
		return t.mapValue(u, o, m, c, mapRules{retainKeys: u.retainsMap(), fieldRetains: true})
	case m.Type() == model.List && u.merging():
		return t.list(u, o, m, c)
	case t.stored(u, m, c):
		return c, nil
	default:
		return m, nil
	}
}

// A mapRules decides which members of a map stay although modified lacks them.
type mapRules struct {
	retainKeys   bool // the map has strategy retainKeys
	fieldRetains bool // the field or the list of the map has the strategy, so every judge applies it
	// keys holds the merge keys if the map is an element of a list. It is nil for any other map. If
	// defaulted is set, the server defaulted some of current's keys, which stay.
	keys      []string
	defaulted bool
	emptyKeys bool // a key that is "" is a value and is sent
}

// isDefaultedKey reports whether the member is a merge key that the server may have defaulted.
func (r mapRules) isDefaultedKey(name string) bool { return slices.Contains(r.defaultedKeys(), name) }

// defaultedKeys returns the merge keys if the server defaulted some of them, and nil if not.
func (r mapRules) defaultedKeys() []string {
	if r.defaulted {
		return r.keys
	}
	return nil
}

// A mapTargetBuilder builds one map of the target. Its changes and plans are at the top of the
// differ's stacks, above those of the maps around it.
type mapTargetBuilder struct {
	*targetBuilder
	changesFrom, plansFrom int // where the changes and plans of this map begin
}

func (t *targetBuilder) newMapTarget() mapTargetBuilder {
	return mapTargetBuilder{t, len(t.changes), len(t.memory().pending)}
}

// set changes a member from have to now. Both may be absent.
func (x *mapTargetBuilder) set(name string, have, now model.Value, p *plan) {
	if model.Same(now, have) {
		return
	}
	x.differ.changes = append(x.differ.changes, model.Member{Name: name, Value: now})
	if p != nil {
		x.own.pending = append(x.own.pending, memberPlan{name, p})
	}
}

// finish returns the map c of current with the changes, and its plan, which may be nil.
func (x *mapTargetBuilder) finish(c model.Value, cleared map[string]bool) (model.Value, *plan) {
	own, changes, plans := x.own, x.differ.changes[x.changesFrom:], x.own.pending[x.plansFrom:]
	x.differ.changes, own.pending = x.differ.changes[:x.changesFrom], own.pending[:x.plansFrom]
	c = x.built(x.builder().WithMembers(c, changes...))
	if len(plans) == 0 && len(cleared) == 0 {
		return c, nil
	}
	p := &own.plans.Take(1)[0]
	p.members, p.clearedByRetainKeys = append(own.members.Take(len(plans))[:0], plans...), cleared
	slices.SortFunc(p.members, func(a, b memberPlan) int { return strings.Compare(a.name, b.name) })
	return c, p
}

// mapValue returns the target of a map. A value of another type in original or current
// counts as an empty map. With strategy retainKeys, members that modified lacks are
// removed, except for merge keys, if modified differs from original or current does not
// hold modified.
func (t *targetBuilder) mapValue(u *node, o, m, c model.Value, rules mapRules) (model.Value, *plan) {
	changed := rules.retainKeys && !nulls.Equal(orEmpty(o), m) && !alikeInAnyOrder(u, orEmpty(o), m)
	o, c = onlyType(o, model.Map), onlyType(c, model.Map)
	clears := changed || rules.retainKeys && !t.holdsMembers(u, o, m, c, rules.defaultedKeys())
	var excluded []string
	if u.shape.unions != nil {
		excluded = t.clearedByUnions(u, o, m, c)
	}
	x := t.newMapTarget()
	var decided []model.Member
	if u.shape.aliases != nil {
		decided = t.aliasedFields(u, o, m, c)
	}
	originals := o.Finder()
	visit := func(name string, have, want model.Value) bool {
		from := len(t.unattributed)
		switch {
		case hasMember(decided, name):
		case want.Type() == model.Absent:
			was, _ := originals.Get(name)
			switch {
			case !nulls.Present(have) || rules.isDefaultedKey(name):
			case (clears || slices.Contains(excluded, name)) && !slices.Contains(rules.keys, name):
				x.set(name, have, model.Value{}, nil)
			case nulls.Present(was):
				now, p := t.remainder(u.member(name), was, have)
				x.set(name, have, now, p)
			}
		case want.Type() != model.Map && isUpToDate(want, have) || want.Type() == model.Null && have.IsScalar() && rules.isDefaultedKey(name):
		default:
			was, _ := originals.Get(name)
			field := u.member(name)
			switch {
			case want.IsScalar() && (rules.emptyKeys || !isEmptyText(want)) && slices.Contains(rules.keys, name):
				x.set(name, have, want, nil) // a key is sent, even if servers do not store it
			case !slices.Contains(excluded, name) && t.unsent(field, was, want, have):
				t.trace.note(RuleThreeWayUnsent)
			case want.Type() != model.Null:
				now, p := t.value(field, was, want, have)
				x.set(name, have, now, p)
			case have.Type() != model.Null:
				x.set(name, have, model.Value{}, nil)
			}
		}
		t.prefixField(from, name)
		return true
	}
	if m.HasNull() {
		eachMember(c, m, visit) // modified may have a null where current has a null, too
	} else {
		model.DifferingMembers(c, m, visit)
	}
	for _, d := range decided {
		if have, _ := c.Get(d.Name); !model.Equal(have, d.Value) {
			x.set(d.Name, have, d.Value, nil)
		}
	}
	var cleared map[string]bool
	if changed && rules.fieldRetains && t.judge != nil && t.supports(RetainKeys) {
		cleared = addedNames(o, m, c)
	}
	return x.finish(c, cleared)
}

// alikeInAnyOrder reports whether two values are equal, apart from null members of maps and the
// order of merging lists.
func alikeInAnyOrder(u *node, a, b model.Value) bool {
	switch {
	case a.Type() != b.Type():
		return false
	case a.Type() == model.Map && !u.atomicMap():
		theirs := b.Finder()
		for name, v := range a.Members() {
			if w, _ := theirs.Get(name); nulls.Present(v) && !alikeInAnyOrder(u.member(name), v, w) {
				return false
			}
		}
		return !nulls.HasMore(b, a)
	case a.Type() == model.List && u.merging() && a.Len() == b.Len():
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

// A hashedElement is an element of a list with a hash that ignores the order of merging
// lists.
type hashedElement struct {
	value model.Value
	hash  uint64
}

// hashed returns the elements of a list, sorted by hash.
func hashed(u *node, list model.Value) []hashedElement {
	var all []hashedElement
	for _, e := range list.Elements() {
		all = append(all, hashedElement{e, hashInAnyOrder(u.shape.element, e)})
	}
	slices.SortStableFunc(all, func(a, b hashedElement) int { return cmp.Compare(a.hash, b.hash) })
	return all
}

func hashInAnyOrder(u *node, v model.Value) uint64 {
	h := uint64(v.Type())
	switch {
	case v.Type() == model.Map && !u.atomicMap():
		for name, m := range v.Members() {
			if nulls.Present(m) {
				h += model.NewString(name).Hash() * (hashInAnyOrder(u.member(name), m) | 1)
			}
		}
	case v.Type() == model.List && u.merging():
		for _, e := range v.Elements() {
			h += hashInAnyOrder(u.shape.element, e) * 0x9e3779b97f4a7c15
		}
	default:
		return nulls.Hash(v)
	}
	return h * 0xd6e8feb86659fd93
}

// addedNames returns the names that only current has. The patch has no null for them, because
// $retainKeys removes them.
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

// remainder returns the part of a field that current keeps if modified lacks the field and original
// has it. The result is absent if the whole field is removed.
func (t *targetBuilder) remainder(u *node, o, c model.Value) (model.Value, *plan) {
	switch {
	case !nulls.Present(c):
		return c, nil
	case o.Type() == model.Map && c.Type() == model.Map && !u.declares() && !u.atomicMap() && !u.retainsMap():
		return t.remainingMembers(u, o, c)
	case o.Type() == model.List && c.Type() == model.List && u.merging():
		return t.remainingElements(u, o, c)
	default:
		return model.Value{}, nil
	}
}

func (t *targetBuilder) remainingMembers(u *node, o, c model.Value) (model.Value, *plan) {
	x := t.newMapTarget()
	left := false
	for name, have := range c.Members() {
		now := have
		if was, _ := o.Get(name); nulls.Present(was) {
			var p *plan
			from := len(t.unattributed)
			now, p = t.remainder(u.member(name), was, have)
			x.set(name, have, now, p)
			t.prefixField(from, name)
		}
		left = left || nulls.Present(now)
	}
	v, p := x.finish(c, nil)
	if !left {
		return model.Value{}, nil
	}
	return v, p
}

func (t *targetBuilder) remainingElements(u *node, o, c model.Value) (model.Value, *plan) {
	x := t.newListTarget(u)
	defer x.diff.done()
	x.number(o, model.Value{}, c)
	var left []mergedElement
	for i, removed := range x.removed() {
		if !removed {
			left = append(left, x.kept(-1, i))
		}
	}
	switch len(left) {
	case 0:
		return model.Value{}, nil
	case len(x.current.Values):
		return c, nil
	default:
		v, p := x.listOf(left, nil)
		p.mayKeepIrregular = !x.current.Exact()
		return v, p
	}
}

// holds reports whether current holds modified's value of a field, so that nothing needs to be
// sent. For example, {a:1,b:2} holds {a:1}. A map must hold all members of modified's map, and a
// merging list must hold all elements of modified's list, in any order. If a member is null in
// modified, current must lack it. Any other value must be as a server stores it. holds is used
// to choose among elements with equal keys, and to detect differences below strategy retainKeys
// and in unions.
func (t *targetBuilder) holds(u *node, o, m, c model.Value) bool {
	switch {
	case t.unsent(u, o, m, c):
		return true
	case !nulls.Present(m):
		return !nulls.Present(c)
	case m.Type() == model.Map && c.Type() == model.Map && !u.atomicMap():
		return t.holdsMembers(u, o, m, c, nil)
	case m.Type() == model.List && c.Type() == model.List && u.merging():
		return t.holdsElements(u, o, m, c)
	default:
		return t.stored(u, m, c)
	}
}

// holdsMembers implements holds for a map. It ignores a null in modified for one of the given keys,
// because the server defaulted these keys.
func (t *targetBuilder) holdsMembers(u *node, o, m, c model.Value, keys []string) bool {
	originals, currents := onlyType(o, model.Map).Finder(), c.Finder()
	for name, want := range m.Members() {
		if want.Type() == model.Null && slices.Contains(keys, name) {
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

// holdsElements implements holds for a merging list. No two elements of modified may match the same
// element of current.
func (t *targetBuilder) holdsElements(u *node, o, m, c model.Value) bool {
	x := t.newListTarget(u)
	defer x.diff.done()
	x.number(onlyType(o, model.List), m, c)
	matches := x.findMatches()
	for i, e := range x.modified.Values {
		with := matches.ofModified[i]
		if with.current < 0 || !x.holdsElement(x.original.At(with.original), e, x.current.Values[with.current], with.defaulted) {
			return false
		}
	}
	return true
}

// holdsElement implements holds for an element of the list. defaulted reports whether the keys of
// current's element stay, because the server defaulted them.
func (x *listTargetBuilder) holdsElement(o, m, c model.Value, defaulted bool) bool {
	u := x.node.shape.element
	if m.Type() != model.Map || c.Type() != model.Map || u.atomicMap() {
		if defaulted {
			m = x.withKeysOf(m, c)
		}
		return x.target.stored(u, m, c)
	}
	if defaulted {
		return x.target.holdsMembers(u, o, m, c, x.by.Names)
	}
	if x.target.held == nil || o.Type() != model.Absent {
		return x.target.holdsMembers(u, o, m, c, nil)
	}
	key := nulls.Hash(m)*31 + nulls.Hash(c)
	for _, p := range x.target.held[key] {
		if p.list == x.node && model.Equal(p.m, m) && model.Equal(p.c, c) { // null does not count as absent here
			return p.holds
		}
	}
	holds := x.target.holdsMembers(u, o, m, c, nil)
	x.target.held[key] = append(x.target.held[key], heldResult{x.node, m, c, holds})
	return holds
}

// A heldResult is the result of holdsElement for an element of modified, m, and an element of
// current, c.
type heldResult struct {
	list  *node
	m, c  model.Value
	holds bool
}
