package diff

import (
	"reflect"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/reuse"
	"github.com/strategicpatch/smp/smp/internal/schema"
)

// After a call, a differ in the pool holds no values. It keeps its memory for the next call, unless
// that memory is large.
func TestDifferKeepsNoValues(t *testing.T) {
	v := model.MustParse(`{"a":[1]}`)
	var empty model.Builder // has been used in another way
	if _, err := empty.Parse([]byte(`1`)); err != nil {
		t.Fatal(err)
	}
	empty.Reset()
	for _, n := range []int{1, reuse.KeptLists, keptChanges, keptChanges + 1} {
		d := &differ{omit: 1, writesOmitted: true, required: 1, tryEachField: true, own: new(ownMemory)}
		if _, err := d.own.builder.List(v, v); err != nil {
			t.Fatal(err)
		}
		d.changes = make([]model.Member, n)
		for i := range d.changes {
			d.changes[i] = model.Member{Name: "a", Value: v}
		}
		all := d.changes
		l := newListDiff(d, schema.Unknown)
		l.patchMergeKey, l.room[3], l.shortRoom.patch[1] = v, v, v
		l.plan, l.shortRoom.changed[1] = emptyPlan, changedElement{1, v, v, emptyPlan}
		l.done()
		for len(d.lists) < min(n, reuse.KeptLists+1) {
			d.lists = append(d.lists, new(listDiff))
		}
		d.clear()
		if n <= keptChanges && (cap(d.changes) != n || all[n-1] != model.Member{}) {
			t.Errorf("%d changes: %d kept, the last is %v", n, cap(d.changes), all[n-1])
		}
		if n > keptChanges && cap(d.changes) > 0 || len(d.changes) > 0 {
			t.Errorf("%d changes are kept", n)
		}
		if !reflect.DeepEqual(d.own.builder, empty) {
			t.Errorf("%d changes: a list that was made is kept", n)
		}
		if d.omit != 0 || d.writesOmitted || d.required != 0 || d.tryEachField {
			t.Errorf("%+v", d)
		}
		if n <= reuse.KeptLists && len(d.lists) != n || n > reuse.KeptLists && d.lists != nil {
			t.Errorf("%d lists", len(d.lists))
		}
		for _, l := range d.lists {
			if l.patchMergeKey != (model.Value{}) || l.room[3] != (model.Value{}) || l.shortRoom.patch[1] != (model.Value{}) || l.shortRoom.changed[1].before != (model.Value{}) || l.differ != nil || l.plan != nil || l.shortRoom.changed[1].plan != nil {
				t.Errorf("a list keeps %+v", l)
			}
		}
	}
}
