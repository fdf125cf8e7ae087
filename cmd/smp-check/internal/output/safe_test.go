package output

import (
	"bufio"
	"strings"
	"testing"
)

// The text that Buffered writes does not depend on the places where its buffer is flushed, and has no
// control characters but those of colors.
func TestBufferedIsSafe(t *testing.T) {
	const text = "a\tb\n\x1b[2J\u009b\u202eü\u2028\x7f" + Red + "red" + noColor + "\x1b[3"
	for _, test := range []struct{ color, want string }{
		{ColorNever, "a\tb\n" + `\u001b[2J\u009b\u202eü\u2028\u007f\u001b[31mred\u001b[0m\u001b[3`},
		{ColorAlways, "a\tb\n" + `\u001b[2J\u009b\u202eü\u2028\u007f` + Red + "red" + noColor + `\u001b[3`},
	} {
		for cut := range len(text) + 1 {
			var out strings.Builder
			err := Buffered(WithColor(&out, test.color), func(w *bufio.Writer) {
				w.WriteString(text[:cut])
				w.Flush()
				w.WriteString(text[cut:])
			})
			if err != nil || out.String() != test.want {
				t.Fatalf("color %s, flushed at byte %d: wrote %q, %v; want %q", test.color, cut, out.String(), err, test.want)
			}
		}
	}
}
