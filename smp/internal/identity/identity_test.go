package identity_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// The selections identify elements by one key, by several keys, and by value.
var selections = []*identity.Selection{
	{Names: []string{"a"}, Defaults: make([]model.Value, 1), Required: 1},
	{Names: []string{"a", "b"}, Defaults: []model.Value{model.NewInt(0), {}}, Required: 1},
	{Names: []string{"a"}, Defaults: make([]model.Value, 1), Required: 1, Present: []string{"b"}, PresentDefaulted: []bool{false}},
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

// same compares identities without an index. For apimachinery, integers and other numbers are
// different.
func same(s *identity.Selection, a, b []model.Value) bool {
	for i := range a {
		if !model.Equal(a[i], b[i]) || s.Decoded && identity.DecodedTypeOf(a[i]) != identity.DecodedTypeOf(b[i]) {
			return false
		}
	}
	return true
}

// Numbered returns the same numbers as a linear search.
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

// EachMatched finds the same elements as a separate search for each identity.
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

// A view returns the results of a linear search, even after the elements of its list have changed.
func TestView(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 8))
		s := selections[r.IntN(len(selections))]
		elements, others := randomList(r).AppendElements(nil), randomList(r).AppendElements(nil)
		v := identity.NewView(s, r.IntN(4))
		holding := func(keys []model.Value) (all []int32) {
			for i, e := range elements {
				if theirs, ok := s.KeysOf(nil, e); ok && same(s, theirs, keys) {
					all = append(all, int32(i))
				}
			}
			return all
		}
		for i, e := range elements {
			v.Set(i, e)
		}
		var claimed [][]model.Value
		for _, e := range append(others, elements...) {
			keys, ok := s.KeysOf(nil, e)
			if !ok {
				continue
			}
			want := holding(keys)
			if slices.ContainsFunc(claimed, func(before []model.Value) bool { return same(s, before, keys) }) {
				want = nil
			}
			claimed = append(claimed, keys)
			if got := slices.Sorted(slices.Values(v.Claim(keys))); !slices.Equal(got, want) {
				t.Fatalf("seed %d: %s belongs to %v, not %v", seed, e.JSON(), got, want)
			}
		}
		for range 30 {
			if len(elements) == 0 || r.IntN(4) == 0 {
				elements = append(elements, model.Value{})
			}
			i, e := r.IntN(len(elements)), model.Value{}
			if r.IntN(5) > 0 && len(others) > 0 {
				e = others[r.IntN(len(others))]
			}
			if elements[len(elements)-1].Type() == model.Absent {
				i = len(elements) - 1
			}
			elements[i] = e
			v.Set(i, e)
			for _, e := range others {
				keys, ok := s.KeysOf(nil, e)
				if !ok {
					continue
				}
				want, all := -1, holding(keys)
				if len(all) > 0 {
					want = int(all[0])
				}
				if got, several := v.First(keys); got != want || several != (len(all) > 1) {
					t.Fatalf("seed %d: %s is first at %d, %t, want %d, %v", seed, e.JSON(), got, several, want, all)
				}
			}
		}
	}
}

// A table has one value for each identity. Tables returns one table for each selection.
func TestTables(t *testing.T) {
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 9))
		var tables identity.Tables[[]string]
		want := map[*identity.Selection]map[string][]string{}
		for _, e := range randomList(r).Elements() {
			s := selections[r.IntN(len(selections))]
			table := tables.Table(s, r.IntN(3))
			if want[s] == nil {
				want[s] = map[string][]string{}
			}
			kept, isNew := table.GetOrAddElement(e)
			keys, ok := s.KeysOf(nil, e)
			if (kept != nil) != ok {
				t.Fatalf("seed %d: %s has %v kept", seed, e.JSON(), kept)
			}
			if !ok {
				continue
			}
			name := fmt.Sprint(table.Find(keys))
			if isNew != (len(want[s][name]) == 0) {
				t.Fatalf("seed %d: that %s is new is %t", seed, e.JSON(), isNew)
			}
			*kept = append(*kept, e.JSON())
			want[s][name] = append(want[s][name], e.JSON())
			if got := table.Get(keys); !slices.Equal(*got, want[s][name]) {
				t.Fatalf("seed %d: %v is kept for %s, not %v", seed, *got, e.JSON(), want[s][name])
			}
		}
		if len(tables) != len(want) {
			t.Fatalf("seed %d: %d tables, not %d", seed, len(tables), len(want))
		}
	}
}
