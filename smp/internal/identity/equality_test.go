package identity

import (
	"testing"

	"github.com/strategicpatch/smp/model"
)

// An Equality gives the answers of model.Equal at every place, whether a place is asked once or
// twice, and in whatever order the fields of a map come.
func TestEqualityIsEqual(t *testing.T) {
	texts := []string{
		`{}`, `{"a":1}`, `{"a":1.0,"b":[1]}`, `{"b":[1],"a":1}`, `{"a":{"b":{"c":1}},"d":{"e":2}}`, `{"a":{"b":{"c":2}},"d":{"e":2}}`,
		`{"d":{"e":3},"a":{"b":{"c":1}}}`, `{"a":null}`, `{"a":{"b":null}}`, `{"a":{"b":{}},"d":{"e":{"f":{}}}}`, `{"a":{"b":{"x":1}},"d":{"e":{"f":1}}}`,
	}
	asked, differ := 0, 0
	var visit func(e *Equality, a, b model.Value)
	visit = func(e *Equality, a, b model.Value) {
		want := model.Equal(a, b)
		for range 2 {
			if asked++; e.Of(a, b) != want {
				t.Errorf("Of(%s, %s) is %v", a.JSON(), b.JSON(), !want)
			}
		}
		if !want {
			differ++
		}
		for name, inB := range b.Members() {
			inA, _ := a.Get(name)
			visit(e, inA, inB)
		}
	}
	var values []model.Value
	for _, text := range texts {
		values = append(values, model.MustParse(text))
	}
	// The pairs share one Equality and their values, so an answer for one pair must not count for another.
	var shared Equality
	for _, a := range values {
		for _, b := range values {
			visit(&shared, a, b)
		}
	}
	if differ < 50 || differ > asked/2-50 {
		t.Errorf("%d of %d values differ", differ, asked/2)
	}
}
