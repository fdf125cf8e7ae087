package smp

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A triedDiff makes patches for the engine that clusters run. A patch is tried on a
// model of that engine before it is handed out: the dialect of Apply. What does not
// come out as wanted is made a second time, field by field, and replaced or refused
// where it goes wrong.
type triedDiff struct {
	foldsNames bool // the variant of Go types
}

var _ listJudge = triedDiff{}

// judgeOf returns the judge of a dialect, nil for the specification.
func judgeOf(d Dialect) judge {
	if d == Documented {
		return nil
	}
	return triedDiff{foldsNames: d.goTypes()}
}

func (t triedDiff) traits() traits {
	return traits{
		copiesNew: true, strategyOfField: true, defaultKeys: true, mergesAtomic: true,
		retainsAlways: true, noEmptyRetainKeys: true, foldsNames: t.foldsNames,
	}
}

func (triedDiff) patch(d *differ, u *node, original, modified model.Value, p *plan) (model.Value, *fault) {
	patch, f := d.attempt(u, original, modified, p)
	if f == nil && d.misses(u, original, patch, modified, p, false) == "" {
		return patch, nil
	}
	d.tryEachField, d.required = true, 0
	patch, f = d.attempt(u, original, modified, p)
	if f == nil {
		if why := d.misses(u, original, patch, modified, p, false); why != "" {
			f = d.refused(why)
		}
	}
	if f == nil && d.emitOmitted { // what is replaced in it is not known to the older level
		f = d.refused("a cluster gets there only if more than the change is replaced")
	}
	return patch, f
}

// misses says why a patch map does not turn one map into another; empty where it
// does, every time.
func (d *differ) misses(u *node, original, patch, modified model.Value, p *plan, element bool) string {
	c := clusters.Get().(*cluster)
	c.dialect, c.steady, c.build, c.cluster = d.dialect, true, &d.memory().trials, c
	defer c.done()
	got, f := c.mergeMap(u, original, patch, element)
	switch {
	case f != nil:
		return fmt.Sprintf("a cluster rejects the patch for this change (%v)", f.cause)
	case !p.holdsStill(c):
		return "a cluster does not always give the same result for a patch with this change"
	case !model.Equal(got, modified) && !nulls.Equal(got, modified):
		return "a cluster gives a different result for a patch with this change"
	}
	return ""
}

// holdsStill reports whether what a cluster did comes out the same every time.
// Where there is a plan, the values of a set that it does not order may stand
// anywhere.
func (p *plan) holdsStill(c *cluster) bool { return !c.varied && (p != nil || !c.moved) }

// change replaces, where a change fails, what can be replaced: a list whose elements
// cannot be told apart, or, as a wide replacement, the nearest map or list around what
// cannot be said.
func (triedDiff) change(m *mapDiff, name string, have, want model.Value) *fault {
	from, required, wide := len(m.changes), m.required, len(m.wide)
	f := m.change(name, have, want)
	m.prefixWide(wide, model.Field(name))
	why := ""
	if f == nil && len(m.changes) > from {
		why = m.missed(from, name, have, want)
	}
	if f == nil && why == "" {
		return nil
	}
	m.changes, m.required, m.wide = m.changes[:from], required, m.wide[:wide]
	isWide := f != nil || want.Type() == model.Map
	if !(isWide && m.noWide) && m.replaceWhole(name, have, want) {
		if isWide {
			m.wide = append(m.wide, model.Path{model.Field(name)})
		}
		return nil
	}
	if f != nil {
		return f
	}
	removed := want.Type() == model.Absent
	if removed {
		want = model.NewNull()
	}
	if m.isData(name, want) {
		f = m.refused(m.reason(m.member(m.node, name), have, want, why)).under(model.Field(name))
	} else {
		f = notData(name)
	}
	f.original = removed
	return f
}

// missed says why the changes from a number on, which are all about one field, do
// not do what they are to do; empty where they do.
func (m *mapDiff) missed(from int, name string, have, want model.Value) string {
	patch, f := built(model.NewMap(m.changes[from:]...))
	before, g := built(emptyMap.WithMembers(model.Member{Name: name, Value: have}))
	after, h := built(emptyMap.WithMembers(model.Member{Name: name, Value: want}))
	if f := cmp.Or(f, g, h); f != nil {
		return f.cause.Error()
	}
	return m.misses(m.node, before, patch, after, m.plan, m.element)
}

// replaceWhole emits a keyed list or a map as one that replaces the original's. It
// reports whether that does what it is to do.
func (m *mapDiff) replaceWhole(name string, have, want model.Value) bool {
	u := m.member(m.node, name)
	if have.Type() != want.Type() || want.Type() != model.Map && !u.merging() {
		return false
	}
	v, f := withoutNulls(want) // which would become data
	switch {
	case f != nil:
	case v.Type() == model.List:
		l := newListDiff(m.differ, u)
		v, f = l.replacement(v)
		l.done()
	default:
		if v, f = m.asData(u, v, false); f == nil {
			v, f = built(v.WithMembers(model.Member{Name: patchField, Value: model.NewString(patchReplace)}))
		}
	}
	if f != nil {
		return false
	}
	from := len(m.changes)
	m.emit(name, v)
	if m.missed(from, name, have, want) == "" {
		return true
	}
	m.changes = m.changes[:from]
	return false
}

// sortDeletions sorts by the text of keys.
func (triedDiff) sortDeletions(l *listDiff, deletions []model.Value) {
	text := func(v model.Value) string {
		if len(l.by.Names) > 0 {
			v, _ = v.Get(l.by.Names[0])
		}
		return decodedText(v)
	}
	slices.SortStableFunc(deletions, func(a, b model.Value) int { return strings.Compare(text(a), text(b)) })
}

// decodedText returns a key as the shipped engine prints it once it has read it.
func decodedText(v model.Value) string {
	switch v.Type() {
	case model.String:
		return v.Text()
	case model.Bool:
		return strconv.FormatBool(v.Bool())
	case model.Number:
		if n, ok := identity.DecodedInt(v); ok {
			return strconv.FormatInt(n, 10)
		}
		return fmt.Sprint(v.Float64())
	default:
		return "<nil>"
	}
}

// listNode takes a keyed list for a set where it holds scalars.
func (triedDiff) listNode(u *node, have, want model.Value) *node {
	if len(u.keys) == 0 || have.Len()+want.Len() == 0 {
		return u
	}
	if slices.ContainsFunc(want.AppendElements(have.AppendElements(nil)), func(e model.Value) bool { return !e.IsScalar() }) {
		return u
	}
	set := *u
	set.keys, set.recommended, set.mapKeys = nil, nil, false
	set.prepare(false)
	return &set
}

// setPatch tries what may be said: that engine knows no marker there.
func (triedDiff) setPatch(l *listDiff, name string, before, after *identity.Numbered) (fieldPatch, *fault) {
	exact, f := l.exactPatch(name, before, after)
	if f != nil {
		return exact, f
	}
	order := after.List
	if order.Len() == 0 {
		order = model.Value{}
	}
	for _, t := range []fieldPatch{
		exact,
		{name: name, value: after.List},
		{name: name, value: after.List, del: exact.del, order: order},
	} {
		c := newCluster(reading{dialect: l.dialect})
		c.steady = true
		if got, f := c.fieldOf(nil, l.node, before.List, t); f == nil && l.plan.holdsStill(c) && nulls.Equal(got, after.List) {
			return t, nil
		}
	}
	return exact, l.refused(l.reason(l.node, before.List, after.List, "a cluster cannot create this set"))
}

// refused is the fault of a change that no patch for the dialect makes.
func (d *differ) refused(why string) *fault {
	around := "only the whole document could be replaced"
	if d.noWide {
		around = "replacing a map or list around it is not allowed"
	}
	return newFault(NotRepresentable, RuleNotRepresentable, "%s; %s; use a JSON merge patch", why, around)
}

// reason says why the engine of the dialect does not make a change: which elements
// are in its way, or else what it does.
func (d *differ) reason(u *node, have, want model.Value, does string) string {
	if !u.merging() {
		return does
	}
	return cmp.Or(d.irregular(u, want), d.irregular(u, have), does)
}

// irregular says which elements of a list the engine of the dialect cannot tell
// apart, or cannot identify; empty where all have identities of their own.
func (d *differ) irregular(u *node, list model.Value) string {
	l := newListDiff(d, u)
	defer l.done()
	x := l.identify(list)
	set := len(u.keys) == 0
	for i, id := range x.IDs {
		again := id >= 0 && int(x.First[id]) != i
		switch {
		case id < 0 && set:
			return "an element of this set is not a scalar"
		case id < 0:
			return fmt.Sprintf("an element lacks the merge key %q", strings.Join(l.by.Names, ","))
		case again && set:
			return "this set has a duplicate, which a cluster removes"
		case again:
			return fmt.Sprintf("several elements are %s, and a cluster moves duplicates next to each other", model.Path{(&patchElement{by: l.by, keys: x.Identity(i)}).step()})
		}
	}
	return ""
}

// arranged puts a list together. If a patch merges it, the patch orders modified's
// elements wherever it says anything of the list, and the engine of the dialect says
// where it puts the others: it is asked, with a patch that has but the keys of what is
// sent. A list that is replaced is in the order that rules give, or as it is in kept, or
// else in one that the engine takes.
func (triedDiff) arranged(x *listTargetBuilder, byWant, others, kept []mergedElement) (model.Value, *plan) {
	listed := modifieds(byWant)
	if arranged, ok := x.asAnswered(byWant, listed); ok {
		v, p := x.listOf(arranged, listed)
		l := *x.diff
		l.differ, l.plan = x.diff.fork(), p
		if before, after := l.identify(x.c.List), l.identify(v); before.Exact() && after.Exact() || l.merges(before, after) {
			return v, p
		}
	}
	set := len(x.node.keys) == 0
	if ordered := x.byDefault(others); others != nil && isInOrder(ordered) && (set || x.areSideBySide(x.diff.by, ordered)) {
		return x.listOf(ordered, nil)
	}
	switch {
	case set:
	case isInOrder(kept) && x.areSideBySide(x.diff.by, kept):
		return x.listOf(kept, nil)
	default:
		byWant = x.sideBySide(x.diff.by, byWant)
	}
	return x.listOf(byWant, listed)
}

// merges reports whether a patch that replaces nothing turns one list into another.
// Not all elements have identities of their own.
func (l *listDiff) merges(before, after *identity.Numbered) bool {
	if len(l.node.keys) == 0 {
		_, f := l.judge.setPatch(l, "list", before, after)
		return f == nil
	}
	_, ok, _ := l.mergesDuplicates("list", before, after)
	return ok
}

// asAnswered arranges the elements as the engine of the dialect does. It reports
// false where that answers otherwise, or not in modified's order.
func (x *listTargetBuilder) asAnswered(byWant []mergedElement, listed []model.Value) ([]mergedElement, bool) {
	queued := slices.Clone(byWant) // duplicates as that engine leaves them, in current's order
	slices.SortStableFunc(queued, func(a, b mergedElement) int { return cmp.Compare(uint(a.at()), uint(b.at())) })
	list, _ := x.listOf(queued, nil)
	wanted := x.diff.identify(list)
	t, f := x.skeleton(byWant, listed, wanted)
	if f != nil {
		return nil, false
	}
	list, f = (reading{dialect: x.dialect}).clusterList(x.node, x.c.List, t)
	if f != nil || wanted.Loose || list.Len() != len(queued) {
		return nil, false
	}
	left := identity.DuplicatesOf(wanted)
	arranged := make([]mergedElement, 0, len(queued))
	for _, e := range list.Elements() {
		at := left.Next(wanted.IdentityOf(e))
		if at < 0 {
			return nil, false
		}
		arranged = append(arranged, queued[at])
	}
	return arranged, isInOrder(arranged)
}

// skeleton returns what a patch says of a list, of elements only the keys.
// elements are in modified's order, listed are those that the order list lists, and
// wanted is the list that is to come out, in any order.
func (x *listTargetBuilder) skeleton(elements []mergedElement, listed []model.Value, wanted *identity.Numbered) (fieldPatch, *fault) {
	t := fieldPatch{name: "list"} // no matter which
	var sent, gone []model.Value
	stays := make([]bool, len(x.c.Values))
	kept := x.diff.by.NewIndex(0) // values of a set that stay; their duplicates go by themselves
	for _, e := range elements {
		if at := e.at(); at >= 0 {
			stays[at] = true
			if len(x.node.keys) == 0 && e.value.IsScalar() {
				kept.Add([]model.Value{e.value})
			}
		}
	}
	had := x.diff.identify(x.c.List)
	again := map[int]bool{} // elements that go with a duplicate, and are sent for that
	for i, e := range x.c.Values {
		if stays[i] || kept.Find([]model.Value{e}) >= 0 {
			continue
		}
		// Where there are not to be fewer with its identity, what replaces it merges with it.
		at := wanted.Find(e)
		if len(x.node.keys) > 0 && at >= 0 && had.Copies(i) <= wanted.Copies(at) {
			continue
		}
		again[at] = true
		k, f := x.identityOf(e, true)
		if f != nil {
			return t, f
		}
		gone = append(gone, k)
	}
	for _, e := range elements {
		if at := wanted.Find(e.value); !e.sent && (at < 0 || !again[at]) {
			continue
		}
		k, f := x.identityOf(e.value, false)
		if f != nil {
			return t, f
		}
		sent = append(sent, k)
	}
	var f *fault
	if len(x.node.keys) > 0 {
		sent = append(sent, gone...)
	} else if len(gone) > 0 {
		t.del, f = built(model.NewList(gone...))
	}
	if f == nil && len(sent) > 0 {
		t.value, f = built(model.NewList(sent...))
	}
	if f == nil && len(listed) > 0 {
		t.order, f = x.diff.orderOf(listed)
	}
	return t, f
}

// identityOf returns the keys of an element as a patch has them; of a set, the
// value.
func (x *listTargetBuilder) identityOf(e model.Value, deletion bool) (model.Value, *fault) {
	if len(x.node.keys) == 0 {
		return e, nil
	}
	return x.diff.keysOnly(e, deletion)
}
