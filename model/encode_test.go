package model_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
)

// The text of an edited map or list differs from the parsed text only at the
// edits.
func TestEditedText(t *testing.T) {
	remove := model.Value{}
	x := model.MustParse(`{ "new" : 1 }`)
	spaced := "{ \"a\" : 1 ,\n  \"b\" : [ 2 ] ,\n  \"c\" : 3\n}"
	list := "[ 1 , 2 ,\n  3 ]"
	tests := []struct {
		name, text string
		members    []model.Member
		elements   []model.Element
		appended   []model.Value
		want       string
	}{
		{name: "nothing", text: spaced, want: spaced},
		{name: "replace first", text: spaced, members: []model.Member{{Name: "a", Value: x}}, want: "{ \"a\" : { \"new\" : 1 } ,\n  \"b\" : [ 2 ] ,\n  \"c\" : 3\n}"},
		{name: "replace middle", text: spaced, members: []model.Member{{Name: "b", Value: x}}, want: "{ \"a\" : 1 ,\n  \"b\" : { \"new\" : 1 } ,\n  \"c\" : 3\n}"},
		{name: "replace last", text: spaced, members: []model.Member{{Name: "c", Value: x}}, want: "{ \"a\" : 1 ,\n  \"b\" : [ 2 ] ,\n  \"c\" : { \"new\" : 1 }\n}"},
		{name: "remove first", text: spaced, members: []model.Member{{Name: "a", Value: remove}}, want: "{ \"b\" : [ 2 ] ,\n  \"c\" : 3\n}"},
		{name: "remove middle", text: spaced, members: []model.Member{{Name: "b", Value: remove}}, want: "{ \"a\" : 1 ,\n  \"c\" : 3\n}"},
		{name: "remove last", text: spaced, members: []model.Member{{Name: "c", Value: remove}}, want: "{ \"a\" : 1 ,\n  \"b\" : [ 2 ]\n}"},
		{name: "remove first two", text: spaced, members: []model.Member{{Name: "b", Value: remove}, {Name: "a", Value: remove}}, want: "{ \"c\" : 3\n}"},
		{name: "remove last two", text: spaced, members: []model.Member{{Name: "b", Value: remove}, {Name: "c", Value: remove}}, want: "{ \"a\" : 1\n}"},
		{name: "remove ends", text: spaced, members: []model.Member{{Name: "a", Value: remove}, {Name: "c", Value: remove}}, want: "{ \"b\" : [ 2 ]\n}"},
		{name: "remove all", text: spaced, members: []model.Member{{Name: "a", Value: remove}, {Name: "b", Value: remove}, {Name: "c", Value: remove}}, want: "{ \n}"},
		{name: "remove all, add", text: spaced, members: []model.Member{{Name: "a", Value: remove}, {Name: "b", Value: remove}, {Name: "c", Value: remove}, {Name: "d", Value: x}}, want: "{ \"d\":{ \"new\" : 1 }\n}"},
		{name: "replace, remove", text: spaced, members: []model.Member{{Name: "a", Value: x}, {Name: "b", Value: remove}}, want: "{ \"a\" : { \"new\" : 1 } ,\n  \"c\" : 3\n}"},
		{name: "remove, replace", text: spaced, members: []model.Member{{Name: "a", Value: remove}, {Name: "b", Value: x}}, want: "{ \"b\" : { \"new\" : 1 } ,\n  \"c\" : 3\n}"},
		{name: "remove before and after a replaced one", text: spaced, members: []model.Member{{Name: "a", Value: remove}, {Name: "b", Value: x}, {Name: "c", Value: remove}}, want: "{ \"b\" : { \"new\" : 1 }\n}"},
		{name: "add", text: spaced, members: []model.Member{{Name: "d", Value: x}, {Name: "\"\n", Value: x}}, want: "{ \"a\" : 1 ,\n  \"b\" : [ 2 ] ,\n  \"c\" : 3,\"d\":{ \"new\" : 1 },\"\\\"\\n\":{ \"new\" : 1 }\n}"},
		{name: "remove last, add", text: spaced, members: []model.Member{{Name: "c", Value: remove}, {Name: "d", Value: x}}, want: "{ \"a\" : 1 ,\n  \"b\" : [ 2 ],\"d\":{ \"new\" : 1 }\n}"},
		{name: "remove and add again", text: spaced, members: []model.Member{{Name: "a", Value: remove}, {Name: "a", Value: x}}, want: "{ \"b\" : [ 2 ] ,\n  \"c\" : 3,\"a\":{ \"new\" : 1 }\n}"},
		{name: "add and remove again", text: spaced, members: []model.Member{{Name: "d", Value: x}, {Name: "d", Value: remove}}, want: spaced},
		{name: "remove what is not there", text: spaced, members: []model.Member{{Name: "d", Value: remove}}, want: spaced},
		{name: "empty", text: "{ \n }", members: []model.Member{{Name: "a", Value: x}}, want: "{\"a\":{ \"new\" : 1 } \n }"},
		{name: "escaped name", text: `{"\u0061":1,"b":2}`, members: []model.Member{{Name: "a", Value: x}}, want: `{"\u0061":{ "new" : 1 },"b":2}`},
		{name: "comma in strings", text: `{"a,":",]","b":",","c":","}`, members: []model.Member{{Name: "b", Value: remove}}, want: `{"a,":",]","c":","}`},
		{name: "brackets in strings", text: `{"a":"[","b":1}`, members: []model.Member{{Name: "b", Value: remove}}, want: `{"a":"["}`},
		{name: "a map of one", text: `{"a":1}`, members: []model.Member{{Name: "a", Value: remove}}, want: `{}`},

		{name: "list: nothing", text: list, want: list},
		{name: "list: replace", text: list, elements: []model.Element{{Index: 1, Value: x}}, want: "[ 1 , { \"new\" : 1 } ,\n  3 ]"},
		{name: "list: remove first", text: list, elements: []model.Element{{Index: 0}}, want: "[ 2 ,\n  3 ]"},
		{name: "list: remove middle", text: list, elements: []model.Element{{Index: 1}}, want: "[ 1 ,\n  3 ]"},
		{name: "list: remove last", text: list, elements: []model.Element{{Index: 2}}, want: "[ 1 , 2 ]"},
		{name: "list: remove all", text: list, elements: []model.Element{{Index: 0}, {Index: 1}, {Index: 2}}, want: "[  ]"},
		{name: "list: append", text: list, appended: []model.Value{x, remove, x}, want: "[ 1 , 2 ,\n  3,{ \"new\" : 1 },{ \"new\" : 1 } ]"},
		{name: "list: remove last, append", text: list, elements: []model.Element{{Index: 2}}, appended: []model.Value{x}, want: "[ 1 , 2,{ \"new\" : 1 } ]"},
		{name: "list: empty", text: "[ ]", appended: []model.Value{x}, want: "[{ \"new\" : 1 } ]"},
		{name: "list: any order, the last one counts", text: list, elements: []model.Element{{Index: 2}, {Index: 0, Value: x}, {Index: 0}}, want: "[ 2 ]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			// Put the value inside other brackets, and not at the beginning of the text.
			outer := model.MustParse(` [ "," , ` + test.text + ` , "]" ] `)
			v := outer.At(1)
			var err error
			if v.Type() == model.Map {
				v, err = v.WithMembers(test.members...)
			} else {
				v, err = v.WithElements(test.elements, test.appended...)
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := v.JSON(); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
			if _, err := model.ParseString(v.JSON()); err != nil {
				t.Error(err)
			}
			if got := outer.At(1).JSON(); got != test.text {
				t.Errorf("the value that was edited changed to %q", got)
			}
		})
	}
}

// Consecutive elements of a document are written as one piece, but only if
// nothing else is between them.
func TestTextOfNeighbors(t *testing.T) {
	for _, text := range []string{`{"a":1,"b":2,"c":3}`, `[1,2 , 3]`, `[[1],2,[3]]`, `{"a":[1],"b":2}`} {
		v := model.MustParse(text)
		values := v.AppendElements(nil)
		for _, m := range v.Members() {
			values = append(values, m)
		}
		want := "["
		for i, e := range values {
			if i > 0 {
				want += ","
			}
			want += e.JSON()
		}
		list := newList(t, values...)
		if got := model.MustParse(list.JSON()); !model.Equal(got, model.MustParse(want+"]")) {
			t.Errorf("of %s: %s", text, list.JSON())
		}
	}
}

// A value that was not edited is written with its own bytes in every place.
func TestVerbatim(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := mapGen(4).Draw(t, "tree").spelled(t)
		v := model.MustParse(text)
		if got, want := v.JSON(), strings.Trim(text, " \t\r\n"); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
		var walk func(v model.Value) int
		walk = func(v model.Value) int {
			from := strings.Index(text, v.JSON())
			if from < 0 || string(v.AppendJSON(nil)) != v.JSON() {
				t.Fatalf("%q does not stand in %q", v.JSON(), text)
			}
			n := 1
			for _, m := range v.Members() {
				n += walk(m)
			}
			for _, e := range v.Elements() {
				n += walk(e)
			}
			return n
		}
		walk(v)
	})
}

// Untouched members and elements keep every byte when others are edited.
func TestUntouchedPartsAreVerbatim(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := mapGen(3).Draw(t, "tree")
		if len(x.members) == 0 {
			t.Skip("an empty map")
		}
		v := model.MustParse(x.spelled(t))
		name := rapid.SampledFrom(x.members).Draw(t, "member").name
		edited, err := v.WithMembers(member(name, model.NewInt(42)))
		if err != nil {
			t.Fatal(err)
		}
		// The text is the old one with one value replaced.
		old, _ := v.Get(name)
		before, after, found := cutAt(v.JSON(), old.JSON(), edited.JSON())
		if !found || edited.JSON() != before+"42"+after {
			t.Fatalf("%q became %q", v.JSON(), edited.JSON())
		}
		for n, m := range v.Members() {
			if n == name {
				continue
			}
			if same, _ := edited.Get(n); same != m {
				t.Fatalf("%q is another value now", n)
			}
		}
	})
}

// cutAt cuts text around an occurrence of part. Before this occurrence, both texts must be equal.
func cutAt(text, part, other string) (before, after string, found bool) {
	for i := 0; ; i++ {
		n := strings.Index(text[i:], part)
		if n < 0 {
			return "", "", false
		}
		i += n
		before, after = text[:i], text[i+len(part):]
		if strings.HasPrefix(other, before) && strings.HasSuffix(other, after) && len(other) == len(before)+2+len(after) {
			return before, after, true
		}
	}
}

// Adjacent elements are written as one piece, with the white space between them. Other elements are
// written separately.
func TestNewListOfNeighbors(t *testing.T) {
	v := model.MustParse("[ 1 ,\n 2 , {\"a\": 3 , \"b\":4} , [ 5 ,6 ] ,7,[[8],9]]")
	e := v.AppendElements(nil)
	inner := e[3].AppendElements(nil)
	a, _ := e[2].Get("a")
	b, _ := e[2].Get("b")
	nested := e[5].At(0).At(0)
	tests := []struct {
		name     string
		elements []model.Value
		want     string
	}{
		{"in order", e, "[1 ,\n 2 , {\"a\": 3 , \"b\":4} , [ 5 ,6 ] ,7,[[8],9]]"},
		{"part", e[1:3], "[2 , {\"a\": 3 , \"b\":4}]"},
		{"reversed", []model.Value{e[1], e[0]}, "[2,1]"},
		{"twice", []model.Value{e[0], e[0], e[1]}, "[1,1 ,\n 2]"},
		{"members of a map", []model.Value{a, b}, "[3,4]"},
		{"last of a list and what follows it", []model.Value{inner[1], e[4]}, "[6,7]"},
		{"last of a nested list and what follows it", []model.Value{nested, e[5].At(1)}, "[8,9]"},
		{"a member and what follows its map", []model.Value{b, e[3]}, "[4,[ 5 ,6 ]]"},
		{"a list and its first element", []model.Value{e[3], inner[0]}, "[[ 5 ,6 ],5]"},
		{"two documents", []model.Value{e[0], model.MustParse("[0,2]").At(1), e[2]}, "[1,2,{\"a\": 3 , \"b\":4}]"},
		{"with built ones", []model.Value{e[0], newList(t), e[1], model.NewNull(), model.NewNull()}, "[1,[],2,null,null]"},
	}
	for _, test := range tests {
		list := newList(t, test.elements...)
		if got := list.JSON(); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		if _, err := model.ParseString(list.JSON()); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestCanonical(t *testing.T) {
	tests := []struct{ text, want string }{
		{`null`, `null`},
		{` [ 1.0 , 1E2,-0 ] `, `[1.0,1E2,-0]`},
		{`{"b":1,"a":{"d":[],"c":{}}}`, `{"a":{"c":{},"d":[]},"b":1}`},
		{`"\u0041\/\u00e9\u2028\u003c"`, "\"A/é\u2028<\""},
		{`"\u0000\u001f\b\f\n\r\t\"\\\u007f"`, `"\u0000\u001f\b\f\n\r\t\"\\` + "\x7f" + `"`},
		{`{"\ud83d\ude00":1,"\uffff":2,"é":3,"z":4,"":5,"a":6,"aa":7,"A":8}`, `{"":5,"A":8,"a":6,"aa":7,"z":4,"é":3,"` + "\uffff" + `":2,"😀":1}`},
		{`{"a":1,"\u0062":"\u0062"}`, `{"a":1,"b":"b"}`},
	}
	for _, test := range tests {
		v := model.MustParse(test.text)
		if got := v.Canonical(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.text, got, test.want)
		}
		if got := string(v.AppendCanonical([]byte("x"))); got != "x"+test.want {
			t.Errorf("%s: AppendCanonical gives %s", test.text, got)
		}
		if again := model.MustParse(v.Canonical()); !model.Equal(v, again) || again.Canonical() != test.want {
			t.Errorf("%s: the canonical text is another value", test.text)
		}
	}
}

func TestAbsentHasNoText(t *testing.T) {
	var v model.Value
	if v.JSON() != "" || v.Canonical() != "" || len(v.AppendJSON(nil)) != 0 || v.GoString() != "model.Value{}" {
		t.Error("an absent value has a text")
	}
}

func TestGoString(t *testing.T) {
	tests := []struct{ text, want string }{
		{`{"a": 1}`, "model.MustParse(`{\"a\": 1}`)"},
		{"\"a`b\"", "model.MustParse(\"\\\"a`b\\\"\")"},
		{"[1,\r\n2]", `model.MustParse("[1,\r\n2]")`},
	}
	for _, test := range tests {
		if got := model.MustParse(test.text).GoString(); got != test.want {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
	}
}

// Compact keeps the value and its spelling, but not its document.
func TestCompact(t *testing.T) {
	v := model.MustParse(` {"a": [1.0, "\u0061"], "b": 2} `)
	a, _ := v.Get("a")
	if c := a.Compact(); c.JSON() != `[1.0, "\u0061"]` || !model.Equal(a, c) {
		t.Errorf("got %#v", c)
	}
	if c := (model.Value{}).Compact(); c.Type() != model.Absent {
		t.Errorf("got %#v for an absent value", c)
	}
	root := model.MustParse(`[1]`)
	if root.Compact() != root {
		t.Error("a value that is its whole document was copied")
	}
}
