package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// withoutNullKeys returns an element without its null keys, but for those that
// have spells out. A null key counts as absent in a document, says nothing in a
// patch, and is rejected there.
func (l *listDiff) withoutNullKeys(e, have model.Value) (model.Value, *fault) {
	if l.by.Nulls || !e.HasNull() {
		return e, nil
	}
	var nulls []model.Member
	for _, name := range l.by.Names {
		v, _ := e.Get(name)
		if was, _ := have.Get(name); v.Kind() == model.Null && !was.IsScalar() {
			nulls = append(nulls, model.Member{Name: name})
		}
	}
	if nulls == nil {
		return e, nil
	}
	return built(l.builder().WithMembers(e, nulls...))
}

// keysOnly returns a map of the element's keys: a deletion or an order entry.
func (l *listDiff) keysOnly(e model.Value, deletion bool) (model.Value, *fault) {
	return built(l.builder().Map(l.keyMembers(nil, e, deletion)...))
}

// keyMembers appends what an element of a patch begins with.
func (l *listDiff) keyMembers(members []model.Member, e model.Value, deletion bool) []model.Member {
	if deletion {
		members = append(members, model.Member{Name: patchField, Value: model.NewString(patchDelete)})
	}
	if l.pmk.Kind() != model.Absent && l.emits(PatchMergeKey) {
		l.trace.note(RuleDiffRecommended)
		members = append(members, model.Member{Name: patchMergeKeyField, Value: l.pmk})
	}
	for _, name := range l.by.Names {
		if v, _ := e.Get(name); l.by.IsKey(v) {
			members = append(members, model.Member{Name: name, Value: v})
		}
	}
	return members
}

// keyedLevel says whether an older server, which matches by the default key
// alone, treats the patch alike (rule diff-superset): every default key is
// unique, and no element that stays changes another recommended key.
func (l *listDiff) keyedLevel(before, after *identity.Numbered) *fault {
	if l.pmk.Kind() == model.Absent {
		return nil
	}
	if !l.emits(PatchMergeKey) {
		l.trace.note(RuleDiffSuperset)
	}
	if !l.node.shape.element.declares() {
		return l.require(PatchMergeKey)
	}
	from, to := l.node.standard.Numbered(before.List), l.node.standard.Numbered(after.List)
	if !from.Exact() || !to.Exact() {
		return l.require(PatchMergeKey)
	}
	for i, e := range to.Values {
		was := from.Find(e)
		if was >= 0 && before.IDs[was] >= 0 && after.IDs[i] >= 0 && !slices.EqualFunc(before.Identity(was), after.Identity(i), model.Equal) {
			return l.require(PatchMergeKey)
		}
	}
	return nil
}

// ordered returns the elements that an order list lists; none where it is not
// emitted.
func (l *listDiff) ordered(before, after *identity.Numbered, changed bool) []model.Value {
	switch {
	case l.plan != nil:
		return l.plan.order
	case changed || !identity.SameSequence(before, after):
		return after.Values
	default:
		return nil
	}
}

// orderOf returns the $setElementOrder of elements; those without identity are
// in no directive.
func (l *listDiff) orderOf(values []model.Value) (model.Value, *fault) {
	switch {
	case len(l.node.keys) == 0:
		return built(l.builder().List(values...))
	case l.pmk.Kind() != model.Absent && l.emits(PatchMergeKey):
		l.trace.note(RuleDiffRecommended)
		head := append([]byte{'{'}, model.NewString(patchMergeKeyField).JSON()...)
		return l.entries(append(l.pmk.AppendJSON(append(head, ':')), ','), values)
	}
	return l.entries([]byte{'{'}, values)
}

// orderOfList is orderOf for the elements of a list.
func (l *listDiff) orderOfList(list model.Value) (model.Value, *fault) {
	if len(l.by.Names) == 1 {
		if order, ok := l.builder().Project(list, l.by.Names[0]); ok {
			return order, nil
		}
	}
	return l.orderOf(list.AppendElements(nil))
}

// entries returns the list of the keys of elements; each begins with head. It is
// written as text and read once, because it has an entry for every element.
func (l *listDiff) entries(head []byte, values []model.Value) (model.Value, *fault) {
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
	return built(model.Parse(closed(text, ']')))
}

// closed ends a list or map whose parts each end in a comma.
func closed(text []byte, end byte) []byte {
	if text[len(text)-1] == ',' {
		text = text[:len(text)-1]
	}
	return append(text, end)
}
