package text_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/text"
)

// Append writes what encoding/json writes of the same Go values.
func TestAppend(t *testing.T) {
	for _, src := range []string{
		`{}`, `{"b":1,"a":{"d":[],"c":[{"z":1,"y":2},null,true]}}`, `{"a":1,"b":{"c":2,"d":{}},"e":[[{"f":"g"}]]}`,
		`{"x":"<>&","\u00e9":"\u2028","\"":"\\","c":"\u0001\ud83d\ude00"}`,
		`{"n":[0,-0,-1,1.0,1e2,1e21,1e-7,100000000000000000000,999999999999999999,9223372036854775807,9223372036854775808,9999999999999999999,-9223372036854775808]}`,
		strings.Repeat(`{"b":0,"a":`, 80) + `{}` + strings.Repeat(`}`, 80),
	} {
		check(t, model.MustParse(src))
	}
	rapid.Check(t, func(t *rapid.T) {
		v, err := model.FromAny(trees(3).Draw(t, "tree"))
		if err != nil {
			t.Fatal(err)
		}
		check(t, v)
	})
}

func check(t rapid.TB, v model.Value) {
	t.Helper()
	want, err := json.Marshal(v.ToAny())
	if err != nil {
		t.Fatal(err)
	}
	if got := text.Append([]byte("before"), v); string(got) != "before"+string(want) {
		t.Errorf("%s: got %s, want %s", v, got, want)
	}
}

// trees generates JSON values of Go that are nested up to depth maps and lists deep.
func trees(depth int) *rapid.Generator[any] {
	scalars := []*rapid.Generator[any]{
		rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.String().AsAny(), rapid.Int64().AsAny(), rapid.Float64().AsAny(),
	}
	if depth == 0 {
		return rapid.OneOf(scalars...)
	}
	below := trees(depth - 1)
	return rapid.OneOf(append(scalars, rapid.SliceOfN(below, 0, 4).AsAny(), rapid.MapOfN(rapid.String(), below, 0, 9).AsAny())...)
}

// The maps of a document share memory while it is written, and short numbers are copied.
func TestAppendAllocates(t *testing.T) {
	v := model.MustParse(`{"b":{"d":1,"c":[{"f":12345,"e":"x"}]},"a":"text"}`)
	dst := make([]byte, 0, 1024)
	if n := testing.AllocsPerRun(100, func() { text.Append(dst, v) }); n > 0 {
		t.Errorf("got %v allocations, want none", n)
	}
}
