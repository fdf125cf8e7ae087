package load

import (
	"strings"
	"testing"
)

// The line of a fault is that of the fault itself, and not that of the map or
// list around it.
func TestFaultsOfYAML(t *testing.T) {
	large := strings.Repeat("# a comment\n", maxSearched/len("# a comment\n")+1)
	for _, test := range []struct{ text, want string }{
		{"a: 1\nb: 2\nc: [}\nd: 1\n", "f:3: syntax: missing value"},
		{"a: 1\nb: 2\nc: \"x\" y\nd: 1\n", "f:3: syntax: unexpected token; check the indentation and quotes"},
		{"a: 1\nb: 2\nc: {a: b\nd: 1\ne: f\n", "f:4: syntax: missing comma or closing }"},
		{"x: y\nspec:\n- a: {b: [c, d}\n- d\n", "f:3: syntax: missing comma or closing ]"},
		{"x: [a\n", "f:1: syntax: missing comma or closing ]"},
		{"a: 1\nb:\n- a\n- c: \"x\n\nd: 1\n", "f:4: syntax: missing closing quote"},
		{"a: \xff\n", "f:1: syntax: expected text in UTF-8"},
		// This text is too long for the search.
		{"@\n" + large, "f: syntax: a value cannot begin with @, ` or %; put it in quotes"},
		{"a: b\nc: @\n" + large, "f:2: syntax: a value cannot begin with @, ` or %; put it in quotes"},
		{"a: b\nc: [}\n" + large, "f:2: syntax: missing value"},
	} {
		_, err := OnlyDocument("f", []byte(test.text))
		if err == nil || err.Error() != test.want {
			t.Errorf("%.40q: got %v\nwant %s", test.text, err, test.want)
		}
	}
}
