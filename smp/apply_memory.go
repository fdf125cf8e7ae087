package smp

import (
	"sync"

	"github.com/strategicpatch/smp/model"
)

// All memory that later calls of Apply use again is in this file.

// appliers holds appliers for reuse, with the memory of their lists.
var appliers = sync.Pool{New: func() any { return &applier{ownBuilder: new(model.Builder)} }}

// keptLists is the largest number of unused values for lists that an applier or a differ keeps
// for reuse.
const keptLists = 8

// done ends the call and keeps the applier for reuse. It does not keep the memory of the result.
func (a *applier) done() {
	merges := a.freeMerges
	if len(merges) > keptLists {
		merges = nil
	}
	a.ownBuilder.Reset()
	*a = applier{freeMerges: merges, ownBuilder: a.ownBuilder}
	appliers.Put(a)
}

// builder returns the builder of the maps and lists in the result.
func (a *applier) builder() *model.Builder {
	if a.build == nil {
		a.build = new(model.Builder)
	}
	return a.build
}

// spare removes an unused value from a list, or returns a new one.
func spare[T any](unused *[]*T) *T {
	n := len(*unused)
	if n == 0 {
		return new(T)
	}
	v := (*unused)[n-1]
	*unused = (*unused)[:n-1]
	return v
}

// putFreeMerge clears a listMerge and keeps it for reuse.
func (a *applier) putFreeMerge(m *listMerge) {
	*m = listMerge{}
	a.freeMerges = append(a.freeMerges, m)
}
