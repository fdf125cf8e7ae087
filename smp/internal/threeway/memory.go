package threeway

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/reuse"
)

// A Memory is memory for the working values and the plan of a target. The zero Memory is ready to use by
// one goroutine. Several calls may use it, one after the other, if Reset is called between them.
type Memory struct {
	builder  model.Builder
	plans    reuse.Block[Plan]
	members  reuse.Block[memberPlan]
	changed  reuse.Block[identity.Change]
	below    reuse.Block[*Plan]
	numbered identity.Memory
	seen     identity.Index // used by haveDifferentKeys
	lists    []*listBuilder // unused
	// changes and pending are stacks. They hold the changes and the member plans of the maps that are
	// being merged, with those of the outermost map at the bottom.
	changes []model.Member
	pending []memberPlan
}

// Reset empties the memory for reuse. The plan of the last target must not be used any more.
func (m *Memory) Reset() {
	m.builder.Reset()
	m.plans.Reset()
	m.members.Reset()
	m.changed.Reset()
	m.below.Reset()
	m.numbered.Reset()
	m.seen.Clear()
	if len(m.lists) > reuse.KeptLists {
		m.lists = nil
	}
	m.changes, m.pending = reuse.Emptied(m.changes), reuse.Emptied(m.pending)
}
