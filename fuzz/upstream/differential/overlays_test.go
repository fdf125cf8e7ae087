package differential_test

import (
	"fmt"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/differential"
	"github.com/strategicpatch/smp/fuzz/upstream/overlays"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// tally counts the verdicts of a group of ordered pairs.
type tally struct {
	pairs, refused, conditional, wrong, judged int
	conflicts, order, missed, falseReports     int
}

func (t *tally) add(v differential.PairVerdict) {
	one := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	t.pairs++
	t.refused += one(v.Refused)
	t.conditional += one(v.Conditional)
	t.wrong += one(v.Wrong != "")
	t.conflicts += one(v.Conflicts)
	t.order += one(v.Order)
	t.missed += one(v.Missed != "")
	t.falseReports += one(v.FalseReports != "")
	t.judged += v.Counted
}

func (t *tally) String() string {
	percent := func(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(of, 1))) }
	return fmt.Sprintf("%d pairs: compose refuses %s, %s have requirements, %d wrong on %d objects; conflicts: %d reported, %d false (%s), %d missed of %d",
		t.pairs, percent(t.refused, t.pairs), percent(t.conditional, t.pairs), t.wrong, t.judged,
		t.conflicts, t.falseReports, percent(t.falseReports, t.conflicts), t.missed, t.order)
}

// Realistic overlays, and patches between consecutive versions, are composed and checked for
// conflicts, and the answers are compared with the results of apimachinery. As users need,
// there must be few refusals, few false conflicts, and no wrong answers.
func TestOverlays(t *testing.T) {
	kinds := map[kubernetes.Kind]table.GoKind{}
	for _, k := range table.Kinds(table.NewScheme()) {
		kinds[k.Kind] = k
	}
	all, groups := tally{}, map[string]*tally{}
	shown := map[string]int{}
	show := func(what, text string, seed uint64) {
		if shown[what]++; text != "" && shown[what] <= 3 {
			t.Logf("%s, seed %d:\n%s", what, seed, text)
		}
	}
	for seed := range uint64(executions(t, 1500)+4) / 5 {
		m := overlays.New(seed)
		s, err := differential.OfGoType(kinds[m.Kind()])
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pairsOf(t, m, s) {
			v, err := s.Pair(p.Pair)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			g := groups[p.group]
			if g == nil {
				g = &tally{}
				groups[p.group] = g
			}
			g.add(v)
			all.add(v)
			if v.Wrong != "" {
				show("wrong", v.Wrong, seed)
			}
			if v.Missed != "" {
				show("missed conflict", v.Missed, seed)
			}
			if v.FalseReports != "" {
				show("false conflict", v.FalseReports, seed)
			}
			if v.Refused {
				show("refused", "first "+string(p.First.Canonical())+"\nthen  "+string(p.Then.Canonical()), seed)
			}
		}
	}
	for _, name := range []string{"versions", "branches", "overlays", "near", "mixed"} {
		t.Logf("%s: %s", name, groups[name])
	}
	t.Log(&all)
	if all.wrong > 0 || all.missed > 0 || 10*all.refused > all.pairs || 20*all.falseReports > all.conflicts {
		t.Error("out of bounds")
	}
}

type groupedPair struct {
	group string
	differential.Pair
}

// pairsOf returns ordered pairs of patches for one kind: patches between consecutive
// versions, patches from one version to two others, two overlays, two overlays of the same
// part, and an overlay with a patch between versions.
func pairsOf(t *testing.T, m *overlays.Maker, s differential.Subject) []groupedPair {
	first := m.Manifest()
	second := m.Next(first)
	third, branch := m.Next(second), m.Next(first)
	diff := func(from, to overlays.Object) model.Value {
		patch, err := cluster.Engine{}.Diff(s.Schema, overlays.Value(from), overlays.Value(to), smp.DiffOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return patch
	}
	one, two := overlays.Value(m.Overlay()), overlays.Value(m.Overlay())
	near, other := m.Near()
	version := diff(first, second)
	objects := []model.Value{overlays.Value(first), overlays.Value(second), overlays.Value(third), overlays.Value(branch)}
	for range 4 {
		objects = append(objects, overlays.Value(m.Live(first)))
	}
	for range 4 {
		objects = append(objects, overlays.Value(m.Live(m.Manifest())))
	}
	return []groupedPair{
		{"versions", differential.Pair{First: version, Then: diff(second, third), Objects: objects}},
		{"branches", differential.Pair{First: version, Then: diff(first, branch), Objects: objects}},
		{"overlays", differential.Pair{First: one, Then: two, Objects: objects}},
		{"near", differential.Pair{First: overlays.Value(near), Then: overlays.Value(other), Objects: objects}},
		{"mixed", differential.Pair{First: version, Then: two, Objects: objects}},
	}
}
