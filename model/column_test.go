package model_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
)

// drawList draws a list of maps that resemble one another, parsed or edited.
func drawList(t *rapid.T) drawn {
	element := rapid.OneOf(mapGen(2), treeGen(1))
	x := tree{typ: model.List, elements: rapid.SliceOfN(element, 0, 6).Draw(t, "elements")}
	if n := len(x.elements); n > 0 && rapid.Bool().Draw(t, "alike") {
		for range rapid.IntRange(1, 40).Draw(t, "copies") {
			x.elements = append(x.elements, x.elements[rapid.IntRange(0, n-1).Draw(t, "of")])
		}
	}
	d := parsedOrWrapped(t, x)
	if rapid.IntRange(0, 3).Draw(t, "edited") == 0 {
		d = editList(t, d, []drawn{d})
	}
	return d
}

// Column gives the result of Get for every element.
func TestColumn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawList(t)
		name := nameGen.Draw(t, "name")
		for _, e := range d.x.elements {
			if e.typ == model.Map && len(e.members) > 0 && rapid.Bool().Draw(t, "a name that is there") {
				name = rapid.SampledFrom(e.members).Draw(t, "member").name
			}
		}
		elements := d.v.AppendElements(nil)
		i := 0
		for e, member := range d.v.Column(name) {
			want, _ := elements[i].Get(name)
			if e != elements[i] || member != want {
				t.Fatalf("element %d of %s, %q: got %s and %s, want %s", i, d.v.JSON(), name, e.JSON(), member.JSON(), want.JSON())
			}
			i++
		}
		if i != len(elements) {
			t.Fatalf("%d of %d elements", i, len(elements))
		}
		for range d.v.Column(name) {
			break // the loop may end early
		}
	})
	for range model.MustParse(`{"a":[{"b":1}]}`).Column("b") {
		t.Error("a map has a column")
	}
	long := strings.Repeat("k", 1<<16-1) // the tape stores one length for all names of this length or more
	for _, name := range []string{"k", long} {
		list := model.MustParse(strings.ReplaceAll(`[{"k":1,"x":2},{"x":3,"k":4},{"kx":5,"k":6},{"kx":7}]`, "k", name))
		for e, member := range list.Column(name) {
			if want, _ := e.Get(name); member != want {
				t.Errorf("%.20s gives %s, want %s", e.JSON(), member.JSON(), want.JSON())
			}
		}
	}
}

// Matching yields the elements of a column whose string is one of the texts.
func TestMatching(t *testing.T) {
	matched := 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawList(t)
		name := nameGen.Draw(t, "name")
		var texts []string
		for _, e := range d.x.elements {
			if e.typ != model.Map || len(e.members) == 0 || len(texts) == 3 || rapid.Bool().Draw(t, "not this one") {
				continue
			}
			m := rapid.SampledFrom(e.members).Draw(t, "member")
			name = m.name
			if m.value.typ == model.String {
				texts = append(texts, model.MustParse(m.value.text).Text())
			}
		}
		texts = append(texts, "other")
		type found struct {
			index, text int
			value       model.Value
		}
		var want, got []found
		i := 0
		for e, member := range d.v.Column(name) {
			if n := slices.IndexFunc(texts, member.HasText); n >= 0 || member.Type() != model.String {
				want = append(want, found{i, n, e})
			}
			i++
		}
		for e, n := range model.ForTests.Matching(d.v, name, texts) {
			got = append(got, found{e.Index, n, e.Value})
		}
		if matched += len(want); !slices.Equal(got, want) {
			t.Fatalf("%q of %q in %s: got %v, want %v", name, texts, d.v.JSON(), got, want)
		}
		for range model.ForTests.Matching(d.v, name, texts) {
			break // the loop may end early
		}
	})
	if matched < 10 && !testing.Short() {
		t.Errorf("only %d elements match a text", matched)
	}
	empty := map[int]int{}
	for e, n := range model.ForTests.Matching(model.MustParse(`[{"b":"c"},{"b":""},{"b":1},{"b":""}]`), "b", []string{""}) {
		empty[e.Index] = n
	}
	if want := map[int]int{1: 0, 2: -1, 3: 0}; !maps.Equal(empty, want) {
		t.Errorf("the empty text: %v, want %v", empty, want)
	}
	for range model.ForTests.Matching(model.MustParse(`{"a":[{"b":"c"}]}`), "b", []string{"c"}) {
		t.Error("a map has a column")
	}
	for range model.ForTests.Matching(model.Value{}, "b", []string{"c"}) {
		t.Error("what is absent has a column")
	}
	list := model.MustParse(`[{"b":"c"},{"b":"\u0063","d":1},{"a":1,"b":"c"},"c",{},{"b":{"b":"c"}},{"b":1},{"b":"d"}]`)
	built, err := list.WithElements(nil, model.MustParse(`{"b":"e"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []model.Value{list, built} {
		for i, texts := range [][]string{{"c", "x"}, {"x", "c"}} {
			var found, other []int
			for e, n := range model.ForTests.Matching(v, "b", texts) {
				switch n {
				case i:
					found = append(found, e.Index)
				case -1:
					other = append(other, e.Index)
				default:
					t.Errorf("element %d spells text %d", e.Index, n)
				}
			}
			if !slices.Equal(found, []int{0, 1, 2}) || !slices.Equal(other, []int{3, 4, 5, 6}) {
				t.Errorf("elements %v spell it, %v have no text", found, other)
			}
		}
	}
}

// SameColumn agrees with Get of each pair of elements.
func TestSameColumn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SampledFrom([]string{`"a"`, `"\u0061"`, "1", "1.0", "true", "null", "[]", `""`})
		list := func(keys []string, label string) model.Value {
			text := "["
			for i, k := range keys {
				if i > 0 {
					text += ","
				}
				text += rapid.SampledFrom([]string{`{"k":` + k + `}`, `{"x":1,"k":` + k + `}`, `{"k":` + k + `,"x":{"k":2}}`}).Draw(t, label)
			}
			return model.MustParse(text + "]")
		}
		keys := rapid.SliceOfN(key, 0, 4).Draw(t, "keys")
		others := slices.Clone(keys)
		if len(others) > 0 && rapid.Bool().Draw(t, "changed") {
			others[rapid.IntRange(0, len(others)-1).Draw(t, "which")] = key.Draw(t, "key")
		}
		a, b := list(keys, "a"), list(others, "b")
		switch rapid.IntRange(0, 3).Draw(t, "more") {
		case 0:
			b, _ = b.WithElements(nil, model.MustParse(`{"k":"a"}`))
		case 1:
			a, _ = a.WithElements(nil, model.MustParse(`{"k":"a"}`))
			b, _ = b.WithElements(nil, model.MustParse(`{"k":"\u0061"}`))
		case 2:
			b, _ = b.WithElements(nil, model.MustParse("1"))
			a, _ = a.WithElements(nil, model.MustParse("1"))
		}
		want := a.Len() == b.Len()
		for i, e := range a.Elements() {
			x, _ := e.Get("k")
			y, _ := b.At(i).Get("k")
			want = want && x.IsScalar() && model.Equal(x, y)
		}
		if got := model.ForTests.SameColumn(a, b, "k"); got != want {
			t.Fatalf("%s and %s: %v", a.JSON(), b.JSON(), got)
		}
	})
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{`[]`, `[]`, true},
		{`[{"k":"a"}]`, `[{"k":"b"}]`, false},
		{`[{"k":1},{"x":1,"k":"a"}]`, `[{"k":1.0},{"k":"\u0061"}]`, true},
		{`[{"k":1},{"k":2}]`, `[{"k":1},{"k":3}]`, false},
		{`[{"k":1}]`, `[{"x":1}]`, false},
		{`[{"x":1}]`, `[{"x":1}]`, false},
	} {
		a, b := model.MustParse(test.a), model.MustParse(test.b)
		for _, x := range []model.Value{a, build(t, treeOf(a))} {
			for _, y := range []model.Value{b, build(t, treeOf(b))} {
				if model.ForTests.SameColumn(x, y, "k") != test.same || model.ForTests.SameColumn(y, x, "k") != test.same {
					t.Errorf("%s and %s: want %v", test.a, test.b, test.same)
				}
			}
		}
	}
	if list := model.MustParse(`[{"k":1}]`); model.ForTests.SameColumn(list.At(0), list, "k") || model.ForTests.SameColumn(list, model.Value{}, "k") {
		t.Error("no two lists")
	}
}

// DifferingElements visits the indexes at which Equal is false.
func TestDiffering(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawList(t)
		other := parsedOrWrapped(t, d.x)
		if n := len(d.x.elements); n > 0 {
			for range rapid.IntRange(0, 3).Draw(t, "changes") {
				i := rapid.IntRange(0, n-1).Draw(t, "index")
				v := drawValue(t, []drawn{d})
				edited, err := other.v.WithElements([]model.Element{{Index: i, Value: v.v}})
				if err != nil {
					t.Fatal(err)
				}
				other.v = edited
			}
		}
		if rapid.Bool().Draw(t, "parsed") {
			other.v = model.MustParse(other.v.JSON())
		}
		var got, want []int
		model.ForTests.DifferingElements(d.v, other.v, func(i int, x, y model.Value) bool {
			if x != d.v.At(i) || y != other.v.At(i) {
				t.Fatalf("element %d is not %s and %s", i, x.JSON(), y.JSON())
			}
			got = append(got, i)
			return true
		})
		for i, e := range d.v.Elements() {
			if !model.Equal(e, other.v.At(i)) {
				want = append(want, i)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s and %s differ at %v, got %v", d.v.JSON(), other.v.JSON(), want, got)
		}
		if len(want) > 1 {
			model.ForTests.DifferingElements(d.v, other.v, func(int, model.Value, model.Value) bool {
				if got == nil {
					t.Fatal("called again")
				}
				got = nil
				return false
			})
		}
	})
	for _, test := range []struct {
		a, b string
		want []int
	}{
		{`[1,2]`, `[12,2]`, []int{0}}, // equal up to the end of the first text
		{`[{"a":1},{"a":2}]`, `[{"a":1},{"a":3}]`, []int{1}},
		{`[{"a":1},{"a":2},{"a":4}]`, `[{"a":0},{"a":2},{"a":3}]`, []int{0, 2}},
	} {
		var got []int
		model.ForTests.DifferingElements(model.MustParse(test.a), model.MustParse(test.b), func(i int, _, _ model.Value) bool {
			got = append(got, i)
			return true
		})
		if !slices.Equal(got, test.want) {
			t.Errorf("%s and %s differ at %v, got %v", test.a, test.b, test.want, got)
		}
	}
	model.ForTests.DifferingElements(model.MustParse(`[1]`), model.MustParse(`[1,2]`), func(int, model.Value, model.Value) bool {
		t.Error("lists of other lengths")
		return false
	})
}

// Matching does not confuse the requested member with a first member whose name has the same length.
func TestMatchingBehindALikeName(t *testing.T) {
	list := model.MustParse(`[{"nome":"b","name":"a"},{"name":"a"},{"nome":"a","name":"b"}]`)
	var got []int
	for e := range model.ForTests.Matching(list, "name", []string{"a"}) {
		got = append(got, e.Index)
	}
	if want := []int{0, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
