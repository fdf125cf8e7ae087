package laws

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// SetDelete checks that values in $deleteFromPrimitiveList are not in the result, unless the
// patch adds these values.
func SetDelete(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "set-delete", subject: s, in: in}
	result, ok := t.result()
	if !ok {
		return t.inapplicable("no result")
	}
	verdict := t.inapplicable("nothing to delete")
	for p := range places(in, result) {
		for name, list := range p.lists(deleteListPrefix, smp.DeleteFromPrimitiveList) {
			if hasMarker(list.patch) {
				continue
			}
			verdict = t.held()
			for _, value := range list.value.Elements() {
				if hasValue(list.result, value) && !hasValue(list.patch, value) {
					return t.broken("%s still has %s", p.path.Append(model.Field(name)), value.JSON())
				}
			}
		}
	}
	return verdict
}

// KeyedDelete checks that deleted elements are not in the result, unless the patch adds them
// again.
func KeyedDelete(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "keyed-delete", subject: s, in: in}
	result, ok := t.result()
	if !ok {
		return t.inapplicable("no result")
	}
	verdict := t.inapplicable("nothing to delete")
	for p := range places(in, result) {
		for name, patch := range p.patch.Members() {
			list, _ := p.schema.Member(name)
			if !p.isField(name) || !list.Keyed() || patch.Type() != model.List || hasMarker(patch) {
				continue
			}
			left, _ := p.result.Get(name)
			for _, deletion := range patch.Elements() {
				if !isDeletion(deletion) || brings(list, patch, deletion) {
					continue
				}
				verdict = t.held()
				keys := selection(list, deletion, p.ignore)
				for i, element := range left.Elements() {
					if keysEqual(list, keys, deletion, element) {
						return t.broken("%s is in the result although the patch deletes it", p.path.Append(model.Field(name), model.Index(i)))
					}
				}
			}
		}
	}
	return verdict
}

// brings reports whether a patch list contains, besides a deletion, another element with the
// default key of the deletion. Such an element may add the deleted element again.
func brings(list smp.Schema, patch, deletion model.Value) bool {
	for _, element := range patch.Elements() {
		if !isDeletion(element) && keysEqual(list, list.Keys(), element, deletion) {
			return true
		}
	}
	return false
}

// Order checks that the elements listed in $setElementOrder come last, in the listed order, after
// the others in the order of the original. It checks lists whose order list has no duplicates and
// only entries that match by the same keys.
func Order(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "order", subject: s, in: in}
	result, ok := t.result()
	if !ok {
		return t.inapplicable("no result")
	}
	verdict := t.inapplicable("no order list")
	for p := range places(in, result) {
		for name, list := range p.lists(orderListPrefix, smp.SetElementOrder) {
			if list.result.Type() != model.List || list.patch.Type() == model.Null || !list.schema.Merging() {
				continue
			}
			same, ok := list.matcher(p.ignore)
			if !ok {
				continue
			}
			verdict = t.held()
			if what := list.misplaced(same); what != "" {
				return t.broken("%s: %s: %s", p.path.Append(model.Field(name)), what, list.result.Canonical())
			}
		}
	}
	return verdict
}

// matcher returns a function that matches an entry of an order list with an element. It
// returns false if entries or patch elements select by different keys, or if an entry
// is listed twice.
func (d listDirective) matcher(ignore smp.Directives) (func(entry, element model.Value) bool, bool) {
	same := model.Equal
	if d.schema.Keyed() {
		keys := selection(d.schema, d.value.At(0), ignore)
		for _, entry := range d.value.Elements() {
			if !sameKeys(keys, selection(d.schema, entry, ignore)) {
				return nil, false
			}
		}
		// If a patch element changes a key by which it does not select, the order list does
		// not contain the element with its new keys.
		for _, element := range d.patch.Elements() {
			if !isMarker(element) && !sameKeys(keys, selection(d.schema, element, ignore)) {
				return nil, false
			}
		}
		same = func(entry, element model.Value) bool { return keysEqual(d.schema, keys, entry, element) }
	}
	for i, entry := range d.value.Elements() {
		for j, other := range d.value.Elements() {
			if i < j && same(entry, other) {
				return nil, false
			}
		}
	}
	return same, true
}

// misplaced describes an error in the order of the result. The text is empty if there is
// none.
func (d listDirective) misplaced(same func(entry, element model.Value) bool) string {
	last := -1
	next := 0 // index in the original, after the last unlisted element
	for _, element := range d.result.Elements() {
		listed := -1
		for i, entry := range d.value.Elements() {
			if same(entry, element) {
				listed = i
			}
		}
		switch {
		case listed < 0 && last >= 0:
			return "an element that is not listed comes after one that is"
		case listed < 0 && hasMarker(d.patch):
		case listed < 0:
			for next < d.original.Len() && !model.Equal(d.original.At(next), element) {
				next++
			}
			if next++; next > d.original.Len() {
				return "an element that is not listed is new or out of order"
			}
		case listed < last:
			return "two elements are not in the listed order"
		default:
			last = listed
		}
	}
	return ""
}
