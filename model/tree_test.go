package model_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
)

// A tree is a JSON value in a simple form. The tests compare the values of the package with trees.
// The members of a tree have an order.
type tree struct {
	typ      model.Type
	text     string // text of a scalar or null, as JSON
	members  []treeMember
	goMap    bool // the members of the map are sorted
	elements []tree
}

type treeMember struct {
	name  string
	value tree
}

func scalarTree(typ model.Type, text string) tree { return tree{typ: typ, text: text} }

// asWrapped returns the tree of a wrapped value, with the members of all maps
// sorted. asParsed returns the tree of a parsed value.
func (x tree) asWrapped() tree { return x.withOrder(true) }
func (x tree) asParsed() tree  { return x.withOrder(false) }

func (x tree) withOrder(goMap bool) tree {
	x.goMap = goMap && x.typ == model.Map
	x.members, x.elements = slices.Clone(x.members), slices.Clone(x.elements)
	for i := range x.members {
		x.members[i].value = x.members[i].value.withOrder(goMap)
	}
	for i := range x.elements {
		x.elements[i] = x.elements[i].withOrder(goMap)
	}
	return x.inOrder()
}

// inOrder returns the tree with its members sorted if goMap is set.
func (x tree) inOrder() tree {
	if x.goMap {
		slices.SortStableFunc(x.members, func(a, b treeMember) int { return strings.Compare(a.name, b.name) })
	}
	return x
}

// goTree returns the tree as Go values, of types that keep the spelling of numbers.
func (x tree) goTree() any {
	switch x.typ {
	case model.Map:
		m := map[string]any{}
		for _, member := range x.members {
			m[member.name] = member.value.goTree()
		}
		return m
	case model.List:
		list := []any{}
		for _, e := range x.elements {
			list = append(list, e.goTree())
		}
		return list
	case model.Number:
		if n, err := strconv.ParseInt(x.text, 10, 64); err == nil && strconv.FormatInt(n, 10) == x.text {
			return n
		}
		f, err := strconv.ParseFloat(x.text, 64)
		if text := strconv.FormatFloat(f, 'f', -1, 64); err == nil && text+strings.Repeat(".0", 1-min(strings.Count(text, "."), 1)) == x.text {
			return f
		}
		return json.Number(x.text)
	}
	return model.MustParse(x.text).ToAny()
}

// find returns the index of the member with the given name, or -1.
func (x tree) find(name string) int {
	return slices.IndexFunc(x.members, func(m treeMember) bool { return m.name == name })
}

// with returns the map with one change, as the documentation of WithMembers describes it.
func (x tree) with(name string, v *tree) tree {
	members := slices.Clone(x.members)
	i := x.find(name)
	switch {
	case i >= 0 && v != nil:
		members[i].value = *v
	case i >= 0:
		members = slices.Delete(members, i, i+1)
	case v != nil:
		members = append(members, treeMember{name, *v})
	}
	return tree{typ: model.Map, members: members, goMap: x.goMap}.inOrder()
}

// hasNull, hasDollar and hasOwnDollar return the expected results of the methods of Value.
func (x tree) hasNull() bool {
	for _, m := range x.members {
		if m.value.typ == model.Null || m.value.hasNull() {
			return true
		}
	}
	return slices.ContainsFunc(x.elements, tree.hasNull)
}

func (x tree) hasDollar() bool {
	for _, m := range x.members {
		if m.value.hasDollar() {
			return true
		}
	}
	return x.hasOwnDollar() || slices.ContainsFunc(x.elements, tree.hasDollar)
}

func (x tree) hasOwnDollar() bool {
	return slices.ContainsFunc(x.members, func(m treeMember) bool { return strings.HasPrefix(m.name, "$") })
}

// write appends the tree as JSON. It calls between before and after every token, and writes the
// result there.
func (x tree) write(b *strings.Builder, between func() string, quote func(string) string) {
	b.WriteString(between())
	switch x.typ {
	case model.Map:
		b.WriteString("{" + between())
		for i, m := range x.members {
			if i > 0 {
				b.WriteString("," + between())
			}
			b.WriteString(quote(m.name) + between() + ":")
			m.value.write(b, between, quote)
		}
		b.WriteString("}")
	case model.List:
		b.WriteString("[" + between())
		for i, e := range x.elements {
			if i > 0 {
				b.WriteString(",")
			}
			e.write(b, between, quote)
		}
		b.WriteString("]")
	case model.String:
		var text string
		if err := json.Unmarshal([]byte(x.text), &text); err != nil {
			panic(err)
		}
		b.WriteString(quote(text))
	default:
		b.WriteString(x.text)
	}
	b.WriteString(between())
}

// quoted spells text without unnecessary escapes, and escaped spells it with as many escapes as
// possible.
func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func escaped(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		if r >= 0x10000 {
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x\u%04X`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		} else {
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func (x tree) compact() string {
	var b strings.Builder
	x.write(&b, func() string { return "" }, quoted)
	return b.String()
}

// spelled draws a text of the tree, with white space and escapes at random places.
func (x tree) spelled(t *rapid.T) string {
	space := rapid.SampledFrom([]string{"", "", "", " ", "\n  ", "\t", "\r\n", "          "})
	if rapid.Bool().Draw(t, "compact") {
		space = rapid.Just("")
	}
	quotes := rapid.SampledFrom([]func(string) string{quoted, quoted, quoted, escaped})
	var b strings.Builder
	x.write(&b, func() string { return space.Draw(t, "space") },
		func(text string) string { return quotes.Draw(t, "quotes")(text) })
	return b.String()
}

// Names and scalars that are often equal, similar or difficult.
var (
	nameGen = rapid.SampledFrom([]string{
		"a", "b", "c", "d", "name", "value", "", "$patch", "$x", "a.b/c", "é", "\"", "\\", "\n", "😀", "a b", "abcdefgh", "abcdefghi", "terminationGracePeriodSeconds",
	})
	scalarGen = rapid.Custom(func(t *rapid.T) tree {
		switch rapid.IntRange(0, 5).Draw(t, "scalar") {
		case 0:
			return scalarTree(model.Null, "null")
		case 1:
			return scalarTree(model.Bool, rapid.SampledFrom([]string{"true", "false"}).Draw(t, "boolean"))
		case 2, 3:
			return scalarTree(model.Number, rapid.SampledFrom([]string{
				"0", "-0", "1", "1.0", "1e0", "10e-1", "2", "-1", "0.1", "1e-1", "100", "1E2", "9007199254740993", "9007199254740992", "1e400", "10e399",
			}).Draw(t, "number"))
		default:
			return scalarTree(model.String, quoted(nameGen.Draw(t, "text")))
		}
	})
)

// treeGen draws trees of a few levels; maps are sometimes too large to be
// searched from the first member to the last.
func treeGen(levels int) *rapid.Generator[tree] {
	if levels == 0 {
		return scalarGen
	}
	return rapid.Custom(func(t *rapid.T) tree {
		switch rapid.IntRange(0, 5).Draw(t, "type") {
		case 0:
			return scalarGen.Draw(t, "scalar")
		case 1, 2:
			return listGen(levels).Draw(t, "list")
		default:
			return mapGen(levels).Draw(t, "map")
		}
	})
}

func listGen(levels int) *rapid.Generator[tree] {
	return rapid.Custom(func(t *rapid.T) tree {
		x := tree{typ: model.List}
		below := treeGen(levels - 1)
		if rapid.IntRange(0, 7).Draw(t, "long") == 0 {
			for range rapid.IntRange(30, 40).Draw(t, "length") {
				x.elements = append(x.elements, scalarGen.Draw(t, "element"))
			}
		}
		x.elements = append(x.elements, rapid.SliceOfN(below, 0, 5).Draw(t, "elements")...)
		return x
	})
}

func mapGen(levels int) *rapid.Generator[tree] {
	return rapid.Custom(func(t *rapid.T) tree {
		x := tree{typ: model.Map}
		below := treeGen(levels - 1)
		if rapid.IntRange(0, 7).Draw(t, "wide") == 0 {
			for i := range rapid.IntRange(30, 40).Draw(t, "size") {
				v := scalarGen.Draw(t, "value")
				x = x.with(fmt.Sprintf("%s%d", rapid.SampledFrom([]string{"n", "member-"}).Draw(t, "prefix"), i), &v)
			}
		}
		for range rapid.IntRange(0, 6).Draw(t, "members") {
			v := below.Draw(t, "value")
			x = x.with(nameGen.Draw(t, "name"), &v)
		}
		return x
	})
}

// tester has the common methods of rapid.T and testing.T.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkSame fails unless every accessor gives the same result for v and the tree.
func checkSame(t tester, v model.Value, x tree) {
	t.Helper()
	if v.Type() != x.typ || v.Len() != len(x.members)+len(x.elements) {
		t.Fatalf("%#v is a %v of %d, want %s", v, v.Type(), v.Len(), x.compact())
	}
	if v.HasNull() != x.hasNull() || v.HasDollar() != x.hasDollar() || v.HasOwnDollar() != x.hasOwnDollar() {
		t.Fatalf("%#v: flags %v %v %v, want %v %v %v", v, v.HasNull(), v.HasDollar(), v.HasOwnDollar(), x.hasNull(), x.hasDollar(), x.hasOwnDollar())
	}
	i := 0
	for name, m := range v.Members() {
		if x.members[i].name != name {
			t.Fatalf("%#v: member %d is %q, want %q", v, i, name, x.members[i].name)
		}
		if g, ok := v.Get(name); !ok || g != m {
			t.Fatalf("%#v: Get(%q) is not the member", v, name)
		}
		checkSame(t, m, x.members[i].value)
		i++
	}
	for i, e := range v.Elements() {
		if v.At(i) != e {
			t.Fatalf("%#v: At(%d) is not the element", v, i)
		}
		checkSame(t, e, x.elements[i])
	}
	for _, name := range []string{"absent", "a", "", "n0", "member-33"} {
		if _, ok := v.Get(name); ok != (x.find(name) >= 0) {
			t.Fatalf("%#v: Get(%q) says %v", v, name, ok)
		}
	}
	if v.At(-1).Type() != model.Absent || v.At(v.Len()).Type() != model.Absent {
		t.Fatalf("%#v has elements out of range", v)
	}
	if x.text != "" && x.typ != model.String && v.JSON() != x.text {
		t.Fatalf("%#v is spelled otherwise than %s", v, x.text)
	}
	if x.typ == model.String && quoted(v.Text()) != x.text {
		t.Fatalf("%#v has another text than %s", v, x.text)
	}
}
