package diff

import (
	"cmp"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/desk"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A mapRules decides which members of a map stay although modified lacks them.
type mapRules struct {
	retainKeys   bool // the map has strategy retainKeys
	fieldRetains bool // the field or the list of the map has the strategy, so every judge applies it
	// keys holds the merge keys if the map is an element of a list. It is nil for any other map. If
	// filledIn is set, the server filled in some of current's keys, which stay.
	keys      []string
	filledIn  bool
	emptyKeys bool // a key that is "" is a value and is sent
}

// isKey reports whether the member is a merge key.
func (r mapRules) isKey(name string) bool { return slices.Contains(r.keys, name) }

// isFilledInKey reports whether the member is a merge key that the server may have filled in.
func (r mapRules) isFilledInKey(name string) bool { return slices.Contains(r.filledInKeys(), name) }

// filledInKeys returns the merge keys if the server filled in some of them, and nil if not.
func (r mapRules) filledInKeys() []string {
	if r.filledIn {
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

// fieldTargets builds the target of a merging map, field by field.
type fieldTargets struct {
	mapTargetBuilder
	node      *schema.Node
	rules     mapRules
	originals model.Finder   // the fields of original
	removes   bool           // strategy retainKeys removes the fields that modified lacks
	excluded  []string       // the fields of current that unions clear
	aliased   []model.Member // the changes to fields with aliases
}

// mapValue returns the target of a map. A value of another type in original or current
// counts as an empty map. With strategy retainKeys, members that modified lacks are
// removed, except for merge keys, if modified differs from original or current does not
// hold modified.
func (t *targetBuilder) mapValue(u *schema.Node, o, m, c model.Value, rules mapRules) (model.Value, *plan) {
	changed := rules.retainKeys && !nulls.Equal(nulls.OrEmpty(o), m) && !alikeInAnyOrder(u, nulls.OrEmpty(o), m)
	o, c = nulls.OfType(o, model.Map), nulls.OfType(c, model.Map)
	x := fieldTargets{mapTargetBuilder: t.newMapTarget(), node: u, rules: rules, originals: o.Finder()}
	x.removes = changed || rules.retainKeys && !t.holdsMembers(u, o, m, c, rules.filledInKeys())
	if u.Shape.Unions != nil {
		x.excluded = t.clearedByUnions(u, o, m, c)
	}
	if u.Shape.Aliases != nil {
		x.aliased = t.aliasedFields(u, o, m, c)
	}
	if m.HasNull() {
		eachMember(c, m, x.field) // modified may have a null where current has a null, too
	} else {
		desk.Shortcuts.DifferingMembers(c, m, x.field)
	}
	for _, a := range x.aliased {
		have, _ := c.Get(a.Name)
		if !nulls.Equal(nulls.AsAbsent(have), nulls.AsAbsent(a.Value)) { // a server drops the nulls of a new map
			x.set(a.Name, have, a.Value, nil)
		}
	}
	var cleared map[string]bool
	if changed && rules.fieldRetains && t.judge != nil && t.supports(syntax.RetainedKeys) {
		cleared = namesOnlyInCurrent(o, m, c)
	}
	return x.finish(c, cleared)
}

// field sets the target of one field, which is have in current and want in modified. It returns
// true, so that the walk over the fields goes on.
func (x *fieldTargets) field(name string, have, want model.Value) bool {
	if hasMember(x.aliased, name) {
		return true
	}
	from := len(x.unattributed)
	if x.trace.On() {
		x.trace.Enter(model.Field(name))
		defer x.trace.Leave()
	}
	was, _ := x.originals.Get(name)
	if want.Type() == model.Absent {
		x.setOtherField(name, was, have)
	} else {
		x.setModifiedField(name, was, want, have)
	}
	x.prefixField(from, name)
	return true
}

// setOtherField sets the target of a field that modified lacks.
func (x *fieldTargets) setOtherField(name string, o, c model.Value) {
	switch {
	case !nulls.Present(c) || x.rules.isFilledInKey(name):
		// The field stays as it is.
	case (x.removes || slices.Contains(x.excluded, name)) && !x.rules.isKey(name):
		x.set(name, c, model.Value{}, nil)
	case nulls.Present(o):
		now, p := x.remainder(x.node.OfMember(name), o, c)
		x.set(name, c, now, p)
	}
}

// setModifiedField sets the target of a field that modified has. Its value may be null.
func (x *fieldTargets) setModifiedField(name string, o, m, c model.Value) {
	field := x.node.OfMember(name)
	switch {
	case m.Type() != model.Map && isUpToDate(m, c):
		// The field stays as it is.
	case m.Type() == model.Null && c.IsScalar() && x.rules.isFilledInKey(name):
		// The null does not remove a key that the server filled in.
	case m.IsScalar() && x.rules.isKey(name) && (x.rules.emptyKeys || !isEmptyText(m)):
		x.set(name, c, m, nil) // a key is sent, even if servers do not store it
	case !slices.Contains(x.excluded, name) && !(x.removes && m.Type() == model.Null) && x.server.Keeps(field, o, m, c):
		x.trace.Note(rule.ThreeWayUnsent)
	case m.Type() != model.Null:
		now, p := x.value(field, o, m, c)
		x.set(name, c, now, p)
	case c.Type() != model.Null:
		x.set(name, c, model.Value{}, nil)
	}
}

// alikeInAnyOrder reports whether two values are equal, apart from null members of maps and the
// order of merging lists.
func alikeInAnyOrder(u *schema.Node, a, b model.Value) bool {
	switch {
	case a.Type() != b.Type():
		return false
	case a.Type() == model.Map && !u.AtomicMap():
		theirs := b.Finder()
		for name, v := range a.Members() {
			if w, _ := theirs.Get(name); nulls.Present(v) && !alikeInAnyOrder(u.OfMember(name), v, w) {
				return false
			}
		}
		return !nulls.HasMore(b, a)
	case a.Type() == model.List && u.Merging() && a.Len() == b.Len():
		left, right := hashed(u, a), hashed(u, b)
		for i := range left {
			if left[i].hash != right[i].hash || !alikeInAnyOrder(u.Shape.Element, left[i].value, right[i].value) {
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
func hashed(u *schema.Node, list model.Value) []hashedElement {
	var all []hashedElement
	for _, e := range list.Elements() {
		all = append(all, hashedElement{e, hashInAnyOrder(u.Shape.Element, e)})
	}
	slices.SortStableFunc(all, func(a, b hashedElement) int { return cmp.Compare(a.hash, b.hash) })
	return all
}

func hashInAnyOrder(u *schema.Node, v model.Value) uint64 {
	h := uint64(v.Type())
	switch {
	case v.Type() == model.Map && !u.AtomicMap():
		for name, m := range v.Members() {
			if nulls.Present(m) {
				h += u.Shape.NameValue(name).Hash() * (hashInAnyOrder(u.OfMember(name), m) | 1)
			}
		}
	case v.Type() == model.List && u.Merging():
		for _, e := range v.Elements() {
			h += hashInAnyOrder(u.Shape.Element, e) * 0x9e3779b97f4a7c15
		}
	default:
		return nulls.Hash(v)
	}
	return h * 0xd6e8feb86659fd93
}

// namesOnlyInCurrent returns the names that only current has. The patch has no null for them,
// because $retainKeys removes them.
func namesOnlyInCurrent(o, m, c model.Value) map[string]bool {
	names := map[string]bool{}
	for name := range c.Members() {
		_, named := m.Get(name)
		if was, _ := o.Get(name); !named && !nulls.Present(was) {
			names[name] = true
		}
	}
	return names
}
