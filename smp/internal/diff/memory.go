package diff

import (
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/reuse"
	"github.com/strategicpatch/smp/smp/internal/threeway"
)

// All memory that later calls of Diff and ThreeWay use again is in this file.

// A scratch is memory that a differ reuses for its working values, and for the patch of a call
// without a builder.
type scratch struct {
	builder    model.Builder
	target     threeway.Memory
	lists      identity.Memory
	selections reuse.Block[identity.Selection] // for judges
	absent     reuse.Block[model.Value]        // their defaults
	names      []string                        // of one $retainKeys
	values     []model.Value                   // of one list of names
}

// clear empties the memory for reuse.
func (s *scratch) clear() {
	s.builder.Reset()
	s.target.Reset()
	s.lists.Reset()
	s.selections.Reset()
	s.absent.Reset()
	s.names, s.values = reuse.Emptied(s.names), reuse.Emptied(s.values)
}

// scratch returns the memory of the differ.
func (d *differ) scratch() *scratch {
	if d.memory == nil {
		d.memory = new(scratch)
	}
	return d.memory
}

// builder returns the builder of the maps and lists in the patch.
func (d *differ) builder() *model.Builder {
	if d.values == nil {
		d.values = &d.scratch().builder
	}
	return d.values
}

// differs holds differs for reuse, with the memory of their changes and lists.
var differs = sync.Pool{New: func() any { return new(differ) }}

// done ends the call and returns the differ to the pool.
func (d *differ) done() {
	d.clear()
	differs.Put(d)
}

// clear resets the differ for reuse. It does not keep the memory of the patch.
func (d *differ) clear() {
	lists := d.lists
	if len(lists) > reuse.KeptLists {
		lists = nil
	}
	d.scratch().clear()
	*d = differ{changes: reuse.Emptied(d.changes), lists: lists, memory: d.memory}
}

// done ends the diff of the list and keeps its memory for reuse.
func (l *listDiff) done() {
	d := l.differ
	*l = listDiff{}
	d.lists = append(d.lists, l)
}
