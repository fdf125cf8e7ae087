package yamldoc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// TestLimits reads texts at a limit, and texts that are one byte, level or member beyond it.
func TestLimits(t *testing.T) {
	deep := fmt.Sprintf(": nested deeper than %d levels", model.DefaultMaxDepth)
	for _, test := range []struct{ name, text, fault string }{
		{"length", "[}" + strings.Repeat(" ", yamldoc.MaxBytes-2), "yaml: line 1: did not find expected node content"},
		{"beyond the length", "[}" + strings.Repeat(" ", yamldoc.MaxBytes-1), fmt.Sprintf("yaml: the text is longer than %d bytes", yamldoc.MaxBytes)},
		{"depth", nested(model.DefaultMaxDepth), ""},
		{"beyond the depth", nested(model.DefaultMaxDepth + 1), deep},
		{"depth of an alias", "- &a " + nested(500) + "\n- " + around("*a", model.DefaultMaxDepth-501), ""},
		{"beyond the depth of an alias", "- &a " + nested(500) + "\n- " + around("*a", model.DefaultMaxDepth-500), deep},
		{"depth of a map", strings.Repeat("{a: ", model.DefaultMaxDepth) + "1" + strings.Repeat("}", model.DefaultMaxDepth), ""},
		{"beyond the depth of a map", strings.Repeat("{a: ", model.DefaultMaxDepth+1) + "1" + strings.Repeat("}", model.DefaultMaxDepth+1), deep},
		{"expansion", expanding(1 << 20), ""},
		{"beyond the expansion", expanding(1<<20 + 1), "yaml: line 1: " + longer(1<<20)},
		{"expansion of all documents", expanding(1<<20-3) + "\n--- x\n", ""},
		{"beyond the expansion of all documents", expanding(1<<20-3) + "\n--- xy\n", "yaml: line 3: " + longer(1<<20)},
		{"a late anchor", expanding(1<<20-20) + "\nz: &z zz\nw: *z\n", ""},
		{"a node at the limit", expanding(1<<20-4) + "\nc: 1\n", "yaml: line 1: " + longer(1<<20)},
		{"a node beyond the limit", expanding(1<<20-3) + "\nc: 1\n", "yaml: line 3: " + longer(1<<20)},
		{"an alias at the limit", expanding(1<<20-4-1002) + "\nc: *a\n", "yaml: line 1: " + longer(1<<20)},
		{"an alias beyond the limit", expanding(1<<20-3-1002) + "\nc: *a\n", "yaml: line 3: " + longer(1<<20)},
		{"depth of merge keys", strings.Repeat("{<<: ", model.DefaultMaxDepth) + "{a: 1}" + strings.Repeat("}", model.DefaultMaxDepth), ""},
		{"beyond the depth of merge keys", strings.Repeat("{<<: ", model.DefaultMaxDepth+1) + "{a: 1}" + strings.Repeat("}", model.DefaultMaxDepth+1), deep + ", with aliases expanded"},
		{"members of merge keys", mergesOf("*a", 165, 1271), ""}, // 165·1271 members of five bytes are 1 MiB
		{"beyond the members of merge keys", mergesOf("*a", 166, 1271), "yaml: line 2: " + longer(1<<20)},
	} {
		_, err := yamldoc.Read([]byte(test.text))
		if got := fmt.Sprint(err); (err == nil) != (test.fault == "") || !strings.HasSuffix(got, test.fault) && err != nil {
			t.Errorf("%s: %v, want %q", test.name, err, test.fault)
		}
	}
}

// nested returns lists around the number 1.
func nested(levels int) string { return around("1", levels) }

func around(value string, levels int) string {
	return strings.Repeat("[", levels) + value + strings.Repeat("]", levels)
}

// expanding returns a map whose JSON has a given length.
func expanding(length int) string {
	const alias = 1000
	text := fmt.Sprintf("a: &a %s\nb: [", strings.Repeat("x", alias))
	length -= len(`{"a":"","b":[""]}`) + alias
	for length > 2*alias {
		text += "*a, "
		length -= alias + len(`"",`)
	}
	return text + strings.Repeat("y", length) + "]"
}

// TestDeepDocument edits lists and maps below a depth of 32 levels, where hashes of values are
// compared first.
func TestDeepDocument(t *testing.T) {
	for _, test := range []struct{ name, text, want, edited, note string }{
		{
			"elements move", "- x: {a: 1, b: [1, 2]} # one\n- x: {a: 2, b: [1, 2]} # two\n- a # three\n- b # four\n",
			`["b",{"x":{"b":[1,2],"a":2}},{"x":{"b":[1,2],"a":1}}]`,
			"- b # four\n- x: {a: 2, b: [1, 2]} # two\n- x: {a: 1, b: [1, 2]} # one\n", "[2]: is deleted with the comment # three",
		},
		{
			"fields get other names", "a: {x: 1} # one\nb: {x: 2} # two\nc: [1] # three\nd: [2] # four\n",
			`{"second":{"x":2},"first":{"x":1},"fourth":[2],"third":[1]}`,
			"first: {x: 1} # one\nsecond: {x: 2} # two\nthird: [1] # three\nfourth: [2] # four\n", "",
		},
	} {
		s, err := yamldoc.Read([]byte(below(test.text, 40)))
		if err != nil {
			t.Fatal(err)
		}
		value := model.MustParse(test.want)
		for i := 39; i >= 0; i-- {
			if value, err = model.NewMap(model.Member{Name: fmt.Sprint("m", i), Value: value}); err != nil {
				t.Fatal(err)
			}
		}
		edited, notes, err := s.Edit([]model.Value{value})
		note := ""
		for _, n := range notes {
			note += n.String()
		}
		if err != nil || string(edited) != below(test.edited, 40) || !strings.HasSuffix(note, test.note) || (note == "") != (test.note == "") {
			t.Errorf("%s: %s\n%v, %v", test.name, edited, notes, err)
		}
	}
}

// below returns a text with maps around it.
func below(text string, levels int) string {
	var out strings.Builder
	for i := range levels {
		fmt.Fprintf(&out, "%*sm%d:\n", i, "", i)
	}
	for _, line := range strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n") {
		out.WriteString(strings.Repeat(" ", levels) + line)
	}
	return out.String() + "\n"
}

// TestDeepValue adds maps to a map in block style. Below 160 columns, they are written in flow
// style.
func TestDeepValue(t *testing.T) {
	value := model.NewNull()
	for range 100 {
		value, _ = model.NewMap(model.Member{Name: "a", Value: value})
	}
	s, err := yamldoc.Read([]byte("a:\n"))
	if err != nil {
		t.Fatal(err)
	}
	edited, _, err := s.Edit([]model.Value{value})
	lines := strings.Split(string(edited), "\n")
	last := lines[len(lines)-2]
	if err != nil || len(lines) != 83 || last != strings.Repeat(" ", 162)+"a: "+strings.Repeat("{a: ", 18)+"null"+strings.Repeat("}", 18) {
		t.Errorf("%d lines, the last one %q, %v", len(lines), last, err)
	}
}

// TestOnly reads texts that may have one document.
func TestOnly(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "null line 1"},
		{"# c\n", "null line 1"},
		{"a: 1\n", `{"a":1} line 1`},
		{"# c\na: 1\n---\n", `{"a":1} line 2`},
		{"a: 1\n---\n# c\n---\n", `{"a":1} line 1`},
		{"---\n---\na: 1\n", "yaml: line 2: a second document begins here; only one is read"},
		{"a: 1\n---\nnull\n", "yaml: line 2: a second document begins here; only one is read"},
		{"a: 1\n---\n~\n", "yaml: line 2: a second document begins here; only one is read"},
		{"a: 1\n--- ''\n", "yaml: line 2: a second document begins here; only one is read"},
		{"a: 1\n--- !!null\n", "yaml: line 2: a second document begins here; only one is read"},
		{"a: 1\n--- 0\n", "yaml: line 2: a second document begins here; only one is read"},
		{"a: 1\n--- {}\n", "yaml: line 2: a second document begins here; only one is read"},
	} {
		s, err := yamldoc.Read([]byte(test.text))
		if err != nil {
			t.Fatal(err)
		}
		d, err := s.Only()
		got := fmt.Sprintf("%s line %d", d.Value.JSON(), d.Line)
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
	// Without a tree, a document is JSON that is not valid YAML.
	s, err := yamldoc.Read([]byte("\"\\/\\ud83d\\ude00\""))
	if err != nil {
		t.Fatal(err)
	}
	if d, err := s.Only(); err != nil || d.IsEmpty() {
		t.Errorf("%v, %v", d, err)
	}
}
