package apimachinery_test

import (
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/apimachinery"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// Two keys have the same number if apimachinery considers them equal. If a key is invalid, its
// number is negative and identifies the reason.
func TestNumbering(t *testing.T) {
	keyed := &identity.Selection{Names: []string{"k"}, Defaults: make([]model.Value, 1), Required: 1, Nulls: true, Decoded: true}
	for _, c := range []struct {
		by   *identity.Selection
		list string
		want []int32
	}{
		{keyed, `[{"k":"a"},{"k":1},{"k":1.0},{"k":"a","v":2},{"k":null},{},{"k":{}},{"k":[]},"a",null]`,
			[]int32{0, 1, 2, 0, 3, apimachinery.Keyless, apimachinery.MapKeyed, apimachinery.ListKeyed, apimachinery.Keyless, apimachinery.Keyless}},
		{&identity.Selection{Nulls: true, Decoded: true}, `["a",1,1.0,"a",null,null,{},[]]`,
			[]int32{0, 1, 2, 0, 3, 3, apimachinery.MapKeyed, apimachinery.ListKeyed}},
		{&identity.Selection{Decoded: true}, `["a",null,{}]`, []int32{0, apimachinery.Keyless, apimachinery.MapKeyed}},
	} {
		n := apimachinery.NumberingBy(c.by, 0)
		got := n.All(model.MustParse(c.list).AppendElements(nil))
		if most := slices.Max(c.want); !slices.Equal(got, c.want) || n.Len() != int(most)+1 || n.Keyed() != (c.by == keyed) {
			t.Errorf("%s: %v, not %v; %d, %t", c.list, got, c.want, n.Len(), n.Keyed())
		}
		same := n.Like(false)
		if got := same.All(model.MustParse(`[{"k":1},{"k":1.0}]`).AppendElements(nil)); n.Keyed() && (got[1] != 0 || same.Len() != 1) {
			t.Errorf("not decoded, 1 and 1.0 are numbered %v", got)
		}
	}
}
