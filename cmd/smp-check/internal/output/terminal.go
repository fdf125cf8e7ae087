package output

import (
	"io"
	"os"

	"github.com/strategicpatch/smp/model"
)

// The values of --color.
const (
	ColorAuto   = "auto" // on a terminal, unless NO_COLOR is set
	ColorAlways = "always"
	ColorNever  = "never"
)

// The escape sequences for colors, and for the end of a color.
const (
	Red     = "\x1b[31m"
	Green   = "\x1b[32m"
	Yellow  = "\x1b[33m"
	Cyan    = "\x1b[36m"
	Dim     = "\x1b[2m"
	noColor = "\x1b[0m"
)

// Paint returns a text of one line in a color, without control characters. It adds no color if on is
// false or the color is empty.
func Paint(text, color string, on bool) string {
	text = model.OneLine(text)
	if !on || color == "" {
		return text
	}
	return color + text + noColor
}

// A decided writer has a fixed value for the use of colors.
type decided struct {
	io.Writer
	colored bool
}

// WithColor returns a writer to w for which Colored follows a value of --color.
func WithColor(w io.Writer, when string) io.Writer {
	if when == ColorAuto {
		return w
	}
	return decided{w, when == ColorAlways}
}

// Colored reports whether output to w is colored.
func Colored(w io.Writer) bool {
	if d, ok := w.(decided); ok {
		return d.colored
	}
	return os.Getenv("NO_COLOR") == "" && terminal(w)
}

// terminal reports whether w is a terminal that can rewrite a line.
func terminal(w io.Writer) bool {
	if m, ok := w.(messages); ok {
		w = m.Writer
	}
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
