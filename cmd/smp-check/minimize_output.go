package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/corpus"
)

// A caseOutput is where a minimized case is written, and in what forms. A file
// is replaced as a whole: it never holds half a case.
type caseOutput struct {
	file   string
	goTest string
	issue  string
	form   format
	// inputs are the files that the case came from.
	inputs []string
}

func (o *caseOutput) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.file, "out", "", "`FILE` for the case, which has the best case so far all the while; without, or with -, standard output")
	flags.StringVar(&o.goTest, "go-test", "", "`FILE` for a Go test of the case; - for standard output in place of the case")
	flags.StringVar(&o.issue, "issue", "", "`FILE` for a text in Markdown to paste into an issue; - for standard output in place of the case")
	o.form.register(cmd, formatYAML, formatJSON)
}

// begin makes sure that the files can be written, before there is any work.
func (o *caseOutput) begin() error {
	for _, file := range []string{o.file, o.goTest, o.issue} {
		if file == "" || file == stdinName {
			continue
		}
		if err := checkOutput(file, o.inputs); err != nil {
			return err
		}
	}
	return nil
}

// toFile reports whether the case is for a file.
func (o *caseOutput) toFile() bool { return o.file != "" && o.file != stdinName }

// save writes the case to its file.
func (o *caseOutput) save(c corpus.Case) error {
	text, err := o.text(c)
	if err != nil {
		return err
	}
	return replaceFile(o.file, text)
}

// rescue writes the case to its file or, where that cannot be, to one for the
// purpose, and returns which.
func (o *caseOutput) rescue(c corpus.Case) (string, error) {
	if o.toFile() && o.save(c) == nil {
		return o.file, nil
	}
	text, err := o.text(c)
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

// write writes all that is asked for. Standard output has the case unless a file
// has it, or standard output has something else. Where nothing can be written the
// case is rescued.
func (o *caseOutput) write(stdout io.Writer, found minimizedCase) error {
	text, err := o.text(found.c)
	if err != nil {
		return err
	}
	outputs := []struct {
		file string
		text func() []byte
	}{
		{o.file, func() []byte { return text }},
		{o.goTest, found.goTest},
		{o.issue, found.issue},
	}
	if !o.toFile() {
		outputs[0].file = ""
		if o.goTest != stdinName && o.issue != stdinName {
			outputs[0].file = stdinName
		}
	}
	kept := false // each of them has the case inside
	for _, output := range outputs {
		var failed error
		switch output.file {
		case "":
			continue
		case stdinName:
			failed = writeText(stdout, output.text())
		default:
			failed = replaceFile(output.file, output.text())
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
	if err == nil && found.cutShort {
		err = errNo
	}
	return err
}

func writeText(out io.Writer, text []byte) error {
	return buffered(out, func(w *bufio.Writer) { w.Write(text) })
}

// text returns the case as a file has it, which must read as the same case.
func (o *caseOutput) text(c corpus.Case) ([]byte, error) {
	if o.form.name == formatJSON {
		v, err := c.Value()
		if err != nil {
			return nil, err
		}
		return append(v.AppendJSON(nil), '\n'), nil
	}
	return c.YAML()
}
