package model_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
)

// documents are typical texts for the package.
func documents(t testing.TB) []string {
	t.Helper()
	return []string{
		`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","labels":{"app":"web","a.b/c":"x"}},"spec":{"replicas":3,"template":{"spec":{"containers":[{"name":"app","image":"nginx:1.25","args":["-v","2"],"ports":[{"containerPort":80,"protocol":"TCP"}]}]}}}}`,
		"{\n  \"a\": [1, 2.50, -3e2],\n  \"b\": {\"c\": null, \"d\": \"x\\ty\"},\n  \"e\": [{}, [], \"\"]\n}\n",
	}
}

func TestParseAccepts(t *testing.T) {
	for _, text := range accepted {
		v, err := model.ParseString(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if err := strictly([]byte(text)); err != nil {
			t.Errorf("%q: jsontext disagrees: %v", text, err)
		}
		checkAgainstJSON(t, []byte(text), v)
	}
}

func TestParseRejects(t *testing.T) {
	for _, text := range rejected {
		v, err := model.ParseString(text)
		if err == nil {
			t.Errorf("%q is taken as %#v", text, v)
			continue
		}
		if v.Type() != model.Absent {
			t.Errorf("%q: a value besides the error %v", text, err)
		}
		var e *model.Error
		if !errors.As(err, &e) || e.Code != model.Syntax || e.Offset < 0 || e.Offset > int64(len(text)) {
			t.Errorf("%q: %#v is no proper syntax error", text, err)
		}
		if strictly([]byte(text)) == nil {
			t.Errorf("%q: jsontext disagrees", text)
		}
	}
}

// Every rejected text is also rejected as an element of a list and as a member of a map.
func TestParseRejectsInside(t *testing.T) {
	for _, text := range rejected {
		for _, frame := range []string{"[0,%s,0]", `{"a":0,"b":%s,"c":0}`, "[[%s]]"} {
			whole := fmt.Sprintf(frame, text)
			if strictly([]byte(whole)) == nil {
				continue // such as 1,2 in a list
			}
			if v, err := model.ParseString(whole); err == nil {
				t.Errorf("%q is taken as %#v", whole, v)
			}
		}
	}
}

func TestParseErrorPlaces(t *testing.T) {
	tests := []struct {
		text   string
		offset int64
		path   string
	}{
		{``, 0, "."},
		{` x`, 1, "."},
		{`1 2`, 2, "."},
		{`{"a":1} {`, 8, "."},
		{`{"a":1`, 6, "."},
		{`{"a":`, 5, "a"},
		{`{"a"`, 4, "a"},
		{`{`, 1, "."},
		{`{"a":1,`, 7, "."},
		{`{"a":1,}`, 7, "."},
		{`{"a" 1}`, 5, "a"},
		{`{"a":1 "b":2}`, 7, "."},
		{`[1,2,]`, 5, "[2]"},
		{`[1 2]`, 3, "."},
		{`[[],[[1,x]]]`, 8, "[1][0][1]"},
		{`{"a":[{"b":1},{"b":tru}]}`, 19, "a[1].b"},
		{`{"a":[{"b":1},{"b":tru}],"c":{}}`, 19, "a[1].b"},
		{`{"a":{"b":{}},"c":{"d":[0,{"e":-}]}}`, 32, "c.d[1].e"},
		{`{"a":{"b":{}},"c":{"d":[0,{"e":1}]`, 34, "c"},
		{`{"a":1,"b":{"c":2,"c":3}}`, 18, "b.c"},
		{`{"a":1,"b":[{"c":2,"\u0063":3}]}`, 19, "b[0].c"},
		{`{"$a":1,"\u0024a":3}`, 8, `["$a"]`},
		{`{"a\/b":"\x"}`, 9, `["a/b"]`},
		{`{"a":"12345678` + "\n" + `"}`, 14, "a"},
		{`{"a":"1234567` + "\xff" + `"}`, 13, "a"},
		{`{"a":"é\ud800"}`, 8, "a"},
		{`{"a":"\ud800\u0041"}`, 6, "a"},
		{`{"a":"\u12x4"}`, 6, "a"},
		{`{"a":1,"b` + "\xff" + `":1}`, 9, "."},
		{`{"a":01}`, 6, "."},
		{`{"a":1.}`, 7, "a"},
		{`{"a":1e+}`, 8, "a"},
		{`{"a":-}`, 6, "a"},
		{`{"a":+1}`, 5, "a"},
		{`["a`, 3, "[0]"},
		{"\ufeff{}", 0, "."},
	}
	for _, test := range tests {
		_, err := model.ParseString(test.text)
		var e *model.Error
		if !errors.As(fmt.Errorf("outer: %w", fmt.Errorf("inner: %w", err)), &e) {
			t.Errorf("%q: got %v, want an *Error", test.text, err)
			continue
		}
		if e.Code != model.Syntax || e.Offset != test.offset || e.Path.String() != test.path {
			t.Errorf("%q: got %v %d %v, want syntax %d %s", test.text, e.Code, e.Offset, e.Path, test.offset, test.path)
		}
		if e.Unwrap() == nil || !errors.Is(err, e.Unwrap()) {
			t.Errorf("%q: no cause", test.text)
		}
	}
}

// nested returns a text with n levels of lists or maps.
func nested(open, inner, closing string, n int) string {
	return strings.Repeat(open, n) + inner + strings.Repeat(closing, n)
}

func TestDepthLimit(t *testing.T) {
	shapes := []struct{ open, inner, closing string }{
		{"[", "", "]"}, {"[", "1", "]"}, {`{"a":`, "1", "}"}, {`[{"a":`, `"x"`, "}]"}, {"[0,", "[]", "]"},
	}
	limits := []struct {
		opts  []model.ParseOption
		limit int
	}{
		{nil, model.DefaultMaxDepth},
		{[]model.ParseOption{model.MaxDepth(0)}, model.DefaultMaxDepth},
		{[]model.ParseOption{model.MaxDepth(-1)}, model.DefaultMaxDepth},
		{[]model.ParseOption{model.MaxDepth(4)}, 4},
		{[]model.ParseOption{model.MaxDepth(4), model.MaxDepth(6)}, 6},
		{[]model.ParseOption{model.MaxDepth(model.HardMaxDepth)}, model.HardMaxDepth},
		{[]model.ParseOption{model.MaxDepth(model.HardMaxDepth + 2)}, model.HardMaxDepth},
	}
	for _, shape := range shapes {
		levels := strings.Count(shape.open, "[") + strings.Count(shape.open, "{")
		more := strings.Count(shape.inner, "[")
		for _, l := range limits {
			n := (l.limit - more) / levels
			if text := nested(shape.open, shape.inner, shape.closing, n); n*levels+more == l.limit {
				if _, err := model.ParseString(text, l.opts...); err != nil {
					t.Errorf("%s: %d levels of %d: %v", shape.open, l.limit, l.limit, err)
				}
			}
			_, err := model.ParseString(nested(shape.open, shape.inner, shape.closing, n+1), l.opts...)
			var e *model.Error
			if !errors.As(err, &e) || e.Code != model.Limit {
				t.Errorf("%s: more than %d levels: got %v", shape.open, l.limit, err)
				continue
			}
			if len(e.Path) != l.limit {
				t.Errorf("%s: path of %d steps, want %d", shape.open, len(e.Path), l.limit)
			}
		}
	}
}

// Parsing uses no stack for any depth, even if the text has a fault at its end.
func TestDepthOfAMillion(t *testing.T) {
	const n = 1_000_000
	for _, text := range []string{
		strings.Repeat("[", n), nested("[", "", "]", n), nested(`{"a":`, "1", "}", n), strings.Repeat(`{"a":[`, n),
	} {
		_, err := model.ParseString(text, model.MaxDepth(n))
		var e *model.Error
		if !errors.As(err, &e) || e.Code != model.Limit || len(e.Path) != model.HardMaxDepth {
			t.Errorf("%.10s: got %v", text, e.Code)
		}
	}
	if _, err := model.ParseString(strings.Repeat("]", n)); err == nil {
		t.Error("closing brackets only are taken")
	}
}

func TestSizeLimit(t *testing.T) {
	const text = ` [1,2] `
	for limit := range len(text) + 3 {
		_, err := model.ParseString(text, model.MaxBytes(limit))
		_, errOfBytes := model.Parse([]byte(text), model.MaxBytes(limit))
		if limit == 0 || limit >= len(text) {
			if err != nil || errOfBytes != nil {
				t.Errorf("limit %d: %v, %v", limit, err, errOfBytes)
			}
			continue
		}
		for _, err := range []error{err, errOfBytes} {
			var e *model.Error
			if !errors.As(err, &e) || e.Code != model.Limit || e.Offset != int64(limit) || len(e.Path) != 0 {
				t.Errorf("limit %d: got %v", limit, err)
			}
		}
	}
}

// A value does not change if the bytes that it was parsed from are changed, and
// parsing does not change these bytes.
func TestParseCopies(t *testing.T) {
	const text = `{"name":"value","list":[1,2,{"x":null}]}`
	src := []byte(text)
	v, err := model.Parse(src)
	if err != nil || string(src) != text {
		t.Fatal(err, string(src))
	}
	for i := range src {
		src[i] = 'x'
	}
	if v.JSON() != text {
		t.Errorf("got %s", v.JSON())
	}
	dst := v.AppendJSON(nil)
	for i := range dst {
		dst[i] = 'x'
	}
	if v.JSON() != text {
		t.Errorf("got %s", v.JSON())
	}
}

func TestMustParsePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	model.MustParse("[")
}

// Every name and every duplicate is found in maps and lists of about the size from which they have
// tables and marks, at several places in a text.
func TestLargeMapsAndLists(t *testing.T) {
	for _, n := range []int{0, 1, 2, 15, 16, 17, 31, 32, 33, 34, 47, 48, 49, 63, 64, 65, 100, 1000} {
		for _, value := range []string{`%d`, `[%d]`, `{"a":[%d],"b":{}}`} {
			members := each(n, func(i int) string { return fmt.Sprintf(`"name-%d":`+value, i, i) })
			elements := each(n, func(i int) string { return fmt.Sprintf(value, i) })
			v := model.MustParse("[{" + members + "},[" + elements + `],{"x":{` + members + "}}]")
			x, _ := v.At(2).Get("x")
			list := v.At(1)
			if v.At(0).Len() != n || x.Len() != n || list.Len() != n {
				t.Fatalf("%d: %d, %d, %d", n, v.At(0).Len(), x.Len(), list.Len())
			}
			for i := range n {
				want := fmt.Sprintf(value, i)
				for _, m := range []model.Value{v.At(0), x} {
					if got, ok := m.Get(fmt.Sprintf("name-%d", i)); !ok || got.JSON() != want {
						t.Fatalf("%d: member %d is %#v", n, i, got)
					}
				}
				if got := list.At(i).JSON(); got != want {
					t.Fatalf("%d: element %d is %s", n, i, got)
				}
			}
			if _, ok := x.Get(fmt.Sprintf("name-%d", n)); ok {
				t.Fatalf("%d: there is a member too many", n)
			}
			for _, i := range []int{0, n / 2, n - 1} {
				if n == 0 {
					break
				}
				// Repeat a name at the end, plain and escaped.
				for _, again := range []string{fmt.Sprintf(`"name-%d"`, i), fmt.Sprintf(`"\u006eame-%d"`, i)} {
					text := `{"x":[0,{` + members + `,` + again + `:0}]}`
					_, err := model.ParseString(text)
					var e *model.Error
					if !errors.As(err, &e) || e.Path.String() != fmt.Sprintf("x[1].name-%d", i) || e.Offset != int64(strings.LastIndex(text, again)) {
						t.Fatalf("%d members and the one of %d again: %v", n, i, err)
					}
				}
			}
		}
	}
}

// Very long names are stored differently in the tape.
func TestLongNames(t *testing.T) {
	for _, n := range []int{1<<16 - 3, 1<<16 - 2, 1<<16 - 1, 1 << 16, 1<<16 + 1, 1 << 17} {
		a, b := strings.Repeat("x", n), strings.Repeat("x", n-1)+"y"
		v := model.MustParse(`{"` + a + `":1,"` + b + `":2,"x":3,"\u0078` + a + `":4}`)
		for name, want := range map[string]string{a: "1", b: "2", "x": "3", "x" + a: "4"} {
			if got, _ := v.Get(name); got.JSON() != want {
				t.Errorf("%d: got %#v, want %s", n, got, want)
			}
		}
		if _, ok := v.Get(a[:n-1]); ok {
			t.Errorf("%d: a shorter name is found", n)
		}
		members := v.AppendMembers(nil)
		if len(members) != 4 || members[0].Name != a || members[3].Name != "x"+a {
			t.Errorf("%d: wrong members", n)
		}
		if _, err := model.ParseString(`{"` + a + `":1,"` + a + `":2}`); err == nil {
			t.Errorf("%d: a long name may be repeated", n)
		}
	}
}
