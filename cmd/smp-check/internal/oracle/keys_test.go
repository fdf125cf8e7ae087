package oracle

import (
	"slices"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// The signs of a fault do not depend on the keys that name an element. If they did, a case would
// keep keys and defaults that have nothing to do with the fault.
func TestSignsWithoutKeys(t *testing.T) {
	const more = `{"list":[{"key":1.0},{"key":1,"field":"a"}]}` // the engine must not add an element
	want := []string{"an additional element of a keyed list by order-default ", "a missing field by scalar "}
	for _, keys := range []string{
		`x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [key, second]`,
		`x-kubernetes-recommended-patch-merge-key: "key,second"`,
		`x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [key]`,
	} {
		c, err := corpus.Read("case.yaml", []byte(`rule: [keyed-merge]
comment: keys are compared by value
schema:
  openapi:
    type: object
    properties:
      list:
        {type: array, x-kubernetes-patch-strategy: merge, x-kubernetes-patch-merge-key: key, `+keys+`,
        items: {type: object, properties: {key: {}, second: {type: string, default: A}}}}
op: apply
originalText: '{"list":[{"key":1.0}]}'
patch: {list: [{key: 1, field: a}]}
want: {list: [{key: 1, field: a}]}
`))
		if err != nil {
			t.Fatal(err)
		}
		f := compareAnswers(c.Input, Ours.Run(c.Input), corpus.Outcome{Result: model.MustParse(more)}, [2]string{}, corpus.Documented)
		if !slices.Equal(f.signs, want) {
			t.Errorf("%s: got %q, want %q", keys, f.signs, want)
		}
	}
}
