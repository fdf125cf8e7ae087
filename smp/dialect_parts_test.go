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
		"s":       set,
		"list":    keyedBy(mapOf(map[string]smp.Type{"name": text, "s": set}), "name"),
		"numbers": keyedBy(mapOf(map[string]smp.Type{"id": number}), "id"),
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
		{
			"null in a map that is replaced", smp.Documented.With(smp.TwinsGrouped),
			`{"m":{"a":1}}`, `{"m":{"$patch":"replace","b":{"c":null,"d":1}}}`, `{"m":{"b":{"d":1}}}`,
		},
		{
			"a new map that is deleted", smp.Documented.With(smp.DirectivesKept),
			`{}`, `{"m":{"$patch":"delete","a":1}}`, `{}`,
		},
		{
			"a new map that is replaced", smp.Documented.With(smp.DirectivesKept),
			`{}`, `{"m":{"$patch":"replace","a":1,"b":null}}`, `{"m":{"a":1}}`,
		},
		{
			"a new map that merges", smp.Documented.With(smp.DirectivesKept),
			`{}`, `{"m":{"$retainKeys":["a"],"a":1}}`, `{"m":{"$retainKeys":["a"],"a":1}}`,
		},
		{
			"a map that is deleted in one that is replaced", smp.Documented.With(smp.DirectivesKept),
			`{"m":{}}`, `{"m":{"$patch":"replace","x":{"$patch":"delete","a":1}}}`, `{"m":{"x":{"$patch":"delete","a":1}}}`,
		},
		{
			"a set that is replaced has a value twice", smp.Documented.With(smp.ElementReplaceEmpties).With(smp.TwinsGrouped),
			`{"s":["a"]}`, `{"s":[{"$patch":"replace"},"b","a","b"]}`, `{"s":["b","a","b"]}`,
		},
		{
			"a delete list beside values", smp.Documented.With(smp.NewElementsFirst),
			`{"s":["a","b"]}`, `{"$deleteFromPrimitiveList/s":["a"],"s":["c"]}`, `{"s":["c","b"]}`,
		},
		{
			"a value twice, in the room that a delete list leaves", smp.KubernetesBeforeDecoding,
			`{"s":["a","a","b"]}`, `{"$deleteFromPrimitiveList/s":["b"],"s":["c"]}`, `{"s":["a","c"]}`,
		},
		{
			"duplicates that are not grouped", smp.Documented.With(smp.NewElementsFirst),
			`{"list":[{"name":"a"},{"name":"b"},{"name":"a","x":1}]}`, `{"list":[{"name":"b","x":2}]}`,
			`{"list":[{"name":"a"},{"name":"b","x":2},{"name":"a","x":1}]}`,
		},
		{
			"elements that only the original has", smp.Documented.With(smp.NewElementsFirst),
			`{"list":[{"name":"a"},{"name":"b"},{"name":"c"}]}`, `{"list":[{"name":"c","x":1}]}`,
			`{"list":[{"name":"a"},{"name":"b"},{"name":"c","x":1}]}`,
		},
		{
			"the order of the patch", smp.Documented.With(smp.NewElementsFirst),
			`{"list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"b"},{"name":"a"}]}`,
			`{"list":[{"name":"b"},{"name":"a"}]}`,
		},
		{
			"the order of an order list", smp.Documented.With(smp.OrderInterleaved),
			`{"list":[{"name":"a"},{"name":"b"}]}`, `{"$setElementOrder/list":[{"name":"b"},{"name":"a"}]}`,
			`{"list":[{"name":"b"},{"name":"a"}]}`,
		},
		{
			"an order list that is checked", smp.KubernetesBeforeDecoding.Without(smp.OrderCheckLoose),
			`{"list":[{"name":"a"},{"name":"b"}]}`, `{"$setElementOrder/list":[{"name":"b"},{"name":"a"}]}`,
			`{"list":[{"name":"b"},{"name":"a"}]}`,
		},
		{
			"an order list with a number that is spelled otherwise", smp.Documented.With(smp.IntegerFloatDistinct),
			`{"numbers":[{"id":1},{"id":2}]}`, `{"$setElementOrder/numbers":[{"id":1},{"id":2.0}]}`,
			`{"numbers":[{"id":2},{"id":1}]}`,
		},
		{
			"an empty order list, and a new value first", smp.KubernetesBeforeDecoding.Without(smp.NewElementsFirst),
			`{"s":["a","b"]}`, `{"s":["c","a"],"$setElementOrder/s":[]}`, `{"s":["a","b","c"]}`,
		},
		{
			"an empty order list, and a new value last", smp.KubernetesBeforeDecoding.Without(smp.NewElementsFirst),
			`{"s":["a","b"]}`, `{"s":["b","c"],"$setElementOrder/s":[]}`, `{"s":["c","a","b"]}`,
		},
	}
	for _, test := range tests {
		got, err := smp.Engine{Dialect: test.dialect}.Apply(s, model.MustParse(test.original), model.MustParse(test.patch))
		if err != nil || !model.Equal(got, model.MustParse(test.want)) {
			t.Errorf("%s: got %s, %v, want %s", test.name, got.JSON(), err, test.want)
		}
	}
}
