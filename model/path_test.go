package model_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
)

func text(s string) model.Value { return model.NewString(s) }

func TestPathText(t *testing.T) {
	tests := []struct {
		path model.Path
		want string
	}{
		{nil, "."},
		{model.Path{}, "."},
		{model.Path{model.Field("spec")}, "spec"},
		{model.Path{model.Field("a"), model.Field("b-c"), model.Field("_d1")}, "a.b-c._d1"},
		{model.Path{model.Field("metadata"), model.Field("labels"), model.Field("a.b/c")}, `metadata.labels["a.b/c"]`},
		{model.Path{model.Field("a.b"), model.Field("c")}, `["a.b"].c`},
		{model.Path{model.Field("")}, `[""]`},
		{model.Path{model.Field("$patch"), model.Field("1"), model.Field("-a"), model.Field("é")}, `["$patch"]["1"]["-a"]["é"]`},
		{model.Path{model.Field("null"), model.Field("true")}, "null.true"},
		{model.Path{model.Field("a\"]\\\n\x00")}, `["a\"]\\\n\u0000"]`},
		{model.Path{model.Field("a\xff\xc3")}, "[\"a\xff\xc3\"]"},
		{model.Path{model.Field("args"), model.Index(2)}, "args[2]"},
		{model.Path{model.Index(9), model.Index(90)}, "[9][90]"},
		{model.Path{model.Index(0), model.Index(10), model.Field("a")}, "[0][10].a"},
		{model.Path{model.Index(-1)}, "[-1]"},
		{model.Path{model.Field("ports"), model.Key{{Name: "containerPort", Value: model.NewInt(53)}, {Name: "protocol", Value: text("UDP")}}, model.Field("name")}, "ports[containerPort=53,protocol=UDP].name"},
		{model.Path{model.Key{{Name: "name", Value: text("app")}}}, "[name=app]"},
		{model.Path{model.Key{{Name: "name"}, {Name: "b"}}}, "[name=,b=]"},
		{model.Path{model.Key{{Name: "a", Value: text("")}}}, `[a=""]`},
		{model.Path{model.Key{{Name: "a", Value: text("53")}, {Name: "b", Value: text("true")}, {Name: "c", Value: text("null")}, {Name: "d", Value: text("a,b]")}}}, `[a="53",b="true",c="null",d="a,b]"]`},
		{model.Path{model.Key{{Name: "a", Value: model.NewBool(true)}, {Name: "b", Value: model.NewNull()}, {Name: "c", Value: model.MustParse("1.50e3")}}}, `[a=true,b=null,c=1.50e3]`},
		{model.Path{model.Key{{Name: "a.b", Value: text("x")}, {Name: "", Value: text("y")}, {Name: "$", Value: text("-z")}}}, `["a.b"=x,""=y,"$"="-z"]`},
		{model.Path{model.Key{{Name: "true", Value: text("trueish")}}}, `[true=trueish]`},
		{model.Path{model.Key{}}, `[]`},
		{model.Path{model.Key{{Name: "a", Value: model.MustParse(`{"b": [1, "]"], "a": null}`)}, {Name: "b", Value: model.MustParse("[ ]")}}}, `[a={"a":null,"b":[1,"]"]},b=[]]`},
		{model.Path{model.Field("finalizers"), model.SetValue{text("x/a")}}, `finalizers[="x/a"]`},
		{model.Path{model.SetValue{text("a")}, model.SetValue{model.NewInt(-1)}, model.SetValue{}, model.SetValue{model.NewNull()}}, `[=a][=-1][=][=null]`},
	}
	for _, test := range tests {
		if got := test.path.String(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
		again, err := model.ParsePath(test.want)
		if err != nil || !again.Equal(test.path) || !test.path.Equal(again) {
			t.Errorf("%s is read as %s, %v", test.want, again, err)
		}
		for _, s := range test.path {
			if one := (model.Path{s}).String(); s.String() != one {
				t.Errorf("the step of %s prints as %s", one, s)
			}
		}
	}
}

func TestParsePathTakesALeadingDot(t *testing.T) {
	p, err := model.ParsePath(".spec.replicas")
	if err != nil || p.String() != "spec.replicas" {
		t.Errorf("got %v, %v", p, err)
	}
}

// The text of an error contains the offset and the expected token.
func TestParsePathErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":         `syntax error at the start: expected a name; names are separated by dots, and a name with characters other than letters, digits, - and _ is written as ["name"]`,
		"a b":      `syntax error at byte 1: expected a dot or an opening bracket`,
		"[":        `syntax error at byte 1: expected a step after the opening bracket, got the end of the text`,
		"[1":       `syntax error at byte 2: expected a closing bracket`,
		"[a]":      `syntax error at byte 2: expected an equals sign after the field name`,
		"[a=b,]":   `syntax error at byte 5: expected a field name`,
		"[-]":      `syntax error at byte 1: expected an index`,
		"[1.5]":    `syntax error at byte 1: the index is not an integer or is too large`,
		`["\x"]`:   `syntax error at byte 2: invalid escape in quotes`,
		"[\"\n\"]": `syntax error at byte 2: control character in quotes`,
		`["a`:      `syntax error at byte 1: expected a closing quote`,
	} {
		if _, err := model.ParsePath(text); err == nil || err.Error() != want {
			t.Errorf("%q\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestParsePathRejects(t *testing.T) {
	tests := []struct {
		text   string
		offset int64
	}{
		{"", 0}, {"..", 1}, {"a.", 2}, {"a..b", 2}, {".a.", 3}, {"a b", 1}, {" a", 0}, {"a ", 1}, {"1", 0}, {"a.1", 2}, {"-a", 0}, {"$a", 0}, {"a/b", 1}, {"é", 0},
		{"[", 1}, {"a[", 2}, {"]", 0}, {"a]", 1}, {"[a", 2}, {"[a]", 2}, {"[a=", 3}, {"[a=b", 4}, {"[a=b,", 5}, {"[a=b,]", 5}, {"[a=b,c]", 6}, {"[,a=b]", 1}, {"[a=b c]", 4}, {"[a==b]", 3},
		{"[1", 2}, {"[1.5]", 1}, {"[1e2]", 1}, {"[01]", 2}, {"[-]", 1}, {"[+1]", 1}, {"[ 1]", 1}, {"[1 ]", 2}, {"[99999999999999999999]", 1}, {"[1]a", 3}, {"[1].", 4}, {"a[0]b", 4},
		{`["a`, 1}, {`["a"`, 4}, {`["a"b]`, 4}, {`["\x"]`, 2}, {`["\ud800"]`, 2}, {"[\"\n\"]", 2}, {`["a"]["b`, 6}, {`"a"`, 0}, {`['a']`, 1},
		{`[a=01]`, 4}, {`[a=.5]`, 3}, {`[a="x]`, 6}, {`[a="\ud800"]`, 4}, {`[a={"b":1,"b":2}]`, 10}, {`[a={]`, 4}, {`[a=[1,2]`, 8}, {`[=`, 2}, {`[="x"`, 5}, {`[=1,2]`, 3}, {`[=-]`, 3},
		{"a\x00", 1}, {"[a=\xff]", 3}, {"[a=\"\xff\"]", 4}, {"[a=tru e]", 6},
	}
	for _, test := range tests {
		p, err := model.ParsePath(test.text)
		var e *model.Error
		if !errors.As(err, &e) || e.Code != model.Syntax || p != nil {
			t.Errorf("%q: got %#v, %v", test.text, p, err)
			continue
		}
		if e.Offset != test.offset {
			t.Errorf("%q: offset %d, want %d: %v", test.text, e.Offset, test.offset, err)
		}
	}
}

// stepGen draws any step, including names and values that no document can have.
var stepGen = rapid.Custom(func(t *rapid.T) model.Step {
	name := rapid.OneOf(nameGen, rapid.String(), rapid.StringMatching(`[\]\[="\\.,0-9a\x{0}-]{0,5}`),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 6), func(b []byte) string { return string(b) }))
	value := rapid.Custom(func(t *rapid.T) model.Value {
		if rapid.IntRange(0, 5).Draw(t, "absent") == 0 {
			return model.Value{}
		}
		if rapid.Bool().Draw(t, "string") {
			return model.NewString(name.Draw(t, "text"))
		}
		return model.MustParse(treeGen(2).Draw(t, "tree").spelled(t))
	})
	switch rapid.IntRange(0, 3).Draw(t, "step") {
	case 0:
		return model.Field(name.Draw(t, "name"))
	case 1:
		return model.Index(rapid.Int().Draw(t, "index"))
	case 2:
		return model.SetValue{Value: value.Draw(t, "value")}
	default:
		key := model.Key{}
		for range rapid.IntRange(0, 3).Draw(t, "fields") {
			key = append(key, model.KeyField{Name: name.Draw(t, "name"), Value: value.Draw(t, "value")})
		}
		return key
	}
})

func TestPathRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := model.Path(rapid.SliceOfN(stepGen, 0, 4).Draw(t, "path"))
		text := p.String()
		again, err := model.ParsePath(text)
		if err != nil || !again.Equal(p) || !p.Equal(again) || again.String() != text {
			t.Fatalf("%q is read as %q, %v", text, again, err)
		}
		longer := p.Append(model.Field("x"), model.Index(1))
		if longer.Equal(p) || len(longer) != len(p)+2 || !strings.HasPrefix(longer.String()+".", text) && len(p) > 0 {
			t.Fatalf("%s and two steps are %s", text, longer)
		}
	})
}

// If a path is read from any text and printed, reading the printed text gives the same path.
func TestParsePathOfAnyText(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", ".", "[", "]", "=", ",", `"`, `\`, "1", "-", "name", `"x"`, "{", "}", "null", ":", `\u0061`, "é", " ", "0"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "text"), "")
		p, err := model.ParsePath(text)
		if err != nil {
			return
		}
		again, err := model.ParsePath(p.String())
		if err != nil || !again.Equal(p) {
			t.Fatalf("%q is read as %q, and that as %v, %v", text, p, again, err)
		}
	})
}

func TestPathEqual(t *testing.T) {
	one, two := model.NewInt(1), model.MustParse("1.0")
	paths := []model.Path{
		nil, {model.Field("a")}, {model.Field("b")}, {model.Field("a"), model.Field("b")}, {model.Index(0)}, {model.Index(1)}, {model.Field("0")},
		{model.Key{}}, {model.Key{{Name: "a", Value: one}}}, {model.Key{{Name: "a"}}}, {model.Key{{Name: "b", Value: one}}}, {model.Key{{Name: "a", Value: one}, {Name: "b", Value: one}}},
		{model.SetValue{Value: one}}, {model.SetValue{}}, {model.SetValue{Value: text("a")}},
	}
	for i, p := range paths {
		for j, q := range paths {
			if p.Equal(q) != (i == j) {
				t.Errorf("%v and %v: Equal says %v", p, q, p.Equal(q))
			}
		}
	}
	if !(model.Path{model.Key{{Name: "a", Value: one}}, model.SetValue{Value: one}}).Equal(model.Path{model.Key{{Name: "a", Value: two}}, model.SetValue{Value: two}}) {
		t.Error("1 and 1.0 make different keys")
	}
}

func TestPathAppendCopies(t *testing.T) {
	p := make(model.Path, 1, 10)
	p[0] = model.Field("a")
	q, r := p.Append(model.Field("b")), p.Append(model.Field("c"))
	if p.String() != "a" || q.String() != "a.b" || r.String() != "a.c" {
		t.Errorf("got %v, %v, %v", p, q, r)
	}
	q[0] = model.Field("x")
	if p.String() != "a" || r.String() != "a.c" {
		t.Errorf("got %v, %v", p, r)
	}
}

func TestNilStepPanics(t *testing.T) {
	p := model.Path{nil}
	for name, f := range map[string]func(){
		"String": func() { _ = p.String() },
		"Lookup": func() { p.Lookup(model.NewNull()) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", name)
				}
			}()
			f()
		}()
	}
}

func TestLookup(t *testing.T) {
	v := model.MustParse(`{"spec":{"containers":[5,{"name":"a","ports":[{"containerPort":53,"protocol":"UDP","name":"dns"},{"containerPort":53.0,"protocol":"TCP","name":"dns-tcp"},{"containerPort":"53"}]},{"name":"a","second":true}]},"finalizers":["x/a",1.0,null,"y"],"a.b":{"":[[0,1]]},"n":null}`)
	tests := []struct{ path, want string }{
		{`spec.containers[name=a].ports[containerPort=53,protocol=TCP].name`, `"dns-tcp"`},
		{`spec.containers[name=a].ports[containerPort=53e0].name`, `"dns"`},
		{`spec.containers[name=a].ports[containerPort="53",name=]`, `{"containerPort":"53"}`},
		{`spec.containers[name=a].second`, ``},
		{`spec.containers[name=a,second=true].name`, `"a"`},
		{`spec.containers[name=b]`, ``},
		{`spec.containers[name=]`, ``},
		{`spec.containers[]`, `{"name":"a","ports":[{"containerPort":53,"protocol":"UDP","name":"dns"},{"containerPort":53.0,"protocol":"TCP","name":"dns-tcp"},{"containerPort":"53"}]}`},
		{`spec.containers[0]`, `5`},
		{`spec.containers[0].name`, ``},
		{`spec.containers[3]`, ``},
		{`finalizers[="x/a"]`, `"x/a"`},
		{`finalizers[=1]`, `1.0`},
		{`finalizers[=null]`, `null`},
		{`finalizers[=]`, ``},
		{`finalizers[-1]`, ``},
		{`finalizers.a`, ``},
		{`["a.b"][""][0][1]`, `1`},
		{`n`, `null`},
		{`n.x`, ``},
		{`absent`, ``},
	}
	for _, test := range tests {
		p, err := model.ParsePath(test.path)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := p.Lookup(v)
		if got.JSON() != test.want || ok != (test.want != "") {
			t.Errorf("%s: got %#v, %v, want %s", test.path, got, ok, test.want)
		}
	}
	if got, ok := (model.Path{}).Lookup(v); got != v || !ok {
		t.Error("the root is not found")
	}
	if _, ok := (model.Path{}).Lookup(model.Value{}); ok {
		t.Error("an absent root is found")
	}
}

// Set changes the value at a path and nothing else. Removing the value gives the document as it was
// if the path was free.
func TestPathSet(t *testing.T) {
	documents := rapid.SampledFrom([]string{`{}`, `null`, `1`, `[]`, `{"a":{"b":[1,{"k":"x"},"s"]},"c":null}`, `[[{"k":"x","a":1}],"s"]`})
	steps := rapid.SampledFrom([]model.Step{
		model.Field("a"), model.Field("b"), model.Field("c"), model.Index(0), model.Index(1), model.Index(-1),
		model.Key{{Name: "k", Value: text("x")}}, model.Key{{Name: "k"}}, model.SetValue{Value: text("s")},
	})
	paths := rapid.SliceOfN(steps, 0, 4)
	rapid.Check(t, func(t *rapid.T) {
		doc := model.MustParse(documents.Draw(t, "document"))
		p := model.Path(paths.Draw(t, "path"))
		value := model.MustParse(`{"k":"x","new":true}`)
		had, existed := p.Lookup(doc)
		changed, err := p.Set(doc, value)
		if err != nil {
			var e *model.Error
			if !errors.As(err, &e) || e.Code != model.Unsupported || len(e.Path) >= len(p) || existed {
				t.Fatalf("Set(%s, %s): %v", p, doc, err)
			}
			if !e.Path.Equal(p[:len(e.Path)]) {
				t.Fatalf("Set(%s, %s): the error names %s", p, doc, e.Path)
			}
			_, isField := p[len(e.Path)].(model.Field)
			if at, _ := e.Path.Lookup(doc); isField && (at.Type() == model.Absent || at.Type() == model.Null) {
				t.Fatalf("Set(%s, %s): %v, but a missing map can be added", p, doc, err)
			}
			return
		}
		// A key or value may not match the new value any more. Its index does.
		at, ok := p.Lookup(changed)
		if last := len(p) - 1; last >= 0 {
			if _, isSet := p[last].(model.SetValue); isSet {
				at, ok = value, true
			}
			if k, isKey := p[last].(model.Key); isKey && k[0].Value.Type() == model.Absent {
				at, ok = value, true
			}
		}
		if !ok || !model.Equal(at, value) {
			t.Fatalf("Set(%s, %s): %s", p, doc, changed)
		}
		if existed {
			back, err := p.Set(doc, had)
			if err != nil || !model.Equal(back, doc) {
				t.Fatalf("setting the value that %s has in %s changes it to %s, %v", p, doc, back, err)
			}
			without, err := p.Set(doc, model.Value{})
			if err != nil || model.Equal(without, doc) {
				t.Fatalf("removing %s from %s: %s, %v", p, doc, without, err)
			}
		} else if same, err := p.Set(doc, model.Value{}); err != nil || !model.Same(same, doc) {
			t.Fatalf("removing %s, which %s lacks: %s, %v", p, doc, same, err)
		}
	})
}

func TestPathSetErrors(t *testing.T) {
	tests := []struct{ path, doc, want string }{
		{"a.b", `{"a":1}`, "not supported in a: expected a map with the field b, got a number"},
		{"a[1]", `{"a":[1]}`, "not supported in a: expected a list with the element [1], got a list"},
		{"a[k=1].b", `{}`, "not supported in a: expected a list with the element [k=1], got nothing"},
		{"a.b", `[]`, "not supported: expected a map with the field a, got a list"},
	}
	for _, test := range tests {
		p, err := model.ParsePath(test.path)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Set(model.MustParse(test.doc), text("x"))
		if err == nil || err.Error() != test.want {
			t.Errorf("Set(%s, %s): %v, want %s", test.path, test.doc, err, test.want)
		}
	}
}
