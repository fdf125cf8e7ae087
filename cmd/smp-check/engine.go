package main

import (
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/smp"
)

// A subjectChoice is which engine is tried, and how, as flags: the one of this
// module or one in other processes.
type subjectChoice struct {
	engine       string
	timeout      time.Duration
	startTimeout time.Duration
	workers      int
	repeat       int
	dialect      choice
}

func (c *subjectChoice) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&c.engine, "engine", "", "try the engine that this `command` runs and that speaks the engine protocol, instead of the one of this module")
	flags.DurationVar(&c.timeout, "timeout", protocol.DefaultTimeout, "how long an answer of --engine may take")
	flags.DurationVar(&c.startTimeout, "start-timeout", protocol.DefaultStartTimeout, "how long --engine may take to start")
	flags.IntVarP(&c.workers, "jobs", "j", runtime.NumCPU(), "how many to try at a time, each in a process of its own")
	flags.IntVar(&c.repeat, "repeat", 1, "ask --engine everything this many times; an answer that varies is wrong")
	c.dialect.register(cmd, "dialect", "", "`dialect` that the engine is asked for", corpus.Documented, corpus.Kubernetes)
}

// smpDialects are the dialects of the engine of this module. Cases say what the
// shipped engine answers, not what a server makes of that.
var smpDialects = map[string]smp.Dialect{
	corpus.Documented: smp.Documented, corpus.Kubernetes: smp.KubernetesBeforeDecoding,
}

// check refuses flags that make no sense.
func (c *subjectChoice) check(cmd *cobra.Command) error {
	switch {
	case c.workers < 1:
		return usageErrorf(cmd, "--jobs: want 1 or more")
	case c.repeat < 1:
		return usageErrorf(cmd, "--repeat: want 1 or more")
	case c.timeout <= 0 || c.startTimeout <= 0:
		return usageErrorf(cmd, "--timeout and --start-timeout: want more than 0")
	}
	return nil
}

// start returns a subject for each worker, of which no more than most are
// needed, and a function that ends them.
func (c *subjectChoice) start(most int) ([]corpus.Subject, func(), error) {
	subjects := make([]corpus.Subject, max(1, min(c.workers, most)))
	var started []*protocol.Foreign
	stop := func() {
		for _, f := range started {
			f.Close()
		}
	}
	for i := range subjects {
		if c.engine == "" {
			subjects[i] = corpus.EngineOf(smpDialects[c.dialect.name])
			continue
		}
		f, err := protocol.Launch{Command: c.engine, Dialect: c.dialect.name, Timeout: c.timeout, StartTimeout: c.startTimeout, Repeat: c.repeat}.Start()
		if err != nil {
			stop()
			return nil, nil, fmt.Errorf("--engine: %w", err)
		}
		started = append(started, f)
		subjects[i] = f
	}
	return subjects, stop, nil
}

// checkDialect refuses an engine that does not have the dialect of clusters where
// that is asked for.
func (c *subjectChoice) checkDialect(subject corpus.Subject) error {
	f, foreign := subject.(*protocol.Foreign)
	if !foreign || c.dialect.name != corpus.Kubernetes || f.Dialect() == c.dialect.name {
		return nil
	}
	return fmt.Errorf("--dialect %s: the engine %s does not have it; it has %s", c.dialect.name, f.Name(), f.Dialect())
}
