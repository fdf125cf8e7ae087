package diff

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/schema/schematest"
)

// The fast path compares two lists element by element. Its result is that of the general path. The
// lists have equal lengths, and most of their elements are equal. Some lists contain duplicates or
// elements without keys.
func TestLockstepAgrees(t *testing.T) {
	text, scalar := schematest.Scalar(model.NewString("d"), schema.Marks{}), schematest.Scalar(model.Value{}, schema.Marks{})
	for _, mapKeys := range []bool{false, true} {
		u := schematest.List(schematest.Map(map[string]*schema.Node{"k": text, "v": scalar, "w": scalar}), "k")
		u.MapKeys = mapKeys
		schematest.Ready(u)
		taken, n := 0, 20000
		if testing.Short() {
			n = 2000
		}
		for seed := range uint64(n) {
			r := rand.New(rand.NewPCG(seed, 4))
			have, want := randomPair(r)
			if model.Equal(have, want) {
				continue
			}
			short, ok, f := newListDiff(&differ{}, u).lockstep("f", have, want)
			if f != nil {
				t.Fatalf("seed %d: %v", seed, f.Cause)
			}
			if !ok {
				continue
			}
			taken++
			long, f := newListDiff(&differ{}, u).indexed("f", have, want)
			if f != nil {
				t.Fatalf("seed %d: %v", seed, f.Cause)
			}
			if !model.Equal(short.Value, long.Value) || !model.Equal(short.Delete, long.Delete) || !model.Equal(short.Order, long.Order) {
				t.Fatalf("seed %d: %s -> %s\nshort %s %s\nlong  %s %s", seed, have.JSON(), want.JSON(),
					short.Value.JSON(), short.Order.JSON(), long.Value.JSON(), long.Order.JSON())
			}
		}
		if taken < n/20 {
			t.Errorf("the short way was taken %d times only", taken)
		}
	}
}

// The fast path is used if only the last element has changed.
func TestLockstepIsTaken(t *testing.T) {
	u := schematest.List(schema.Unknown, "k")
	for _, test := range []struct{ have, want string }{
		{`[{"k":"a"},{"k":"b"},{"k":"c"}]`, `[{"k":"a"},{"k":"b"},{"k":"c","v":1}]`},
		{`[{"k":1},{"k":2},{"k":3}]`, `[{"k":1},{"k":2},{"k":3,"v":1}]`},
	} {
		if _, ok, _ := newListDiff(&differ{}, u).lockstep("f", model.MustParse(test.have), model.MustParse(test.want)); !ok {
			t.Errorf("%s -> %s takes the long way", test.have, test.want)
		}
	}
}

func randomPair(r *rand.Rand) (have, want model.Value) {
	var from, to []string
	for i := range r.IntN(6) {
		key := fmt.Sprintf(`"k":%q,`, string(rune('a'+i)))
		switch r.IntN(12) {
		case 0:
			key = `"k":"a",`
		case 1:
			key = ""
		case 2:
			key = `"k":"d",`
		}
		element := func(key string) string {
			return fmt.Sprintf(`{%s"v":%d,"w":%d}`, key, r.IntN(2), r.IntN(2))
		}
		from = append(from, element(key))
		if r.IntN(10) == 0 {
			key = ""
		}
		to = append(to, element(key))
	}
	return model.MustParse("[" + strings.Join(from, ",") + "]"), model.MustParse("[" + strings.Join(to, ",") + "]")
}

// If few elements have changed, the fast path compares the texts of their keys. It does not support
// keys that are not strings. If many elements have changed, it uses an index, which supports all
// keys.
func TestLockstepByTexts(t *testing.T) {
	u := schematest.List(schema.Unknown, "k")
	for n := range identity.FewTexts + 2 {
		have, want := `[{"k":0}`, `[{"k":0}`
		for i := range n {
			have += fmt.Sprintf(`,{"k":"%d"}`, i)
			want += fmt.Sprintf(`,{"k":"%d","v":1}`, i)
		}
		_, ok, _ := newListDiff(&differ{}, u).lockstep("f", model.MustParse(have+"]"), model.MustParse(want+"]"))
		if ok != (n == 0 || n > identity.FewTexts) {
			t.Errorf("%d changes beside a number: the short way is taken: %t", n, ok)
		}
	}
}
