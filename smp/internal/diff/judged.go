package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/threeway"
	"github.com/strategicpatch/smp/smp/internal/walk"
)

// judged returns a patch that the judge, the engine that will read it, turns into the wanted map. It makes
// up to three attempts:
//
//  1. the patch of the specification, in the form that the traits of the judge allow
//  2. the same, but each field alone is checked; a list or map that the judge cannot change is replaced
//  3. the first one, with the names of directives in new values, if such a name was the problem
//
// If no attempt succeeds, the change is rejected.
func (d *differ) judged(u *schema.Node, original, modified model.Value, p *threeway.Plan) (model.Value, *faults.Fault) {
	patch, why, f := d.attempt(u, original, modified, p)
	if f == nil && why == "" {
		return patch, nil
	}
	d.tryEachField, d.required = true, 0
	patch, why, f = d.attempt(u, original, modified, p)
	if why == "" && d.writesOmitted { // an older server does not accept the replacements
		why = d.judgeName() + " supports no patch for this change alone"
	}
	if f == nil && why != "" {
		f = d.notRepresentable(why)
	}
	if d.hitReservedName && d.omit == 0 && (f != nil || len(d.wide) > 0) {
		if copied, ok := d.copyingReserved(u, original, modified, p); ok {
			return copied, nil
		}
	}
	return patch, f
}

// attempt writes the patch and lets the judge apply it. why is the reason why the patch does not turn
// original into modified.
func (d *differ) attempt(u *schema.Node, original, modified model.Value, p *threeway.Plan) (patch model.Value, why string, f *faults.Fault) {
	if patch, f = d.write(u, original, modified, p); f == nil {
		why = d.mismatchReason(u, original, patch, modified, p, false)
	}
	return patch, why, f
}

// copyingReserved makes the third attempt of judged. An engine that copies new values may also copy names of
// directives in them, if the original has no value there.
func (d *differ) copyingReserved(u *schema.Node, original, modified model.Value, p *threeway.Plan) (patch model.Value, ok bool) {
	copying := d.fork()
	copying.copiesReserved, copying.noWide, copying.tryEachField = true, true, false
	copying.required, copying.trace = 0, d.trace
	patch, why, f := copying.attempt(u, original, modified, p)
	if f != nil || why != "" {
		return patch, false
	}
	d.required, d.wide = copying.required, copying.wide
	return patch, true
}

// mismatchReason returns the reason why a patch does not turn one map into another one. The result
// is empty if the patch does. inKeyedList is set for an element of a keyed list.
func (d *differ) mismatchReason(u *schema.Node, original, patch, modified model.Value, p *threeway.Plan, inKeyedList bool) string {
	var got Answer
	var err error
	if inKeyedList {
		got, err = d.judge.Element(u, original, patch)
	} else {
		got, err = d.judge.Map(u, original, patch)
	}
	switch {
	case err != nil:
		return fmt.Sprintf("%s rejects the patch for this change (%v)", d.judgeName(), err)
	case !isSteady(got, p):
		return d.judgeName() + " does not always give the same result for a patch with this change"
	case !model.Equal(got.Value, modified) && !nulls.Equal(got.Value, modified):
		return d.judgeName() + " gives a different result for a patch with this change"
	}
	return ""
}

// judgeName returns the name of the judge in messages.
func (d *differ) judgeName() string { return cmp.Or(d.traits.Name, "the server") }

// isSteady reports whether an answer is acceptable although the judge's result may vary. With a plan,
// the values of a set that the plan does not order may have any order.
func isSteady(a Answer, p *threeway.Plan) bool { return !a.Varies && (p != nil || !a.VariesInOrder) }

// tryList lets the judge apply the patch of a field to a list.
func (d *differ) tryList(u *schema.Node, list model.Value, t syntax.Field) (Answer, error) {
	var room [3]model.Member
	t.Name = syntax.ListField
	members := t.AppendMembers(room[:0])
	patch, err := model.NewMap(members...)
	if err != nil {
		return Answer{}, err
	}
	return d.judge.List(u, list, patch)
}

// changeAlone is like change, but checks the patch of the field alone. If the check fails,
// changeAlone replaces the list or map as a whole, if possible. Such a replacement is a wide one,
// unless the elements of the list cannot be distinguished.
func (m *mapDiff) changeAlone(name string, have, want model.Value) *faults.Fault {
	from, required, wide := len(m.changes), m.required, len(m.wide)
	f := m.change(name, have, want)
	m.prefixWide(wide, model.Field(name))
	why := ""
	if f == nil && (len(m.changes) > from || !nulls.Equal(have, want)) {
		why = m.fieldMismatchReason(from, name, have, want)
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
		f = m.notRepresentable(m.reason(m.member(m.node, name), have, want, why)).Under(model.Field(name))
	} else {
		f = reservedNameFault(name)
	}
	f.InOriginal = removed
	return f
}

// fieldMismatchReason returns the reason why the changes at index from and after it do not turn
// have into want. All of these changes belong to the field with the given name.
func (m *mapDiff) fieldMismatchReason(from int, name string, have, want model.Value) string {
	patch, f := faults.Built(model.NewMap(m.changes[from:]...))
	before, g := faults.Built(nulls.EmptyMap.WithMembers(model.Member{Name: name, Value: have}))
	after, h := faults.Built(nulls.EmptyMap.WithMembers(model.Member{Name: name, Value: want}))
	if f := cmp.Or(f, g, h); f != nil {
		return f.Cause.Error()
	}
	return m.mismatchReason(m.node, before, patch, after, m.plan, m.inKeyedList)
}

// replaceWhole emits a merging list or map that replaces the one in the original as a
// whole. If the judge does not accept it, replaceWhole emits nothing and reports false.
func (m *mapDiff) replaceWhole(name string, have, want model.Value) bool {
	u := m.member(m.node, name)
	if have.Type() != want.Type() || want.Type() != model.Map && !u.Merging() {
		return false
	}
	v := walk.WithoutNulls(want) // a null would become data
	var f *faults.Fault
	switch {
	case v.Type() == model.List:
		l := newListDiff(m.differ, u)
		v, f = l.replacement(v)
		l.done()
	default:
		if v, f = m.asData(u, v, false); f == nil {
			v, f = faults.Built(v.WithMembers(syntax.ReplacesMap))
		}
	}
	if f != nil {
		return false
	}
	from := len(m.changes)
	m.emit(name, v)
	if m.fieldMismatchReason(from, name, have, want) == "" {
		return true
	}
	m.changes = m.changes[:from]
	return false
}

// sortDeletions sorts deletions by the text of their first key or, in a set, by the text of the
// value.
func (l *listDiff) sortDeletions(deletions []model.Value) {
	text := func(v model.Value) string {
		if len(l.by.Names) > 0 {
			v, _ = v.Get(l.by.Names[0])
		}
		return decodedText(v)
	}
	slices.SortStableFunc(deletions, func(a, b model.Value) int { return strings.Compare(text(a), text(b)) })
}

// decodedText returns a scalar as a Go program prints it after decoding: 1e2 becomes 100.
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

// listNode returns the schema by which the two lists of a field are compared. A keyed list that
// contains only scalars is compared as a set. A judge may delete values from such a list, although
// it cannot match them by key.
func listNode(u *schema.Node, have, want model.Value) *schema.Node {
	if len(u.Keys) == 0 || have.Len()+want.Len() == 0 {
		return u
	}
	if slices.ContainsFunc(want.AppendElements(have.AppendElements(nil)), func(e model.Value) bool { return !e.IsScalar() }) {
		return u
	}
	set := *u
	set.Keys, set.Recommended, set.MapKeys = nil, nil, false
	set.Prepare(false)
	return &set
}

// setPatch implements patchOfList for a set that has duplicates, or elements that are not scalars.
// It tries three forms of the patch and returns the first one that the judge accepts.
func (l *listDiff) setPatch(name string, before, after *identity.Numbered) (syntax.Field, *faults.Fault) {
	exact, f := l.exactPatch(name, before, after)
	if f != nil {
		return exact, f
	}
	order := after.List
	if order.Len() == 0 || !l.supports(syntax.OrderLists) {
		order = model.Value{}
	}
	for _, t := range []syntax.Field{
		exact,
		{Name: name, Value: after.List},
		{Name: name, Value: after.List, Delete: exact.Delete, Order: order},
	} {
		if got, err := l.tryList(l.node, before.List, t); err == nil && isSteady(got, l.plan) && nulls.Equal(got.Value, after.List) {
			return t, nil
		}
	}
	return exact, l.notRepresentable(l.reason(l.node, before.List, after.List, l.judgeName()+" cannot create this set"))
}

// notRepresentable returns the fault of a change for which the judge accepts no patch.
func (d *differ) notRepresentable(why string) *faults.Fault {
	around := "only the whole document could be replaced"
	if d.noWide {
		around = "replacing a map or list around it is not allowed"
	}
	return faults.New(faults.NotRepresentable, rule.NotRepresentable, "%s; %s; use a JSON merge patch", why, around)
}

// reason returns the reason why the judge does not make a change. The reason is an element that
// prevents the change. If there is no such element, the reason is the text behavior.
func (d *differ) reason(u *schema.Node, have, want model.Value, behavior string) string {
	if !u.Merging() {
		return behavior
	}
	return cmp.Or(d.irregularElement(u, want), d.irregularElement(u, have), behavior)
}

// irregularElement describes the first element of a list that the judge cannot distinguish from
// another one, or cannot identify. The result is empty if there is no such element.
func (d *differ) irregularElement(u *schema.Node, list model.Value) string {
	l := newListDiff(d, u)
	defer l.done()
	x := l.identify(list)
	set := len(u.Keys) == 0
	for i, id := range x.IDs {
		again := id >= 0 && int(x.First[id]) != i
		switch {
		case id < 0 && set:
			return "an element of this set is not a scalar"
		case id < 0:
			return fmt.Sprintf("an element lacks the merge key %q", strings.Join(l.by.Names, ","))
		case again && set:
			return fmt.Sprintf("this set has a duplicate, which %s removes", d.judgeName())
		case again:
			return fmt.Sprintf("several elements are %s, and %s moves duplicates next to each other", model.Path{l.by.Step(x.Identity(i))}, d.judgeName())
		}
	}
	return ""
}
