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
func (m *Merger) done() {
	merges := m.freeMerges
	if len(merges) > reuse.KeptLists {
		merges = nil
	}
	m.ownBuilder.Reset()
	*m = Merger{freeMerges: merges, ownBuilder: m.ownBuilder}
	mergers.Put(m)
}

// builder returns the builder of the maps and lists in the result.
func (m *Merger) builder() *model.Builder {
	if m.build == nil {
		m.build = new(model.Builder)
	}
	return m.build
}

// putFreeMerge clears a listMerge and keeps it for reuse.
func (m *Merger) putFreeMerge(list *listMerge) {
	*list = listMerge{}
	m.freeMerges = append(m.freeMerges, list)
}
