package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// A textShape is a kind of text that grows with a number.
type textShape struct {
	name string // describes the difficulty
	text func(n int) string
	// max is the largest possible n. Zero means that there is no limit.
	max int
}

func (s textShape) of(n int) string { return s.text(limited(n, s.max)) }

// limited reduces sizes so that the largest one, 8 times the smallest, is at the limit. The
// sizes stay different in this way.
func limited(n, most int) int {
	if most == 0 {
		return n
	}
	return min(n, max(1, most*n/(8*baseSize)))
}

// textShapes returns shapes of YAML that have no equivalent in JSON.
func textShapes() []textShape {
	repeated := func(format string) func(n int) string {
		return func(n int) string {
			var b strings.Builder
			for i := range n {
				b.WriteString(strings.ReplaceAll(format, "@", fmt.Sprint(i)))
			}
			return b.String()
		}
	}
	after := func(head, format string) func(n int) string {
		lines := repeated(format)
		return func(n int) string { return head + lines(n) }
	}
	return append(commentShapes(), []textShape{
		{name: "YAML: deep maps in block style", max: 900, text: func(n int) string {
			var b strings.Builder
			for i := range n {
				b.WriteString(strings.Repeat(" ", i) + "a:\n")
			}
			return b.String() + strings.Repeat(" ", n) + "a: 1\n"
		}},
		{name: "YAML: deep maps on one line", max: 900, text: func(n int) string {
			return "a: " + strings.Repeat("{a: ", n) + "1" + strings.Repeat("}", n) + "\n"
		}},
		{name: "YAML: deep lists", max: 900, text: func(n int) string {
			return strings.Repeat("- ", n) + "1\n"
		}},
		{name: "YAML: maps with siblings, nested", max: 300, text: func(n int) string {
			var b strings.Builder
			for i := range n {
				in := strings.Repeat(" ", i)
				b.WriteString(in + "x: 1 # one\n" + in + "a:\n")
			}
			return b.String() + strings.Repeat(" ", n) + "a: 1\n"
		}},
		{name: "YAML: a chain of aliases", max: 60, text: after("a0: &a0 {x: 1}\n", "b@: &b@ {x: *a0}\n")},
		{name: "YAML: aliases of aliases", max: 200, text: func(n int) string {
			text := "a0: &a0 {x: 1}\n"
			for i := 1; i <= n; i++ {
				text += fmt.Sprintf("a%d: &a%d {p: *a%d}\n", i, i, i-1)
			}
			return text
		}},
		{name: "YAML: aliases of one anchor", text: after("a: &a {x: 1}\n", "b@: *a\n")},
		{name: "YAML: merge keys of one anchor", text: after("a: &a {x: 1, y: 2}\n", "b@: {<<: *a, z: @}\n")},
		{name: "YAML: a merge key with many maps", text: func(n int) string {
			return repeated("a@: &a@ {x@: 1}\n")(n) + "b:\n  <<: [" + strings.TrimSuffix(repeated("*a@, ")(n), ", ") + "]\n"
		}},
		{name: "YAML: anchors without aliases", text: repeated("a@: &a@ 1\n")},
		{name: "YAML: one name for all anchors", text: repeated("a@: &a 1\nb@: *a\n")},
		{name: "YAML: comments", text: repeated("# above\na@: 1 # next to it\n# below\n\n")},
		{name: "YAML: empty lines", text: func(n int) string { return "a: 1\n" + strings.Repeat("\n", n) + "b: 2\n" }},
		{name: "YAML: many documents", text: repeated("---\na: @\n")},
		{name: "YAML: a literal text", text: after("a: |\n", "  line @ of it\n")},
		{name: "YAML: a folded text", text: after("a: >-\n", "  line @ of it\n\n")},
		{name: "YAML: a quoted text", text: func(n int) string { return `a: "` + strings.Repeat(`\x41\u00e9\n`, n) + "\"\n" }},
		{name: "YAML: a quoted text of many lines", text: func(n int) string { return "a: '" + repeated("line @\n\n  ")(n) + "'\n" }},
		{name: "YAML: a plain text of many lines", text: after("a: b\n", "  line @\n")},
		{name: "YAML: a long number", text: func(n int) string {
			return "a: 1" + strings.Repeat("0", n) + "\nb: 0.1" + strings.Repeat("0", n) + "\nc: 1e" + strings.Repeat("0", n) + "1\n"
		}},
		{name: "YAML: numbers of YAML 1.1", text: repeated("a@: 0777\nb@: 0x1_f\nc@: 1_000\nd@: 0b11\n")},
		{name: "YAML: maps on one line", text: repeated("- {name: n@, value: 'v@', list: [1, 2]}\n")},
		{name: "YAML: one map on one line", text: func(n int) string { return "{" + strings.TrimSuffix(repeated("a@: @, ")(n), ", ") + "}\n" }},
		{name: "YAML: one list on one line", text: func(n int) string { return "a: [" + strings.TrimSuffix(repeated("{k: @}, ")(n), ", ") + "]\n" }},
		{name: "YAML: lists in lists", text: repeated("- - - @\n    - b\n  - c\n")},
		{name: "YAML: long keys", text: func(n int) string {
			return "? " + strings.Repeat("k", n) + "\n: 1\n? |\n  " + strings.Repeat("l", n) + "\n: 2\n"
		}},
		{name: "YAML: tags", text: repeated("a@: !!str @\nb@: !!int '@'\n")},
		{name: "YAML: Windows line breaks", text: repeated("a@: @\r\n# comment\r\n")},
	}...)
}

// commentShapes returns texts with a run of comments. They begin at each column, before and after each
// part of a text.
func commentShapes() (shapes []textShape) {
	places := []struct{ place, before, after string }{
		{"before the only entry", "", "a: 1\n"},
		{"before the first document", "", "---\na: 1\n---\nb: 1\n"},
		{"between documents", "a: 1\n---\n", "b: 1\n"},
		{"after a document", "a: 1\n", "---\nb: 1\n"},
		{"between entries of a map", "a: 1\n", "b: 1\n"},
		{"between elements of a list", "- 1\n", "- 2\n"},
		{"inside a map, at the beginning", "a:\n", "  b: 1\nc: 1\n"},
		{"inside a map, before others", "a:\n  b: 1\n", "  c: 1\nd: 1\n"},
		{"inside a map, at the end", "a:\n  b: 1\n", "c: 1\n"},
		{"inside a list, at the beginning", "a:\n", "  - 1\nb: 1\n"},
		{"inside a list, at the end", "a:\n  - 1\n", "b: 1\n"},
		{"inside an element, at the end", "- a:\n    b: 1\n", "- c: 1\n"},
		{"inside maps, at the end of all", "a:\n  b:\n    c:\n      d: 1\n", "e: 1\n"},
		{"inside lists on one line", "- - - - - a: 1\n", "- b\n"},
		{"after a name", "a: # here\n", "  b: 1\nc: 1\n"},
		{"after an explicit name", "? a\n", ": b\nc: 1\n"},
		{"inside a flow map", "a: {b: 1,\n", "  c: 1}\nd: 1\n"},
		{"inside a flow list", "a: [1, # here\n", "  2]\nd: 1\n"},
		{"below a literal text", "a: |\n    text\n", "b: 1\n"},
		{"around an anchor and its alias", "a: &a {b: 1}\nc:\n  <<: *a\n", "d: *a\n"},
		{"at the end", "a: 1\nb:\n  c: 1\n", ""},
	}
	for _, column := range []string{"", "  ", "       "} {
		for _, c := range places {
			shapes = append(shapes, textShape{name: fmt.Sprintf("YAML: comments in column %d %s", len(column), c.place), text: func(n int) string {
				return c.before + strings.Repeat(column+"# a comment\n", n) + c.after
			}})
		}
	}
	return shapes
}

// A textOperation is an operation on a YAML text. Its function prepare is not measured; only
// the function that it returns is.
type textOperation struct {
	name    string
	prepare func(text []byte) func() bool
}

func textOperations() []textOperation {
	edited := func(change func(model.Value) model.Value, edit func(s *yamldoc.Stream, wanted []model.Value) error) func([]byte) func() bool {
		return func(text []byte) func() bool {
			s, err := yamldoc.Read(text)
			if err != nil {
				return func() bool { return false }
			}
			var wanted []model.Value
			for _, d := range s.Documents() {
				wanted = append(wanted, change(d.Value))
			}
			return func() bool {
				s, err := yamldoc.Read(text)
				return err == nil && edit(s, wanted) == nil
			}
		}
	}
	edit := func(change func(model.Value) model.Value) func([]byte) func() bool {
		return edited(change, func(s *yamldoc.Stream, wanted []model.Value) error {
			_, _, err := s.Edit(wanted)
			return err
		})
	}
	return []textOperation{
		{"parse YAML", func(text []byte) func() bool {
			return func() bool {
				_, err := yaml.ParseAll(text)
				return err == nil
			}
		}},
		{"describe", func(text []byte) func() bool { return func() bool { return described(text) } }},
		{"edit all scalars", edit(func(v model.Value) model.Value { return scalarsReplaced(v, model.NewString("new")) })},
		{"edit the last scalar", edit(func(v model.Value) model.Value { return lastReplaced(v, model.NewString("new")) })},
		{"add a field everywhere", edit(fieldAdded)},
		{"rename every field", edit(renamed)},
		{"remove every second entry", edit(halved)},
		{"move every element", edit(reversed)},
		{"move every element by its keys", edited(reversed, func(s *yamldoc.Stream, wanted []model.Value) error {
			keys := func(model.Path) yamldoc.ListKeys {
				return yamldoc.ListKeys{Keys: []yamldoc.Key{{Name: "name"}}, Recommended: []yamldoc.Key{{Name: "k"}}, Change: true}
			}
			_, _, err := s.EditKeyed(wanted, slices.Repeat([]yamldoc.KeysFunc{keys}, len(wanted)))
			return err
		})},
		{"remove everything", edit(func(v model.Value) model.Value { return emptied(v) })},
		{"delete the documents", edit(func(model.Value) model.Value { return model.Value{} })},
	}
}

// described calls the functions that only describe a text. It asks for the place of each value
// that is not far below another one.
func described(text []byte) bool {
	for _, run := range yamldoc.Runs(text, 1<<10) {
		if run.To < run.From {
			return false
		}
	}
	s, err := yamldoc.Read(text)
	if err != nil {
		return false
	}
	places := 0
	var below func(document int, v model.Value, path model.Path)
	below = func(document int, v model.Value, path model.Path) {
		if _, ok := s.Place(document, path); ok {
			places++
		}
		if len(path) == 3 {
			return
		}
		for name, member := range v.Members() {
			below(document, member, path.Append(model.Field(name)))
		}
		for i, element := range v.Elements() {
			below(document, element, path.Append(model.Index(i)))
		}
	}
	for i, d := range s.Documents() {
		for _, note := range s.Misread(i) {
			places += len(note.String())
		}
		from, to := d.Span()
		places += to - from
		if !d.IsEmpty() && d.Tree() != nil {
			below(i, d.Value, nil)
		}
	}
	if all := string(text); !yamldoc.IsPlain(all) && !yamldoc.IsLiteral(all) && !strings.ContainsFunc(all, func(r rune) bool { return r != '\n' && r != '\r' && !yamldoc.IsPrintable(r) }) {
		places += len(yamldoc.AppendQuoted(nil, all))
	}
	_, err = s.Only()
	return len(s.Text()) > 0 && (places > 0 || err != nil)
}

// expanded returns the length of a text with its aliases expanded.
func expanded(text []byte) int {
	values, err := yaml.ParseAll(text)
	if err != nil {
		return len(text)
	}
	length := 0
	for _, v := range values {
		length += len(v.JSON())
	}
	return max(length, len(text))
}

// rebuilt returns a map or list in which each value is replaced by the one that the
// function change returns. If the result is absent, the entry is left out. The members in
// added are appended.
func rebuilt(v model.Value, change func(i int, v model.Value) model.Value, added ...model.Member) model.Value {
	i := 0
	var members []model.Member
	var elements []model.Value
	for name, m := range v.Members() {
		if m = change(i, m); !m.IsZero() {
			members = append(members, model.Member{Name: name, Value: m})
		}
		i++
	}
	for _, e := range v.Elements() {
		if e = change(i, e); !e.IsZero() {
			elements = append(elements, e)
		}
		i++
	}
	out, err := v, error(nil)
	switch v.Type() {
	case model.Map:
		out, err = model.NewMap(append(members, added...)...)
	case model.List:
		out, err = model.NewList(elements...)
	}
	if err != nil {
		return v // the value would be too deep
	}
	return out
}

func scalarsReplaced(v, by model.Value) model.Value {
	if v.IsScalar() {
		return by
	}
	return rebuilt(v, func(_ int, v model.Value) model.Value { return scalarsReplaced(v, by) })
}

func lastReplaced(v, by model.Value) model.Value {
	if v.IsScalar() || v.Len() == 0 {
		return by
	}
	return rebuilt(v, func(i int, e model.Value) model.Value {
		if i < v.Len()-1 {
			return e
		}
		return lastReplaced(e, by)
	})
}

func fieldAdded(v model.Value) model.Value {
	if v.IsScalar() {
		return v
	}
	return rebuilt(v, func(_ int, v model.Value) model.Value { return fieldAdded(v) }, model.Member{Name: "new", Value: model.NewInt(1)})
}

func halved(v model.Value) model.Value {
	return rebuilt(v, func(i int, e model.Value) model.Value {
		if i%2 == 1 {
			return model.Value{}
		}
		return halved(e)
	})
}

func renamed(v model.Value) model.Value {
	var members []model.Member
	for name, m := range v.Members() {
		members = append(members, model.Member{Name: name + "-new", Value: renamed(m)})
	}
	if members == nil {
		return rebuilt(v, func(_ int, v model.Value) model.Value { return renamed(v) })
	}
	return rebuilt(v, func(int, model.Value) model.Value { return model.Value{} }, members...)
}

func reversed(v model.Value) model.Value {
	elements := v.AppendElements(nil)
	return rebuilt(v, func(i int, e model.Value) model.Value {
		if len(elements) > 0 {
			e = elements[len(elements)-1-i]
		}
		return reversed(e)
	})
}

func emptied(v model.Value) model.Value {
	return rebuilt(v, func(int, model.Value) model.Value { return model.Value{} })
}
