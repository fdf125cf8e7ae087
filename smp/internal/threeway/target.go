package threeway

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/stored"
	"github.com/strategicpatch/smp/smp/internal/trace"
)

// A Target is the document that current must become.
type Target struct {
	Value model.Value
	Plan  *Plan // of the patch that turns current into Value
	// Unattributed holds the elements that modified has removed, and that could be several elements of
	// current. They stay.
	Unattributed []model.Path
}

// Options describe the server that stores current, and the engine that will read the patch.
type Options struct {
	Server stored.Server
	Judge  Judge          // nil for the specification
	Trace  *trace.Tracer  // may be nil
	Values *model.Builder // builds the maps and lists of the target; nil for a builder in the memory
}

// Build returns the target of three maps. Its plan, and whatever else is not a value, is in the given
// memory. The fault is that the target is nested too deeply.
func Build(u *schema.Node, original, modified, current model.Value, opts Options, memory *Memory) (Target, *faults.Fault) {
	t := newTargetBuilder(opts, memory)
	v, p := t.mapValue(u, original, modified, current, retention{retainKeys: u.RetainKeys})
	return Target{v, emptyPlan.child(p), t.unattributedPlaces()}, t.fault
}

// A targetBuilder builds the target of a three-way merge and the plan of the patch.
type targetBuilder struct {
	server stored.Server
	judge  Judge // nil for the specification
	trace  *trace.Tracer
	values *model.Builder // builds the maps and lists of the target
	memory *Memory
	fault  *faults.Fault
	// held caches the results of holdsElement. It is used after the first list with duplicates.
	// Without it, duplicates inside duplicates would be compared again and again.
	held map[uint64][]heldResult // by a hash of both elements
	// unattributed holds elements of original that should be removed, but match several elements of
	// current. The paths are reversed, and relative to the current map.
	unattributed []model.Path
}

func newTargetBuilder(opts Options, memory *Memory) *targetBuilder {
	t := &targetBuilder{server: opts.Server, judge: opts.Judge, trace: opts.Trace, values: opts.Values, memory: memory}
	if t.values == nil {
		t.values = &memory.builder
	}
	return t
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
	if _, f := faults.Built(v, err); f != nil && t.fault == nil {
		t.fault = f
	}
	return v
}

// isUpToDate reports whether current's value equals modified's value, so that it need not change,
// for any original and schema.
func isUpToDate(m, c model.Value) bool { return !m.HasNull() && model.Equal(m, c) }

// value returns the target of a field that modified has, and its plan. Modified's value is not
// null.
func (t *targetBuilder) value(u *schema.Node, o, m, c model.Value) (model.Value, *Plan) {
	switch {
	case m.Type() == model.Map && !u.AtomicMap():
		return t.mapValue(u, o, m, c, retention{retainKeys: u.RetainsMap(), fieldRetains: true})
	case m.Type() == model.List && u.Merging():
		return t.list(u, o, m, c)
	case t.server.Stores(u, o, m, c):
		return c, nil
	default:
		return m, nil
	}
}

// remainder returns the part of a field that current keeps if modified lacks the field and original
// has it. The result is absent if the whole field is removed.
func (t *targetBuilder) remainder(u *schema.Node, o, c model.Value) (model.Value, *Plan) {
	switch {
	case !nulls.Present(c):
		return c, nil
	case o.Type() == model.Map && c.Type() == model.Map && !u.Declared() && !u.AtomicMap() && !u.RetainsMap():
		return t.remainingMembers(u, o, c)
	case o.Type() == model.List && c.Type() == model.List && u.Merging():
		return t.remainingElements(u, o, c)
	default:
		return model.Value{}, nil
	}
}

func (t *targetBuilder) remainingMembers(u *schema.Node, o, c model.Value) (model.Value, *Plan) {
	b := t.newMapTarget()
	left := false
	for name, have := range c.Members() {
		now := have
		if was, _ := o.Get(name); nulls.Present(was) {
			var p *Plan
			from := len(t.unattributed)
			now, p = t.remainder(u.OfMember(name), was, have)
			b.set(name, have, now, p)
			t.prefixField(from, name)
		}
		left = left || nulls.Present(now)
	}
	v, p := b.finish(c, nil)
	if !left {
		return model.Value{}, nil
	}
	return v, p
}

func (t *targetBuilder) remainingElements(u *schema.Node, o, c model.Value) (model.Value, *Plan) {
	b := t.newListTarget(u)
	defer b.done()
	b.number(o, model.Value{}, c)
	var left []mergedElement
	for i, removed := range b.removed() {
		if !removed {
			left = append(left, b.elementOfCurrent(-1, i))
		}
	}
	switch len(left) {
	case 0:
		return model.Value{}, nil
	case len(b.current.Values):
		return c, nil
	default:
		v, p := b.listOf(left, nil)
		p.MayKeepIrregular = !b.current.Exact()
		return v, p
	}
}

// holds reports whether current holds modified's value of a field, so that nothing needs to be
// sent. For example, {a:1,b:2} holds {a:1}. A map must hold all members of modified's map, and a
// merging list must hold all elements of modified's list, in any order. If a member is null in
// modified, current must lack it. Any other value must be as a server stores it. holds is used
// to choose among elements with equal keys, and to detect differences below strategy retainKeys
// and in unions.
func (t *targetBuilder) holds(u *schema.Node, o, m, c model.Value) bool {
	switch {
	case t.server.Keeps(u, o, m, c):
		return true
	case !nulls.Present(m):
		return !nulls.Present(c)
	case m.Type() == model.Map && c.Type() == model.Map && !u.AtomicMap():
		return t.holdsMembers(u, o, m, c, nil)
	case m.Type() == model.List && c.Type() == model.List && u.Merging():
		return t.holdsElements(u, o, m, c)
	default:
		return t.server.Stores(u, o, m, c)
	}
}

// holdsMembers implements holds for a map. It ignores a null in modified for one of the given keys,
// because the server filled these keys in.
func (t *targetBuilder) holdsMembers(u *schema.Node, o, m, c model.Value, keys []string) bool {
	originals, currents := nulls.OfType(o, model.Map).Finder(), c.Finder()
	for name, want := range m.Members() {
		if want.Type() == model.Null && slices.Contains(keys, name) {
			continue
		}
		was, _ := originals.Get(name)
		have, _ := currents.Get(name)
		if !t.holds(u.OfMember(name), was, want, have) {
			return false
		}
	}
	return true
}

// holdsElements implements holds for a merging list. No two elements of modified may match the same
// element of current.
func (t *targetBuilder) holdsElements(u *schema.Node, o, m, c model.Value) bool {
	b := t.newListTarget(u)
	defer b.done()
	b.number(nulls.OfType(o, model.List), m, c)
	matches := b.findMatches()
	for i, e := range b.modified.Values {
		with := matches.ofModified[i]
		if with.current < 0 || b.modified.IDs[i] >= 0 && !b.holdsElement(b.original.At(with.original), e, b.current.Values[with.current], with.filledIn) {
			return false // equal elements without keys hold each other
		}
	}
	return true
}

// holdsElement implements holds for an element of the list. filledIn reports whether the keys of
// current's element stay, because the server filled them in.
func (b *listBuilder) holdsElement(o, m, c model.Value, filledIn bool) bool {
	u := b.node.Shape.Element
	if m.Type() != model.Map || c.Type() != model.Map || u.AtomicMap() {
		if filledIn {
			m = b.withKeysOf(m, c)
		}
		return b.target.server.Stores(u, o, m, c)
	}
	if filledIn {
		return b.target.holdsMembers(u, o, m, c, b.by.Names)
	}
	if b.target.held == nil || o.Type() != model.Absent {
		return b.target.holdsMembers(u, o, m, c, nil)
	}
	key := m.Hash()*31 + c.Hash()
	for _, p := range b.target.held[key] {
		if p.list == b.node && model.Equal(p.m, m) && model.Equal(p.c, c) {
			return p.holds
		}
	}
	holds := b.target.holdsMembers(u, o, m, c, nil)
	b.target.held[key] = append(b.target.held[key], heldResult{b.node, m, c, holds})
	return holds
}

// A heldResult is the result of holdsElement for an element of modified, m, and an element of
// current, c.
type heldResult struct {
	list  *schema.Node
	m, c  model.Value
	holds bool
}
