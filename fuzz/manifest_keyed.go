package fuzz

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// EditKeyedList edits a list whose elements have one or two keys. The choices generate the names
// of the keys, the elements and the edit. Each element has a comment above it and a comment in
// it. After the edit, a comment must be at the element with the same keys, or in a note about
// this element. The second key may have a default.
func EditKeyedList(src gen.Source) error {
	l := newKeyedList(src)
	var text strings.Builder
	text.WriteString("list:\n")
	for _, e := range l.elements {
		text.WriteString(l.text(e))
	}
	s, err := yamldoc.Read([]byte(text.String()))
	if err != nil {
		return fmt.Errorf("%q: %w", text.String(), err)
	}
	want := must(model.NewMap(model.Member{Name: "list", Value: l.edited()}))
	edited, notes, err := s.EditKeyed([]model.Value{want}, []yamldoc.KeysFunc{func(path model.Path) yamldoc.ListKeys {
		if path.String() != "list" {
			return yamldoc.ListKeys{}
		}
		return yamldoc.ListKeys{Keys: l.keys}
	}})
	if err == nil {
		err = readsAlike(edited, []model.Value{want})
	}
	if err == nil {
		err = l.commentsStay(string(edited), want, notes)
	}
	if err != nil {
		return fmt.Errorf("%q edited by %v to be %s is %q with notes %v: %w", text.String(), l.keys, want.JSON(), edited, notes, err)
	}
	return nil
}

// A keyedList is a list whose elements have different keys.
type keyedList struct {
	src      gen.Source
	flow     bool // the elements are written in flow style
	keys     []yamldoc.Key
	fresh    []string // values of the keys of no element, as ids
	elements []keyedElement
}

// A keyedElement is an element with an id, which consists of the values of its keys.
type keyedElement struct {
	id     string
	fields []model.Member
}

func newKeyedList(src gen.Source) *keyedList {
	l := &keyedList{src: src, flow: src.Intn("flow", 4) == 3}
	names := []string{"match", "topologyKey", "port", "name", "protocol", "x"}
	for range 1 + src.Intn("second key", 2) {
		i := src.Intn("key", len(names))
		l.keys = append(l.keys, yamldoc.Key{Name: names[i]})
		names = slices.Delete(names, i, i+1)
	}
	seconds := []string{""}
	if len(l.keys) == 2 {
		seconds = []string{"p", "q"}
		if src.Intn("default", 2) == 1 {
			l.keys[1].Default = model.NewString("p")
		}
	}
	for _, first := range []string{"a", "b", "c", "d"} {
		for _, second := range seconds {
			l.fresh = append(l.fresh, first+second)
		}
	}
	for range 1 + src.Intn("elements", 4) {
		l.elements = append(l.elements, l.element())
	}
	return l
}

// element returns an element with new keys. Its other fields may be like those of other elements.
func (l *keyedList) element() keyedElement {
	i := l.src.Intn("id", len(l.fresh))
	e := keyedElement{id: l.fresh[i]}
	l.fresh = slices.Delete(l.fresh, i, i+1)
	for n, key := range l.keys {
		v := model.NewString(e.id[n : n+1])
		if key.Default.Type() == model.Absent || !model.Equal(v, key.Default) || l.src.Intn("write", 2) == 1 {
			e.fields = append(e.fields, model.Member{Name: key.Name, Value: v})
		}
	}
	e.fields = append(e.fields, l.other())
	if l.src.Intn("id", 2) == 1 {
		e.fields = append(e.fields, model.Member{Name: "id", Value: model.NewInt(int64(l.src.Intn("value", 4)))})
	}
	return e
}

func (l *keyedList) other() model.Member {
	return model.Member{Name: "v", Value: model.NewInt(int64(l.src.Intn("value", 3)))}
}

// text returns the lines of an element with its comments.
func (l *keyedList) text(e keyedElement) string {
	var fields []string
	for _, m := range e.fields {
		fields = append(fields, m.Name+": "+string(m.Value.JSON()))
	}
	body := strings.Join(fields, "\n    ")
	if l.flow {
		body = "{" + strings.Join(fields, ", ") + "}"
	}
	return fmt.Sprintf("  # above %s\n  - %s # in %[1]s\n", e.id, body)
}

// edited returns the list with some elements removed, changed, added and moved.
func (l *keyedList) edited() model.Value {
	var values []model.Value
	add := func(e keyedElement) {
		at := len(values)
		if l.src.Intn("move", 4) == 3 {
			at = l.src.Intn("to", at+1)
		}
		values = slices.Insert(values, at, must(model.NewMap(e.fields...)))
	}
	for _, e := range l.elements {
		switch l.src.Intn("element", 5) {
		case 0: // it is removed
		case 1, 2:
			e.fields = slices.Clone(e.fields)
			for i, m := range e.fields {
				if m.Name == "v" {
					e.fields[i] = l.other()
				}
			}
			add(e)
		default:
			add(e)
		}
	}
	for range l.src.Intn("more", 3) {
		if len(l.fresh) > 0 {
			add(l.element())
		}
	}
	return must(model.NewList(values...))
}

// idOf returns the values of an element's keys.
func (l *keyedList) idOf(element model.Value) string {
	id := ""
	for _, key := range l.keys {
		v, ok := element.Get(key.Name)
		if !ok {
			v = key.Default
		}
		id += v.Text()
	}
	return id
}

// commentsStay checks that each comment is at its element, or in a note about its element.
func (l *keyedList) commentsStay(edited string, want model.Value, notes []yamldoc.Note) error {
	list, _ := want.Get("list")
	var found []string
	at := -1
	for _, line := range strings.Split(edited, "\n") {
		text, comment, commented := strings.Cut(line, "# ")
		if strings.HasPrefix(strings.TrimSpace(text), "-") {
			at++
		}
		if !commented {
			continue
		}
		of := at
		if strings.TrimSpace(text) == "" {
			of++
		}
		_, id, _ := strings.Cut(comment, " ")
		if has := l.idOf(list.At(of)); has != id {
			return fmt.Errorf("the comment %q is at the element with the keys %q", comment, has)
		}
		found = append(found, comment)
	}
	for i, e := range l.elements {
		for _, comment := range []string{"above " + e.id, "in " + e.id} {
			at := fmt.Sprintf("list[%d]", i)
			if !slices.Contains(found, comment) && !slices.ContainsFunc(notes, func(n yamldoc.Note) bool {
				return strings.Contains(n.Text, "# "+comment) && (n.Path.String() == at || list.Len() == 0)
			}) {
				return fmt.Errorf("the comment %q has vanished", comment)
			}
		}
	}
	return nil
}
