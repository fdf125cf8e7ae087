package fuzz

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// maxEdits is the maximum number of consecutive edits.
const maxEdits = 200

// Edit edits a document repeatedly, with the bytes as choices, and makes the same edits in a
// plain tree. Every edited document must be equal to its tree, and to the value that is read
// from its text. An edit must not change the document from which it was made.
func Edit(data []byte) error {
	if err := sized(data); err != nil {
		return err
	}
	src := gen.FromBytes(data)
	e := editor{src: src, value: gen.Document(src, smp.Schemaless)}
	e.value = must(model.Parse(e.value.AppendJSON(nil)))
	e.tree = treeOf(e.value)
	for range 1 + src.Intn("edits", maxEdits) {
		before, text := e.value, e.value.JSON()
		e.value, e.tree = e.edited(e.value, e.tree, 0)
		if before.JSON() != text {
			return fmt.Errorf("an edit changed the document %s that it was made to, to %s", text, before.JSON())
		}
		if got, want := e.value.JSON(), e.tree.json(); !model.Equal(e.value, must(model.ParseString(want))) {
			return fmt.Errorf("edits to %s gave %s instead of %s", text, got, want)
		}
	}
	if got, want := treeOf(e.value).json(), e.tree.json(); got != want {
		return fmt.Errorf("after all edits the document is %s, not %s", got, want)
	}
	if err := readsBack(e.value); err != nil {
		return err
	}
	return navigates(e.value)
}

// An editor makes the same edits to a value and to a plain tree.
type editor struct {
	src   gen.Source
	value model.Value
	tree  *tree
}

// A tree is a document in a simple form: slices of names and values, in order. A leaf
// contains the value itself.
type tree struct {
	leaf  model.Value
	kind  model.Type
	names []string
	below []*tree
}

func treeOf(v model.Value) *tree {
	t := &tree{leaf: v, kind: v.Type()}
	for name, member := range v.Members() {
		t.names = append(t.names, name)
		t.below = append(t.below, treeOf(member))
	}
	for _, element := range v.Elements() {
		t.below = append(t.below, treeOf(element))
	}
	return t
}

func (t *tree) json() string {
	open, end := "{", "}"
	switch t.kind {
	case model.Map:
	case model.List:
		open, end = "[", "]"
	default:
		return t.leaf.JSON()
	}
	text := open
	for i, below := range t.below {
		if i > 0 {
			text += ","
		}
		if t.kind == model.Map {
			text += model.NewString(t.names[i]).JSON() + ":"
		}
		text += below.json()
	}
	return text + end
}

// edited edits one map or list of a value and of its tree, at the root or further down.
func (e *editor) edited(v model.Value, t *tree, depth int) (model.Value, *tree) {
	t = &tree{leaf: t.leaf, kind: t.kind, names: slices.Clone(t.names), below: slices.Clone(t.below)}
	if n := len(t.below); n > 0 && depth < 6 && e.src.Intn("further down", 2) == 1 {
		i := e.src.Intn("where", n)
		if k := t.below[i].kind; k == model.Map || k == model.List {
			var below model.Value
			if t.kind == model.Map {
				member, _ := v.Get(t.names[i])
				below, t.below[i] = e.edited(member, t.below[i], depth+1)
				return must(v.WithMembers(model.Member{Name: t.names[i], Value: below})), t
			}
			below, t.below[i] = e.edited(v.At(i), t.below[i], depth+1)
			return must(v.WithElements([]model.Element{{Index: i, Value: below}})), t
		}
	}
	if t.kind == model.List {
		return e.editedList(v, t)
	}
	return e.editedMap(v, t)
}

// editedMap sets or removes some fields.
func (e *editor) editedMap(v model.Value, t *tree) (model.Value, *tree) {
	var changes []model.Member
	for range 1 + e.src.Intn("changes", 3) {
		name := string(rune('a' + e.src.Intn("new name", 40)))
		if n := len(t.names); n > 0 && e.src.Intn("existing", 3) > 0 {
			name = t.names[e.src.Intn("name", n)]
		}
		at := slices.Index(t.names, name)
		if e.src.Intn("remove", 3) == 2 {
			changes = append(changes, model.Member{Name: name})
			if at >= 0 {
				t.names, t.below = slices.Delete(t.names, at, at+1), slices.Delete(t.below, at, at+1)
			}
			continue
		}
		value, below := e.part()
		changes = append(changes, model.Member{Name: name, Value: value})
		if at >= 0 {
			t.below[at] = below
		} else {
			t.names, t.below = append(t.names, name), append(t.below, below)
		}
	}
	return must(v.WithMembers(changes...)), t
}

// editedList replaces or removes some elements, and appends others.
func (e *editor) editedList(v model.Value, t *tree) (model.Value, *tree) {
	var changes []model.Element
	if n := len(t.below); n > 0 {
		for range e.src.Intn("changes", 3) {
			i := e.src.Intn("index", n)
			value, below := e.part()
			if e.src.Intn("remove", 2) == 1 {
				value, below = model.Value{}, nil
			}
			changes = append(changes, model.Element{Index: i, Value: value})
			t.below[i] = below
		}
	}
	t.below = slices.DeleteFunc(t.below, func(t *tree) bool { return t == nil })
	var appended []model.Value
	for range e.src.Intn("appended", 3) {
		value, below := e.part()
		appended = append(appended, value)
		t.below = append(t.below, below)
	}
	return must(v.WithElements(changes, appended...)), t
}

// part returns a value for an edit: a new value, one that is built from parts, or a small
// value that the document already contains.
func (e *editor) part() (model.Value, *tree) {
	switch e.src.Intn("part", 4) {
	case 0:
		v := model.NewInt(int64(e.src.Intn("number", 10)))
		return v, treeOf(v)
	case 1:
		v := must(model.NewMap(model.Member{Name: "m", Value: must(model.NewList(model.NewString("é\n")))}))
		return v, treeOf(v)
	case 2:
		v := model.MustParse(" { \"\\u0061\" : [ 1.0 , null ] } ")
		return v, treeOf(v)
	default:
		v, t := e.value, e.tree
		for n := len(t.below); n > 0; n = len(t.below) {
			i := e.src.Intn("which", n)
			if t.kind == model.Map {
				v, _ = v.Get(t.names[i])
			} else {
				v = v.At(i)
			}
			t = t.below[i]
			if len(t.json()) < 64 {
				return v, t
			}
		}
		return model.NewNull(), &tree{leaf: model.NewNull(), kind: model.Null}
	}
}
