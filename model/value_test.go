package model_test

import (
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
)

// Every accessor has a result for every type.
func TestAccessorsOfEveryKind(t *testing.T) {
	tests := []struct {
		v       model.Value
		typ     model.Type
		name    string
		scalar  bool
		length  int
		text    string
		boolean bool
		number  string
	}{
		{v: model.Value{}, typ: model.Absent, name: "absent"},
		{v: model.MustParse(`null`), typ: model.Null, name: "null"},
		{v: model.NewNull(), typ: model.Null, name: "null"},
		{v: model.MustParse(`true`), typ: model.Bool, name: "boolean", scalar: true, boolean: true},
		{v: model.MustParse(`false`), typ: model.Bool, name: "boolean", scalar: true},
		{v: model.NewBool(true), typ: model.Bool, name: "boolean", scalar: true, boolean: true},
		{v: model.NewBool(false), typ: model.Bool, name: "boolean", scalar: true},
		{v: model.MustParse(`1.50`), typ: model.Number, name: "number", scalar: true, number: "1.50"},
		{v: model.MustParse(`"a\n"`), typ: model.String, name: "string", scalar: true, text: "a\n"},
		{v: model.NewString("true"), typ: model.String, name: "string", scalar: true, text: "true"},
		{v: model.MustParse(`[1,null]`), typ: model.List, name: "list", length: 2},
		{v: newList(t, model.NewNull()), typ: model.List, name: "list", length: 1},
		{v: model.MustParse(`{"a":1}`), typ: model.Map, name: "map", length: 1},
		{v: model.MustParse(`{}`), typ: model.Map, name: "map"},
	}
	for _, test := range tests {
		v := test.v
		if v.Type() != test.typ || v.Type().String() != test.name || v.IsScalar() != test.scalar || v.Len() != test.length {
			t.Errorf("%#v: %v, scalar %v, length %d", v, v.Type(), v.IsScalar(), v.Len())
		}
		if v.Text() != test.text || v.Bool() != test.boolean || v.NumberText() != test.number {
			t.Errorf("%#v: %q, %v, %q", v, v.Text(), v.Bool(), v.NumberText())
		}
		if test.typ != model.Map {
			if _, ok := v.Get("a"); ok {
				t.Errorf("%#v has a member", v)
			}
			for name := range v.Members() {
				t.Errorf("%#v has a member %q", v, name)
			}
			for name := range v.SortedMembers() {
				t.Errorf("%#v has a member %q", v, name)
			}
			if len(v.AppendMembers(nil)) != 0 {
				t.Errorf("%#v has members", v)
			}
		}
		if test.typ != model.List {
			if v.At(0).Type() != model.Absent || len(v.AppendElements(nil)) != 0 {
				t.Errorf("%#v has an element", v)
			}
			for i := range v.Elements() {
				t.Errorf("%#v has an element %d", v, i)
			}
		}
		if v.HasNull() || v.HasDollar() || v.HasOwnDollar() {
			t.Errorf("%#v has flags", v)
		}
	}
	if got := model.Type(200).String(); got != "unknown type" {
		t.Errorf("got %q", got)
	}
}

func TestFlags(t *testing.T) {
	tests := []struct {
		text                 string
		null, dollar, itself bool
	}{
		{`null`, false, false, false},
		{`[null,[null]]`, false, false, false},
		{`{"a":null}`, true, false, false},
		{`[{"a":null}]`, true, false, false},
		{`{"a":[[{"b":{"c":null}}]]}`, true, false, false},
		{`{"a":"$b"}`, false, false, false},
		{`{"a$":1}`, false, false, false},
		{`{"$":1}`, false, true, true},
		{`{"a":1,"$b":{}}`, false, true, true},
		{`{"\u0024b":1}`, false, true, true},
		{`{"\\u0024b":1}`, false, false, false},
		{`{"a":{"$b":1}}`, false, true, false},
		{`[{"$b":null}]`, true, true, false},
		{`["$b"]`, false, false, false},
	}
	for _, test := range tests {
		v := model.MustParse(test.text)
		for _, v := range []model.Value{v, build(t, treeOf(v))} {
			if v.HasNull() != test.null || v.HasDollar() != test.dollar || v.HasOwnDollar() != test.itself {
				t.Errorf("%s: got %v %v %v", test.text, v.HasNull(), v.HasDollar(), v.HasOwnDollar())
			}
		}
	}
}

func TestMembersInOrder(t *testing.T) {
	v := model.MustParse(`{"b":1,"\u0061":2,"c":3,"":4,"B":5}`)
	v, err := v.WithMembers(member("z", model.NewInt(6)), member("c", model.Value{}), member("Z", model.NewInt(7)), member("b", model.NewInt(8)))
	if err != nil {
		t.Fatal(err)
	}
	var names, sorted []string
	for name := range v.Members() {
		names = append(names, name)
	}
	for name := range v.SortedMembers() {
		sorted = append(sorted, name)
	}
	if want := []string{"b", "a", "", "B", "z", "Z"}; !slices.Equal(names, want) {
		t.Errorf("got %q", names)
	}
	if want := []string{"", "B", "Z", "a", "b", "z"}; !slices.Equal(sorted, want) {
		t.Errorf("got %q", sorted)
	}
}

// A name is found by its decoded text, in any spelling.
func TestGetOfEscapedNames(t *testing.T) {
	v := model.MustParse(`{"\u0061":1,"b\n":2,"\u00e9\ud83d\ude00":3,"\ufffd":4,"x\\u0061":5,"\"":6,"\/":7,"\u0000":8,"ab\u0063":9,"\b\f\r\t":10}`)
	for name, want := range map[string]string{
		"a": "1", "b\n": "2", "é😀": "3", "\ufffd": "4", `x\u0061`: "5", `"`: "6", "/": "7", "\x00": "8", "abc": "9", "\b\f\r\t": "10",
		"": "", "b": "", "b\n\n": "", "é": "", "é😀x": "", "\xff": "", "\xef\xbf": "", "\ufffd\ufffd": "", "xa": "", `\u0061`: "", "ab": "", "abd": "", "abcd": "", "A": "",
	} {
		if got, ok := v.Get(name); got.JSON() != want || ok != (want != "") {
			t.Errorf("%q: got %#v, want %q", name, got, want)
		}
	}
}

// Iteration ends when the loop does.
func TestIterationCanStop(t *testing.T) {
	parsed := model.MustParse(`{"a":[1,2,3],"b":2,"c":3}`)
	edited, err := parsed.WithMembers(member("d", model.NewNull()))
	if err != nil {
		t.Fatal(err)
	}
	list, _ := parsed.Get("a")
	longer, err := list.WithElements(nil, model.NewNull())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []model.Value{parsed, edited, list, longer} {
		n := 0
		for range v.Members() {
			n++
			break
		}
		for range v.SortedMembers() {
			n++
			break
		}
		for range v.Elements() {
			n++
			break
		}
		if v.Type() == model.Map && n != 2 || v.Type() == model.List && n != 1 {
			t.Errorf("%#v: %d turns", v, n)
		}
	}
}

func TestNewString(t *testing.T) {
	tests := []struct{ text, json, decoded string }{
		{"", `""`, ""},
		{"a", `"a"`, "a"},
		{"a\"\\/\b\f\n\r\t\x00\x1f\x7f", `"a\"\\/\b\f\n\r\t\u0000\u001f` + "\x7f" + `"`, "a\"\\/\b\f\n\r\t\x00\x1f\x7f"},
		{"é€😀\u2028", "\"é€😀\u2028\"", "é€😀\u2028"},
		{"\xff", "\"\ufffd\"", "\ufffd"},
		{"a\xc0\x80b\xed\xa0\x80", "\"a\ufffd\ufffdb\ufffd\ufffd\ufffd\"", "a\ufffd\ufffdb\ufffd\ufffd\ufffd"},
		{"\xe2\x82", "\"\ufffd\ufffd\"", "\ufffd\ufffd"},
	}
	for _, test := range tests {
		v := model.NewString(test.text)
		if v.JSON() != test.json || v.Text() != test.decoded {
			t.Errorf("%q became %s with text %q", test.text, v.JSON(), v.Text())
		}
		if again, err := model.ParseString(v.JSON()); err != nil || !model.Equal(v, again) {
			t.Errorf("%q: its JSON is another value: %v", test.text, err)
		}
		m, err := model.NewMap(member(test.text, model.NewNull()))
		if _, ok := m.Get(test.decoded); err != nil || !ok || m.JSON() != "{"+test.json+":null}" {
			t.Errorf("%q as a name became %s", test.text, m.JSON())
		}
	}
}
