package corpus_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

func TestParseTextReads(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"JSON keeps digits", `{"a":1.0,"b":12345678901234567890}`, `{"a":1.0,"b":12345678901234567890}`},
		{"JSON scalar", `"x"`, `"x"`},
		{"YAML", "a: 1\nb: [x, 'y']\n", `{"a":1,"b":["x","y"]}`},
		{"YAML numbers as kubectl reads them", "a: 1.0\nb: 0x10\n", `{"a":1,"b":16}`},
		{"YAML 1.1 booleans", "a: yes\nb: 'yes'\n", `{"a":true,"b":"yes"}`},
		{"names that are no strings", "1: a\ntrue: b\n", `{"1":"a","true":"b"}`},
		{"empty", "", `null`},
		{"a comment", "# nothing\n", `null`},
		{"separators around one document", "# head\n---\na: 1\n---\n", `{"a":1}`},
		{"an end mark", "a: 1\n...\n", `{"a":1}`},
		{"aliases", "a: &x [1, 2]\nb: *x\n", `{"a":[1,2],"b":[1,2]}`},
		{"byte order mark", "\ufeffa: 1\n", `{"a":1}`},
		{"dashes inside a text", "a: |\n  x\n  ---\n  z\n", `{"a":"x\n---\nz\n"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := corpus.ParseText([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := v.Canonical(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestParseTextRejects(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nearly JSON", "{\"a\": {\"b\": 1,}}", "byte 14"},
		{"nearly a JSON list", "\n [1, nan]", "byte 6"},
		{"flow style map", "{a: b}", "byte 1"},
		{"a repeated name", "a: 1\na: 2\n", "line 2"},
		{"a repeated name in JSON", `{"a":1,"a":2}`, "a"},
		{"bad indentation", "a:\n  b: 1\n c: 2\n", "line"},
		{"two documents", "a: 1\n---\nb: 2\n", "line 2: a second document begins here"},
		{"an empty document before", "---\n---\na: 1\n", "a second document begins here"},
		{"an alias of itself", "a: &x\n  b: *x\n", "endless"},
		{"no alias of that name", "a: *x\nb: &x 1\n", "unknown anchor"},
		{"not a number", "a: .nan\n", ".nan"},
		{"bad UTF-8", "a: \xff\n", "UTF-8"},
		{"a tab", "a:\n\tb: 1\n", "line 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := corpus.ParseText([]byte(c.text))
			if err == nil {
				t.Fatalf("read as %s", v.JSON())
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %q does not say %q", err, c.want)
			}
		})
	}
}

// Nesting beyond the limit is reported as such in both forms.
func TestParseTextDepth(t *testing.T) {
	n := model.DefaultMaxDepth + 1
	for name, text := range map[string]string{
		"JSON": strings.Repeat("[", n) + strings.Repeat("]", n),
		"YAML": "a: " + strings.Repeat("[", n) + strings.Repeat("]", n),
	} {
		_, err := corpus.ParseText([]byte(text))
		var e *model.Error
		if !errors.As(err, &e) || e.Code != model.Limit {
			t.Errorf("%s: got %v, want a limit error", name, err)
		}
	}
}

// Ten lines of aliases stand for gigabytes; they must be refused without being
// written out.
func TestParseTextAliasBomb(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "l0: &l0 %q\n", strings.Repeat("x", 1000))
	for i := 1; i < 10; i++ {
		fmt.Fprintf(&b, "l%d: &l%d [%s]\n", i, i, strings.Repeat(fmt.Sprintf("*l%d, ", i-1), 10))
	}
	_, err := corpus.ParseText([]byte(b.String()))
	if err == nil || !strings.Contains(err.Error(), "aliases") {
		t.Errorf("got %v, want a complaint about aliases", err)
	}
}

// The text at the limit is looked at, and found to be no YAML.
func TestParseTextSize(t *testing.T) {
	longest := "a: b: " + strings.Repeat("x", corpus.MaxYAML-len("a: b: "))
	if _, err := corpus.ParseText([]byte(longest)); err == nil || strings.Contains(err.Error(), "bytes") {
		t.Errorf("text of the greatest size: got %v, want an error of syntax", err)
	}
	if _, err := corpus.ParseText([]byte(longest + "x")); err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Errorf("text beyond the greatest size: got %v", err)
	}
}

// What a case file is written as reads as the same values, whatever is in them.
func TestYAMLReadsBack(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	pieces := []string{
		"a", "Z", "0", "1.5", "-", "- ", ": ", " #", "'", `"`, `\`, "\n", "\t", "\r", " ", "{", "}", "[", "]", ",", "&", "*", "!", "|", ">",
		"%", "@", "`", "?", "~", "null", "yes", "n", "=", "<<", "\u0000", "\u0085", "\u00a0", "\u2028", "\ufeff", "\ufffe", "é", "😀", "2001-01-01",
		strings.Repeat("long ", 40), strings.Repeat("k", 1100),
	}
	text := func() model.Value {
		var b strings.Builder
		for range source.IntN(4) {
			b.WriteString(pieces[source.IntN(len(pieces))])
		}
		return model.NewString(b.String())
	}
	var value func(depth int) model.Value
	value = func(depth int) model.Value {
		if depth == 0 || source.IntN(4) == 0 {
			return text()
		}
		var members []model.Member
		var elements []model.Value
		for range source.IntN(4) {
			members = append(members, model.Member{Name: text().Text(), Value: value(depth - 1)})
			elements = append(elements, value(depth-1))
		}
		v, err := model.NewList(elements...)
		if source.IntN(2) == 0 {
			v, err = model.NewMap(members...)
		}
		if err != nil {
			return text() // a name stands twice
		}
		return v
	}
	for range 3000 {
		c := mustRead(t, wantsResult)
		c.Want.Result = value(4)
		written, err := c.YAML()
		if err != nil {
			t.Fatal(err)
		}
		again, err := corpus.Read("case.yaml", written)
		if err != nil || !model.Equal(again.Want.Result, c.Want.Result) {
			t.Fatalf("%v: %s\nis read from\n%s", err, c.Want.Result.JSON(), written)
		}
	}
}
