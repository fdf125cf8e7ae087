package threeway

import (
	"cmp"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// inOrderForJudge implements inOrder for a judge. A patch that merges the list determines the order
// of modified's elements, and the judge determines the order of the other elements. To find this
// order, the judge applies a patch that contains only the keys of the elements. If this fails, the
// list has the default order, the order of currentOrder, or an order that the judge can produce by
// a replacement.
func (b *listBuilder) inOrderForJudge(modifiedOrder, forDefaultOrder, currentOrder []mergedElement) (model.Value, *Plan) {
	listed := valuesOfModified(modifiedOrder)
	if arranged, ok := b.inJudgeOrder(modifiedOrder, listed); ok {
		v, p := b.listOf(arranged, listed)
		if b.target.judge.Merges(b.node, b.current.List, v, p) {
			return v, p
		}
	}
	set := len(b.node.Keys) == 0
	if ordered, ok := b.inDefaultOrder(forDefaultOrder); ok && (set || b.areGrouped(b.ofJudge, ordered)) {
		return b.listOf(ordered, nil)
	}
	switch {
	case set:
	case isInOrder(currentOrder) && (b.areGrouped(b.ofJudge, currentOrder) || !b.areGrouped(b.ofJudge, ofModified(modifiedOrder))):
		return b.listOf(currentOrder, nil)
	default:
		modifiedOrder = b.groupDuplicates(b.ofJudge, modifiedOrder, true)
	}
	return b.listOf(modifiedOrder, listed)
}

// ofModified returns the elements that modified has.
func ofModified(elements []mergedElement) []mergedElement {
	return slices.DeleteFunc(slices.Clone(elements), func(e mergedElement) bool { return e.inModified < 0 })
}

// inJudgeOrder returns the elements in the order in which the judge's result has them. It reports
// false if this result has other elements, or if modified's elements do not have modified's order
// in it.
func (b *listBuilder) inJudgeOrder(modifiedOrder []mergedElement, listed []model.Value) ([]mergedElement, bool) {
	queued := slices.Clone(modifiedOrder) // with duplicates in current's order
	slices.SortStableFunc(queued, func(v, w mergedElement) int { return cmp.Compare(uint(v.at()), uint(w.at())) })
	list, _ := b.listOf(queued, nil)
	wanted := b.numberedForJudge(list)
	sent, deleted := b.keysToSend(modifiedOrder, wanted)
	got, ok := b.target.judge.MergeKeys(b.node, b.current.List, sent, deleted, listed)
	if !ok || wanted.HasKeyless || got.Len() != len(queued) {
		return nil, false
	}
	pairing := wanted.Pairing(nil)
	arranged := make([]mergedElement, 0, len(queued))
	for _, e := range got.Elements() {
		at := pairing.Take(wanted.IdentityOf(e), nil)
		if at < 0 {
			return nil, false
		}
		arranged = append(arranged, queued[at])
	}
	return arranged, isInOrder(arranged)
}

// numberedForJudge numbers the elements of a list by the keys of the judge.
func (b *listBuilder) numberedForJudge(list model.Value) *identity.Numbered {
	return b.target.memory.numbered.Numbered(b.ofJudge, list)
}

// keysToSend returns the elements whose keys the patch of the list contains: those that it sends, and
// those that it deletes. elements has modified's order, and wanted is the wanted list in any order.
func (b *listBuilder) keysToSend(elements []mergedElement, wanted *identity.Numbered) (sent, deleted []model.Value) {
	stays := make([]bool, len(b.current.Values))
	kept := b.ofJudge.NewIndex(0) // values of a set that stay; duplicates of them need no deletion
	for _, e := range elements {
		if at := e.at(); at >= 0 {
			stays[at] = true
			if len(b.node.Keys) == 0 && e.value.IsScalar() {
				kept.Add([]model.Value{e.value})
			}
		}
	}
	had := b.numberedForJudge(b.current.List)
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
		deleted = append(deleted, e)
	}
	for _, e := range elements {
		if at := wanted.Find(e.value); !e.sent && (at < 0 || !again[at]) {
			continue
		}
		sent = append(sent, e.value)
	}
	return sent, deleted
}
