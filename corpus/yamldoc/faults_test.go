package yamldoc_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus/yamldoc"
	"github.com/strategicpatch/smp/model"
)

// TestReadFaults reads texts that have no value, or more than one.
func TestReadFaults(t *testing.T) {
	for text, fault := range map[string]string{
		"a: 1\nb: 2\na: 3\n":                   `line 3: key "a" is already set in line 1`,
		"a: .inf\n":                            "line 1: .inf and .nan are numbers that JSON does not have",
		"[1]: 2\n":                             "line 1: expected a string as name in a map, got a map or list",
		"~: 2\n":                               "line 1: expected a string as name in a map, got null",
		"a: &x {k: 1}\nb:\n  k: 2\n  <<: *x\n": `line 4: << brings "k", which is set before it, and readers disagree on which counts; put << first`,
		"<<: 1\n":                              "line 1: <<: expected a map or a list of maps",
		"a: !!int x\n":                         `line 1: "x" is not a !!int`,
		"a: !\rb: 1\r":                         "a tag without a name (!) requires",
		"a: &x 1\n---\nb: *x\n":                "line 3: unknown anchor 'x' referenced",
		"a: &x [*x]\n":                         "with its aliases expanded",
		"a: &a [1,1]\nb: [*a,*a]\nc: [b\n":     "line",
		strings.Repeat(" ", yamldoc.MaxBytes) + "1": "longer than",
		mergesOf("*a", 4000, 4000):                  "longer than",
		mergesOf("{<<: *a}", 2000, 4000):            "longer than",
	} {
		if _, err := yamldoc.Read([]byte(text)); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%.60q: %v; want %s", text, err, fault)
		}
	}
}

// mergesOf returns a text whose merge key names a map of some members many times: it
// is short, what it says written out is not.
func mergesOf(source string, times, members int) string {
	var b strings.Builder
	b.WriteString("a: &a {")
	for i := range members {
		fmt.Fprintf(&b, "k%d: 1, ", i)
	}
	return b.String() + "}\nb: {<<: [" + strings.Repeat(source+", ", times) + "]}\n"
}

// TestEditFaults wants numbers that YAML has not. JSON has them.
func TestEditFaults(t *testing.T) {
	const number = "123456789012345678901234567890"
	s, err := yamldoc.Read([]byte("a: {b: 1}\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = s.Edit([]model.Value{model.MustParse(`{"a":{"b":` + number + `}}`)})
	if err == nil || !strings.Contains(err.Error(), "a.b: cannot write the number "+number+" exactly") {
		t.Error(err)
	}
	if _, _, err = s.Edit(nil); err == nil || !strings.Contains(err.Error(), "0 values for 1 documents") {
		t.Error(err)
	}
	if s, err = yamldoc.Read([]byte("a: 1\r---\rb: 1\r")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Edit([]model.Value{model.MustParse("1"), model.MustParse("1")}); !errors.Is(err, yamldoc.ErrUneditable) {
		t.Error(err)
	}
	if s, err = yamldoc.Read([]byte(`{"a": 1}`)); err != nil {
		t.Fatal(err)
	}
	if text, _, err := s.Edit([]model.Value{model.MustParse(`{"a":` + number + `}`)}); err != nil || string(text) != `{"a": `+number+`}` {
		t.Errorf("%s, %v", text, err)
	}
}

// TestPlace looks up where values stand.
func TestPlace(t *testing.T) {
	const text = "# head\na: &x\n  b: [1, é, 22]\n---\nc: *x\n"
	s, err := yamldoc.Read([]byte(text[:len("# head\na: &x\n  b: [1, é, 22]\n")]))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"a": "&x\n  b: [1, é, 22]", "a.b": "[1, é, 22]", "a.b[2]": "22", "a.b[1]": "é"} {
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
	if _, ok := s.Place(0, model.Path{model.Field("z")}); ok {
		t.Error("there is no z")
	}
}
