package smp_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// What some divergences make of a patch, and others do not change: neither the
// documented rules nor the whole of a dialect show it.
func TestPartsOfDialects(t *testing.T) {
	set := smp.Type{Kind: smp.ListType, Strategy: smp.Merge}
	s := schemaOf(t, mapOf(map[string]smp.Type{
		"s":    set,
		"list": keyedBy(mapOf(map[string]smp.Type{"name": text, "s": set}), "name"),
	}))
	tests := []struct {
		name                  string
		dialect               smp.Dialect
		original, patch, want string
	}{
		{
			"a delete list without a name, and one for the field of its name", smp.KubernetesBeforeDecoding.Without(smp.UnknownFieldRejected),
			`{"$deleteFromPrimitiveList/":["a","b","c"]}`,
			`{"$deleteFromPrimitiveList/":["a"],"$deleteFromPrimitiveList/$deleteFromPrimitiveList/":["b"]}`,
			`{"$deleteFromPrimitiveList/":["c"]}`,
		},
		{
			"a delete list before a value and an order list", smp.Documented.With(smp.DeleteListAssigns),
			`{"s":["a","b"]}`, `{"$deleteFromPrimitiveList/s":["a"],"s":["c"],"$setElementOrder/s":["c","b"]}`, `{"s":["c","b"]}`,
		},
		{
			"null in an element that is added", smp.Documented.With(smp.NullsKept),
			`{"list":[{"name":"b"}]}`, `{"list":[{"name":"a","x":null}]}`, `{"list":[{"name":"b"},{"name":"a","x":null}]}`,
		},
		{
			"null in a map that is added", smp.Documented.With(smp.NullsKept),
			`{}`, `{"m":{"x":null}}`, `{"m":{}}`,
		},
	}
	for _, test := range tests {
		got, err := smp.Engine{Dialect: test.dialect}.Apply(s, model.MustParse(test.original), model.MustParse(test.patch))
		if err != nil || !model.Equal(got, model.MustParse(test.want)) {
			t.Errorf("%s: got %s, %v, want %s", test.name, got.JSON(), err, test.want)
		}
	}
}
