package model_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
)

// A builder builds the same values as the functions without one.
func TestBuilder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type made struct {
			v    model.Value
			text string
		}
		var b model.Builder
		var kept []made
		for range rapid.IntRange(1, 8).Draw(t, "calls") {
			first, err := b.Parse([]byte(`{"a":1,"b":[1,2,3],"c":{"d":null}}`))
			if err != nil {
				t.Fatal(err)
			}
			all := []made{{first, first.JSON()}}
			for range rapid.IntRange(0, 12).Draw(t, "steps") {
				from := rapid.SampledFrom(all).Draw(t, "from").v
				other := rapid.SampledFrom(all).Draw(t, "other").v
				var got, want model.Value
				var gotErr, wantErr error
				if from.Type() == model.Map {
					var changes []model.Member
					for i := range rapid.IntRange(0, 5).Draw(t, "changes") {
						name := rapid.SampledFrom([]string{"a", "b", "c", "x", fmt.Sprint(i)}).Draw(t, "name")
						v := rapid.SampledFrom([]model.Value{{}, other, model.NewNull()}).Draw(t, "value")
						changes = append(changes, model.Member{Name: name, Value: v})
					}
					got, gotErr = b.WithMembers(from, changes...)
					want, wantErr = from.WithMembers(changes...)
				} else {
					var changes []model.Element
					for i := range from.Len() {
						if rapid.Bool().Draw(t, "change") {
							changes = append(changes, model.Element{Index: i, Value: rapid.SampledFrom([]model.Value{{}, other}).Draw(t, "value")})
						}
					}
					appended := []model.Value{other, model.NewNull()}[:rapid.IntRange(0, 2).Draw(t, "appended")]
					got, gotErr = b.WithElements(from, changes, appended...)
					want, wantErr = from.WithElements(changes, appended...)
				}
				if gotErr != nil || wantErr != nil {
					t.Fatal(gotErr, wantErr)
				}
				list, err := b.List(got, other)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, made{got, want.JSON()}, made{list, "[" + want.JSON() + "," + other.JSON() + "]"})
				if inner, _ := first.Get("b"); rapid.Bool().Draw(t, "inner") {
					all = append(all, made{inner, inner.JSON()})
				}
			}
			kept = append(kept, all...)
			for _, m := range kept {
				if got := m.v.JSON(); got != m.text {
					t.Fatalf("%s, and not %s", got, m.text)
				}
			}
		}
	})
}

// A builder makes the same map as NewMap.
func TestBuilderMap(t *testing.T) {
	var b model.Builder
	for seed := range uint64(5000) {
		r := rand.New(rand.NewPCG(seed, 9))
		members := make([]model.Member, r.IntN([]int{4, 36}[r.IntN(2)]))
		for i := range members {
			members[i].Name = fmt.Sprint(i)
			if r.IntN(20) == 0 {
				members[i].Name = []string{"1", "$x", "\xff", "\ufffd"}[r.IntN(4)]
			}
			members[i].Value = model.NewInt(int64(i))
			if r.IntN(20) == 0 {
				members[i].Value = []model.Value{{}, model.NewNull(), model.MustParse(`{"$y":[null]}`)}[r.IntN(3)]
			}
		}
		got, err := b.Map(members...)
		want, wantErr := model.NewMap(members...)
		if err != nil || wantErr != nil {
			t.Fatal(err, wantErr)
		}
		if got.JSON() != want.JSON() || got.Len() != want.Len() || got.HasNull() != want.HasNull() ||
			got.HasDollar() != want.HasDollar() || got.HasOwnDollar() != want.HasOwnDollar() {
			t.Fatalf("seed %d: %s, want %s", seed, got.JSON(), want.JSON())
		}
	}
}
