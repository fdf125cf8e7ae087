package model_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
)

func TestParsedValueIsItsTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := treeGen(4).Draw(t, "tree")
		text := x.spelled(t)
		v, err := model.ParseString(text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		checkSame(t, v, x)
	})
}

// drawn is a value together with the expected tree.
type drawn struct {
	v model.Value
	x tree
}

// parsedOrWrapped draws a value for the tree. It is parsed, or wraps a Go tree.
func parsedOrWrapped(t *rapid.T, x tree) drawn {
	if rapid.IntRange(0, 2).Draw(t, "wrapped") > 0 {
		return drawn{model.MustParse(x.spelled(t)), x.asParsed()}
	}
	v, err := model.WrapAny(x.goTree())
	if err != nil {
		t.Fatalf("%s: %v", x.compact(), err)
	}
	return drawn{v, x.asWrapped()}
}

// drawValue draws a value to add to another one. It is parsed, built, or a part of an existing
// value.
func drawValue(t *rapid.T, parts []drawn) drawn {
	if len(parts) > 0 && rapid.Bool().Draw(t, "part") {
		return rapid.SampledFrom(parts).Draw(t, "which")
	}
	x := treeGen(2).Draw(t, "tree")
	if rapid.Bool().Draw(t, "built") {
		return drawn{build(t, x), x}
	}
	return parsedOrWrapped(t, x)
}

// build makes the value of the tree with constructors only.
func build(t tester, x tree) model.Value {
	var v model.Value
	var err error
	switch x.typ {
	case model.Map:
		var members []model.Member
		for _, m := range x.members {
			members = append(members, member(m.name, build(t, m.value)))
		}
		v, err = model.NewMap(members...)
	case model.List:
		var elements []model.Value
		for _, e := range x.elements {
			elements = append(elements, build(t, e))
		}
		v, err = model.NewList(elements...)
	case model.Null:
		v = model.NewNull()
	case model.Bool:
		v = model.NewBool(x.text == "true")
	case model.Number:
		v, err = model.NewNumber(x.text)
	case model.String:
		v = model.NewString(model.MustParse(x.text).Text())
	}
	if err != nil {
		t.Fatalf("%s: %v", x.compact(), err)
	}
	return v
}

func TestBuiltValueIsItsTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := treeGen(3).Draw(t, "tree")
		checkSame(t, build(t, x), x)
	})
}

// editMap draws changes to a map and applies them to the value and to its tree.
func editMap(t *rapid.T, d drawn, parts []drawn) drawn {
	var changes []model.Member
	x := d.x
	for range rapid.IntRange(1, 4).Draw(t, "changes") {
		name := nameGen.Draw(t, "name")
		if len(x.members) > 0 && rapid.Bool().Draw(t, "existing") {
			name = rapid.SampledFrom(x.members).Draw(t, "member").name
		}
		if rapid.IntRange(0, 2).Draw(t, "remove") == 0 {
			changes = append(changes, member(name, model.Value{}))
			x = x.with(name, nil)
			continue
		}
		v := drawValue(t, parts)
		changes = append(changes, member(name, v.v))
		x = x.with(name, &v.x)
	}
	before := slices.Clone(changes)
	v, err := d.v.WithMembers(changes...)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if !slices.Equal(before, changes) {
		t.Fatalf("WithMembers changed its arguments")
	}
	return drawn{v, x}
}

// editList draws changes to a list and applies them to the value and to its tree.
func editList(t *rapid.T, d drawn, parts []drawn) drawn {
	elements := make([]*tree, len(d.x.elements))
	for i := range elements {
		elements[i] = &d.x.elements[i]
	}
	var changes []model.Element
	if len(elements) > 0 {
		for range rapid.IntRange(0, 4).Draw(t, "changes") {
			i := rapid.IntRange(0, len(elements)-1).Draw(t, "index")
			if rapid.Bool().Draw(t, "remove") {
				changes = append(changes, model.Element{Index: i})
				elements[i] = nil
				continue
			}
			v := drawValue(t, parts)
			changes = append(changes, model.Element{Index: i, Value: v.v})
			elements[i] = &v.x
		}
	}
	var appended []model.Value
	for range rapid.IntRange(0, 2).Draw(t, "appended") {
		if rapid.IntRange(0, 5).Draw(t, "absent") == 0 {
			appended = append(appended, model.Value{})
			continue
		}
		v := drawValue(t, parts)
		appended = append(appended, v.v)
		elements = append(elements, &v.x)
	}
	before, beforeAppended := slices.Clone(changes), slices.Clone(appended)
	v, err := d.v.WithElements(changes, appended...)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if !slices.Equal(before, changes) || !slices.Equal(beforeAppended, appended) {
		t.Fatalf("WithElements changed its arguments")
	}
	x := tree{typ: model.List}
	for _, e := range elements {
		if e != nil {
			x.elements = append(x.elements, *e)
		}
	}
	return drawn{v, x}
}

// editSomewhere draws a place in the value and edits it there.
func editSomewhere(t *rapid.T, d drawn, parts []drawn) drawn {
	deeper := rapid.IntRange(0, 3).Draw(t, "deeper") > 0
	switch {
	case d.x.typ == model.Map:
		if !deeper || len(d.x.members) == 0 {
			return editMap(t, d, parts)
		}
		m := rapid.SampledFrom(d.x.members).Draw(t, "into")
		v, _ := d.v.Get(m.name)
		below := editSomewhere(t, drawn{v, m.value}, parts)
		edited, err := d.v.WithMembers(member(m.name, below.v))
		if err != nil {
			t.Fatalf("%v", err)
		}
		return drawn{edited, d.x.with(m.name, &below.x)}
	case d.x.typ == model.List:
		if !deeper || len(d.x.elements) == 0 {
			return editList(t, d, parts)
		}
		i := rapid.IntRange(0, len(d.x.elements)-1).Draw(t, "index")
		below := editSomewhere(t, drawn{d.v.At(i), d.x.elements[i]}, parts)
		edited, err := d.v.WithElements([]model.Element{{Index: i, Value: below.v}})
		if err != nil {
			t.Fatalf("%v", err)
		}
		x := tree{typ: model.List, elements: slices.Clone(d.x.elements)}
		x.elements[i] = below.x
		return drawn{edited, x}
	}
	return drawValue(t, parts)
}

// After each of many edits, a value is equal to a plain tree with the same edits, and to the value
// that Parse reads from its text. Earlier values do not change.
func TestManyEdits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := mapGen(3).Draw(t, "tree")
		d := parsedOrWrapped(t, x)
		parts := []drawn{d}
		for i := range rapid.IntRange(1, 200).Draw(t, "edits") {
			d = editSomewhere(t, d, parts)
			if d.x.typ != model.Map || len(d.x.compact()) > 4000 {
				d = parts[0]
			}
			if i%20 == 0 {
				checkText(t, d)
				parts = append(parts, d)
			}
		}
		checkText(t, d)
		for _, p := range parts {
			checkText(t, p)
		}
	})
}

// checkText fails unless the value is equal to its tree, and to the value that Parse reads from its
// text.
func checkText(t tester, d drawn) {
	t.Helper()
	checkSame(t, d.v, d.x)
	text := d.v.JSON()
	if string(d.v.AppendJSON([]byte("before"))) != "before"+text {
		t.Fatalf("AppendJSON and JSON differ")
	}
	again, err := model.ParseString(text)
	if err != nil {
		t.Fatalf("the text of an edited value cannot be read: %v: %s", err, text)
	}
	checkSame(t, again, d.x)
	shared, err := model.WrapAny(d.v.ShareAny())
	if err != nil || !model.Equal(shared, d.v) || shared.Hash() != d.v.Hash() || d.v.Err() != nil {
		t.Fatalf("a value and its Go tree are different: %v: %s", err, text)
	}
	compact := d.v.Compact()
	if compact.JSON() != text {
		t.Fatalf("Compact gives %s for %s", compact.JSON(), text)
	}
	checkSame(t, compact, d.x)
	if !model.Equal(again, d.v) || !model.Equal(d.v, again) || again.Hash() != d.v.Hash() || model.Compare(again, d.v) != 0 {
		t.Fatalf("a value and its text are different: %s", text)
	}
	if again.Canonical() != d.v.Canonical() {
		t.Fatalf("the canonical texts of a value and its text are different: %s", text)
	}
}

// Maps with many members, and lists and maps with many changes, are equal to a plain tree with the
// same edits.
func TestManyMembers(t *testing.T) {
	name := func(i int) string { return fmt.Sprintf("name-%d", i) }
	for _, n := range []int{1, 31, 32, 33, 34, 48, 64, 100, 300} {
		for _, from := range []string{"built", "parsed", "wrapped"} {
			d := drawn{model.MustParse("{}"), tree{typ: model.Map}}
			change := func(from drawn, names ...string) drawn {
				var changes []model.Member
				for i, name := range names {
					v, x := model.NewInt(int64(i)), scalarTree(model.Number, fmt.Sprint(i))
					if _, there := from.v.Get(name); there && i%3 == 0 {
						changes = append(changes, member(name, model.Value{}))
						from.x = from.x.with(name, nil)
						continue
					}
					changes = append(changes, member(name, v))
					from.x = from.x.with(name, &x)
				}
				v, err := from.v.WithMembers(changes...)
				if err != nil {
					t.Fatal(err)
				}
				return drawn{v, from.x}
			}
			var names []string
			for i := range n {
				names = append(names, name(i))
			}
			d = change(d, names...)
			checkText(t, d)
			switch from {
			case "parsed":
				d.v = d.v.Compact()
			case "wrapped":
				v, err := model.WrapAny(d.v.ToAny())
				if err != nil {
					t.Fatal(err)
				}
				d = drawn{v, d.x.asWrapped()}
			}
			// Two edits of one value do not affect each other.
			one, two := change(d, "x", name(n), name(n+1)), change(d, "y")
			checkText(t, one)
			checkText(t, two)
			checkText(t, d)
			if _, ok := two.v.Get("x"); ok {
				t.Error("a member of another value is found")
			}
			// Change the first member, the last one and all of them, repeatedly.
			again := d
			for range 4 {
				again = change(again, names[0])
				checkText(t, again)
				again = change(again, names[n-1], "z", names[0])
				checkText(t, again)
				again = change(again, names...)
				checkText(t, again)
				slices.Reverse(names)
			}
			checkText(t, d)
			// A name that is removed and added again in one call moves to the
			// end.
			moved, err := d.v.WithMembers(member(names[0], model.Value{}), member(names[0], model.NewNull()))
			if err != nil {
				t.Fatal(err)
			}
			null := scalarTree(model.Null, "null")
			checkText(t, drawn{moved, d.x.with(names[0], nil).with(names[0], &null)})
		}
	}
}

// A map can grow by one member at a time without limit.
func TestGrowingMap(t *testing.T) {
	d := drawn{model.MustParse("{}"), tree{typ: model.Map}}
	for i := range 250 {
		name, x := fmt.Sprintf("name-%d", i), scalarTree(model.Number, fmt.Sprint(i))
		v, err := d.v.WithMembers(member(name, model.NewInt(int64(i))))
		if err != nil {
			t.Fatal(err)
		}
		d = drawn{v, d.x.with(name, &x)}
	}
	checkText(t, d)
}

// The flags of an edited value are those of its remaining values.
func TestFlagsOfEditedValues(t *testing.T) {
	remove, one := model.Value{}, model.NewInt(1)
	tests := []struct {
		text    string
		changes []model.Member
		want    string // a text with the expected flags
	}{
		{`{"a":null,"b":1}`, []model.Member{member("a", one)}, `{}`},
		{`{"a":null,"b":1}`, []model.Member{member("a", remove)}, `{}`},
		{`{"a":null,"b":1}`, []model.Member{member("b", remove)}, `{"n":null}`},
		{`{"a":null,"b":1}`, []model.Member{member("a", remove), member("b", remove)}, `{}`},
		{`{"a":null,"b":1}`, []model.Member{member("a", remove), member("a", model.NewNull())}, `{"n":null}`},
		{`{"a":null,"b":null}`, []model.Member{member("a", remove)}, `{"n":null}`},
		{`{"a":null,"b":null}`, []model.Member{member("b", remove), member("a", one)}, `{}`},
		{`{"a":1}`, []model.Member{member("b", model.NewNull()), member("b", one)}, `{}`},
		{`{"a":1}`, []model.Member{member("a", model.NewNull()), member("a", one)}, `{}`},
		{`{"a":1}`, []model.Member{member("a", model.NewNull()), member("b", model.NewNull()), member("b", one)}, `{"n":null}`},
		{`{"$a":1,"b":1}`, []model.Member{member("$a", remove), member("b", one)}, `{}`},
		{`{"$a":1,"b":1}`, []model.Member{member("$a", model.NewNull()), member("b", remove)}, `{"$n":null}`},
		{`{"\u0024a":1,"b":1}`, []model.Member{member("$a", remove), member("b", remove)}, `{}`},
		{`{"$a":1,"b":{"$c":2}}`, []model.Member{member("$a", remove)}, `{"n":{"$n":1}}`},
		{`{"$a":1,"b":{"$c":2}}`, []model.Member{member("b", remove)}, `{"$n":1}`},
		{`{"a":{"x":null},"b":{"$x":1},"c":1}`, []model.Member{member("a", remove), member("b", remove), member("c", remove)}, `{}`},
		{`{"a":{"x":null},"b":{"$x":1},"c":1}`, []model.Member{member("b", one), member("c", one)}, `{"n":null}`},
		{`{"a":{"x":null},"b":{"$x":1},"c":1}`, []model.Member{member("c", model.MustParse(`[{"$y":1}]`)), member("b", one)}, `{"n":[{"$n":null}]}`},
	}
	for _, test := range tests {
		want := model.MustParse(test.want)
		for _, v := range []model.Value{model.MustParse(test.text), build(t, treeOf(model.MustParse(test.text)))} {
			all, err := v.WithMembers(test.changes...)
			if err != nil {
				t.Fatal(err)
			}
			single := v
			for _, c := range test.changes {
				if single, err = single.WithMembers(c); err != nil {
					t.Fatal(err)
				}
			}
			for _, got := range []model.Value{all, single} {
				if got.HasNull() != want.HasNull() || got.HasDollar() != want.HasDollar() || got.HasOwnDollar() != want.HasOwnDollar() {
					t.Errorf("%s became %s with flags %v %v %v", test.text, got.JSON(), got.HasNull(), got.HasDollar(), got.HasOwnDollar())
				}
			}
		}
	}
	list := model.MustParse(`[{"a":null},{"$a":1},null,{"$a":2}]`)
	for _, test := range []struct {
		changes      []model.Element
		null, dollar bool
	}{
		{[]model.Element{{Index: 0}}, false, true},
		{[]model.Element{{Index: 1}}, true, true},
		{[]model.Element{{Index: 1}, {Index: 3}}, true, false},
		{[]model.Element{{Index: 0, Value: one}, {Index: 1, Value: model.NewNull()}, {Index: 3}}, false, false},
	} {
		got, err := list.WithElements(test.changes)
		if err != nil || got.HasNull() != test.null || got.HasDollar() != test.dollar || got.HasOwnDollar() {
			t.Errorf("%s has flags %v %v, %v", got.JSON(), got.HasNull(), got.HasDollar(), err)
		}
	}
}

// An edit that changes nothing gives the value itself.
func TestEditsOfNothing(t *testing.T) {
	v := model.MustParse(`{"a":1,"b":[2]}`)
	a, _ := v.Get("a")
	list, _ := v.Get("b")
	edited, err := v.WithMembers(member("c", a))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []model.Value{v, edited} {
		for _, changes := range [][]model.Member{nil, {member("a", a)}, {member("x", model.Value{})}, {member("b", list), member("", model.Value{})}} {
			if w, err := v.WithMembers(changes...); err != nil || w != v {
				t.Errorf("%v gives %#v, %v", changes, w, err)
			}
		}
	}
	if w, err := list.WithElements(nil); err != nil || w != list {
		t.Errorf("got %#v, %v", w, err)
	}
}
