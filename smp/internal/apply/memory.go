package apply

import (
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/reuse"
)

// All memory that later calls of Apply use again is in this file.

// mergers holds mergers for reuse, with the memory of their lists.
var mergers = sync.Pool{New: func() any { return &Merger{ownBuilder: new(model.Builder)} }}

// done ends the call and keeps the merger for reuse. It does not keep the memory of the result.
func (a *Merger) done() {
	merges := a.freeMerges
	if len(merges) > reuse.KeptLists {
		merges = nil
	}
	a.ownBuilder.Reset()
	*a = Merger{freeMerges: merges, ownBuilder: a.ownBuilder}
	mergers.Put(a)
}

// builder returns the builder of the maps and lists in the result.
func (a *Merger) builder() *model.Builder {
	if a.build == nil {
		a.build = new(model.Builder)
	}
	return a.build
}

// putFreeMerge clears a listMerge and keeps it for reuse.
func (a *Merger) putFreeMerge(m *listMerge) {
	*m = listMerge{}
	a.freeMerges = append(a.freeMerges, m)
}
