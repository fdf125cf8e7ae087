package output

import (
	"bufio"
	"bytes"
	"io"
	"os"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/ending"
	"github.com/strategicpatch/smp/model"
)

// A Spool holds documents until all of them are known to be correct. It uses memory or, if
// they are large, a temporary file.
type Spool struct {
	form   string
	colors bool
	n      int // documents so far
	w      *bufio.Writer
	spooled
}

// NewSpool returns a spool of documents in one of the forms.
func NewSpool(form string) *Spool {
	s := &Spool{form: form}
	s.w = bufio.NewWriterSize(&s.spooled, 1<<16)
	return s
}

// NewPatchSpool returns a spool of patches, colored like the output of Patches if output to
// out is colored.
func NewPatchSpool(form string, out io.Writer) *Spool {
	s := NewSpool(form)
	s.colors = form != FormJSON && Colored(out)
	return s
}

// Add adds a document: as YAML, with a separator after the previous one, or as JSON. Write
// returns the errors.
func (s *Spool) Add(v model.Value) {
	s.n++
	switch {
	case s.form == FormJSON:
		JSON(s.w, v)
		return
	case s.n > 1:
		s.w.WriteString("---\n")
	}
	(&yamlWriter{w: s.w, colors: s.colors}).document(v)
}

// Write writes all documents to out. The error names the stream, or the temporary file.
func (s *Spool) Write(out io.Writer) error {
	if err := s.w.Flush(); err != nil {
		return err
	}
	if s.file == nil {
		return Text(out, s.text.Bytes())
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return FileError(s.file.Name(), err)
	}
	_, err := io.Copy(out, s.file)
	return FileError("standard output", err)
}

// Texts holds texts like a Spool, and returns them one by one.
type Texts struct{ spooled }

// A TextSpan is the place of a text in Texts.
type TextSpan struct{ from, to int64 }

// Add adds a text. The error names the temporary file.
func (t *Texts) Add(text []byte) (TextSpan, error) {
	from := t.size
	_, err := t.Write(text)
	return TextSpan{from, t.size}, err
}

// Text returns a text. The caller must not change it. The error names the temporary file.
func (t *Texts) Text(at TextSpan) ([]byte, error) {
	if t.file == nil {
		return t.text.Bytes()[at.from:at.to], nil
	}
	text := make([]byte, at.to-at.from)
	_, err := t.file.ReadAt(text, at.from)
	return text, FileError(t.file.Name(), err)
}

// spooled holds bytes in memory or, if there are many, in a temporary file.
type spooled struct {
	text bytes.Buffer
	file *os.File // nil as long as memory suffices
	size int64
}

// spoolBytes is the number of bytes that are kept in memory.
const spoolBytes = 16 << 20

// Write adds bytes. The error names the temporary file.
func (s *spooled) Write(p []byte) (n int, err error) {
	defer func() { s.size += int64(n) }()
	if s.file == nil && s.text.Len()+len(p) <= spoolBytes {
		return s.text.Write(p)
	}
	if s.file == nil {
		f, err := ending.NewFile()
		if err != nil {
			return 0, err
		}
		s.file = f
		if _, err := s.text.WriteTo(f); err != nil {
			return 0, FileError(f.Name(), err)
		}
		s.text = bytes.Buffer{}
	}
	n, err = s.file.Write(p)
	return n, FileError(s.file.Name(), err)
}

// Close removes the temporary file, if there is one.
func (s *spooled) Close() {
	if s.file != nil {
		s.file.Close()
		ending.Remove(s.file.Name())
	}
}
