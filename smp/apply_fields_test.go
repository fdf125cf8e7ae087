package smp_test

import (
	"fmt"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// The patch of a field has the same effect whether the map has few fields or many, and wherever its
// directives are.
func TestManyFieldsAreGrouped(t *testing.T) {
	values := func(format string, i int) model.Value { return model.MustParse(fmt.Sprintf(format, i, i)) }
	for _, n := range []int{1, 7, 8, 9, 10, 40} {
		var original, patch, want []model.Member
		for i := range n {
			name := fmt.Sprint("f", i)
			original = append(original, model.Member{Name: name, Value: values(`["a%d", "b%d"]`, i)})
			patch = append(patch, model.Member{Name: "$deleteFromPrimitiveList/" + name, Value: values(`["a%d", "c%d"]`, i)})
			if i%2 == 0 {
				want = append(want, model.Member{Name: name, Value: model.MustParse(fmt.Sprintf(`["b%d"]`, i))})
			}
		}
		for i := 1; i < n; i += 2 { // far from the delete lists
			patch = append(patch, model.Member{Name: fmt.Sprint("f", i), Value: model.NewNull()})
		}
		got, err := smp.Engine{}.Apply(smp.Schemaless, mustMap(t, original), mustMap(t, patch))
		if err != nil || !model.Equal(got, mustMap(t, want)) {
			t.Errorf("%d fields: got %s, %v", n, got.JSON(), err)
		}
	}
}

func mustMap(t *testing.T, members []model.Member) model.Value {
	t.Helper()
	v, err := model.NewMap(members...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
