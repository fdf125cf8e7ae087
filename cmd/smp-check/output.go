package main

import (
	"bufio"
	"io"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/model"
)

// A format is one of the forms in which a command can write, as a flag.
type format struct{ choice }

// register adds the flag -o; the first choice is the default.
func (f *format) register(cmd *cobra.Command, choices ...string) {
	f.choice.register(cmd, "output", "o", "`form` of the output", choices...)
}

// The forms of documents and reports.
const (
	formatYAML  = "yaml"
	formatJSON  = "json"
	formatText  = "text"
	formatJUnit = "junit"
)

// writeDocument writes a document as YAML or JSON.
func writeDocument(out io.Writer, f format, v model.Value) error {
	return buffered(out, func(w *bufio.Writer) {
		if f.name == formatJSON {
			writeJSON(w, v)
		} else {
			writeYAML(w, v)
		}
	})
}

// buffered lets write fill a buffer of out and reports what went wrong when
// that was written.
func buffered(out io.Writer, write func(w *bufio.Writer)) error {
	w := bufio.NewWriterSize(out, 1<<16)
	write(w)
	if err := w.Flush(); err != nil {
		return fileError("standard output", err)
	}
	return nil
}
