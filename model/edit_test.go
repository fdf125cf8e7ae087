package model_test

import (
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

// drawn is a value together with the tree that it should be.
type drawn struct {
	v model.Value
	x tree
}

// drawValue draws a value to put into another: parsed, built, or a part of one
// that is there already.
func drawValue(t *rapid.T, parts []drawn) drawn {
	if len(parts) > 0 && rapid.Bool().Draw(t, "part") {
		return rapid.SampledFrom(parts).Draw(t, "which")
	}
	x := treeGen(2).Draw(t, "tree")
	if rapid.Bool().Draw(t, "built") {
		return drawn{build(t, x), x}
	}
	return drawn{model.MustParse(x.spelled(t)), x}
}

// build makes a value of the tree by constructors only.
func build(t tester, x tree) model.Value {
	var v model.Value
	var err error
	switch x.kind {
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

// editMap draws changes to a map and makes them to both its forms.
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

// editList draws changes to a list and makes them to both its forms.
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
	x := tree{kind: model.List}
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
	case d.x.kind == model.Map:
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
	case d.x.kind == model.List:
		if !deeper || len(d.x.elements) == 0 {
			return editList(t, d, parts)
		}
		i := rapid.IntRange(0, len(d.x.elements)-1).Draw(t, "index")
		below := editSomewhere(t, drawn{d.v.At(i), d.x.elements[i]}, parts)
		edited, err := d.v.WithElements([]model.Element{{Index: i, Value: below.v}})
		if err != nil {
			t.Fatalf("%v", err)
		}
		x := tree{kind: model.List, elements: slices.Clone(d.x.elements)}
		x.elements[i] = below.x
		return drawn{edited, x}
	}
	return drawValue(t, parts)
}

// A value that is edited very often is at every step what a plain tree becomes
// by the same edits, and what its own text reads as; the values before it stay
// what they were.
func TestManyEdits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := mapGen(3).Draw(t, "tree")
		d := drawn{model.MustParse(x.spelled(t)), x}
		parts := []drawn{d}
		for i := range rapid.IntRange(1, 200).Draw(t, "edits") {
			d = editSomewhere(t, d, parts)
			if d.x.kind != model.Map || len(d.x.compact()) > 4000 {
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

// checkText fails unless the value is its tree and its text gives an equal one.
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
