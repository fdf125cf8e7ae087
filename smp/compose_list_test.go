package smp_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Compose combines at most two patches of an element in one element, so that the time does not grow
// with the square of their number.
func TestComposePatchesOfOneElement(t *testing.T) {
	element := mapOf(map[string]smp.Definition{"k": text, "a": text, "b": text, "c": text, "d": text})
	s := schemaOf(t, mapOf(map[string]smp.Definition{"list": keyedBy(element, "k")}))
	for _, c := range []struct{ first, second, want string }{
		{`[{"k":"x","a":"1"}]`, `[{"k":"x","b":"2"}]`, `[{"k":"x","a":"1","b":"2"}]`},
		{`[{"k":"x","a":"1"}]`, `[{"k":"x","b":"2"},{"k":"x","c":"3"}]`, `[{"k":"x","a":"1","b":"2"},{"k":"x","c":"3"}]`},
		{
			`[{"k":"x","a":"1"}]`, `[{"k":"x","b":"2"},{"k":"x","c":"3"},{"k":"x","d":"4"}]`,
			`[{"k":"x","a":"1","b":"2"},{"k":"x","c":"3","d":"4"}]`,
		},
	} {
		patch := func(list string) model.Value { return model.MustParse(`{"list":` + list + `}`) }
		got, err := smp.Compose(s, patch(c.first), patch(c.second))
		if err != nil || !model.Equal(got, patch(c.want)) {
			t.Errorf("%s and %s are composed to %s, %v; want %s", c.first, c.second, got.JSON(), err, c.want)
		}
	}
}
