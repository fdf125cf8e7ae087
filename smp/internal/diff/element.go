package diff

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/apply"
	"github.com/strategicpatch/smp/smp/internal/door"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/threeway"
)

// keyedChanges returns the patches of changed and added elements, in the order of after, and the
// deletions.
func (l *listDiff) keyedChanges(before, after *identity.Numbered) (changed, deleted []model.Value, f *faults.Fault) {
	pairing := before.Pairing(nil)
	for i, want := range after.Values {
		if after.IDs[i] < 0 {
			continue
		}
		at := pairing.Take(pairing.GroupOf(after, i), nil)
		if at >= 0 && !l.keepsDuplicates && before.Copies(at) > after.Copies(i) {
			at = -1 // the deletion removes all elements with this identity, so send the whole element
		}
		have := before.At(at)
		sent, f := l.elementCached(after, i, at, have)
		if f != nil {
			return nil, nil, f.UnderElement(at, i)
		}
		if sent.Type() == model.Absent {
			continue
		}
		if have.Type() != model.Absent && l.by.LosesDefault(have, want) {
			// A null would select by the key and not delete it, so delete the element and add it
			// again.
			gone, f := l.keysOnly(have, true)
			if f == nil {
				l.enterElement(l.by, want, i)
				sent, f = l.addedElement(want, false)
				l.leaveStep()
			}
			if f != nil {
				return nil, nil, f.Under(model.Index(i))
			}
			deleted = append(deleted, gone)
		}
		changed = append(changed, sent)
	}
	for i, have := range before.Values {
		left := pairing.Left(int(before.IDs[i]))
		if len(left) == 0 || int(left[0]) != i || l.keepsDuplicates && after.Index.Find(before.Identity(i)) >= 0 {
			continue
		}
		gone, f := l.keysOnly(have, true)
		if f != nil {
			return nil, nil, f
		}
		deleted = append(deleted, gone)
	}
	return changed, deleted, nil
}

// element returns the patch of one element. If the element does not change, the patch is absent.
// For a new element, have is absent.
func (l *listDiff) element(have, want model.Value, p *threeway.Plan) (model.Value, *faults.Fault) {
	if have.Type() == model.Absent {
		return l.addedElement(want, false)
	}
	if model.Equal(have, want) {
		return model.Value{}, nil
	}
	return l.changedElement(have, want, p)
}

// changedElement implements element for an element that differs in have and want.
func (l *listDiff) changedElement(have, want model.Value, p *threeway.Plan) (model.Value, *faults.Fault) {
	u := l.node.Shape.Element
	if u.AtomicMap() {
		if nulls.Equal(have, want) {
			return model.Value{}, nil
		}
		sent, f := l.addedElement(want, true)
		if f == nil && l.traits.MergesAtomicElements {
			sent, f = withNullsForMissing(sent, have)
		}
		return sent, f
	}
	want, f := l.withoutNullKeys(want, have)
	if f != nil {
		return model.Value{}, f
	}
	changes, f := l.members(u, have, want, p, true)
	if f != nil || len(changes) == 0 && !p.RetainKeysClearsAny(have, want) {
		return model.Value{}, f
	}
	if l.node.RetainKeys || u.RetainKeys && !l.traits.RetainKeysOfField {
		if changes, f = l.addRetainKeysList(u, want, changes); f != nil {
			return model.Value{}, f
		}
	}
	var room [usualChanges + 2]model.Member
	return faults.Built(l.builder().Map(append(l.keyMembers(room[:0], want, false), changes...)...))
}

// withNullsForMissing adds nulls to sent, the patch of an atomic element, for an engine that merges
// atomic elements. It adds a null for each field of have that sent lacks. By the specification, the
// nulls have no effect.
func withNullsForMissing(sent, have model.Value) (model.Value, *faults.Fault) {
	var cleared []model.Member
	for name := range have.Members() {
		if _, stays := sent.Get(name); !stays {
			cleared = append(cleared, model.Member{Name: name, Value: model.NewNull()})
		}
	}
	return faults.Built(sent.WithMembers(cleared...))
}

// addedElement returns a new element with the directives that it requires.
func (l *listDiff) addedElement(e model.Value, atomic bool) (model.Value, *faults.Fault) {
	u := l.node.Shape.Element
	if len(l.node.Keys) == 0 || l.traits.CopiesNew {
		return l.asData(u, e, true)
	}
	e, f := l.withoutNullKeys(e, model.Value{})
	if f != nil {
		return model.Value{}, f
	}
	sent, f := l.addedMap(u, e, addition{retainKeys: l.node.RetainKeys || u.RetainKeys, atomic: atomic || u.AtomicMap(), inKeyedList: true})
	if f != nil || l.patchMergeKey.Type() == model.Absent {
		return sent, f
	}
	if !l.emits(syntax.MergeKeys) {
		return sent, nil
	}
	l.trace.Note(rule.DiffRecommended)
	return faults.Built(l.builder().WithMembers(sent, model.Member{Name: syntax.PatchMergeKey, Value: l.patchMergeKey}))
}

// duplicatesPatch returns the patch of a list that has duplicates, or elements without identity. It
// reports false if the patch does not produce after. Duplicates that do not change are harmless: in
// [{name:a,v:1}, {name:a,v:2}, {name:b}], b can be patched. For a judge, duplicatesPatch first tries
// a patch that may delete duplicates, and then one that keeps them.
func (l *listDiff) duplicatesPatch(name string, before, after *identity.Numbered) (t syntax.Field, ok bool, f *faults.Fault) {
	ways := []bool{true} // the values of keepsDuplicates
	if l.judge != nil {
		ways = []bool{false, true}
		l.tried = make([]triedElement, len(after.Values))
		defer func() { l.tried = nil }()
	}
	for _, l.keepsDuplicates = range ways {
		if t, ok, f = l.tryDuplicates(name, before, after); ok || f != nil {
			return t, ok, f
		}
	}
	return t, false, nil
}

// tryDuplicates implements duplicatesPatch for one value of the field keepsDuplicates. The patch that it
// tries has all directives, and may replace places.
func (l *listDiff) tryDuplicates(name string, before, after *identity.Numbered) (t syntax.Field, ok bool, f *faults.Fault) {
	trial := *l
	trial.differ = l.differ.fork()
	trial.omit, trial.noWide = 0, false
	t, f = trial.exactPatch(name, before, after)
	if f != nil || !l.produces(before.List, t, after.List) {
		return t, false, nil
	}
	if l.omit == 0 && !l.trace.On() && !(l.noWide && len(trial.wide) > 0) {
		l.required |= trial.required
		l.wide = append(l.wide, trial.wide...)
		return t, true, nil
	}
	l.tried = nil
	t, f = l.exactPatch(name, before, after) // again, without directives or with a trace
	return t, f == nil, f
}

// produces applies the patch and reports whether it turns have into want. If the field has an empty
// name, its order list cannot be sent and is left out.
func (l *listDiff) produces(have model.Value, t syntax.Field, want model.Value) bool {
	if t.Name == "" && !l.verifies() {
		t.Order = model.Value{}
	}
	if l.judge != nil {
		got, err := l.tryList(l.node, have, t)
		return err == nil && nulls.Equal(got.Value, want)
	}
	got, f := (&apply.Merger{}).MergeList(l.node, have, t)
	return f == nil && nulls.Equal(got, want)
}

// A triedElement caches the patch of an element of modified that merges with an element of
// original, or the fault of this patch.
type triedElement struct {
	with     int // index of the element of original, plus one; 0 if there is no result yet
	sent     model.Value
	fault    *faults.Fault
	required syntax.Set
	wide     []model.Path
}

// elementCached implements element for element i of modified and element at of original. It caches
// the result, because a list may be tried twice.
func (l *listDiff) elementCached(after *identity.Numbered, i, at int, have model.Value) (model.Value, *faults.Fault) {
	cached := at >= 0 && l.tried != nil
	if cached && l.tried[i].with == at+1 {
		m := &l.tried[i]
		l.required |= m.required
		l.wide = append(l.wide, m.wide...)
		return m.sent, m.fault.Copy()
	}
	required, wide := l.required, len(l.wide)
	l.required = 0
	l.enterElement(l.by, after.Values[i], i)
	sent, f := l.element(have, after.Values[i], l.plan.Element(i))
	l.leaveStep()
	if len(l.wide) > wide {
		l.prefixWide(wide, l.by.Step(after.Identity(i)))
	}
	if cached {
		l.tried[i] = triedElement{with: at + 1, sent: sent, fault: f.Copy(), required: l.required}
		for _, path := range l.wide[wide:] {
			l.tried[i].wide = append(l.tried[i].wide, slices.Clip(path)) // clipped, because callers append to it
		}
	}
	l.required |= required
	return sent, f
}

// withoutNullKeys removes null keys from an element, because Apply rejects a null merge key, as in
// {name: null}. If have contains the key, the null stays, to delete the key.
func (l *listDiff) withoutNullKeys(e, have model.Value) (model.Value, *faults.Fault) {
	if l.by.Nulls || !e.HasNull() {
		return e, nil
	}
	var nulls []model.Member
	for _, name := range l.by.Names {
		v, _ := e.Get(name)
		if was, _ := have.Get(name); v.Type() == model.Null && !was.IsScalar() {
			nulls = append(nulls, model.Member{Name: name})
		}
	}
	if nulls == nil {
		return e, nil
	}
	return faults.Built(l.builder().WithMembers(e, nulls...))
}

// keysOnly returns a map of the element's keys, which is a deletion or an order entry.
func (l *listDiff) keysOnly(e model.Value, deletion bool) (model.Value, *faults.Fault) {
	return faults.Built(l.builder().Map(l.keyMembers(nil, e, deletion)...))
}

// keyMembers appends the members at the beginning of a patch element, which are its directives and
// keys.
func (l *listDiff) keyMembers(members []model.Member, e model.Value, deletion bool) []model.Member {
	if deletion {
		members = append(members, syntax.DeletesElement)
	}
	if l.patchMergeKey.Type() != model.Absent && l.emits(syntax.MergeKeys) {
		l.trace.Note(rule.DiffRecommended)
		members = append(members, model.Member{Name: syntax.PatchMergeKey, Value: l.patchMergeKey})
	}
	for _, name := range l.by.Names {
		if v, _ := e.Get(name); l.by.IsKey(v) {
			members = append(members, model.Member{Name: name, Value: v})
		}
	}
	return members
}

// requirePatchMergeKey requires $patchMergeKey unless an older server, which matches by the default
// key alone, gives the same result (rule diff-superset). The result is the same if the elements are
// declared maps, every default key is unique, and no remaining element changes another recommended
// key.
func (l *listDiff) requirePatchMergeKey(before, after *identity.Numbered) *faults.Fault {
	if l.patchMergeKey.Type() == model.Absent {
		return nil
	}
	if !l.emits(syntax.MergeKeys) {
		l.trace.Note(rule.DiffSuperset)
	}
	if !l.node.Shape.Element.Declared() {
		return l.require(syntax.MergeKeys)
	}
	m := &l.scratch().lists
	from, to := m.Numbered(l.node.ByDefaultKey, before.List), m.Numbered(l.node.ByDefaultKey, after.List)
	if !from.Exact() || !to.Exact() {
		return l.require(syntax.MergeKeys)
	}
	for i, e := range to.Values {
		was := from.Find(e)
		if was >= 0 && before.IDs[was] >= 0 && after.IDs[i] >= 0 && !slices.EqualFunc(before.Identity(was), after.Identity(i), model.Equal) {
			return l.require(syntax.MergeKeys)
		}
	}
	return nil
}

// listed returns the elements of the order list. It is nil if no order list is sent.
func (l *listDiff) listed(before, after *identity.Numbered, changed bool) []model.Value {
	switch {
	case l.plan != nil:
		return l.plan.Order
	case changed || !identity.SameSequence(before, after):
		return after.Values
	default:
		return nil
	}
}

// orderOf returns the value of $setElementOrder for the given elements. It leaves out elements
// without identity.
func (l *listDiff) orderOf(values []model.Value) (model.Value, *faults.Fault) {
	switch {
	case len(l.node.Keys) == 0:
		return faults.Built(l.builder().List(values...))
	case l.patchMergeKey.Type() != model.Absent && l.emits(syntax.MergeKeys):
		l.trace.Note(rule.DiffRecommended)
		head := append([]byte{'{'}, model.NewString(syntax.PatchMergeKey).JSON()...)
		return l.entries(append(l.patchMergeKey.AppendJSON(append(head, ':')), ','), values)
	}
	return l.entries([]byte{'{'}, values)
}

// orderOfList returns the value of $setElementOrder for all elements of a list.
func (l *listDiff) orderOfList(list model.Value) (model.Value, *faults.Fault) {
	if len(l.by.Names) == 1 {
		if order, ok := door.Shortcuts.Project(l.builder(), list, l.by.Names[0]); ok {
			return order, nil
		}
	}
	return l.orderOf(list.AppendElements(nil))
}

// entries returns a list of order entries, one for each element that has an identity. An entry
// contains the keys of its element, such as {name:a}. head is the text at the beginning of each
// entry. The list is written as text and parsed once, because it has an entry for every element.
func (l *listDiff) entries(head []byte, values []model.Value) (model.Value, *faults.Fault) {
	names := make([]string, len(l.by.Names))
	for i, name := range l.by.Names {
		names[i] = model.NewString(name).JSON() + ":"
	}
	text := make([]byte, 0, len(values)*(len(head)+16*len(names))+2)
	text = append(text, '[')
	for _, e := range values {
		var ok bool
		if l.keys, ok = l.by.KeysOf(l.keys[:0], e); !ok {
			continue
		}
		text = append(text, head...)
		for i, name := range l.by.Names {
			if v, _ := e.Get(name); l.by.IsKey(v) {
				text = append(v.AppendJSON(append(text, names[i]...)), ',')
			}
		}
		text = closed(text, '}')
		text = append(text, ',')
	}
	return faults.Built(model.Parse(closed(text, ']')))
}

// closed replaces the comma at the end of an unfinished list or map by its closing
// bracket.
func closed(text []byte, end byte) []byte {
	if text[len(text)-1] == ',' {
		text = text[:len(text)-1]
	}
	return append(text, end)
}
