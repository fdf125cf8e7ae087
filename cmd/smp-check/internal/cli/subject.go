package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/ending"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
)

// A Subject holds the flags that choose the engine to test, called the subject: the engine of
// this module, or one that runs in other processes.
type Subject struct {
	Engine  string
	Timeout time.Duration
	Workers int
	Repeat  int
	Dialect Dialect
}

// Register adds the flags to a command.
func (c *Subject) Register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&c.Engine, "engine", "", "test the engine that this `command` starts, over the engine protocol, instead of the engine of this module")
	flags.DurationVar(&c.Timeout, "timeout", protocol.DefaultTimeout, "time limit for each answer of --engine; its start may take six times as long")
	flags.IntVarP(&c.Workers, "jobs", "j", runtime.NumCPU(), "number of engines to run in parallel; with --engine, each is a process")
	flags.IntVar(&c.Repeat, "repeat", 1, "send each request to --engine this many times; an answer that varies is an error")
	c.Dialect.register(cmd, "test with the `rules` of the specification or of a cluster")
}

// Check rejects flags with invalid values.
func (c *Subject) Check(cmd *cobra.Command) error {
	switch {
	case c.Workers < 1:
		return Usagef(cmd, "--jobs: expected 1 or more")
	case c.Repeat < 1:
		return Usagef(cmd, "--repeat: expected 1 or more")
	case c.Timeout <= 0:
		return Usagef(cmd, "--timeout: expected more than 0")
	}
	return nil
}

// Start returns one subject for each worker, but not more than most, and a function that
// stops them. The error is that of starting an engine.
func (c *Subject) Start(most int) ([]corpus.Subject, func(), error) {
	// Engines have process groups of their own, so an interrupt from the terminal does not
	// reach them. An interrupt while they start therefore ends them here.
	interrupted, cancel := ending.Interrupted(context.Background())
	defer cancel()
	subjects := make([]corpus.Subject, max(1, min(c.Workers, most)))
	var started []*protocol.Foreign
	stop := func() {
		for _, f := range started {
			f.Close()
		}
	}
	for i := range subjects {
		if c.Engine == "" {
			subjects[i] = corpus.EngineOf(c.Dialect.Name)
			continue
		}
		f, err := protocol.Launch{Command: c.Engine, Dialect: c.Dialect.Name, Timeout: c.Timeout, StartTimeout: 6 * c.Timeout, Repeat: c.Repeat, Stop: interrupted.Done()}.Start()
		if err != nil {
			stop()
			if interrupted.Err() != nil {
				return nil, nil, errors.New("interrupted while the engine was starting")
			}
			return nil, nil, fmt.Errorf("--engine: %w", err)
		}
		started = append(started, f)
		subjects[i] = f
	}
	return subjects, stop, nil
}

// Note writes a note about an engine that does not support the dialect of the test, or that
// announces operations that do not exist.
func (c *Subject) Note(out io.Writer, subject corpus.Subject) {
	f, foreign := subject.(*protocol.Foreign)
	if !foreign {
		return
	}
	if dialect := f.Dialect(); dialect != c.Dialect.Name {
		hint := ""
		if dialect == corpus.Kubernetes {
			hint = "; with --dialect kubernetes, the answers of a cluster are expected"
		}
		fmt.Fprintf(out, "smp-check: note: the engine %s does not support the dialect %s, but only %s; the answers of the specification are expected%s\n",
			f.Name(), c.Dialect.Name, dialect, hint)
	}
	for _, op := range f.UnknownOps() {
		fmt.Fprintf(out, "smp-check: note: the engine %s announces the unknown operation %q; it is not tested\n", f.Name(), op)
	}
}

// CheckDialect rejects an engine that does not support the dialect of clusters if --dialect
// selects this dialect.
func (c *Subject) CheckDialect(subject corpus.Subject) error {
	f, foreign := subject.(*protocol.Foreign)
	if !foreign || c.Dialect.Name != corpus.Kubernetes || f.Dialect() == c.Dialect.Name {
		return nil
	}
	return fmt.Errorf("--dialect %s: the engine %s does not support this dialect, only %s", c.Dialect.Name, f.Name(), f.Dialect())
}

// Outcome returns the outcome of a test of an engine. If the test judged no answer of the engine, it
// writes the reason, and the test fails.
func Outcome(cmd *cobra.Command, nothing error, failed bool) error {
	switch {
	case failed:
		return ErrNo
	case nothing != nil:
		fmt.Fprintf(cmd.ErrOrStderr(), "smp-check: %v\n", nothing)
		return ErrNo
	}
	return nil
}
