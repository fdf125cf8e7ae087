package threeway

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/door"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/stored"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/walk"
)

// A retention decides which members of a map stay although modified lacks them.
type retention struct {
	retainKeys   bool // the map has strategy retainKeys
	fieldRetains bool // the field or the list of the map has the strategy, so every judge applies it
	// keys holds the merge keys if the map is an element of a list. It is nil for any other map. If
	// filledIn is set, the server filled in some of current's keys, which stay.
	keys      []string
	filledIn  bool
	emptyKeys bool // a key that is "" is a value and is sent
}

// isKey reports whether the member is a merge key.
func (r retention) isKey(name string) bool { return slices.Contains(r.keys, name) }

// isFilledInKey reports whether the member is a merge key that the server may have filled in.
func (r retention) isFilledInKey(name string) bool { return slices.Contains(r.filledInKeys(), name) }

// filledInKeys returns the merge keys if the server filled in some of them, and nil if not.
func (r retention) filledInKeys() []string {
	if r.filledIn {
		return r.keys
	}
	return nil
}

// A mapBuilder builds one map of the target. Its changes and plans are at the top of two stacks, above
// those of the maps around it.
type mapBuilder struct {
	*targetBuilder
	changesFrom, plansFrom int // where the changes and plans of this map begin
}

func (t *targetBuilder) newMapTarget() mapBuilder {
	return mapBuilder{t, len(t.memory.changes), len(t.memory.pending)}
}

// set changes a member from have to now. Both may be absent.
func (b *mapBuilder) set(name string, have, now model.Value, p *Plan) {
	if model.Same(now, have) {
		return
	}
	b.memory.changes = append(b.memory.changes, model.Member{Name: name, Value: now})
	if p != nil {
		b.memory.pending = append(b.memory.pending, memberPlan{name, p})
	}
}

// finish returns the map c of current with the changes, and its plan, which may be nil.
func (b *mapBuilder) finish(c model.Value, cleared map[string]bool) (model.Value, *Plan) {
	m := b.memory
	changes, plans := m.changes[b.changesFrom:], m.pending[b.plansFrom:]
	m.changes, m.pending = m.changes[:b.changesFrom], m.pending[:b.plansFrom]
	c = b.built(b.values.WithMembers(c, changes...))
	if len(plans) == 0 && len(cleared) == 0 {
		return c, nil
	}
	p := &m.plans.Take(1)[0]
	p.members, p.clearedByRetainKeys = append(m.members.Take(len(plans))[:0], plans...), cleared
	slices.SortFunc(p.members, func(v, w memberPlan) int { return strings.Compare(v.name, w.name) })
	return c, p
}

// A fieldBuilder builds the target of a merging map, field by field.
type fieldBuilder struct {
	mapBuilder
	node      *schema.Node
	rules     retention
	originals model.Finder   // the fields of original
	removes   bool           // strategy retainKeys removes the fields that modified lacks
	excluded  []string       // the fields of current that unions clear
	aliased   []model.Member // the changes to fields with aliases
}

// mapValue returns the target of a map. A value of another type in original or current
// counts as an empty map. With strategy retainKeys, members that modified lacks are
// removed, except for merge keys, if modified differs from original or current does not
// hold modified.
func (t *targetBuilder) mapValue(u *schema.Node, o, m, c model.Value, rules retention) (model.Value, *Plan) {
	changed := rules.retainKeys && !alikeInAnyOrder(u, nulls.OrEmpty(o), m)
	o, c = nulls.OfType(o, model.Map), nulls.OfType(c, model.Map)
	b := fieldBuilder{mapBuilder: t.newMapTarget(), node: u, rules: rules, originals: o.Finder()}
	b.removes = changed || rules.retainKeys && !t.holdsMembers(u, o, m, c, rules.filledInKeys())
	if u.Shape.Unions != nil {
		b.excluded = t.clearedByUnions(u, o, m, c)
	}
	if u.Shape.Aliases != nil {
		b.aliased = t.aliasedFields(u, o, m, c)
	}
	if m.HasNull() {
		walk.Members(c, m, b.field) // modified may have a null where current has a null, too
	} else {
		door.Shortcuts.DifferingMembers(c, m, b.field)
	}
	for _, a := range b.aliased {
		have, _ := c.Get(a.Name)
		if !nulls.Equal(nulls.AsAbsent(have), nulls.AsAbsent(a.Value)) { // a server drops the nulls of a new map
			b.set(a.Name, have, a.Value, nil)
		}
	}
	var cleared map[string]bool
	if changed && rules.fieldRetains && t.judge != nil && t.judge.Supports(syntax.RetainedKeys) {
		cleared = namesOnlyInCurrent(o, m, c)
	}
	return b.finish(c, cleared)
}

// field sets the target of one field, which is have in current and want in modified. It returns
// true, so that the walk over the fields goes on.
func (b *fieldBuilder) field(name string, have, want model.Value) bool {
	if slices.ContainsFunc(b.aliased, func(m model.Member) bool { return m.Name == name }) {
		return true
	}
	from := len(b.unattributed)
	if b.trace.On() {
		b.trace.Enter(model.Field(name))
		defer b.trace.Leave()
	}
	was, _ := b.originals.Get(name)
	if want.Type() == model.Absent {
		b.setOtherField(name, was, have)
	} else {
		b.setModifiedField(name, was, want, have)
	}
	b.prefixField(from, name)
	return true
}

// setOtherField sets the target of a field that modified lacks.
func (b *fieldBuilder) setOtherField(name string, o, c model.Value) {
	switch {
	case !nulls.Present(c) || b.rules.isFilledInKey(name):
		// The field stays as it is.
	case (b.removes || slices.Contains(b.excluded, name)) && !b.rules.isKey(name):
		b.set(name, c, model.Value{}, nil)
	case nulls.Present(o):
		now, p := b.remainder(b.node.OfMember(name), o, c)
		b.set(name, c, now, p)
	}
}

// setModifiedField sets the target of a field that modified has. Its value may be null.
func (b *fieldBuilder) setModifiedField(name string, o, m, c model.Value) {
	field := b.node.OfMember(name)
	switch {
	case m.Type() != model.Map && isUpToDate(m, c):
		// The field stays as it is.
	case m.Type() == model.Null && c.IsScalar() && b.rules.isFilledInKey(name):
		// The null does not remove a key that the server filled in.
	case m.IsScalar() && b.rules.isKey(name) && (b.rules.emptyKeys || !stored.IsEmptyText(m)):
		b.set(name, c, m, nil) // a key is sent, even if servers do not store it
	case !slices.Contains(b.excluded, name) && !(b.removes && m.Type() == model.Null) && b.server.Keeps(field, o, m, c):
		b.trace.Note(rule.ThreeWayUnsent)
	case m.Type() != model.Null:
		now, p := b.value(field, o, m, c)
		b.set(name, c, now, p)
	case c.Type() != model.Null:
		b.set(name, c, model.Value{}, nil)
	}
}

// alikeInAnyOrder reports whether two values are equal, apart from null members of maps and the
// order of merging lists.
func alikeInAnyOrder(u *schema.Node, a, b model.Value) bool {
	return nulls.Equal(a, b) || model.Equal(inAnyOrder(u, walk.WithoutNulls(a)), inAnyOrder(u, walk.WithoutNulls(b)))
}

// inAnyOrder returns a value with the elements of its merging lists sorted. Unlike [walk.InAnyOrder], it
// does not sort lists inside atomic values.
func inAnyOrder(u *schema.Node, v model.Value) model.Value {
	if u.AtomicMap() || v.Type() == model.List && !u.Merging() {
		return v
	}
	v, _ = walk.Rewrite(u, v, func(u *schema.Node, _ string, v model.Value) (model.Value, *faults.Fault) {
		return inAnyOrder(u, v), nil
	})
	if v.Type() == model.List {
		v = walk.Sorted(v)
	}
	return v
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
