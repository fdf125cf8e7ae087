package smp

import (
	"slices"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/reuse"
)

// A differ is one call of Diff. A fault is in the original if something cannot be removed,
// or else in the modified document.
type differ struct {
	reading
	judge           judge // nil: the specification, whose patches need no trial
	traits          traits
	trace           tracer
	omit            Directives
	emitOmitted     bool // keeps the directives of opts.Omit, and checks that none is required
	required        Directives
	tryEachField    bool // second attempt: each field's patch is applied and checked alone
	noWide          bool // refuses replacements larger than the change (DiffOptions.NoWide)
	hitReservedName bool // a name in a new value was rejected because a directive has it
	copiesReserved  bool // sends such names in new values, which clusters copy
	// wide are the maps and lists that are replaced whole because a change inside
	// cannot be expressed: reversed paths, relative to the current map.
	wide  []model.Path
	lists []*listDiff // listDiff values for reuse
	// changes is a stack of the patch members of the maps that are being compared, with
	// the outermost map at the bottom.
	changes []model.Member
	build   *model.Builder
	own     *ownMemory
}

// An ownMemory is the memory of a differ that is reused: for its working values, and for
// the patch of a call without a builder.
type ownMemory struct {
	builder model.Builder
	trials  model.Builder // of results of patches that are verified
	plans   reuse.Block[plan]
	members reuse.Block[memberPlan]
	places  reuse.Block[changedElement]
	pending []memberPlan   // a stack of the member plans of the maps that are being merged
	seen    identity.Index // for isExact
}

// clear empties the memory for reuse.
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

// builder returns the builder of the maps and lists in the patch.
func (d *differ) builder() *model.Builder {
	if d.build == nil {
		d.build = &d.memory().builder
	}
	return d.build
}

// A judge applies the patches that a diff makes for another engine than that of the
// specification. The diff tries each patch before it returns it.
type judge interface {
	// patch returns a patch that turns original into modified, or a fault if there is
	// none.
	patch(d *differ, u *node, original, modified model.Value, p *plan) (model.Value, *fault)
	// change is mapDiff.change that verifies the patch of the field.
	change(m *mapDiff, name string, have, want model.Value) *fault
	// listNode returns how a merging list is compared.
	listNode(u *node, have, want model.Value) *node
	// setPatch returns the patch of a set with duplicates, or with elements that are
	// not scalars.
	setPatch(l *listDiff, name string, before, after *identity.Numbered) (fieldPatch, *fault)
	// sortDeletions sorts the deletions of a list as the client of that engine does.
	sortDeletions(l *listDiff, deletions []model.Value)
	// traits returns the properties of the engine.
	traits() traits
}

// traits are the properties of an engine that matter when a patch is written for it. The
// zero traits are those of the specification.
type traits struct {
	// copiesNew: a value that is new is copied, with the directives in it. For example,
	// {$patch: replace} in a new map is data.
	copiesNew bool
	// strategyOfField: a map has strategy retainKeys only if the field or the list says
	// so, not the document or the type of its elements.
	strategyOfField bool
	// defaultKeys: elements match by the default merge key; there is no $patchMergeKey.
	defaultKeys bool
	// mergesAtomic: an element of a keyed list is merged even if its type is atomic.
	mergesAtomic bool
	// retainsAlways: $retainKeys is a directive in a map that declares a field of that
	// name too.
	retainsAlways bool
	// noEmptyRetainKeys: an empty $retainKeys is not sent.
	noEmptyRetainKeys bool
	// foldsNames: fields are found without regard to case.
	foldsNames bool
}

// keptChanges is the largest number of changes that a differ keeps memory for.
const keptChanges = 256

// differs holds differs for reuse, with the memory of their changes and lists.
var differs = sync.Pool{New: func() any { return new(differ) }}

// differ returns a differ, which builds the patch with b if that is not nil. Call done to
// return it to the pool.
func (e Engine) differ(b *model.Builder, opts DiffOptions) *differ {
	d := differs.Get().(*differ)
	d.build = b
	d.dialect = e.Dialect.beforeDecoding()
	if d.judge = judgeOf(d.dialect); d.judge != nil {
		d.traits = d.judge.traits()
	}
	d.trace.report = e.Trace
	d.omit = opts.Omit | e.Ignore
	d.noWide = opts.NoWide
	return d
}

// verifies reports whether patches are applied and checked before they are returned. A
// patch without the directives of opts.Omit is not; the full patch is.
func (d *differ) verifies() bool { return d.judge != nil && (d.omit == 0 || d.emitOmitted) }

// member returns the node of the member with this name.
func (d *differ) member(u *node, name string) *node {
	if d.traits.foldsNames {
		if _, declared := u.shape.field(name); !declared {
			if field, ok := u.shape.folded(name); ok {
				return field
			}
		}
	}
	return u.member(name)
}

// done ends the call and returns the differ to the pool.
func (d *differ) done() {
	d.clear()
	differs.Put(d)
}

// clear resets the differ for reuse. The memory of values is not kept.
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

// fork returns a second differ for a trial, with its own lists, changes and wide places,
// and without trace. It shares the other memory, so do not call done on it.
func (d *differ) fork() *differ {
	other := *d
	other.changes, other.lists, other.wide, other.trace = nil, nil, nil, tracer{}
	return &other
}

// prefixWide adds a step to the front of the wide places from number n on.
func (d *differ) prefixWide(n int, step model.Step) {
	for i := n; i < len(d.wide); i++ {
		d.wide[i] = append(d.wide[i], step)
	}
}

// widePlaces returns the paths of the wide places.
func (d *differ) widePlaces() []model.Path {
	var places []model.Path
	for _, reversed := range d.wide {
		place := slices.Clone(reversed)
		slices.Reverse(place)
		places = append(places, place)
	}
	return places
}

// emits reports whether the patch may have the directive.
func (d *differ) emits(directive Directives) bool { return d.emitOmitted || d.omit&directive == 0 }

// require notes that a patch without the directive has another result on an older server.
// It rejects the directive if opts.Omit excludes it.
func (d *differ) require(directive Directives) *fault {
	d.required |= directive
	if d.omit&directive == 0 {
		return nil
	}
	return newFault(NotRepresentable, RuleDiffSuperset, "requires %s, which Omit excludes", directive)
}

// notData is the fault of a member whose name would be read as a directive.
func notData(name string) *fault {
	return newFault(NotRepresentable, RuleNotRepresentable, "a patch cannot contain a field with this name, because it would be a directive").under(model.Field(name))
}
