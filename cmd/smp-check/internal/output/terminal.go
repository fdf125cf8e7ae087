package output

import (
	"io"
	"os"
)

// Coloured reports whether w is a terminal that wants colours.
func Coloured(w io.Writer) bool { return os.Getenv("NO_COLOR") == "" && terminal(w) }

// terminal reports whether w is a terminal on which a line can be rewritten.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
