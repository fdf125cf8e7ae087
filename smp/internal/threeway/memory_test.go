package threeway

import (
	"reflect"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/reuse"
	"github.com/strategicpatch/smp/smp/internal/schema"
)

// After Reset, the memory holds no values. It keeps unused lists for the next call, unless there are
// many of them.
func TestResetKeepsNoValues(t *testing.T) {
	v := model.MustParse(`{"a":[1]}`)
	for _, n := range []int{1, reuse.KeptLists, reuse.KeptLists + 1} {
		m := new(Memory)
		b := newTargetBuilder(Options{}, m).newListTarget(schema.Unknown)
		b.room.was[1], b.room.changes.Keys()[:1][0], b.asWritten[0] = v, v, v
		b.done()
		for len(m.lists) < n {
			m.lists = append(m.lists, new(listBuilder))
		}
		m.changes = append(m.changes, model.Member{Name: "a", Value: v})
		m.pending = append(m.pending, memberPlan{"a", emptyPlan})
		changes, pending := m.changes, m.pending
		m.Reset()
		if (changes[0] != model.Member{}) || (pending[0] != memberPlan{}) || len(m.changes)+len(m.pending) > 0 {
			t.Errorf("%d lists: changes are kept", n)
		}
		if n <= reuse.KeptLists && len(m.lists) != n || n > reuse.KeptLists && m.lists != nil {
			t.Errorf("%d lists: %d are kept", n, len(m.lists))
		}
		for _, b := range m.lists {
			if !reflect.ValueOf(*b).IsZero() {
				t.Errorf("a list keeps %+v", b)
			}
		}
	}
}
