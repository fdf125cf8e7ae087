package smp

import "github.com/strategicpatch/smp/model"

// swapDuplicates removes duplicates as the shipped engine does (divergence
// set-dedup-reorders): the first of equal values stays, and the last value of
// the list moves into the place of each that is removed. It returns the list as
// it is then, of which only the first so many values still count. Both results
// matter, because the original may be a part of the list.
func swapDuplicates(values []model.Value, ids []int32) (list []model.Value, order []int32, count int) {
	places := map[int32]*numbers{}
	for i, id := range ids {
		at := places[id]
		if at == nil {
			at = &numbers{}
			places[id] = at
		}
		at.push(int32(i))
	}
	last := len(ids) - 1
	for i := 0; i < last; i++ {
		at := places[ids[i]]
		for at.len() > 0 {
			j := int((*at)[0])
			at.pop()
			if j <= i || j > last || ids[j] != ids[i] {
				continue // where the value was before
			}
			values[j], ids[j] = values[last], ids[last]
			places[ids[j]].push(int32(j))
			last--
		}
	}
	return values, ids, last + 1
}

// dropDuplicates removes duplicates by rule set-merge: the first one stays, and
// the rest where it is.
func dropDuplicates(values []model.Value, ids []int32) []model.Value {
	seen := map[int32]bool{}
	kept := values[:0:0]
	for i, v := range values {
		if !seen[ids[i]] {
			seen[ids[i]] = true
			kept = append(kept, v)
		}
	}
	return kept
}
