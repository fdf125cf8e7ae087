package smp

import (
	"github.com/strategicpatch/smp/model"
)

// ordered returns the elements that an order list lists; none where it is not
// emitted.
func (l *listDiff) ordered(before, after *identified, changed bool) []model.Value {
	switch {
	case l.plan != nil:
		return l.plan.order
	case changed || !sameSequence(before, after, l):
		return after.values
	default:
		return nil
	}
}

// orderOf returns the $setElementOrder of elements; those without identity are
// in no directive.
func (l *listDiff) orderOf(values []model.Value) (model.Value, *fault) {
	switch {
	case len(l.use.keys) == 0:
		return built(model.NewList(values...))
	case l.pmk.Kind() != model.Absent && l.emits(PatchMergeKey):
		l.trace.note(RuleDiffRecommended)
		head := append([]byte{'{'}, model.NewString(patchMergeKeyField).JSON()...)
		return l.entries(append(l.pmk.AppendJSON(append(head, ':')), ','), values)
	}
	return l.entries([]byte{'{'}, values)
}

// orderOfList is orderOf for the elements of a list.
func (l *listDiff) orderOfList(list model.Value) (model.Value, *fault) {
	if len(l.by.names) == 1 {
		if order, ok := list.Project(l.by.names[0]); ok {
			return order, nil
		}
	}
	return l.orderOf(list.AppendElements(nil))
}

// entries returns the list of the keys of elements; each begins with head. It is
// written as text and read once, because it has an entry for every element.
func (l *listDiff) entries(head []byte, values []model.Value) (model.Value, *fault) {
	names := make([]string, len(l.by.names))
	for i, name := range l.by.names {
		names[i] = model.NewString(name).JSON() + ":"
	}
	text := make([]byte, 0, len(values)*(len(head)+16*len(names))+2)
	text = append(text, '[')
	for _, e := range values {
		var ok bool
		if l.keys, ok = l.by.keysOf(l.keys[:0], e); !ok {
			continue
		}
		text = append(text, head...)
		for i, name := range l.by.names {
			if v, _ := e.Get(name); l.by.isKey(v) {
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

// sameSequence reports whether two lists have the same identities in the same
// order.
func sameSequence(before, after *identified, l *listDiff) bool {
	if len(before.values) != len(after.values) {
		return false
	}
	for i := range before.values {
		if before.ids[i] < 0 || after.ids[i] < 0 {
			if before.ids[i] != after.ids[i] {
				return false
			}
			continue
		}
		if !before.index.is(int(before.ids[i]), after.identity(i)) {
			return false
		}
	}
	return true
}
