package oracle

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
)

// An Output is where a minimized case is written, and in what forms. A file is
// replaced as a whole: it never holds half a case.
type Output struct {
	File   string // for the case; standard output where it is empty or -
	GoTest string // for a Go test of the case; none where it is empty
	Issue  string // for issue text; none where it is empty
	Form   string // of the case: output.FormYAML or FormJSON
	// Inputs are the files that the case came from.
	Inputs []string
}

// begin makes sure that the files can be written, before there is any work.
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

// toFile reports whether the case is for a file.
func (o *Output) toFile() bool { return o.File != "" && o.File != output.Stream }

// save writes the case to its file.
func (o *Output) save(c corpus.Case) error {
	text, err := o.Text(c)
	if err != nil {
		return err
	}
	return output.ReplaceFile(o.File, text)
}

// rescue writes the case to its file or, where that cannot be, to one for the
// purpose, and returns which.
func (o *Output) rescue(c corpus.Case) (string, error) {
	if o.toFile() && o.save(c) == nil {
		return o.File, nil
	}
	text, err := o.Text(c)
	if err != nil {
		return "", err
	}
	f, err := os.CreateTemp("", "smp-check-minimized-*.yaml")
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	return f.Name(), errors.Join(err, f.Close())
}

// Write writes all that is asked for. Standard output has the case unless a file
// has it, or standard output has something else. Where nothing can be written the
// case is rescued.
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
	kept := false // each of them has the case inside
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

// Text returns the case as a file has it, which must read as the same case.
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
