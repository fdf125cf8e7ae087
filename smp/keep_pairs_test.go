package smp_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/strategicpatch/smp/fuzz/trials"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Keep and ThreeWay find the same element of live for an element that lacks keys. Each element of
// live has a field with its index, which is kept, and each element of the other document has another
// field with its index. A pair has both fields.
func TestKeepPairsLikeThreeWay(t *testing.T) {
	element := mapOf(map[string]smp.Definition{"a": number, "b": number, "c": number, "live": number, "desired": number})
	list := keyedBy(element, "a")
	list.Recommended = []string{"a", "b", "c"}
	s := schemaOf(t, mapOf(map[string]smp.Definition{"list": list}))
	paths := keepPaths(t, "list[*].live")
	pairs := 0
	for seed := range trials.Seeds(20_000) {
		r := rand.New(rand.NewPCG(seed, 5))
		document := func(mark string) model.Value {
			var elements []model.Value
			for i := range r.IntN(5) {
				e := fmt.Sprintf(`{"a":1,%q:%d`, mark, i)
				for _, name := range []string{"b", "c"} {
					if k := r.IntN(3); k > 0 {
						e += fmt.Sprintf(`,%q:%d`, name, k)
					}
				}
				elements = append(elements, model.MustParse(e+"}"))
			}
			values, err := model.NewList(elements...)
			if err != nil {
				t.Fatal(err)
			}
			v, err := model.NewMap(model.Member{Name: "list", Value: values})
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		desired, live := document("desired"), document("live")
		pairsOf := func(v model.Value) map[string]string {
			found := map[string]string{}
			elements, _ := v.Get("list")
			for _, e := range elements.Elements() {
				mine, _ := e.Get("desired")
				theirs, _ := e.Get("live")
				if mine.Type() != model.Absent && theirs.Type() != model.Absent {
					found[mine.JSON()] = theirs.JSON()
				}
			}
			return found
		}
		kept, _, err := smp.Keep(s, desired, live, paths)
		if err != nil {
			t.Fatal(err)
		}
		want := pairsOf(kept)
		pairs += len(want)
		for _, original := range []model.Value{{}, desired} {
			patch, err := (smp.Engine{}).ThreeWay(s, original, desired, live, smp.ThreeWayOptions{Overwrite: true})
			if err != nil {
				t.Fatal(err)
			}
			merged, err := (smp.Engine{}).Apply(s, live, patch)
			if err != nil {
				t.Fatal(err)
			}
			if got := pairsOf(merged); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("seed %d: original %s, desired %s, live %s:\nThreeWay pairs %v\nKeep pairs %v", seed, original.JSON(), desired.JSON(), live.JSON(), got, want)
			}
		}
	}
	if pairs < 1000 {
		t.Errorf("%d pairs", pairs)
	}
}
