package output

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"

	"github.com/strategicpatch/smp/model"
)

// Text writes a text to out unchanged. The error names the stream.
func Text(out io.Writer, text []byte) error {
	_, err := out.Write(text)
	return FileError("standard output", err)
}

// The output formats of documents and reports.
const (
	FormYAML  = "yaml"
	FormJSON  = "json"
	FormText  = "text"
	FormJUnit = "junit"

	// FormReport is a page about an engine. FormBadge is an image with its result.
	FormReport = "report"
	FormBadge  = "badge"
)

// Documents writes documents as YAML with separators between them, or as a sequence of
// JSON documents. The error is that of writing.
func Documents(out io.Writer, form string, documents ...model.Value) error {
	return Buffered(out, func(w *bufio.Writer) {
		for i, v := range documents {
			switch {
			case form == FormJSON:
				JSON(w, v)
				continue
			case i > 0:
				w.WriteString("---\n")
			}
			YAML(w, v)
		}
	})
}

// Buffered calls write with a buffer for out, and flushes it. Control characters are replaced as by
// Lines, except for the colors of Paint if output to out is colored. The error is that of writing to
// out.
func Buffered(out io.Writer, write func(w *bufio.Writer)) error {
	safe := &safeWriter{out: out, keepColors: Colored(out)}
	w := bufio.NewWriterSize(safe, 1<<16)
	write(w)
	return FileError("standard output", cmp.Or(w.Flush(), safe.flush()))
}

// Indented writes a Go value as indented JSON. The error is that of writing.
func Indented(out io.Writer, v any) error {
	var failed error
	err := Buffered(out, func(w *bufio.Writer) {
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		failed = encoder.Encode(v)
	})
	return cmp.Or(failed, err)
}
