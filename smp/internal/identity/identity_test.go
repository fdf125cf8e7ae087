package identity_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// selections are ways to identify elements: by one key, by several, by value.
var selections = []*identity.Selection{
	{Names: []string{"a"}, Defaults: make([]model.Value, 1), Required: 1},
	{Names: []string{"a", "b"}, Defaults: []model.Value{model.NewInt(0), {}}, Required: 1},
	{Names: []string{"a"}, Defaults: make([]model.Value, 1), Required: 1, Present: []string{"b"}, Had: []bool{false}},
	{Names: []string{"a"}, Defaults: make([]model.Value, 1), Required: 1, Nulls: true, Decoded: true},
	{Decoded: true},
	{},
}

func randomList(r *rand.Rand) model.Value {
	scalars := []string{`0`, `0.0`, `1`, `1e0`, `"x"`, `"\u0078"`, `true`, `"0"`, `null`, `[]`}
	elements := make([]string, r.IntN(40))
	for i := range elements {
		var members []string
		for _, name := range []string{"a", "b"} {
			if r.IntN(4) > 0 {
				members = append(members, fmt.Sprintf("%q:%s", name, scalars[r.IntN(len(scalars))]))
			}
		}
		if elements[i] = "{" + strings.Join(members, ",") + "}"; r.IntN(4) == 0 {
			elements[i] = scalars[r.IntN(len(scalars))]
		}
		if r.IntN(8) == 0 {
			elements[i] = fmt.Sprintf(`{"a":"%d"}`, r.IntN(200))
		}
	}
	return model.MustParse("[" + strings.Join(elements, ",") + "]")
}

// same is what an identity is compared by, as plainly as can be said: numbers are of
// two kinds once the shipped engine has read them.
func same(s *identity.Selection, a, b []model.Value) bool {
	for i := range a {
		if !model.Equal(a[i], b[i]) || s.Decoded && identity.DecodedKindOf(a[i]) != identity.DecodedKindOf(b[i]) {
			return false
		}
	}
	return true
}

// A list is numbered as a search among all elements before each numbers it.
func TestNumbered(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 6))
		s := selections[r.IntN(len(selections))]
		list, other := randomList(r), randomList(r)
		x := s.Numbered(list)
		firstLike := func(keys []model.Value) int {
			for i, e := range list.Elements() {
				if theirs, ok := s.KeysOf(nil, e); ok && same(s, theirs, keys) {
					return i
				}
			}
			return -1
		}
		exact := true
		for i, e := range list.Elements() {
			keys, ok := s.KeysOf(nil, e)
			if !ok {
				exact = false
				if x.IDs[i] >= 0 {
					t.Fatalf("seed %d: %s has number %d", seed, e.JSON(), x.IDs[i])
				}
				continue
			}
			first := firstLike(keys)
			exact = exact && first == i
			if int(x.First[x.IDs[i]]) != first || !same(s, x.Identity(i), keys) {
				t.Fatalf("seed %d: %s is number %d, first %d, want %d, in %s", seed, e.JSON(), x.IDs[i], x.First[x.IDs[i]], first, list.JSON())
			}
		}
		if x.Exact() != exact {
			t.Fatalf("seed %d: exact is %t for %s", seed, x.Exact(), list.JSON())
		}
		for _, e := range other.Elements() {
			want := -1
			if keys, ok := s.KeysOf(nil, e); ok {
				want = firstLike(keys)
			}
			if got := x.Find(e); got != want {
				t.Fatalf("seed %d: %s is found at %d, want %d, in %s", seed, e.JSON(), got, want, list.JSON())
			}
		}
	}
}

// The elements that have one of some identities are those that each is asked for.
func TestEachMatched(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 7))
		s := selections[r.IntN(len(selections))]
		list, other := randomList(r), randomList(r)
		index := s.NewIndex(0)
		for _, e := range other.Elements() {
			if index.Len() < 6 {
				index.Number(e)
			}
		}
		var got, want []string
		index.EachMatched(s, list, nil, func(e model.Element, id int) {
			got = append(got, fmt.Sprint(e.Index, e.Value.JSON(), id))
		})
		for i, e := range list.Elements() {
			if keys, ok := s.KeysOf(nil, e); ok {
				if id := index.Find(keys); id >= 0 {
					want = append(want, fmt.Sprint(i, e.JSON(), id))
				}
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("seed %d: %s matched with %s gives %v, want %v", seed, list.JSON(), other.JSON(), got, want)
		}
	}
}
