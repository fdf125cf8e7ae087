package smp

import (
	"slices"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/reuse"
)

// A differ is one call of Diff. Its faults are in the original where something
// cannot be removed, otherwise in the modified document. Changes are those that
// patch maps make.
type differ struct {
	reading
	cluster  clusterDiff
	trace    tracer
	omit     Directives
	whole    bool // what is to be omitted is emitted
	required Directives
	careful  bool // each change is tried
	noWide   bool // nothing is replaced for the sake of what is in it
	reserved bool // something was rejected for a name that is a directive's
	copies   bool // names of directives are sent in what is new
	// wide are the places that are replaced for the sake of what is in them, each
	// a path in reverse from where the diff is now.
	wide  []model.Path
	lists []*listDiff // for lists to come
	// changes are those to the maps around here, to the outermost first.
	changes []model.Member
	make    *model.Builder
	own     *ownMemory
}

// An ownMemory is what a differ that is kept makes what it needs in, and the patch of
// a call without a builder.
type ownMemory struct {
	builder model.Builder
	trials  model.Builder // of what a cluster makes of a patch that is tried
	plans   reuse.Block[plan]
	members reuse.Block[memberPlan]
	places  reuse.Block[changedElement]
	pending []memberPlan   // of the maps that are made
	seen    identity.Index // for isExact
}

// clear forgets all of it.
func (m *ownMemory) clear() {
	m.builder, m.trials = model.Builder{}, model.Builder{}
	m.plans.Reset()
	m.members.Reset()
	m.places.Reset()
	m.seen.Clear()
	if clear(m.pending[:cap(m.pending)]); cap(m.pending) > keptChanges {
		m.pending = nil
	}
}

// memory returns the differ's own memory.
func (d *differ) memory() *ownMemory {
	if d.own == nil {
		d.own = new(ownMemory)
	}
	return d.own
}

// builder returns what makes the maps and lists of the patch.
func (d *differ) builder() *model.Builder {
	if d.make == nil {
		d.make = &d.memory().builder
	}
	return d.make
}

// A clusterDiff is what a diff does otherwise in a patch for the engine that clusters
// run.
type clusterDiff interface {
	// patch returns a patch that turns original into modified, or the fault that
	// none does.
	patch(d *differ, u *node, original, modified model.Value, p *plan) (model.Value, *fault)
	// change is the map's change, tried where it is made.
	change(m *mapDiff, name string, have, want model.Value) *fault
	// listNode returns how a merging list is compared.
	listNode(u *node, have, want model.Value) *node
	// setPatch returns what a patch says of a set whose values do not all have an
	// identity of their own.
	setPatch(l *listDiff, name string, before, after *identity.Numbered) (fieldPatch, *fault)
	// sortDeletions brings deletions in their order.
	sortDeletions(l *listDiff, deletions []model.Value)
}

// keptChanges is for how many changes a differ that is kept has room.
const keptChanges = 256

// Differs are kept for the memory of their changes and lists.
var differs = sync.Pool{New: func() any { return new(differ) }}

// differ returns the maker of one patch, with b if that is not nil. It is told when it
// is done.
func (e Engine) differ(b *model.Builder, opts DiffOptions) *differ {
	d := differs.Get().(*differ)
	d.make = b
	d.dialect = e.Dialect.beforeDecoding()
	if d.forCluster() {
		d.cluster = triedDiff{}
	}
	d.trace.report = e.Trace
	d.omit = opts.Omit | e.Ignore
	d.noWide = opts.NoWide
	return d
}

// forCluster reports whether the patch is for the engine that clusters run. That does not
// look for directives in what is new, which is sent as it stands then.
func (d *differ) forCluster() bool { return d.dialect != Documented }

// tries reports whether patches are tried before they are handed out. One that
// lacks directives, for a server that is older still, is not: the full one is.
func (d *differ) tries() bool { return d.forCluster() && (d.omit == 0 || d.whole) }

// member returns the node of the member with this name, which Go types find without
// regard to case.
func (d *differ) member(u *node, name string) *node {
	if d.dialect.goTypes() {
		if _, declared := u.shape.field(name); !declared {
			if field, ok := u.shape.folded(name); ok {
				return field
			}
		}
	}
	return u.member(name)
}

// done ends the call.
func (d *differ) done() {
	d.clear()
	differs.Put(d)
}

// clear forgets the call. Nothing that a value is made of is kept.
func (d *differ) clear() {
	changes, lists := d.changes[:0], d.lists
	if cap(changes) > keptChanges {
		changes = nil
	}
	clear(changes[:cap(changes)])
	if len(lists) > keptLists {
		lists = nil
	}
	d.memory().clear()
	*d = differ{changes: changes, lists: lists, own: d.own}
}

// apart returns a differ for a patch beside this one. It has lists and changes of its
// own and shares the other memory, so that it is not told when it is done.
func (d *differ) apart() *differ {
	other := *d
	other.changes, other.lists, other.wide, other.trace = nil, nil, nil, tracer{}
	return &other
}

// widenedFrom says that the wide places from a number on lie below step.
func (d *differ) widenedFrom(n int, step model.Step) {
	for i := n; i < len(d.wide); i++ {
		d.wide[i] = append(d.wide[i], step)
	}
}

// widePlaces returns the places that the patch replaces for the sake of what is in
// them.
func (d *differ) widePlaces() []model.Path {
	var places []model.Path
	for _, reversed := range d.wide {
		place := slices.Clone(reversed)
		slices.Reverse(place)
		places = append(places, place)
	}
	return places
}

// emits reports whether the directive is part of the level to emit.
func (d *differ) emits(directive Directives) bool { return d.whole || d.omit&directive == 0 }

// require notes that an older server would not treat the patch alike without
// the directive, and rejects a level that does not have it.
func (d *differ) require(directive Directives) *fault {
	d.required |= directive
	if d.omit&directive == 0 {
		return nil
	}
	return newFault(NotRepresentable, RuleDiffSuperset, "needs %s, which Omit excludes", directive)
}

// notData is the fault of a member that the format would not take as data.
func notData(name string) *fault {
	return newFault(NotRepresentable, RuleNotRepresentable, "a field of this name would be read as a directive").under(model.Field(name))
}
