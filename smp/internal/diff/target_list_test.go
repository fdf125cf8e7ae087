package diff

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/schema/schematest"
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
		taken, changes, n := 0, 0, 40000
		if testing.Short() {
			n = 4000
		}
		for seed := range uint64(n) {
			r := rand.New(rand.NewPCG(seed, 5))
			o, m, c := randomThree(r)
			if !m.HasNull() && model.Equal(m, c) {
				continue // value returns c before it builds a target
			}
			short, long := stepping(u), stepping(u)
			v, p, ok := short.lockstep(o, m, c)
			if !ok {
				continue
			}
			taken++
			w, q := long.indexed(o, m, c)
			if !model.Equal(v, w) || q != nil && len(q.order) > 0 || short.target.fault != nil || long.target.fault != nil {
				t.Fatalf("%s, seed %d: %s, %s, %s\nshort %s\nlong  %s", name, seed, o.JSON(), m.JSON(), c.JSON(), v.JSON(), w.JSON())
			}
			if !model.Same(v, c) {
				changes++
			}
			saysShort, saysLong := says(t, u, c, v, p), says(t, u, c, w, q)
			if saysShort != saysLong {
				t.Fatalf("%s, seed %d: %s, %s, %s\nshort %s\nlong  %s", name, seed, o.JSON(), m.JSON(), c.JSON(), saysShort, saysLong)
			}
		}
		if taken < n/20 || changes < taken/2 {
			t.Errorf("%s: the short way was taken %d times only, with changes %d times", name, taken, changes)
		}
	}
}

func stepping(u *schema.Node) *listTargetBuilder {
	return (&targetBuilder{differ: &differ{}}).newListTarget(u)
}

// says returns the text of the patch between two lists.
func says(t *testing.T, u *schema.Node, have, want model.Value, p *plan) string {
	d := new(differ)
	m := d.newMapDiff(schema.Unknown, false)
	m.plan = &plan{members: []memberPlan{{"f", emptyPlan.child(p)}}}
	if f := m.listField(u, "f", have, want); f != nil {
		t.Fatalf("%s -> %s: %v", have.JSON(), want.JSON(), f.Cause)
	}
	var says []string
	for _, c := range d.changes {
		says = append(says, c.Name+c.Value.JSON())
	}
	return strings.Join(says, " ")
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
