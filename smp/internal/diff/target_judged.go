package diff

import (
	"cmp"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// inOrderForJudge implements inOrder for a judge. A patch that merges the list determines the order
// of modified's elements, and the judge determines the order of the other elements. To find this
// order, tryList applies a patch that contains only the keys of the elements. If this fails, the
// list has the default order, the order of currentOrder, or an order that the judge can produce by
// a replacement.
func (b *listTargetBuilder) inOrderForJudge(modifiedOrder, forDefaultOrder, currentOrder []mergedElement) (model.Value, *plan) {
	listed := valuesOfModified(modifiedOrder)
	if arranged, ok := b.inJudgeOrder(modifiedOrder, listed); ok {
		v, p := b.listOf(arranged, listed)
		l := *b.diff
		l.differ, l.plan = b.diff.fork(), p
		if before, after := l.identify(b.current.List), l.identify(v); before.Exact() && after.Exact() || l.merges(before, after) {
			return v, p
		}
	}
	set := len(b.node.Keys) == 0
	if ordered, ok := b.inDefaultOrder(forDefaultOrder); ok && (set || b.areGrouped(b.diff.by, ordered)) {
		return b.listOf(ordered, nil)
	}
	switch {
	case set:
	case isInOrder(currentOrder) && (b.areGrouped(b.diff.by, currentOrder) || !b.areGrouped(b.diff.by, ofModified(modifiedOrder))):
		return b.listOf(currentOrder, nil)
	default:
		modifiedOrder = b.groupDuplicates(b.diff.by, modifiedOrder, true)
	}
	return b.listOf(modifiedOrder, listed)
}

// ofModified returns the elements that modified has.
func ofModified(elements []mergedElement) []mergedElement {
	return slices.DeleteFunc(slices.Clone(elements), func(e mergedElement) bool { return e.inModified < 0 })
}

// merges reports whether a patch that replaces nothing turns the list before into the list after.
// At least one of the lists has duplicates, or elements without identity.
func (l *listDiff) merges(before, after *identity.Numbered) bool {
	if len(l.node.Keys) == 0 {
		_, f := l.setPatch(syntax.ListField, before, after)
		return f == nil
	}
	_, ok, _ := l.duplicatesPatch(syntax.ListField, before, after)
	return ok
}

// inJudgeOrder returns the elements in the order in which the judge's result has them. It reports
// false if this result has other elements, or if modified's elements do not have modified's order
// in it.
func (b *listTargetBuilder) inJudgeOrder(modifiedOrder []mergedElement, listed []model.Value) ([]mergedElement, bool) {
	queued := slices.Clone(modifiedOrder) // with duplicates in current's order
	slices.SortStableFunc(queued, func(v, w mergedElement) int { return cmp.Compare(uint(v.at()), uint(w.at())) })
	list, _ := b.listOf(queued, nil)
	wanted := b.diff.identify(list)
	t, f := b.keysOnlyPatch(modifiedOrder, listed, wanted)
	if f != nil {
		return nil, false
	}
	got, err := b.tryList(b.node, b.current.List, t)
	if err != nil || wanted.HasKeyless || got.Value.Len() != len(queued) {
		return nil, false
	}
	pairing := wanted.Pairing(nil)
	arranged := make([]mergedElement, 0, len(queued))
	for _, e := range got.Value.Elements() {
		at := pairing.Take(wanted.IdentityOf(e), nil)
		if at < 0 {
			return nil, false
		}
		arranged = append(arranged, queued[at])
	}
	return arranged, isInOrder(arranged)
}

// keysOnlyPatch returns the patch of a list, reduced to the keys of its elements. elements has
// modified's order, listed holds the elements of the order list, and wanted is the wanted list in
// any order.
func (b *listTargetBuilder) keysOnlyPatch(elements []mergedElement, listed []model.Value, wanted *identity.Numbered) (syntax.Field, *faults.Fault) {
	var sent, gone []model.Value
	stays := make([]bool, len(b.current.Values))
	kept := b.diff.by.NewIndex(0) // values of a set that stay; duplicates of them need no deletion
	for _, e := range elements {
		if at := e.at(); at >= 0 {
			stays[at] = true
			if len(b.node.Keys) == 0 && e.value.IsScalar() {
				kept.Add([]model.Value{e.value})
			}
		}
	}
	had := b.diff.identify(b.current.List)
	again := map[int]bool{} // elements to send again, because the deletion of a duplicate also removes them
	for i, e := range b.current.Values {
		if stays[i] || kept.Find([]model.Value{e}) >= 0 {
			continue
		}
		// If the number of elements with the identity of e does not decrease, another element
		// merges with e.
		at := wanted.Find(e)
		if at >= 0 && had.Copies(i) <= wanted.Copies(at) {
			continue
		}
		again[at] = true
		k, f := b.identityOf(e, true)
		if f != nil {
			return syntax.Field{}, f
		}
		gone = append(gone, k)
	}
	for _, e := range elements {
		if at := wanted.Find(e.value); !e.sent && (at < 0 || !again[at]) {
			continue
		}
		k, f := b.identityOf(e.value, false)
		if f != nil {
			return syntax.Field{}, f
		}
		sent = append(sent, k)
	}
	return b.diff.written(syntax.ListField, sent, gone, listed) // the name does not matter
}

// identityOf returns the keys of an element for a patch. In a set, it returns the value.
func (b *listTargetBuilder) identityOf(e model.Value, deletion bool) (model.Value, *faults.Fault) {
	if len(b.node.Keys) == 0 {
		return e, nil
	}
	return b.diff.keysOnly(e, deletion)
}
