package model_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
)

// A Finder finds the same members as Get, in any order of calls.
func TestFinder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	small := model.MustParse(`{"a":1,"\u0062":{"x":[]},"":null,"c":2,"aa":{}}`)
	large := model.MustParse(wideMap(100))
	values := []model.Value{{}, model.NewInt(1), newList(t, small), small, large, model.MustParse("{}"),
		model.MustParse(`[{"a":1,"b":2},{"a":3}]`).At(1),
		edit(t, small, member("b", model.Value{}), member("new", small), member("c", large)),
		edit(t, large, member("key-000050", model.Value{}), member("new", small)),
	}
	for _, v := range values {
		names := []string{"a", "b", "", "c", "aa", "new", "absent", "key-000050", "x"}
		for name := range v.Members() {
			names = append(names, name)
		}
		sorted := slices.Clone(names)
		for round := range 20 {
			f := v.Finder()
			for _, name := range names {
				got, ok := f.Get(name)
				if want, wantOK := v.Get(name); got != want || ok != wantOK {
					t.Fatalf("%.100s, %q: got %.100s, %v, want %.100s", v.JSON(), name, got.JSON(), ok, want.JSON())
				}
			}
			copy(names, sorted)
			if round > 0 {
				r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			}
		}
	}
	var none model.Finder
	if v, ok := none.Get("a"); ok || v.Type() != model.Absent {
		t.Errorf("the zero Finder finds %s", v.JSON())
	}
}
