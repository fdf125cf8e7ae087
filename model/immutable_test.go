package model_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
)

// A Value never changes after it was returned, and neither does a Path or an Error. TestValuesNeverChange
// checks this for random sequences of calls. It calls every exported function and method that returns
// or could change one, changes the arguments after the call, and copies the tools: builders, editors,
// finders and rewrites. It copies the text of each Value, Path and Error when it is returned, and later
// compares it with the copy.

// immutableVariable is the environment variable with the number of random sequences.
const immutableVariable = "MODEL_IMMUTABLE"

// A source of choices is a rapid.T, or random numbers if goroutines share values.
type source interface{ choose(n int) int }

type drawnChoices struct{ *rapid.T }

func (d drawnChoices) choose(n int) int { return rapid.IntRange(0, n-1).Draw(d.T, "choice") }

type random struct{ *rand.Rand }

func (r random) choose(n int) int { return r.IntN(n) }

// A birth is a Value, or the text of a Path or an Error, and a copy that was made when it was returned.
type birth struct {
	v      model.Value
	text   func() string // nil for a Value
	copied string
}

func (b birth) now() string {
	if b.text != nil {
		return b.text()
	}
	return recopied(b.v)
}

// A session makes calls, and keeps the returned values.
type session struct {
	source
	born *nursery
	// These are used again in any order.
	builders []*model.Builder
	editors  []*model.Editor
	finders  []*model.Finder
}

// A nursery holds all values. Goroutines share it.
type nursery struct {
	mu    sync.Mutex
	all   []birth
	texts []birth // of paths and errors
}

func (n *nursery) add(v model.Value) {
	b := birth{v: v, copied: copied(v)}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, b)
}

func (n *nursery) addText(text func() string) {
	b := birth{text: text, copied: text()}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.texts = append(n.texts, b)
}

func (n *nursery) list() []birth {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clip(n.all)
}

// check returns an error for a value that differs from its copy.
func (n *nursery) check() error {
	n.mu.Lock()
	all := slices.Concat(n.all, n.texts)
	n.mu.Unlock()
	for i, b := range all {
		if now := b.now(); now != b.copied {
			return fmt.Errorf("value %d was\n%s\nand is\n%s", i, b.copied, now)
		}
	}
	return nil
}

// recopied is like copied, but for a value that may have become unreadable.
func recopied(v model.Value) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("panic: ", r)
		}
	}()
	return copied(v)
}

// copied returns all visible properties of a value.
func copied(v model.Value) string {
	var b strings.Builder
	var write func(v model.Value)
	write = func(v model.Value) {
		fmt.Fprintf(&b, "%v %d ", v.Type(), v.Len())
		switch v.Type() {
		case model.Map:
			fmt.Fprint(&b, v.HasNull(), v.HasDollar(), v.HasOwnDollar(), "{")
			for name, m := range v.Members() {
				if found, ok := v.Get(name); !ok || !model.Same(found, m) {
					fmt.Fprintf(&b, "Get(%q) fails ", name)
				}
				fmt.Fprintf(&b, "%q:", name)
				write(m)
			}
			b.WriteString("}")
		case model.List:
			b.WriteString("[")
			for i, e := range v.Elements() {
				if !model.Same(v.At(i), e) {
					fmt.Fprintf(&b, "At(%d) fails ", i)
				}
				write(e)
				b.WriteString(",")
			}
			b.WriteString("]")
		case model.Absent:
		default:
			fmt.Fprintf(&b, "%q %q %t", v.Text(), v.NumberText(), v.Bool())
		}
	}
	write(v)
	if v.Type() != model.Absent {
		b.WriteString("\n" + v.JSON())
	}
	return b.String()
}

func newSession(src source, born *nursery) *session {
	s := &session{source: src, born: born}
	for range 2 {
		s.builders = append(s.builders, new(model.Builder))
		s.editors = append(s.editors, new(model.Editor))
		s.finders = append(s.finders, new(model.Finder))
	}
	for _, e := range s.editors {
		e.Reset(model.Value{}, s.builders[0])
	}
	return s
}

// value returns one of the values that were returned before, or sometimes an absent value.
func (s *session) value() model.Value {
	all := s.born.list()
	if len(all) == 0 || s.choose(12) == 0 {
		return model.Value{}
	}
	return all[s.choose(len(all))].v
}

// of returns a value of the given type. If it finds none, it returns a value of any type.
func (s *session) of(k model.Type) model.Value {
	for range 6 {
		if v := s.value(); v.Type() == k {
			return v
		}
	}
	return s.value()
}

func (s *session) name() string {
	return []string{"a", "b", "c", "$d", "é", "n" + strconv.Itoa(s.choose(40))}[s.choose(6)]
}

func (s *session) builder() *model.Builder { return s.builders[s.choose(len(s.builders))] }
func (s *session) editor() *model.Editor   { return s.editors[s.choose(len(s.editors))] }

// text returns a document, sometimes a long or deep one.
func (s *session) text() []byte {
	var b strings.Builder
	var write func(levels int)
	write = func(levels int) {
		typ, n := s.choose(6), s.choose(4)
		if levels > 0 && s.choose(30) == 0 {
			n = 40 + s.choose(20)
		}
		switch {
		case levels == 0 || typ < 2:
			b.WriteString([]string{"1", "1.0", `"one"`, `"\u0061"`, "null", "true", `""`, "[]", "{}"}[s.choose(9)])
		case typ == 2:
			b.WriteString("[")
			for i := range n {
				b.WriteString([]string{"", ","}[min(i, 1)])
				write(levels - 1)
			}
			b.WriteString("]")
		default:
			b.WriteString("{")
			for i := range n {
				fmt.Fprintf(&b, `%s"%s":`, []string{"", ", "}[min(i, 1)], []string{"a", "b", "c", "$d"}[i%4]+strings.Repeat("x", i/4))
				write(levels - 1)
			}
			b.WriteString("}")
		}
	}
	write(3)
	if s.choose(20) == 0 {
		return []byte(`[` + b.String() + strings.Repeat(` `, 5000) + `]`)
	}
	return []byte(b.String())
}

func (s *session) options() []model.ParseOption {
	if s.choose(3) > 0 {
		return nil
	}
	return []model.ParseOption{model.Near(s.value()), model.MaxDepth(s.choose(8)), model.MaxBytes(20000)}[:1+s.choose(3)]
}

func (s *session) members() []model.Member {
	all := make([]model.Member, s.choose(5))
	for i := range all {
		all[i] = model.Member{Name: s.name(), Value: s.value()}
	}
	return all
}

func (s *session) values() []model.Value {
	all := make([]model.Value, s.choose(4))
	for i := range all {
		all[i] = cmpOr(s.value(), model.NewNull())
	}
	if s.choose(8) == 0 { // further elements of a long list may use memory of the list
		for i := range 10 {
			all = append(all, model.NewInt(int64(i)))
		}
	}
	return all
}

func cmpOr(v, or model.Value) model.Value {
	if v.Type() == model.Absent {
		return or
	}
	return v
}

func (s *session) elements(v model.Value) []model.Element {
	var all []model.Element
	for i := range v.Len() {
		if s.choose(3) == 0 {
			all = append(all, model.Element{Index: i, Value: s.value()})
		}
	}
	return all
}

// extend edits a list several times. Some edits are of the list that the last edit returned.
func (s *session) extend(edit func(list model.Value, changes []model.Element, more []model.Value) (model.Value, error)) {
	list := s.of(model.List)
	for n := range 1 + s.choose(3) {
		if n > 0 && len(list.JSON()) > 1<<10 {
			break // a value is compared with its copy often
		}
		var changes []model.Element
		if s.choose(2) == 0 {
			changes = s.elements(list)
		}
		more := s.values()
		v, err := edit(list, changes, more)
		overwrite(changes)
		overwrite(more)
		s.returned(v, err)
		if err == nil && s.choose(2) == 0 {
			list = v
		}
	}
}

// overwrite clears an argument after a call, because values must not refer to it.
func overwrite[T any](all []T) {
	var zero T
	for i := range all {
		all[i] = zero
	}
}

func (s *session) returned(v model.Value, err error) {
	if err == nil {
		s.born.add(v)
	} else {
		s.failed(err)
	}
}

func (s *session) failed(err error) {
	if err != nil {
		s.born.addText(err.Error)
	}
}

// path returns a path of its own memory, with steps of all types.
func (s *session) path() model.Path {
	var p model.Path
	for range s.choose(4) {
		p = append(p, []model.Step{
			model.Field(s.name()), model.Index(s.choose(3)),
			model.Key{{Name: s.name(), Value: s.value()}, {Name: "k"}}, model.SetValue{Value: s.value()},
		}[s.choose(4)])
	}
	return p
}

// spoilPath overwrites all memory of a path.
func spoilPath(p model.Path) {
	for i, step := range p {
		if k, ok := step.(model.Key); ok {
			overwrite(k)
		}
		p[i] = model.Field("spoiled")
	}
}

// copies use copies of the tools of a session, next to the copied ones or in their place.
var copies = map[string]func(s *session){
	"Builder copy": func(s *session) { c := *s.builder(); s.builders[s.choose(2)] = &c },
	"Builder back": func(s *session) { *s.builder() = *s.builder() },
	"Editor copy":  func(s *session) { c := *s.editor(); s.editors[s.choose(2)] = &c },
	"Editor back":  func(s *session) { *s.editor() = *s.editor() },
	"Editor past": func(s *session) { // a copy from before the last calls is used again
		e := s.editor()
		c := *e
		e.Set(s.name(), s.value())
		s.returned(e.Value())
		c.Set(s.name(), s.value())
		*e = c
	},
	"Builder past": func(s *session) {
		b := s.builder()
		c := *b
		s.returned(b.Map(s.members()...))
		s.returned(b.Parse(s.text()))
		*b = c
	},
	"Finder copy": func(s *session) { s.finders[s.choose(2)] = &[]model.Finder{*s.finders[s.choose(2)]}[0] },
}

// calls are the exported functions and methods of the package, by name.
var calls = map[string]func(s *session){
	"Parse": func(s *session) {
		text := s.text()
		v, err := model.Parse(text, s.options()...)
		overwrite(text)
		s.returned(v, err)
	},
	"ParseString": func(s *session) { s.returned(model.ParseString(string(s.text()), s.options()...)) },
	"MustParse":   func(s *session) { s.born.add(model.MustParse(string(s.text()))) },
	"NewNull":     func(s *session) { s.born.add(model.NewNull()) },
	"NewBool":     func(s *session) { s.born.add(model.NewBool(s.choose(2) == 0)) },
	"NewInt":      func(s *session) { s.born.add(model.NewInt(int64(s.choose(100)))) },
	"NewNumber":   func(s *session) { s.returned(model.NewNumber("1e" + strconv.Itoa(s.choose(9)))) },
	"NewString":   func(s *session) { s.born.add(model.NewString(s.name() + "\n")) },
	"NewMap": func(s *session) {
		all := s.members()
		v, err := model.NewMap(all...)
		overwrite(all)
		s.returned(v, err)
	},
	"NewList": func(s *session) {
		all := s.values()
		v, err := model.NewList(all...)
		overwrite(all)
		s.returned(v, err)
	},
	"Value.WithMembers": func(s *session) {
		all := s.members()
		v, err := s.of(model.Map).WithMembers(all...)
		overwrite(all)
		s.returned(v, err)
	},
	"Value.WithElements": func(s *session) {
		s.extend(func(list model.Value, changes []model.Element, more []model.Value) (model.Value, error) {
			return list.WithElements(changes, more...)
		})
	},
	"Value.Compact": func(s *session) { s.born.add(s.value().Compact()) },
	"FromAny": func(s *session) {
		tree := model.MustParse(string(s.text())).ToAny()
		v, err := model.FromAny(tree)
		spoil(tree)
		s.returned(v, err)
	},
	"WrapAny": func(s *session) { s.returned(model.WrapAny(model.MustParse(string(s.text())).ToAny())) },
	"Value.ToAny": func(s *session) {
		if v := s.value(); v.Type() != model.Absent {
			spoil(v.ToAny())
		}
	},
	"Value.ShareAny": func(s *session) {
		if v := s.value(); v.Type() != model.Absent {
			s.returned(model.WrapAny(v.ShareAny()))
		}
	},

	"Value.Get":   func(s *session) { v, _ := s.of(model.Map).Get(s.name()); s.born.add(v) },
	"Value.At":    func(s *session) { v := s.of(model.List); s.born.add(v.At(s.choose(v.Len() + 1))) },
	"Path.Lookup": func(s *session) { v, _ := model.Path{model.Field(s.name())}.Lookup(s.value()); s.born.add(v) },
	"Path.Set": func(s *session) {
		p := append(model.Path{model.Field(s.name())}, s.path()...)
		v, err := p.Set(s.value(), s.value())
		s.returned(v, err)
		spoilPath(p)
	},
	"Path.Append": func(s *session) {
		p, more := s.path(), s.path()
		both := p.Append(more...)
		s.born.addText(both.String)
		spoilPath(p)
		spoilPath(more)
		if s.choose(2) == 0 {
			s.born.addText(both.Append(s.path()...).String)
		}
	},
	"ParsePath": func(s *session) {
		p, err := model.ParsePath([]string{s.path().String(), "a.", "[a=", "x[k=1]"}[s.choose(4)])
		s.failed(err)
		s.born.addText(p.String)
	},
	"Path.UnmarshalText": func(s *session) {
		p := s.path()
		variable := p
		s.born.addText(p.String)
		text := []byte(s.path().String())
		s.failed(variable.UnmarshalText(text))
		overwrite(text)
		s.born.addText(variable.String)
	},
	"Key.UnmarshalText": func(s *session) {
		k := model.Key{{Name: "a", Value: s.value()}}
		variable := k
		s.born.addText(k.String)
		text := []byte([]string{"[b=1]", "[c=2,d=x]", "a"}[s.choose(3)])
		s.failed(variable.UnmarshalText(text))
		overwrite(text)
		s.born.addText(variable.String)
	},
	"SetValue.UnmarshalText": func(s *session) {
		var v model.SetValue
		text := []byte([]string{"[=1]", `[="x"]`, "a"}[s.choose(3)])
		s.failed(v.UnmarshalText(text))
		overwrite(text)
		s.born.addText(v.String)
	},
	"Path.MarshalText":     func(s *session) { s.marshal(s.path()) },
	"Key.MarshalText":      func(s *session) { s.marshal(model.Key{{Name: "a", Value: s.value()}}) },
	"SetValue.MarshalText": func(s *session) { s.marshal(model.SetValue{Value: s.value()}) },
	"Value.Members":        func(s *session) { s.some(s.of(model.Map).AppendMembers(nil)) },
	"Value.SortedMembers": func(s *session) {
		for _, v := range s.of(model.Map).SortedMembers() {
			if s.choose(3) == 0 {
				s.born.add(v)
			}
		}
	},
	"Value.AppendMembers": func(s *session) {
		all := s.of(model.Map).AppendMembers(make([]model.Member, 1, 8))
		s.some(all)
		overwrite(all)
	},
	"Value.Elements": func(s *session) {
		for _, v := range s.of(model.List).Elements() {
			if s.choose(3) == 0 {
				s.born.add(v)
			}
		}
	},
	"Value.AppendElements": func(s *session) {
		all := s.of(model.List).AppendElements(nil)
		for _, v := range all {
			if s.choose(3) == 0 {
				s.born.add(v)
			}
		}
		overwrite(all)
	},
	"Value.Column": func(s *session) {
		for e, v := range s.of(model.List).Column(s.name()) {
			if s.choose(3) == 0 {
				s.born.add(e)
				s.born.add(v)
			}
		}
	},
	"Shortcuts.Matching": func(s *session) {
		for e := range model.ForTests.Matching(s.of(model.List), s.name(), []string{"1", `"one"`}) {
			s.born.add(e.Value)
		}
	},
	"Value.Finder": func(s *session) { *s.finders[s.choose(2)] = s.of(model.Map).Finder() },
	"Finder.Get":   func(s *session) { v, _ := s.finders[s.choose(2)].Get(s.name()); s.born.add(v) },
	"Shortcuts.DifferingMembers": func(s *session) {
		model.ForTests.DifferingMembers(s.of(model.Map), s.of(model.Map), func(_ string, x, y model.Value) bool {
			s.born.add(x)
			s.born.add(y)
			return s.choose(4) > 0
		})
	},
	"Shortcuts.DifferingElements": func(s *session) {
		if a, b := s.of(model.List), s.of(model.List); a.Len() == b.Len() {
			model.ForTests.DifferingElements(a, b, func(_ int, x, y model.Value) bool {
				s.born.add(x)
				s.born.add(y)
				return s.choose(4) > 0
			})
		}
	},

	"Builder.Parse": func(s *session) {
		text := s.text()
		v, err := s.builder().Parse(text, s.options()...)
		overwrite(text)
		s.returned(v, err)
	},
	"Builder.Map": func(s *session) {
		all := s.members()
		v, err := s.builder().Map(all...)
		overwrite(all)
		s.returned(v, err)
	},
	"Builder.List": func(s *session) {
		all := s.values()
		v, err := s.builder().List(all...)
		overwrite(all)
		s.returned(v, err)
	},
	"Builder.WithMembers": func(s *session) {
		all := s.members()
		v, err := s.builder().WithMembers(s.of(model.Map), all...)
		overwrite(all)
		s.returned(v, err)
	},
	"Builder.WithElements": func(s *session) {
		s.extend(func(list model.Value, changes []model.Element, more []model.Value) (model.Value, error) {
			return s.builder().WithElements(list, changes, more...)
		})
	},
	"Builder.Reset": func(s *session) { s.builder().Reset() },
	"Shortcuts.Project": func(s *session) {
		if v, ok := model.ForTests.Project(s.builder(), s.of(model.List), "a"); ok {
			s.born.add(v)
		}
	},
	"Shortcuts.Rewrite": func(s *session) {
		model.ForTests.Rewrite(s.builder(), s.of(model.Map), s.value()) // the next AppendJSON may use this rewrite
	},
	"Editor.Rewrite": func(s *session) {
		b, e, v, with := s.builder(), s.editor(), s.of(model.Map), s.value()
		r := model.ForTests.Rewrite(b, v, with)
		if r == nil {
			return
		}
		e.Reset(v, b)
		e.Get(s.name())
		e.Set(s.name(), with)
		copied := *r
		e.Rewrite([]*model.Rewrite{r, &copied}[s.choose(2)])
		e.Set(s.name(), s.value())
		overwrite(b.AppendJSON(nil, v))
	},
	"Builder.AppendJSON": func(s *session) {
		if v := s.value(); v.Type() != model.Absent {
			overwrite(s.builder().AppendJSON(nil, v))
		}
	},
	"Editor.Reset": func(s *session) { s.editor().Reset(s.of(model.Map), s.builder()) },
	"Editor.Get":   func(s *session) { v, _ := s.editor().Get(s.name()); s.born.add(v) },
	"Editor.Set":   func(s *session) { s.editor().Set(s.name(), s.value()) },
	"Editor.Value": func(s *session) { s.returned(s.editor().Value()) },

	"Equal":                func(s *session) { model.Equal(s.value(), s.value()) },
	"Compare":              func(s *session) { model.Compare(s.value(), s.value()) },
	"Shortcuts.SameColumn": func(s *session) { model.ForTests.SameColumn(s.of(model.List), s.of(model.List), s.name()) },
	"Value.Hash":           func(s *session) { s.value().Hash() },
	"Value.AppendJSON": func(s *session) {
		if v := s.value(); v.Type() != model.Absent {
			overwrite(v.AppendJSON(nil))
		}
	},
	"Value.MarshalJSON": func(s *session) {
		if text, err := s.value().MarshalJSON(); err == nil {
			overwrite(text)
		}
	},
	"Value.UnmarshalJSON": func(s *session) {
		text, v := s.text(), s.value()
		err := v.UnmarshalJSON(text)
		overwrite(text)
		s.returned(v, err)
	},
	"Value.AppendCanonical": func(s *session) {
		if v := s.value(); v.Type() != model.Absent {
			overwrite(v.AppendCanonical(nil))
		}
	},
}

// harmless lists the other exported functions and methods. They return no Value and change nothing,
// or their result cannot be changed. Nobody but the engines gets a Desk, whose values do change.
var harmless = strings.Fields(`CheckAny Desk.Builder Desk.Done Desk.Parse Desk.Wrap ForEngines MaxBytes MaxDepth Near OneLine Same Shorten
	Shortcuts.BuilderOf Shortcuts.HasDesks Shortcuts.NewDesk Shortcuts.Within
	Error.Error Error.Unwrap Code.String Field.String Index.String Key.String SetValue.String Type.Noun Type.String
	Path.Equal Path.String
	Value.Bool Value.Canonical Value.Err Value.Float64 Value.GoString Value.HasDollar Value.HasText Value.HasNull Value.HasOwnDollar
	Value.Int64 Value.IsScalar Value.IsZero Value.JSON Value.Len Value.NumberText Value.String Value.Text Value.Type`)

// marshal overwrites the text of a step or path.
func (s *session) marshal(x interface {
	String() string
	MarshalText() ([]byte, error)
}) {
	s.born.addText(x.String)
	text, err := x.MarshalText()
	s.failed(err)
	overwrite(text)
}

func (s *session) some(all []model.Member) {
	for _, m := range all {
		if s.choose(3) == 0 {
			s.born.add(m.Value)
		}
	}
}

// spoil overwrites all parts of a Go tree.
func spoil(tree any) {
	switch x := tree.(type) {
	case map[string]any:
		for name, below := range x {
			spoil(below)
			x[name] = "spoiled"
		}
		x["more"] = "spoiled"
	case []any:
		for i := range x {
			spoil(x[i])
			x[i] = "spoiled"
		}
	}
}

var callNames = slices.Concat(slices.Sorted(maps.Keys(calls)), slices.Sorted(maps.Keys(copies)))

func (s *session) step() {
	name := callNames[s.choose(len(callNames))]
	if call := calls[name]; call != nil {
		call(s)
	} else {
		copies[name](s)
	}
}

func TestValuesNeverChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		born := new(nursery)
		s := newSession(drawnChoices{t}, born)
		for range rapid.IntRange(1, 40).Draw(t, "calls") {
			s.step()
			if err := born.check(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// sequences returns the number of sequences to try, which MODEL_IMMUTABLE sets.
func sequences(t *testing.T, usual int) int {
	asked := os.Getenv(immutableVariable)
	if asked == "" {
		return usual
	}
	n, err := strconv.Atoi(asked)
	if err != nil {
		t.Fatalf("%s: %v", immutableVariable, err)
	}
	return n
}

// This test has longer sequences, from seeds.
func TestValuesNeverChangeSeeds(t *testing.T) {
	for seed := range sequences(t, 300) {
		born := new(nursery)
		s := newSession(random{rand.New(rand.NewPCG(uint64(seed), 1))}, born)
		for range 300 {
			s.step()
		}
		if err := born.check(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// Goroutines share values. Each has its own builders and editors.
func TestValuesNeverChangeInGoroutines(t *testing.T) {
	for seed := range sequences(t, 20) {
		born := new(nursery)
		var group sync.WaitGroup
		failed := make([]error, 4)
		for g := range failed {
			group.Add(1)
			go func() {
				defer group.Done()
				s := newSession(random{rand.New(rand.NewPCG(uint64(seed), uint64(g)+2))}, born)
				for range 60 {
					s.step()
				}
				failed[g] = born.check()
			}()
		}
		group.Wait()
		for _, err := range failed {
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
}

// Every exported function and method is in calls or in harmless.
func TestEveryCallIsTried(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, isFunc := d.(*ast.FuncDecl)
			if !isFunc || !f.Name.IsExported() {
				continue
			}
			name := f.Name.Name
			if f.Recv != nil {
				of := f.Recv.List[0].Type
				if pointer, ok := of.(*ast.StarExpr); ok {
					of = pointer.X
				}
				if ident, ok := of.(*ast.Ident); !ok || !ident.IsExported() {
					continue
				} else {
					name = ident.Name + "." + name
				}
			}
			if calls[name] == nil && !slices.Contains(harmless, name) {
				t.Errorf("%s is not tried", name)
			}
		}
	}
}
