package cluster

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/arrange"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/shipped"
)

// mergeSet merges a patch list into a set: it appends, removes duplicates, and sorts.
func (c *call) mergeSet(s smp.Schema, original model.Value, t fieldPatch) (model.Value, *fault) {
	if c.Strict {
		for i, e := range t.value.Elements() {
			if f := c.checkType(s.Element(), e); f != nil {
				return model.Value{}, f.under(model.Index(i))
			}
		}
	}
	before := original.AppendElements(nil)
	values := t.value.AppendElements(slices.Clone(before))
	r := c.sorting(s, original, t, len(values))
	ids := r.numbers.All(values)
	patched := slices.Clone(ids[len(before):])
	added := c.noteSet(ids, values, len(before))
	if !t.orders() {
		r.noteNumbers()
	}
	// Apimachinery removes duplicates in the original itself if Go had room behind
	// it for the additions; otherwise the original stays as it was (alternative).
	as, alternative := mergedOrder{by: patched, server: slices.Clone(ids[:len(before)])}, mergedOrder{}
	order, count := shipped.Deduplicated(ids)
	if count < len(values) {
		c.trace.diverges(smp.SetDedupReorders)
		alternative = as
		as.server = ids[:len(before)]
		values = arrange.Permuted(values, order[:count])
	}
	as.before, alternative.before = as.server, alternative.server
	result, f := r.ordered(values, as, added)
	if c.looksForVariance() && alternative.server != nil && len(patched) > 0 {
		quiet := r
		quiet.call = c.silentCopy()
		other, otherFault := quiet.ordered(values, alternative, added)
		c.alternative = &answer{other, otherFault}
	}
	return result, f
}

// noteSet notes how values of the patch equal those of the original, and reports whether
// there are others.
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

// selectionFor is selectionOf for a merging list. Apimachinery takes several merge keys
// for one with a comma in its name (divergence multi-key-unsupported).
func selectionFor(s smp.Schema) *identity.Selection {
	keys := s.Keys()
	if len(keys) > 1 {
		keys = []string{strings.Join(keys, ",")}
	}
	return selectionOf(keys)
}

// selectionOf returns how apimachinery identifies the elements of a list: several key
// fields are taken for the name of one, no default counts, null is a key, and keys are
// compared as they are decoded.
func selectionOf(keys []string) *identity.Selection {
	return &identity.Selection{Names: keys, Defaults: noDefault[:len(keys)], Required: len(keys), Nulls: true, Decoded: true}
}

var noDefault [1]model.Value
