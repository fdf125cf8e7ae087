package laws

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Idempotent checks that applying a patch twice gives the same result as applying it once. It
// requires three properties of the patch: no element changes a merge key by which it does not
// match; all elements and order entries of a list match by the same keys; and lists contain no
// duplicates, except for deletions.
func Idempotent(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "idempotent", subject: s, in: in}
	once, ok := t.result()
	if !ok {
		return t.inapplicable("no result")
	}
	if !stableMembers(in.Schema, in.Patch, in.Options.Ignore) {
		return t.inapplicable("the patch changes a key, or has duplicates")
	}
	again := in
	again.Text = nil
	again.Original = once
	if out := run(s, again); out.Err != nil || !model.Equal(once, out.Result) {
		return t.broken("once gives %s\ntwice gives %s", once.Canonical(), describe(out))
	}
	return t.held()
}

// stable reports whether a patch finds the same elements when it is applied again. This is
// always true for a replacement.
func stable(s smp.Schema, patch model.Value, ignore smp.Directives) bool {
	word, _ := patch.Get(patchName)
	switch {
	case word.Type() != model.Absent, s.Strategy() == smp.Replace:
		return true
	case patch.Type() == model.Map:
		return stableMembers(s, patch, ignore)
	case s.Keyed() && patch.Type() == model.List && !hasMarker(patch):
		return stableElements(s, patch.AppendElements(nil), ignore)
	default:
		return true
	}
}

func stableMembers(s smp.Schema, patch model.Value, ignore smp.Directives) bool {
	for name, member := range patch.Members() {
		field, _ := s.Member(name)
		order, _ := patch.Get(orderListPrefix + name)
		if !stable(field, member, ignore) || field.Keyed() && !selectsAlike(field, member, order, ignore) {
			return false
		}
	}
	return true
}

// selectsAlike reports whether all entries of an order list select by the same keys as
// the first element of the patch list.
func selectsAlike(list smp.Schema, patch, order model.Value, ignore smp.Directives) bool {
	keys := selection(list, patch.At(0), ignore)
	for _, entry := range order.Elements() {
		if patch.Len() > 0 && !sameKeys(keys, selection(list, entry, ignore)) {
			return false
		}
	}
	return true
}

func stableElements(list smp.Schema, elements []model.Value, ignore smp.Directives) bool {
	for i, element := range elements {
		keys := selection(list, element, ignore)
		if !sameKeys(keys, selection(list, elements[0], ignore)) {
			return false
		}
		if isDeletion(element) {
			continue
		}
		for _, earlier := range elements[:i] {
			if !isDeletion(earlier) && keysEqual(list, keys, earlier, element) {
				return false
			}
		}
		if !keepsKeys(list, keys, element) || !stable(list.Element(), element, ignore) {
			return false
		}
	}
	return true
}

// keepsKeys reports whether an element of a patch keeps every merge key of the element
// that it matches.
func keepsKeys(list smp.Schema, keys []string, element model.Value) bool {
	_, retains := element.Get(retainKeysName)
	word, _ := element.Get(patchName)
	for _, name := range allKeys(list) {
		v, ok := element.Get(name)
		selected := slices.Contains(keys, name)
		if v.Type() == model.Null || ok && !selected || !selected && (retains || word.Type() != model.Absent) {
			return false
		}
	}
	return true
}
