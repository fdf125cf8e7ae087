package apply

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/listpatch"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/schema/schematest"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// portsNode describes a keyed list with one merge key and two other recommended keys.
func portsNode() *schema.Node {
	scalar := schematest.Scalar(model.Value{}, schema.Marks{})
	u := schematest.List(schematest.Map(map[string]*schema.Node{"a": scalar, "b": scalar, "c": scalar, "v": scalar}), "a")
	u.Recommended = []string{"a", "b", "c"}
	return schematest.Ready(u)
}

// randomElement returns an element with few different values of the keys a, b and c. The keys b and
// c can be missing.
func randomElement(r *rand.Rand, selected string) string {
	parts := []string{fmt.Sprintf(`"a":%d`, r.IntN(3))}
	for _, name := range []string{"b", "c"} {
		if r.IntN(3) > 0 {
			parts = append(parts, fmt.Sprintf(`"%s":%d`, name, r.IntN(3)))
		}
	}
	parts = append(parts, fmt.Sprintf(`"v":%d`, r.IntN(100)))
	if selected != "" {
		parts = append(parts, `"$patchMergeKey":[`+selected+`]`)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func randomList(r *rand.Rand, n int, selection func() string) model.Value {
	elements := make([]string, r.IntN(n))
	for i := range elements {
		elements[i] = randomElement(r, selection())
	}
	return model.MustParse("[" + strings.Join(elements, ",") + "]")
}

// If all elements of a patch select by the same keys, both matchers give the same result. For
// other patches, the moving matcher is compared with a search through all elements.
func TestMatchersAgree(t *testing.T) {
	u := portsNode()
	a := &Merger{}
	selections := []string{``, `"a"`, `"a","b"`, `"c","a"`, `"a","b","c"`}
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		one := selections[r.IntN(len(selections))]
		mixed := r.IntN(2) == 0
		original := randomList(r, 8, func() string { return "" })
		patch := randomList(r, 6, func() string {
			if mixed {
				return selections[r.IntN(len(selections))]
			}
			return one
		})
		var fixed, moving, slow listMerge
		for _, m := range []*listMerge{&fixed, &moving, &slow} {
			m.begin(a, listpatch.New(u, syntax.Field{Value: patch}), original)
		}
		fixed.patch.Read(&fixed.reader, false)
		if f := fixed.patch.Found.First(); f != nil {
			t.Fatal(f.Cause)
		}
		elements := fixed.patch.Elements
		moving.reader, slow.reader = fixed.reader, fixed.reader
		run := func(m *listMerge, find matcher) string {
			var out []string
			for p := range elements {
				at, several := find.match(p)
				if f := m.mergeElement(&elements[p], at); f != nil {
					t.Fatal(f.Cause)
				}
				out = append(out, fmt.Sprint(at >= 0, several))
				if at < 0 {
					at = len(m.items) - 1
				}
				find.update(p, at)
			}
			v, f := m.result(nil, true)
			if f != nil {
				t.Fatal(f.Cause)
			}
			return fmt.Sprint(out, " ", v.JSON())
		}
		got := run(&moving, newMovingMatcher(&moving, elements))
		search := newMovingMatcher(&slow, elements)
		if want := run(&slow, searching{&slow, elements, search}); got != want {
			t.Fatalf("seed %d: %s + %s\nmoving %s\nsearch %s", seed, original.JSON(), patch.JSON(), got, want)
		}
		if mixed || len(elements) == 0 {
			continue
		}
		if want := run(&fixed, fixed.newFixedMatcher(elements, elements[0].By)); got != want {
			t.Fatalf("seed %d: %s + %s\nmoving %s\nfixed  %s", seed, original.JSON(), patch.JSON(), got, want)
		}
	}
}

// A searching matcher finds an element by a search through the whole list.
type searching struct {
	list     *listMerge
	elements []listpatch.Element
	owners   *movingMatcher
}

func (s searching) match(p int) (int, bool) {
	e := &s.elements[p]
	first, found := -1, 0
	for i, v := range s.list.items {
		keys, ok := e.By.KeysOf(nil, v.value)
		if !ok {
			continue
		}
		index := identity.NewIndex(e.By.Width(), 1)
		index.Add(keys)
		if index.Find(e.Keys) < 0 {
			continue
		}
		if found++; found == 1 {
			first = i
		}
	}
	return first, found > 1
}

func (s searching) update(p, at int) {}
