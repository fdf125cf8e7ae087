package oracle

import (
	"errors"
	"fmt"
	"io"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/ending"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
)

// The output formats of a minimized case, besides output.FormJSON.
const (
	FormCase   = "case"
	FormIssue  = "issue"   // the text of an issue, in Markdown
	FormGoTest = "go-test" // a Go test of the case
)

// An Output defines where a minimized case is written, and in which format. The file is replaced
// atomically, so that it never contains an incomplete case.
type Output struct {
	File string // the file for the case; standard output if it is empty or -
	Form string // the format: FormCase by default, another one of those above, or output.FormJSON
	// Inputs are the files of the original case. They are not overwritten.
	Inputs []string
}

// begin checks that the file can be written, before the search.
func (o *Output) begin() error {
	if !o.toFile() {
		return nil
	}
	return output.CheckFile(o.File, o.Inputs)
}

// toFile reports whether the case is written to a file.
func (o *Output) toFile() bool { return o.File != "" && o.File != output.Stream }

// save writes the case to its file.
func (o *Output) save(c corpus.Case) error {
	text, err := o.Text(c)
	if err != nil {
		return err
	}
	return output.ReplaceFile(o.File, text)
}

// rescue writes the case to its file or, if that fails, to a temporary file. It returns the
// name.
func (o *Output) rescue(c corpus.Case) (string, error) {
	if o.toFile() && o.save(c) == nil {
		return o.File, nil
	}
	text, err := o.Text(c)
	if err != nil {
		return "", err
	}
	f, err := ending.NewResult("smp-check-minimized-*.yaml")
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	return f.Name(), errors.Join(err, f.Close())
}

// Write writes the case to its file, or else to standard output. An issue and a Go test always go to
// standard output, and the case only to a file. If writing fails, the case is saved to a temporary
// file, which the error names.
func (o *Output) Write(stdout io.Writer, found Found) error {
	text, err := o.Text(found.c)
	if err != nil {
		return err
	}
	var inFile, inStream error
	if o.toFile() {
		inFile = output.ReplaceFile(o.File, text)
	}
	switch {
	case o.Form == FormIssue:
		inStream = output.Text(stdout, found.issue())
	case o.Form == FormGoTest:
		inStream = output.Text(stdout, found.goTest())
	case !o.toFile():
		inStream = output.Text(stdout, text)
	}
	if err = errors.Join(inFile, inStream); err == nil || o.toFile() && inFile == nil {
		return err
	}
	file, failed := o.rescue(found.c)
	if failed != nil {
		return errors.Join(err, failed)
	}
	return fmt.Errorf("%w\nthe smallest case is in %s", err, file)
}

// Text returns the text of a case file for c. It is an error if reading the text does not
// give the same case.
func (o *Output) Text(c corpus.Case) ([]byte, error) {
	if o.Form == output.FormJSON {
		v, err := c.Value()
		if err != nil {
			return nil, err
		}
		return append(v.AppendJSON(nil), '\n'), nil
	}
	return c.YAML()
}
