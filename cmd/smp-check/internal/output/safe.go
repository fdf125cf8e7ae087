package output

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/strategicpatch/smp/model"
)

// Lines replaces the control characters in a text by escapes, as [model.OneLine] does, but keeps tabs
// and line breaks. Names and values that become part of a line must
// pass model.OneLine or [model.Shorten] first, because Lines cannot know whether a line break belongs
// to a name.
func Lines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = model.OneLine(line)
	}
	return strings.Join(lines, "\n")
}

// Messages returns a writer that passes each written text to Lines. Each Write must consist of whole
// characters.
func Messages(w io.Writer) io.Writer { return messages{w} }

type messages struct{ io.Writer }

func (m messages) Write(p []byte) (int, error) {
	if _, err := io.WriteString(m.Writer, Lines(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// A safeWriter writes what Lines returns for all written bytes. If keepColors is set, it leaves the
// escape sequences of Paint unchanged.
type safeWriter struct {
	out        io.Writer
	keepColors bool
	rest       []byte // an incomplete character or sequence at the end
}

var sequences = []string{Red, Green, Yellow, Cyan, Dim, noColor}

func (w *safeWriter) Write(p []byte) (int, error) {
	text := append(w.rest, p...)
	end := len(text) - incomplete(text)
	w.rest = slices.Clone(text[end:])
	if err := w.write(text[:end]); err != nil {
		return 0, err
	}
	return len(p), nil
}

// flush writes the rest, after the last Write.
func (w *safeWriter) flush() error {
	rest := w.rest
	w.rest = nil
	return w.write(rest)
}

func (w *safeWriter) write(text []byte) error {
	for w.keepColors {
		at := bytes.IndexByte(text, noColor[0])
		if at < 0 {
			break
		}
		sequence := text[at : at+1]
		for _, known := range sequences {
			if bytes.HasPrefix(text[at:], []byte(known)) {
				sequence = text[at : at+len(known)]
			}
		}
		if err := w.lines(text[:at]); err != nil {
			return err
		}
		end := at + len(sequence)
		if len(sequence) == 1 {
			sequence = []byte(model.OneLine(string(sequence)))
		}
		if _, err := w.out.Write(sequence); err != nil {
			return err
		}
		text = text[end:]
	}
	return w.lines(text)
}

func (w *safeWriter) lines(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	_, err := io.WriteString(w.out, Lines(string(text)))
	return err
}

// incomplete returns the number of bytes at the end of a text that may be the start of a character
// or of a sequence for a color.
func incomplete(text []byte) int {
	for n := 1; n <= min(len(Red)-1, len(text)); n++ {
		tail := text[len(text)-n:]
		switch {
		case tail[0] == noColor[0]:
			return n
		case utf8.RuneStart(tail[0]) && !utf8.FullRune(tail):
			return n
		}
	}
	return 0
}
