package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

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
}

func (o *caseOutput) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.file, "out", "", "`FILE` for the case, which has the best case so far all the while; without, standard output")
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
		if info, err := os.Stat(file); err == nil && info.IsDir() {
			return fmt.Errorf("%s: is a directory; name a file", file)
		}
		f, err := os.CreateTemp(filepath.Dir(file), ".smp-check-*")
		if err != nil {
			return fileError(file, err)
		}
		f.Close()
		os.Remove(f.Name())
	}
	return nil
}

// save writes the case to its file.
func (o *caseOutput) save(c corpus.Case) error {
	text, err := o.text(c)
	if err != nil {
		return err
	}
	return replaceFile(o.file, text)
}

// rescue writes the case to its file, or to one for the purpose, and returns
// which.
func (o *caseOutput) rescue(c corpus.Case) (string, error) {
	if o.file != "" {
		return o.file, o.save(c)
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
// has it, or standard output has something else.
func (o *caseOutput) write(stdout io.Writer, found minimizedCase) error {
	text, err := o.text(found.c)
	if err != nil {
		return err
	}
	if o.file != "" {
		err = replaceFile(o.file, text)
	}
	outputs := []struct {
		file string
		text func() []byte
	}{
		{o.goTest, found.goTest},
		{o.issue, found.issue},
	}
	elsewhere := o.file != ""
	for _, output := range outputs {
		switch output.file {
		case "":
		case stdinName:
			elsewhere = true
			err = errors.Join(err, writeText(stdout, output.text()))
		default:
			err = errors.Join(err, replaceFile(output.file, output.text()))
		}
	}
	if !elsewhere {
		err = errors.Join(err, writeText(stdout, text))
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
