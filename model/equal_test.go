package model_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
)

// Each line holds spellings of one value. Values of different lines differ. The lines have the
// order of Compare.
var valueLines = [][]string{
	{`null`, ` null `},
	{`false`},
	{`true`, "\ttrue"},
	{`-1`},
	{`0`, `-0`, `0.00`, `0e7`},
	{`1`, `1.0`, `10e-1`},
	{`""`},
	{`"\n"`, `"\u000a"`, `"\u000A"`},
	{`"1"`, `"\u0031"`},
	{`"a"`, `"\u0061"`, ` "a" `},
	{`"a/b"`, `"a\/b"`, `"\u0061\u002f\u0062"`},
	{`"ab"`},
	{`"é"`, `"\u00e9"`},
	{"\"\uffff\"", `"\uFFFF"`},
	{`"😀"`, `"\ud83d\ude00"`, `"\uD83D\uDE00"`},
	{`[]`, `[ ]`},
	{`[null]`, "[\nnull]"},
	{`[0.1]`, `[0.10]`, `[1e-1]`},
	{`[1]`, `[1.0]`, `[ 1e0 ]`},
	{`[1,2]`, `[1 , 2.0]`},
	{`[2]`},
	{`[2,1]`, `[2,1e0]`},
	{`[12]`},
	{`[12,1]`},
	{`[[]]`, `[[ ]]`},
	{`[{}]`},
	{`[{},{}]`},
	{`[{"a":[1,{"b":2}]}]`, `[ {"\u0061" :[1.0, {"b":2e0} ] } ]`},
	{`{}`, `{ }`},
	{`{"":1}`},
	{`{"a":null}`},
	{`{"a":1}`, `{"\u0061":1}`, `{"a" : 1.0}`},
	{`{"a":1,"b":2}`, `{"b":2,"a":1}`, `{"\u0062":2.0,"a":1}`},
	{`{"a":1,"b":2,"c":3}`, `{"c":3,"b":2,"a":1}`, `{"b":2,"c":3,"a":1}`, `{"a":1,"c":3,"b":2}`},
	{`{"a":1,"c":2}`},
	{`{"a":2,"b":1}`, `{"b":1,"a":2}`},
	{`{"a":12}`},
	{`{"a":12,"b":1}`},
	{`{"a":"1"}`},
	{`{"a":"12"}`},
	{`{"a":{"b":[]}}`, `{"a":{"b":[ ]}}`},
	{`{"a":{"b":[],"c":1},"d":"x"}`, `{"d":"x","a":{"c":1,"b":[]}}`, `{"d":"\u0078","a":{"c":1.0,"b":[ ]}}`},
	{`{"b":1}`},
}

func TestEqualAndCompare(t *testing.T) {
	lines := make([][]model.Value, len(valueLines)+1)
	lines[0] = []model.Value{{}} // absent comes before all other values
	for i, texts := range valueLines {
		for _, text := range texts {
			v := model.MustParse(text)
			edited, err := model.MustParse(`{"x":[0]}`).WithMembers(member("x", v))
			if err != nil {
				t.Fatal(err)
			}
			x, _ := edited.Get("x")
			wrapped, err := model.WrapAny(map[string]any{"x": v.ToAny()})
			if err != nil {
				t.Fatal(err)
			}
			y, _ := wrapped.Get("x")
			lines[i+1] = append(lines[i+1], v, model.MustParse(`["x", `+text+` ,"y"]`).At(1), x, y, build(t, treeOf(v)))
		}
	}
	for i, line := range lines {
		for j, other := range lines {
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			for _, a := range line {
				for _, b := range other {
					if model.Equal(a, b) != (want == 0) || model.Compare(a, b) != want {
						t.Errorf("%#v and %#v: Equal says %v, Compare %d, want %d", a, b, model.Equal(a, b), model.Compare(a, b), want)
					}
					if (a.Hash() == b.Hash()) != (want == 0) {
						t.Errorf("%#v and %#v: hashes %x and %x", a, b, a.Hash(), b.Hash())
					}
				}
			}
		}
	}
}

// treeOf returns the value as a plain tree.
func treeOf(v model.Value) tree {
	x := tree{typ: v.Type()}
	switch v.Type() {
	case model.Map:
		for name, m := range v.Members() {
			x.members = append(x.members, treeMember{name, treeOf(m)})
		}
	case model.List:
		for _, e := range v.Elements() {
			x.elements = append(x.elements, treeOf(e))
		}
	case model.String:
		x.text = quoted(v.Text())
	default:
		x.text = v.JSON()
	}
	return x
}

// respelled draws a text of the same value in which members have another order, and numbers and
// strings have other spellings.
func (x tree) respelled(t *rapid.T) string {
	return x.shuffled(t).spelled(t)
}

func (x tree) shuffled(t *rapid.T) tree {
	y := tree{typ: x.typ, text: x.text}
	for _, m := range x.members {
		y.members = append(y.members, treeMember{m.name, m.value.shuffled(t)})
	}
	if len(y.members) > 0 && rapid.Bool().Draw(t, "shuffle") {
		y.members = rapid.Permutation(y.members).Draw(t, "order")
	}
	for _, e := range x.elements {
		y.elements = append(y.elements, e.shuffled(t))
	}
	if other, ok := map[string]string{"0": "-0", "1": "10e-1", "1.0": "1", "100": "1E2", "1e400": "10e399", "0.1": "1e-1"}[x.text]; ok && rapid.Bool().Draw(t, "respell") {
		y.text = other
	}
	return y
}

func TestRespelledValuesAreEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := treeGen(4).Draw(t, "tree")
		a, b := model.MustParse(x.spelled(t)), model.MustParse(x.respelled(t))
		c := build(t, x.shuffled(t))
		for _, pair := range [][2]model.Value{{a, b}, {b, a}, {a, c}, {c, a}, {b, c}, {c, b}, {a, a}} {
			if !model.Equal(pair[0], pair[1]) || model.Compare(pair[0], pair[1]) != 0 || pair[0].Hash() != pair[1].Hash() {
				t.Fatalf("different: %#v and %#v", pair[0], pair[1])
			}
		}
	})
}

// Two values that differ in one place are different, whatever the place and the spelling and order
// of the rest are.
func TestChangedValuesAreDifferent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := treeGen(4).Draw(t, "tree")
		a := model.MustParse(x.spelled(t))
		y := x.changed(t)
		b := model.MustParse(y.respelled(t))
		for _, pair := range [][2]model.Value{{a, b}, {b, a}, {a, build(t, y)}, {build(t, y), a}} {
			if model.Equal(pair[0], pair[1]) {
				t.Fatalf("equal: %#v and %#v", pair[0], pair[1])
			}
			c := model.Compare(pair[0], pair[1])
			if c == 0 || c != -model.Compare(pair[1], pair[0]) {
				t.Fatalf("Compare of %#v and %#v says %d", pair[0], pair[1], c)
			}
			if pair[0].Hash() == pair[1].Hash() {
				t.Fatalf("one hash: %#v and %#v", pair[0], pair[1])
			}
		}
	})
}

// changed returns the tree with one place changed.
func (x tree) changed(t *rapid.T) tree {
	switch {
	case len(x.members) > 0 && rapid.IntRange(0, 3).Draw(t, "deeper") > 0:
		i := rapid.IntRange(0, len(x.members)-1).Draw(t, "member")
		y := tree{typ: x.typ, members: slices.Clone(x.members)}
		y.members[i].value = y.members[i].value.changed(t)
		return y
	case len(x.elements) > 0 && rapid.IntRange(0, 3).Draw(t, "deeper") > 0:
		i := rapid.IntRange(0, len(x.elements)-1).Draw(t, "element")
		y := tree{typ: x.typ, elements: slices.Clone(x.elements)}
		y.elements[i] = y.elements[i].changed(t)
		return y
	case x.typ == model.Map && rapid.Bool().Draw(t, "other"):
		v := scalarTree(model.Number, "7")
		return x.with("a name that no other member has", &v)
	case x.typ == model.List && rapid.Bool().Draw(t, "other"):
		return tree{typ: x.typ, elements: append(slices.Clone(x.elements), scalarTree(model.Number, "7"))}
	}
	return scalarTree(model.String, `"another value"`)
}

// Compare is a total order. Sorting by it gives the same result from any order.
func TestCompareIsTransitive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := make([]model.Value, 12)
		for i := range values {
			values[i] = model.MustParse(treeGen(2).Draw(t, "tree").compact())
		}
		slices.SortFunc(values, model.Compare)
		for i, a := range values {
			for _, b := range values[i:] {
				if model.Compare(a, b) > 0 {
					t.Fatalf("%#v comes before %#v, but is greater", a, b)
				}
			}
		}
	})
}

func TestSame(t *testing.T) {
	doc := model.MustParse(`{"a":[1],"b":[1]}`)
	a, _ := doc.Get("a")
	b, _ := doc.Get("b")
	edited, err := doc.WithMembers(model.Member{Name: "c", Value: b})
	if err != nil {
		t.Fatal(err)
	}
	kept, _ := edited.Get("a")
	again, _ := edited.Get("c")
	for i, c := range []struct {
		x, y model.Value
		want bool
	}{{a, a, true}, {a, b, false}, {a, kept, true}, {b, again, true}, {doc, edited, false}, {a, model.Value{}, false}, {model.Value{}, model.Value{}, true}} {
		if got := model.Same(c.x, c.y); got != c.want {
			t.Errorf("%d: %v, want %v", i, got, c.want)
		}
	}
}

func TestWithin(t *testing.T) {
	doc := model.MustParse(`{"gone":{"x":[0]},"new":{"x":[1]},"list":[[2],[3],{"y":[4]}],"stays":{"z":[5]},"last":6}`)
	list, _ := doc.Get("list")
	kept, _ := doc.Get("gone") // directly before another member
	part := model.MustParse(`{"other":{"x":[7]},"unused":[8]}`)
	other, _ := part.Get("other")
	built := func(v model.Value, err error) model.Value {
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	elements := built(list.WithElements([]model.Element{{Index: 1}, {Index: 2, Value: other}}, part))
	edited := built(doc.WithMembers(model.Member{Name: "gone"}, model.Member{Name: "new", Value: other},
		model.Member{Name: "list", Value: elements}, model.Member{Name: "added", Value: list}))
	wrapped := built(model.WrapAny(doc.ToAny()))
	wrappedList, _ := wrapped.Get("list")
	wrappedElements := built(wrappedList.WithElements([]model.Element{{Index: 1}, {Index: 2, Value: other}}, part))
	wrappedEdit := built(wrapped.WithMembers(model.Member{Name: "gone"}, model.Member{Name: "new", Value: other}, model.Member{Name: "list", Value: wrappedElements}))
	documents := []model.Value{doc, part, elements, edited, model.MustParse(doc.JSON()), wrapped, wrappedElements, wrappedEdit, list, kept, built(model.WrapAny(doc.ToAny()))}
	for i, whole := range documents {
		inside := below(whole, nil)
		for j, from := range documents {
			for _, v := range below(from, nil) {
				want := slices.ContainsFunc(inside, func(w model.Value) bool { return model.Same(v, w) })
				if got := model.ForTests.Within(v, whole); got != want {
					t.Errorf("document %d: value %s of document %d: %v, want %v", i, v.JSON(), j, got, want)
				}
			}
		}
		if model.ForTests.Within(model.Value{}, whole) || model.ForTests.Within(whole, model.Value{}) {
			t.Errorf("document %d: an absent value is within", i)
		}
	}
	if model.ForTests.Within(model.Value{}, model.Value{}) {
		t.Error("an absent value is within another")
	}
}

// below appends a value and all values below it.
func below(v model.Value, all []model.Value) []model.Value {
	all = append(all, v)
	for _, e := range v.Elements() {
		all = below(e, all)
	}
	for _, e := range v.Members() {
		all = below(e, all)
	}
	return all
}
