package yaml_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml"
)

func TestParseReads(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"JSON keeps digits", `{"a":1.0,"b":12345678901234567890}`, `{"a":1.0,"b":12345678901234567890}`},
		{"JSON scalar", `"x"`, `"x"`},
		{"YAML", "a: 1\nb: [x, 'y']\n", `{"a":1,"b":["x","y"]}`},
		{"YAML numbers as kubectl reads them", "a: 1.0\nb: 0x10\n", `{"a":1,"b":16}`},
		{"YAML 1.1 booleans", "a: yes\nb: 'yes'\n", `{"a":true,"b":"yes"}`},
		{"YAML 1.1 booleans of one letter", "a: y\nn: N\nc: yEs\n", `{"a":true,"c":"yEs","false":false}`},
		{"names that are no strings", "1: a\ntrue: b\n", `{"1":"a","true":"b"}`},
		{"empty", "", `null`},
		{"a comment", "# nothing\n", `null`},
		{"separators around one document", "# head\n---\na: 1\n---\n", `{"a":1}`},
		{"an end mark", "a: 1\n...\n", `{"a":1}`},
		{"aliases", "a: &x [1, 2]\nb: *x\n", `{"a":[1,2],"b":[1,2]}`},
		{"flow style", "{spec: {replicas: 3}}", `{"spec":{"replicas":3}}`},
		{"a list in flow style", "[a, {b: c}]", `["a",{"b":"c"}]`},
		{"almost JSON", `{"b": 1.0, 'a': 1,}`, `{"a":1,"b":1}`},
		{"byte order mark", "\ufeffa: 1\n", `{"a":1}`},
		{"dashes inside a text", "a: |\n  x\n  ---\n  z\n", `{"a":"x\n---\nz\n"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := yaml.Parse([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := v.Canonical(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestParseRejects(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nearly JSON", `{"a": {"b": 1}, "c": "d}`, "byte"},
		{"nearly a JSON list", "\n [1, ", "byte 6"},
		{"nearly a map in flow style", "{a: b", "yaml: line 1"},
		{"a repeated name", "a: 1\na: 2\n", "line 2"},
		{"a repeated name in JSON", `{"a":1,"a":2}`, "a"},
		{"bad indentation", "a:\n  b: 1\n c: 2\n", "line"},
		{"two documents", "a: 1\n---\nb: 2\n", "line 2: a second document begins here"},
		{"an empty document before", "---\n---\na: 1\n", "a second document begins here"},
		{"an alias of itself", "a: &x\n  b: *x\n", "with aliases expanded"},
		{"no alias of that name", "a: *x\nb: &x 1\n", "unknown anchor"},
		{"not a number", "a: .nan\n", ".nan"},
		{"bad UTF-8", "a: \xff\n", "UTF-8"},
		{"a tab", "a:\n\tb: 1\n", "line 2"},
		{"the end in the first line", "a: \"x", "yaml: line 1: found unexpected end of stream"},
		{"a mapping in the first line", "a: b: c\n", "yaml: line 1: mapping values are not allowed"},
		{"a bracket in the first line", "]", "yaml: line 1: did not find expected node content"},
		{"a byte order mark and a fault in the first line", "\ufeff@", "yaml: line 1: found character"},
		{"a directive in the first line", "%YAML 3.0\n---\na: 1\n", "yaml: line 1: found incompatible YAML document"},
		{"the anchor is named", "b: 1\na: *nope\n", "yaml: unknown anchor 'nope' referenced"},
		{"a control character", "b: 1\na: \x01\n", "yaml: control characters are not allowed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := yaml.Parse([]byte(c.text))
			if err == nil {
				t.Fatalf("read as %s", v.JSON())
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %q does not say %q", err, c.want)
			}
		})
	}
}

// Nesting beyond the limit is reported as such in YAML and in JSON.
func TestParseDepth(t *testing.T) {
	n := model.DefaultMaxDepth + 1
	for name, text := range map[string]string{
		"JSON":                   strings.Repeat("[", n) + strings.Repeat("]", n),
		"YAML":                   "a: " + strings.Repeat("[", n) + strings.Repeat("]", n),
		"deeper YAML":            "a: " + strings.Repeat("[", 2*n) + strings.Repeat("]", 2*n),
		"an alias of itself":     "a: &x\n  b: *x\n",
		"a merge key of its map": "a: &x\n  <<: *x\n",
	} {
		_, err := yaml.Parse([]byte(text))
		var e *model.Error
		if !errors.As(err, &e) || e.Code != model.Limit {
			t.Errorf("%s: got %v, want a limit error", name, err)
		}
	}
}

// The aliases in ten lines of text would expand to gigabytes. Parse rejects the text without
// expanding them.
func TestParseAliasBomb(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "l0: &l0 %q\n", strings.Repeat("x", 1000))
	for i := 1; i < 10; i++ {
		fmt.Fprintf(&b, "l%d: &l%d [%s]\n", i, i, strings.Repeat(fmt.Sprintf("*l%d, ", i-1), 10))
	}
	_, err := yaml.Parse([]byte(b.String()))
	if err == nil || !strings.Contains(err.Error(), "aliases") {
		t.Errorf("got %v, want a complaint about aliases", err)
	}
}

// Parse accepts a text of the maximum size. The text is not valid YAML, so the error is about its
// syntax, not its size.
func TestParseSize(t *testing.T) {
	longest := "a: b: " + strings.Repeat("x", yaml.MaxBytes-len("a: b: "))
	if _, err := yaml.Parse([]byte(longest)); err == nil || strings.Contains(err.Error(), "bytes") {
		t.Errorf("text of the greatest size: got %v, want an error of syntax", err)
	}
	if _, err := yaml.Parse([]byte(longest + "x")); err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Errorf("text beyond the greatest size: got %v", err)
	}
}

func TestParseAll(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"comments", "# a\n---\n# b\n", ""},
		{"documents", "a: 1\n---\n---\nb: 2\n---\n# end\n", `{"a":1} {"b":2}`},
		{"a document that is null", "a: 1\n---\nnull\n", `{"a":1} null`},
		{"flow style", "{a: 1}\n---\n{b: 2}\n", `{"a":1} {"b":2}`},
		{"JSON keeps digits", "{\"b\":1.0,\"a\":1}", `{"b":1.0,"a":1}`},
		{"JSON documents", "{\"a\":1.0}\n{\"b\":2}", `{"a":1.0} {"b":2}`},
		{"JSON in YAML", "{\"a\":1.0}\n---\nb: 2\n", `{"a":1.0} {"b":2}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			all, err := yaml.ParseAll([]byte(c.text))
			var texts []string
			for _, v := range all {
				texts = append(texts, v.JSON())
			}
			if got := strings.Join(texts, " "); err != nil || got != c.want {
				t.Errorf("got %s, %v, want %s", got, err, c.want)
			}
		})
	}
	for text, want := range map[string]string{
		"a: 1\n---\nb: 1\nb: 2\n": "line 4", `{"a":1} {"b":1,"b":2}`: "b", `{"a":1`: "byte 6", "{a: 1": "yaml: line 1",
	} {
		if all, err := yaml.ParseAll([]byte(text)); err == nil || !strings.Contains(err.Error(), want) || all != nil {
			t.Errorf("%q: got %v, %v, want an error with %q", text, all, err, want)
		}
	}
}

// Parse and ParseAll read a document in the same way, even if the text has several documents.
func TestParseIsParseAll(t *testing.T) {
	texts := []string{"a: 1\n", "{b: [x, 1.0]}\n", "- a\n- b: {c: d}\n", "c: |\n  x\n", `{"z": 1, "a": 2}` + "\n"}
	file, err := yaml.ParseAll([]byte(strings.Join(texts, "---\n")))
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		one, err := yaml.Parse([]byte(text))
		all, errAll := yaml.ParseAll([]byte(text))
		if err != nil || errAll != nil || len(all) != 1 || all[0].JSON() != one.JSON() || !model.Equal(file[i], one) {
			t.Errorf("%s: got %v and %v, and %v in a file; %v, %v", text, one, all, file[i], err, errAll)
		}
	}
}
