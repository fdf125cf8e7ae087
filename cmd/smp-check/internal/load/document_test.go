package load

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
)

// The text of an error has the position in the file, and no document of a sequence is lost.
func TestFaultsOfSequences(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"{\"a\": 1}\n{\"b\": 2}\n", ""},
		{"{\"a\": 1} {\"b\": 2}[]", ""},
		{"{\"a\": 1}}\n", "f:1:9: syntax: more data after the value"},
		{"{\"a\": 1}\n]\n{\"b\": 2}\n", "f:2:1: syntax: more data after the value"},
		{"{\"a\": 1}\n{\"b\": 2}}\n", "f:2:9: syntax: more data after the value"},
		{"{\"a\": 1}\n{\"b\": 2}\n]\n{\"c\": 3}\n", "f:3:1: syntax: more data after the value"},
		{"{\"a\": 1}\n{\"b\": 2} c\n", "f:2:10: syntax: more data after the value"},
		{"{\"a\": 1}\n\n  {\"b\": 2,}\n", "f:3:11: syntax: expected a name in quotes, got '}'"},
		{"{\"a\": 1}\n{b: 2}\n", "f:2:2: syntax: expected a name in quotes, got 'b'"},
		{"{\"ä\": 1} {\"b\": 2,\n\"b\": 3}\n", "f:2:1: syntax: duplicate name \"b\""},
		{"{\"a\": 1} {\"ä\": 2} {\"b\": 2, \"b\": 3}\n", "f:1:28: syntax: duplicate name \"b\""},
		{" {\"a\": 1, \"a\": 2}\n", "f:1:11: syntax: duplicate name \"a\""},
		{"a: 1\n---\n {\"b\": 1, \"b\": 2}\n", "f:3: syntax: key \"b\" is already set in line 3"},
		{"---a: [1,\n---b: 2\n", "f:1: syntax: missing comma or closing ]"},
	} {
		docs, err := parse(source{place: place{file: "f"}, text: []byte(test.text)}, false)
		if got := fmt.Sprint(err); got != test.want && (err != nil || test.want != "") {
			t.Errorf("%q: %d documents, and error %v\nwant %s", test.text, len(docs), err, test.want)
		}
	}
	_, err := parse(source{place: place{file: "f"}, text: []byte("{\"a\": 1, \"a\": 2}\n")}, true)
	if want := "f:1: syntax: key \"a\" is already set in line 1"; fmt.Sprint(err) != want {
		t.Errorf("with its style: got %v\nwant %s", err, want)
	}
}

// Places in a document of a sequence are those in the file, even if several documents are in one line.
func TestPositionsInSequences(t *testing.T) {
	const text = "{\"a\": 1} {\"ä\": {\"b\": 2}} {\"c\": \"[{d: 3}]\",\n\"e\": 4}\n\n\t{\"f\": 5}"
	docs, err := parse(source{place: place{file: "f"}, text: []byte(text)}, false)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, test := range []struct {
		document int
		path     model.Path
	}{
		{0, model.Path{model.Field("a")}},
		{1, model.Path{model.Field("ä"), model.Field("b")}},
		{2, model.Path{model.Field("c")}},
		{2, model.Path{model.Field("e")}},
		{3, model.Path{model.Field("f")}},
	} {
		line, column := docs[test.document].Position(test.path)
		got = append(got, fmt.Sprintf("%d:%d", line, column))
	}
	inside, err := docs[2].Inside(model.Path{model.Field("c")})
	if err != nil {
		t.Fatal(err)
	}
	line, column := inside[0].Position(model.Path{model.Index(0), model.Field("d")})
	got = append(got, fmt.Sprintf("%d:%d", line, column))
	if want := []string{"1:2", "1:17", "1:27", "2:1", "4:3", "1:35"}; !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// A command for one object names the line in which a second one begins.
func TestSecondDocument(t *testing.T) {
	for text, line := range map[string]int{
		"a: 1\n---\nb: 2\n":          2,
		"{a: 1}\n---\n{b: 2}\n":      2,
		"{\"a\": 1}\n\n{\"b\": 2}\n": 3,
	} {
		_, err := OnlyDocument("f", []byte(text), false)
		want := fmt.Sprintf("f:%d: a second document begins here; this command accepts one object: save each document in a file of its own", line)
		if fmt.Sprint(err) != want {
			t.Errorf("%q: got %v\nwant %s", text, err, want)
		}
	}
}

// Only short strings that may be file names are shown, because a string may be a secret.
func TestInlineFileNames(t *testing.T) {
	longest := strings.Repeat("a", 94) + ".yaml"
	for text, what := range map[string]string{
		"patch.yaml":   `the string "patch.yaml"`,
		longest:        fmt.Sprintf("the string %q", longest),
		"a" + longest:  "a string",
		"a patch.yaml": "a string",
		"patch":        "a string",
	} {
		_, err := Inline([]string{text})
		if want := "-p: expected a patch, which is a map, got " + what + "; to read a file, drop -p"; fmt.Sprint(err) != want {
			t.Errorf("%s: got %v\nwant %s", text, err, want)
		}
	}
}
