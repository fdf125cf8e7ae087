package diff

import (
	"reflect"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/reuse"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/threeway"
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
	for _, n := range []int{1, reuse.KeptLists, 256, 257} {
		d := &differ{omit: 1, writesOmitted: true, required: 1, tryEachField: true, memory: new(scratch)}
		if _, err := d.memory.builder.List(v, v); err != nil {
			t.Fatal(err)
		}
		d.changes = make([]model.Member, n)
		for i := range d.changes {
			d.changes[i] = model.Member{Name: "a", Value: v}
		}
		all := d.changes
		l := newListDiff(d, schema.Unknown)
		l.patchMergeKey, l.keys[:1][0], l.room.patch[1] = v, v, v
		l.plan = new(threeway.Plan)
		l.done()
		for len(d.lists) < min(n, reuse.KeptLists+1) {
			d.lists = append(d.lists, new(listDiff))
		}
		d.clear()
		if n <= 256 && (cap(d.changes) != n || all[n-1] != model.Member{}) {
			t.Errorf("%d changes: %d kept, the last is %v", n, cap(d.changes), all[n-1])
		}
		if n > 256 && cap(d.changes) > 0 || len(d.changes) > 0 {
			t.Errorf("%d changes are kept", n)
		}
		if !reflect.DeepEqual(d.memory.builder, empty) {
			t.Errorf("%d changes: a list that was made is kept", n)
		}
		if d.omit != 0 || d.writesOmitted || d.required != 0 || d.tryEachField {
			t.Errorf("%+v", d)
		}
		if n <= reuse.KeptLists && len(d.lists) != n || n > reuse.KeptLists && d.lists != nil {
			t.Errorf("%d lists", len(d.lists))
		}
		for _, l := range d.lists {
			if !reflect.ValueOf(*l).IsZero() {
				t.Errorf("a list keeps %+v", l)
			}
		}
	}
}
