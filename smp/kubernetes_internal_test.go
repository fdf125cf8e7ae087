package smp

import (
	"testing"

	"github.com/strategicpatch/smp/model"
)

// An answer that varies is another result, or a rejection where there is a result; why
// it is rejected does not count.
func TestAnswersAreEqual(t *testing.T) {
	one, same, other := model.MustParse(`{"a":1}`), model.MustParse(`{"a":1.0}`), model.MustParse(`{}`)
	rejected, otherwise := answer{f: newFault(WrongType, RuleRoot, "one")}, answer{f: newFault(Limit, "", "other")}
	for _, c := range []struct {
		a, b answer
		want bool
	}{
		{answer{result: one}, answer{result: same}, true},
		{answer{result: one}, answer{result: other}, false},
		{answer{result: one}, rejected, false},
		{rejected, answer{}, false},
		{rejected, otherwise, true},
	} {
		if got, back := c.a.equal(c.b), c.b.equal(c.a); got != c.want || back != c.want {
			t.Errorf("%v and %v: %t, and %t the other way", c.a, c.b, got, back)
		}
	}
}

// A null that would be read as a directive says nothing, and is not sent.
func TestNullDirectivesAreNotSent(t *testing.T) {
	any := Definition{Type: ScalarType}
	s, err := NewSchema(Definition{Type: MapType, Fields: map[string]Definition{"m": {Type: MapType, Fields: map[string]Definition{"a": any}}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	modified := model.MustParse(`{"m":{"$patchMergeKey":null,"a":1}}`)
	for _, d := range []Dialect{Documented, KubernetesBeforeDecoding} {
		patch, err := Engine{Dialect: d}.Diff(s, model.Value{}, modified, DiffOptions{})
		if want := `{"m":{"a":1}}`; err != nil || patch.JSON() != want {
			t.Errorf("%s: %s, %v, not %s", d, patch.JSON(), err, want)
		}
	}
}
