package oracle

import (
	"errors"
	"fmt"
	"io"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/ending"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
)

// An Output defines where a minimized case is written, and in which formats. Files are
// replaced atomically, so that they never contain an incomplete case.
type Output struct {
	File   string // the file for the case; standard output if it is empty or -
	GoTest string // the file for a Go test; none if it is empty
	Issue  string // the file for the text of an issue; none if it is empty
	Form   string // the format of the case: output.FormYAML or FormJSON
	// Inputs are the files of the original case. They are not overwritten.
	Inputs []string
}

// begin checks that the files can be written, before the search.
func (o *Output) begin() error {
	for _, file := range []string{o.File, o.GoTest, o.Issue} {
		if file == "" || file == output.Stream {
			continue
		}
		if err := output.CheckFile(file, o.Inputs); err != nil {
			return err
		}
	}
	return nil
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

// Write writes the case in all requested formats. The case goes to standard output unless it
// has a file, or standard output is used for another format. If writing fails, the case is
// saved to a temporary file, which the error names.
func (o *Output) Write(stdout io.Writer, found Found) error {
	text, err := o.Text(found.c)
	if err != nil {
		return err
	}
	outputs := []struct {
		file string
		text func() []byte
	}{
		{o.File, func() []byte { return text }},
		{o.GoTest, found.goTest},
		{o.Issue, found.issue},
	}
	if !o.toFile() {
		outputs[0].file = ""
		if o.GoTest != output.Stream && o.Issue != output.Stream {
			outputs[0].file = output.Stream
		}
	}
	kept := false // whether an output in another format contains the case
	for _, out := range outputs {
		var failed error
		switch out.file {
		case "":
			continue
		case output.Stream:
			failed = output.Text(stdout, out.text())
		default:
			failed = output.ReplaceFile(out.file, out.text())
		}
		kept = kept || failed == nil
		err = errors.Join(err, failed)
	}
	if !kept {
		file, failed := o.rescue(found.c)
		if failed != nil {
			return errors.Join(err, failed)
		}
		return fmt.Errorf("%w\nthe smallest case is in %s", err, file)
	}
	return err
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
