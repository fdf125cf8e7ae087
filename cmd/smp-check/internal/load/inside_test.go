package load

import (
	"fmt"
	"testing"

	"github.com/strategicpatch/smp/model"
)

// A place in a document inside a string is its place in the file if each line of the text is a line of the
// file. Otherwise, it is the place of the string.
func TestPositionsInside(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"{patch: \"a: b\"}", "1:10"},
		{"{patch: 'a: b'}", "1:10"},
		{"patch: \"a: \\\"b\\\"\"", "1:8"},
		{"x: y\npatch: {a: b}", "2:9"},
		{"patch: |\n  a: b", "2:3"},
		{"patch: |\n\n  x: y\n  a: b\n", "4:3"},
		{"x: y\npatch: |-\r\n    x: y\r\n    a: b\r\n", "4:5"},
		{"patch: >\n  {x: y,\n  a: b}", "1:8"},
		{"patch: \"{x: y,\n  a: b}\"", "1:8"},
		{"x: &p |\n  a: b\npatch: *p", "2:3"},
		{"x: y\rpatch: |\r  a: b", "2:8"},
	} {
		d, err := OnlyDocument("f", []byte(test.text), false)
		if err != nil {
			t.Fatalf("%q: %v", test.text, err)
		}
		inside, err := d.Inside(model.Path{model.Field("patch")})
		if err != nil {
			t.Fatalf("%q: %v", test.text, err)
		}
		line, column := inside[0].Position(model.Path{model.Field("a")})
		if got := fmt.Sprintf("%d:%d", line, column); got != test.want {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
	}
}
