package output

import (
	"io"
	"os"
)

// The values of --color.
const (
	ColourAuto   = "auto" // on a terminal, unless NO_COLOR is set
	ColourAlways = "always"
	ColourNever  = "never"
)

// The escape sequences for colours, and for the end of a colour.
const (
	Red      = "\x1b[31m"
	Green    = "\x1b[32m"
	Yellow   = "\x1b[33m"
	Cyan     = "\x1b[36m"
	Dim      = "\x1b[2m"
	noColour = "\x1b[0m"
)

// Paint returns a text in a colour. It returns the text unchanged if on is false or the
// colour is empty.
func Paint(text, colour string, on bool) string {
	if !on || colour == "" {
		return text
	}
	return colour + text + noColour
}

// A decided writer has a fixed value for the use of colours.
type decided struct {
	io.Writer
	coloured bool
}

// WithColour returns a writer to w for which Coloured follows a value of --color.
func WithColour(w io.Writer, when string) io.Writer {
	if when == ColourAuto {
		return w
	}
	return decided{w, when == ColourAlways}
}

// Coloured reports whether output to w is coloured.
func Coloured(w io.Writer) bool {
	if d, ok := w.(decided); ok {
		return d.coloured
	}
	return os.Getenv("NO_COLOR") == "" && terminal(w)
}

// terminal reports whether w is a terminal that can rewrite a line.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
