package diff

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/schema/schematest"
	"github.com/strategicpatch/smp/smp/internal/threeway"
)

// The fast path for the target of a keyed list gives the target and the patch of the general path.
func TestTargetLockstepAgrees(t *testing.T) {
	text, scalar := schematest.Scalar(model.NewString("d"), schema.Marks{}), schematest.Scalar(model.Value{}, schema.Marks{})
	inner := schematest.List(schematest.Map(map[string]*schema.Node{"k": scalar, "v": scalar, "w": scalar}), "k")
	newList := func() *schema.Node {
		return schematest.List(schematest.Map(map[string]*schema.Node{"k": text, "v": scalar, "w": scalar, "l": inner}), "k")
	}
	mapKeys, retainKeys := newList(), newList()
	mapKeys.MapKeys, retainKeys.RetainKeys = true, true
	atomic := schematest.Map(map[string]*schema.Node{"k": scalar})
	atomic.Strategy = schema.Replace
	for name, u := range map[string]*schema.Node{
		"":            newList(),
		"map keys":    schematest.Ready(mapKeys),
		"retain keys": schematest.Ready(retainKeys),
		"atomic":      schematest.List(atomic, "k"),
	} {
		taken, n := 0, 40000
		if testing.Short() {
			n = 4000
		}
		byIndex := *u
		byIndex.EmptyKeys = []string{} // for such a list, there is no fast path
		in := func(list *schema.Node) *schema.Node { return schematest.Map(map[string]*schema.Node{"f": list}) }
		for seed := range uint64(n) {
			r := rand.New(rand.NewPCG(seed, 5))
			o, m, c := randomThree(r)
			short, isShort := targetAndPatch(t, in(u), o, m, c)
			long, isLong := targetAndPatch(t, in(&byIndex), o, m, c)
			if isLong {
				t.Fatalf("%s, seed %d: the general path is not taken", name, seed)
			}
			if isShort {
				taken++
			}
			if short != long {
				t.Fatalf("%s, seed %d: %s, %s, %s\nshort %s\nlong  %s", name, seed, o.JSON(), m.JSON(), c.JSON(), short, long)
			}
		}
		if taken < n/20 {
			t.Errorf("%s: the short way was taken %d times only", name, taken)
		}
	}
}

// targetAndPatch returns the target and the patch of a three-way merge of the field f. It reports whether
// the fast path has changed the list.
func targetAndPatch(t *testing.T, u *schema.Node, o, m, c model.Value) (texts [2]string, short bool) {
	field := func(list model.Value) model.Value { return mustMap(t, model.Member{Name: "f", Value: list}) }
	o, m, c = field(o), field(m), field(c)
	target, f := threeway.Build(u, o, m, c, threeway.Options{}, new(threeway.Memory))
	if f != nil {
		t.Fatal(f.Cause)
	}
	patch, f := ThreeWay(u, o, m, c, ThreeWayOptions{})
	if f != nil {
		t.Fatal(f.Cause)
	}
	list, _ := c.Get("f")
	_, short = target.Plan.Member("f").Changes(list)
	return [2]string{target.Value.JSON(), patch.JSON()}, short
}

func mustMap(t *testing.T, members ...model.Member) model.Value {
	v, err := model.NewMap(members...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// randomThree returns three lists of maps. The last two usually have the same length and the same
// keys in the same order.
func randomThree(r *rand.Rand) (o, m, c model.Value) {
	var was, want, have []string
	element := func(key string, depth int) string {
		members := []string{}
		for _, name := range []string{"v", "w", "x"} {
			if r.IntN(3) > 0 {
				members = append(members, fmt.Sprintf("%q:%d", name, r.IntN(2)))
			} else if r.IntN(60) == 0 {
				members = append(members, fmt.Sprintf("%q:null", name))
			}
		}
		if depth > 0 && r.IntN(2) == 0 {
			var inner []string
			for i := range r.IntN(4) {
				inner = append(inner, fmt.Sprintf(`{"k":%d,"v":%d}`, i, r.IntN(2)))
			}
			members = append(members, `"l":[`+strings.Join(inner, ",")+`]`)
		}
		if key != "" {
			members = append([]string{key}, members...)
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	spelled := func(i int) string {
		switch r.IntN(40) {
		case 0:
			return ""
		case 1:
			return `"k":"d"`
		case 2:
			return `"k":[]`
		case 3:
			return fmt.Sprintf(`"k":%d`, i)
		}
		return fmt.Sprintf(`"k":%q`, string(rune('a'+i)))
	}
	for i := range r.IntN(7) {
		key := spelled(i)
		wanted := key
		if r.IntN(30) == 0 {
			wanted = spelled(i)
		}
		want = append(want, element(wanted, 1))
		if have = append(have, want[i]); key != wanted || r.IntN(3) == 0 {
			have[i] = element(key, 1)
		}
		switch r.IntN(6) {
		case 0:
		case 1:
			was = append(was, element(spelled(i), 1))
		case 2:
			was = append(was, want[i])
		default:
			was = append(was, element(key, 1))
		}
	}
	r.Shuffle(len(was), func(i, j int) {
		if r.IntN(4) == 0 {
			was[i], was[j] = was[j], was[i]
		}
	})
	list := func(elements []string) model.Value { return model.MustParse("[" + strings.Join(elements, ",") + "]") }
	return list(was), list(want), list(have)
}
