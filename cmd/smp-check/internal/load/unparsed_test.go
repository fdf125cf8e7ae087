package load

import (
	"fmt"
	"strings"
	"testing"
)

// searched is the size of the largest text in which the first fault is searched.
const searched = 1 << 20

// The line of a fault is that of the fault itself, and not that of the map or
// list around it.
func TestFaultsOfYAML(t *testing.T) {
	long := "a: 1\nb: 2\nc: {a: b\nd: 1\ne: f\n"
	longest := long + strings.Repeat("#", searched-len(long))
	large := strings.Repeat("# a comment\n", searched/len("# a comment\n")+1)
	for _, test := range []struct{ text, want string }{
		{"a: 1\nb: 2\nc: [}\nd: 1\n", "f:3: syntax: missing value"},
		{"a: 1\nb: 2\nc: \"x\" y\nd: 1\n", "f:3: syntax: unexpected token; check the indentation and quotes"},
		{"a: 1\nb: 2\nc: {a: b\nd: 1\ne: f\n", "f:4: syntax: missing comma or closing }"},
		{"x: y\nspec:\n- a: {b: [c, d}\n- d\n", "f:3: syntax: missing comma or closing ]"},
		{"x: [a\n", "f:1: syntax: missing comma or closing ]"},
		{"a: 1\nb:\n- a\n- c: \"x\n\nd: 1\n", "f:4: syntax: missing closing quote"},
		{"a: \xff\n", "f:1: syntax: expected text in UTF-8"},
		{"a: b\nspec: {x: 1, replicas:{y: 3}}\n", "f:2: syntax: expected a space after the colon of \"replicas\""},
		{"{a: b,\nspec:[{x: 1}]}\n", "f:2: syntax: expected a space after the colon of \"spec\""},
		{"a: {b: |\n  x\n }\n", "f:1: syntax: a text after | or > is not allowed inside { } or [ ]; put the text in quotes"},
		{"a: 1\nb: [c, >-]\n", "f:2: syntax: a text after | or > is not allowed inside { } or [ ]; put the text in quotes"},
		{"a: {b:\n  |\n  x\n }\n", "f:2: syntax: a text after | or > is not allowed inside { } or [ ]; put the text in quotes"},
		{"a: {b: |2+ # c\n  x\n }\n", "f:1: syntax: a text after | or > is not allowed inside { } or [ ]; put the text in quotes"},
		{"a: {b: 'x: | y', c: @d}\n", "f:1: syntax: a value cannot begin with @, ` or %; put it in quotes"},
		{"a:\n\tb: |\n\t  c\n", "f:2: syntax: unexpected tab; indent YAML with spaces"},
		{"a: b\n\tc: d\n", "f:2: syntax: unexpected tab; indent YAML with spaces"},
		{"a: 1\nb: [c, >-]", "f:2: syntax: a text after | or > is not allowed inside { } or [ ]; put the text in quotes"},
		{"a: b\nspec: {x: 1, replicas:{y: 3}}", "f:2: syntax: expected a space after the colon of \"replicas\""},
		{longest, "f:4: syntax: missing comma or closing }"},
		// These texts are too long for the search.
		{longest + "#", "f:3: syntax: missing comma or closing }"},
		{"a: {b: c\nd: e\n" + large, "f:1: syntax: missing comma or closing }"},
		{"a: {b: |\n  x\n }\n" + large, "f:1: syntax: a text after | or > is not allowed inside { } or [ ]; put the text in quotes"},
		{"@\n" + large, "f:1: syntax: a value cannot begin with @, ` or %; put it in quotes"},
		{"a: b\nc: @\n" + large, "f:2: syntax: a value cannot begin with @, ` or %; put it in quotes"},
		{"a: b\nc: [}\n" + large, "f:2: syntax: missing value"},
	} {
		_, err := OnlyDocument("f", []byte(test.text), false)
		if err == nil || err.Error() != test.want {
			t.Errorf("%.40q: got %v\nwant %s", test.text, err, test.want)
		}
	}
}

// The YAML library gives no line for a fault in the first line.
func TestFaultInFirstLine(t *testing.T) {
	text := "c: [}\n" + strings.Repeat("#", searched)
	_, err := parse(source{place: place{file: "f"}, text: []byte(text)}, true)
	if got, want := fmt.Sprint(err), "f:1: syntax: missing value"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A field of -p without a space after its colon would delete a field with a strange name.
func TestInlineFieldsWithoutSpace(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"{spec: {replicas:3}}", `-p: expected a space after the colon of "replicas"`},
		{"{spec:}", `-p: expected a space after the colon of "spec"`},
		{"spec:{replicas:3}", `-p: expected a space after the colon of "spec"`},
		{"{spec: {containers: [{name:app, image: x}]}}", `-p: expected a space after the colon of "name"`},
		{"{a: {b:c: {x:y}}}", `-p: expected a space after the colon of "x"`},
		{"{spec:{replicas: 3}}", `-p:1: syntax: expected a space after the colon of "spec"`},
		{"{image: app:1, args: [a:b, c], \"x:y\": null, 'u:v': , w:z: null, d: }", ""},
		{`{"a:b": null}`, ""},
	} {
		_, err := Inline([]string{test.text})
		if got := fmt.Sprint(err); got != test.want && (err != nil || test.want != "") {
			t.Errorf("%s: got %v\nwant %s", test.text, err, test.want)
		}
	}
}
