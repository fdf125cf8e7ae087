package cluster

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/apimachinery"
	"github.com/strategicpatch/smp/smp/internal/arrange"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// mergeSet merges a patch list into a set. It appends the values, removes duplicates and sorts the
// result. Removing a duplicate moves the last value to its place (divergence set-dedup-reorders):
//
//	[a, b] with [a, c]   is [a, b, a, c], and without the second a [a, b, c]
//	[a, a] with [b, c]   is [a, a, b, c], and without the second a [a, c, b]
//
// If the Go slice of the original has capacity for the new values, apimachinery removes duplicates
// in the memory of this slice. Then the result is sorted by the changed original, which is [a, c]
// in the second example. Without this capacity, it is sorted by [a, a]. So the order of a result
// may vary.
func (c *call) mergeSet(s smp.Schema, original model.Value, t syntax.Field) (model.Value, *fault) {
	if c.Strict {
		for i, e := range t.Value.Elements() {
			if f := c.checkType(s.Element(), e); f != nil {
				return model.Value{}, f.Under(model.Index(i))
			}
		}
	}
	n := original.Len()
	values := t.Value.AppendElements(original.AppendElements(nil))
	o := c.newSorter(s, original, t, len(values))
	ids := o.numbers.All(values)
	added := c.trace.on() && c.noteSet(ids, values, n)
	if !t.HasOrderList() {
		o.noteNumbers()
	}
	untouched := slices.Clone(ids[:n])
	patched := slices.Clone(ids[n:])
	order, count := apimachinery.Deduplicated(ids) // Deduplicated changes ids
	if count < len(values) {
		c.trace.diverges(SetDedupReorders)
		values = arrange.Permuted(values, order[:count])
	}
	result, f := o.sortedList(values, mergedOrder{patchIDs: patched, mergedIDs: ids[:n], originalIDs: ids[:n]}, added)
	if count < n+t.Value.Len() && len(patched) > 0 && c.looksForVariance() {
		quiet := o
		quiet.call = c.silentCopy()
		other, otherFault := quiet.sortedList(values, mergedOrder{patchIDs: patched, mergedIDs: untouched, originalIDs: untouched}, added)
		c.alternative = &answer{other, otherFault}
	}
	return result, f
}

// noteSet traces how values of the patch are equal to values of the original, and reports whether
// there are new values. original is the number of values in the original.
func (c *call) noteSet(ids []int32, values []model.Value, original int) (added bool) {
	first := map[int32]int{}
	for i, id := range ids[:original] {
		if _, again := first[id]; !again {
			first[id] = i
		}
	}
	if len(ids) > original {
		c.trace.note(smp.RuleSetMerge)
	}
	for i, id := range ids[original:] {
		at, known := first[id]
		added = added || !known
		if known && at >= 0 {
			c.trace.noteSpelling(values[original+i], values[at])
			first[id] = -1
		}
	}
	return added
}

// selectionFor returns the selection by which apimachinery identifies the elements of a merging
// list. apimachinery treats several merge keys as one key with a comma in its name (divergence
// multi-key-unsupported).
func selectionFor(s smp.Schema) *identity.Selection {
	keys := s.Keys()
	if len(keys) > 1 {
		keys = []string{strings.Join(keys, ",")}
	}
	return selectionOf(keys)
}

// selectionOf returns a selection with the properties that all selections of apimachinery have.
// Defaults are ignored, null is a key, and keys are compared after decoding. There is at most one
// key.
func selectionOf(keys []string) *identity.Selection {
	return &identity.Selection{Names: keys, Defaults: noDefault[:len(keys)], Required: len(keys), Nulls: true, Decoded: true}
}

var noDefault [1]model.Value
