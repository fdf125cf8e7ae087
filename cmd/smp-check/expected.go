package main

import (
	"errors"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/corpus"
)

// expectedFailures is the list of cases that an engine is known to fail, as
// flags.
type expectedFailures struct {
	file   string
	update bool
	list   corpus.Expectations
}

func (e *expectedFailures) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&e.file, "expect-failures", "", "`file` of known failures, a case's name and a reason on a line: they may fail, and must")
	flags.BoolVar(&e.update, "update-failures", false, "rewrite the file of --expect-failures so that it lists what fails now")
}

// load reads the list. A case that there is not is an error, unless not all
// cases were looked at, or the list is about to be rewritten.
func (e *expectedFailures) load(cmd *cobra.Command, r *inputReader, c *caseChoice, paths []string) error {
	if e.file == "" {
		if e.update {
			return usageErrorf(cmd, "--update-failures needs the file: --expect-failures FILE")
		}
		return nil
	}
	text, err := r.read(e.file)
	if err != nil && !(e.update && errors.Is(err, fs.ErrNotExist)) {
		return err
	}
	if e.list, err = corpus.ReadExpectations(e.file, text); err != nil {
		return err
	}
	for _, name := range e.list.Cases() {
		if len(paths) == 0 && !e.update && !c.names[name] {
			return &corpus.LoadError{File: e.file, Err: errors.New("there is no case " + name)}
		}
	}
	return nil
}

// report judges verdicts by the list, or makes the list fit them.
func (e *expectedFailures) report(subject string, verdicts []corpus.Verdict) (*report, error) {
	if e.update {
		e.list = e.list.Updated(verdicts)
		if err := replaceFile(e.file, e.list.Text()); err != nil {
			return nil, err
		}
	}
	r := &report{Subject: subject}
	for _, v := range verdicts {
		r.add(e.list.Judge(v))
	}
	return r, nil
}
