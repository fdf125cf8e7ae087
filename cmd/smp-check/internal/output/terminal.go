package output

import (
	"io"
	"os"
)

// When there are colours, as --color says it.
const (
	ColourAuto   = "auto" // on a terminal, unless NO_COLOR says otherwise
	ColourAlways = "always"
	ColourNever  = "never"
)

// The colours of what is written, and the end of one.
const (
	Red      = "\x1b[31m"
	Green    = "\x1b[32m"
	Yellow   = "\x1b[33m"
	Cyan     = "\x1b[36m"
	Dim      = "\x1b[2m"
	noColour = "\x1b[0m"
)

// Paint returns a text in a colour, if on says so and there is one.
func Paint(text, colour string, on bool) string {
	if !on || colour == "" {
		return text
	}
	return colour + text + noColour
}

// A decided is a stream of which the command line says whether it has colours.
type decided struct {
	io.Writer
	coloured bool
}

// WithColour returns a stream that has colours when it is said to.
func WithColour(w io.Writer, when string) io.Writer {
	if when == ColourAuto {
		return w
	}
	return decided{w, when == ColourAlways}
}

// Coloured reports whether w wants colours.
func Coloured(w io.Writer) bool {
	if d, ok := w.(decided); ok {
		return d.coloured
	}
	return os.Getenv("NO_COLOR") == "" && terminal(w)
}

// terminal reports whether w is a terminal on which a line can be rewritten.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
