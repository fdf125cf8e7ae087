package yamldoc_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// TestReadFaults reads texts without a value, and texts that could have several values.
func TestReadFaults(t *testing.T) {
	for text, fault := range map[string]string{
		"a: 1\nb: 2\na: 3\n":                   `yaml: line 3: key "a" is already set in line 1`,
		"a: .inf\n":                            "yaml: line 1: JSON does not have the numbers .inf and .nan; put a string in quotes",
		"[1]: 2\n":                             "yaml: line 1: expected a string as field name, got a map or list",
		"~: 2\n":                               "yaml: line 1: expected a string as field name, got null",
		"a: &x {k: 1}\nb:\n  k: 2\n  <<: *x\n": `yaml: line 4: << sets "k" again, and YAML readers disagree on which value counts; put << first`,
		"<<: 1\n":                              "yaml: line 1: <<: expected a map or a list of maps",
		"a: !!int x\n":                         `yaml: line 1: the value has the tag !!int, but is none`,
		"a: !\rb: 1\r":                         "yaml: a tag without a name (!) requires Unix or Windows line breaks",
		"a: &x 1\n---\nb: *x\n":                "yaml: line 3: unknown anchor 'x' referenced",
		"a: &x [*x]\n":                         "yaml: nested deeper than 1000 levels, with aliases expanded",
		"a: &x {b: *x}\n":                      "yaml: nested deeper than 1000 levels, with aliases expanded",
		"a: &x {<<: *x}\n":                     "yaml: nested deeper than 1000 levels, with aliases expanded",
		"a: &a [1,1]\nb: [*a,*a]\nc: [b\n":     "yaml: line 3: did not find expected ',' or ']'",
		"a: !!binary x\n":                      "yaml: line 1: expected base64 after !!binary",
		"a: !!timestamp 2020-02-02\n":          "yaml: line 1: the tag !!timestamp is not supported; remove the tag",
		strings.Repeat(" ", yamldoc.MaxBytes) + "1": "yaml: the text is longer than 67108864 bytes",
		mergesOf("*a", 4000, 4000):                  "yaml: line 2: " + longer(1098220),
		mergesOf("{<<: *a}", 2000, 4000):            "yaml: line 2: " + longer(1178220),
		// These are a chain of merge keys, and one anchor in many documents.
		chainOfMerges(1000):                       "yaml: line 459: " + longer(1<<20),
		strings.Repeat("---\n"+bombOf(9, 4), 100): "yaml: line 134: " + longer(1<<20),
		bombOf(9, 8):                              "yaml: line 7: with aliases expanded, the document is longer than 1048576 bytes; expected at most 20 times the length of the text, or 1 MiB",
	} {
		if _, err := yamldoc.Read([]byte(text)); err == nil || err.Error() != fault {
			t.Errorf("%.60q: %v; want %s", text, err, fault)
		}
	}
}

// mergesOf returns a text whose merge key names a map of some members many times. The text
// itself is short, but its value is long.
func mergesOf(source string, times, members int) string {
	var b strings.Builder
	b.WriteString("a: &a {")
	for i := range members {
		fmt.Fprintf(&b, "k%d: 1, ", i)
	}
	return b.String() + "}\nb: {<<: [" + strings.Repeat(source+", ", times) + "]}\n"
}

// TestEditFaults tries to write numbers that JSON has and YAML does not have.
func TestEditFaults(t *testing.T) {
	const number = "123456789012345678901234567890"
	s, err := yamldoc.Read([]byte("a: {b: 1}\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = s.Edit([]model.Value{model.MustParse(`{"a":{"b":` + number + `}}`)})
	if err == nil || err.Error() != "a.b: cannot write the number 123456789012345678901234567890 exactly: YAML readers keep integers of 64 bits and decimals of 17 digits" {
		t.Error(err)
	}
	if _, _, err = s.EditKeyed([]model.Value{model.NewNull()}, nil); err == nil || err.Error() != "yaml: expected the keys of each document, got 0 functions for 1 documents" {
		t.Errorf("without functions: %v", err)
	}
	if _, _, err = s.Edit(nil); err == nil || err.Error() != "yaml: expected a value for each document, got 0 values for 1 documents" {
		t.Error(err)
	}
	if s, err = yamldoc.Read([]byte("a: 1\r---\rb: 1\r")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Edit([]model.Value{model.MustParse("1"), model.MustParse("1")}); !errors.Is(err, yamldoc.ErrUneditable) ||
		err.Error() != "yaml: line 1: cannot edit this text: expected UTF-8 with Unix or Windows line breaks" {
		t.Error(err)
	}
	if s, err = yamldoc.Read([]byte(`{"a": 1}`)); err != nil {
		t.Fatal(err)
	}
	if text, _, err := s.Edit([]model.Value{model.MustParse(`{"a":` + number + `}`)}); err != nil || string(text) != `{"a": `+number+`}` {
		t.Errorf("%s, %v", text, err)
	}
}

// TestPlace looks up the positions of values.
func TestPlace(t *testing.T) {
	const text = "# head\na: &x\n  b: [1, é, 22]\n---\nc: *x\n"
	s, err := yamldoc.Read([]byte(text[:len("# head\na: &x\n  b: [1, é, 22]\n")]))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"a": "&x\n  b: [1, é, 22]", "a.b": "[1, é, 22]", "a.b[2]": "22", "a.b[1]": "é", "a.b[0]": "1"} {
		p, err := model.ParsePath(path)
		if err != nil {
			t.Fatal(err)
		}
		place, ok := s.Place(0, p)
		if got := text[place.Start:place.End]; !ok || got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if place, _ := s.Place(0, model.Path{model.Field("a"), model.Field("b")}); place.Line != 3 || place.Column != 6 {
		t.Errorf("a.b stands in %d:%d", place.Line, place.Column)
	}
	for _, path := range []model.Path{{model.Field("z")}, {model.Field("a"), model.Field("b"), model.Index(3)}, {model.Field("a"), model.Field("b"), model.Index(-1)}} {
		if place, ok := s.Place(0, path); ok {
			t.Errorf("%s is found at %v", path, place)
		}
	}
}

func longer(limit int) string {
	return fmt.Sprintf("with aliases expanded, the document is longer than %d bytes; expected at most 20 times the length of the text, or 1 MiB", limit)
}

// chainOfMerges returns a list of maps. Each has all fields of the map before it, and one
// more.
func chainOfMerges(n int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 {f0: 1}\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "a%d: &a%d {<<: *a%d, f%d: 1}\n", i, i, i-1, i)
	}
	return b.String()
}

// bombOf returns a text with nested lists. Each list contains the list before it several
// times.
func bombOf(times, levels int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x]\n")
	for i := 1; i <= levels; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), times), ","))
	}
	return b.String()
}

// With its aliases expanded, a text may be as long as 1 MiB, or 20 times its own length.
func TestExpansion(t *testing.T) {
	for _, text := range []string{chainOfMerges(300), bombOf(9, 5), "a: &a " + strings.Repeat("x", 100_000) + "\nb: [" + strings.Repeat("*a,", 9) + "]\n"} {
		if _, err := yamldoc.Read([]byte(text)); err != nil {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}
