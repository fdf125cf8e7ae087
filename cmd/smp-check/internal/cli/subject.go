package cli

import (
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/smp"
)

// A Subject is which engine is tried, and how, as flags: the one of this
// module or one in other processes.
type Subject struct {
	Engine       string
	Timeout      time.Duration
	StartTimeout time.Duration
	Workers      int
	Repeat       int
	Dialect      Dialect
}

// Register adds the flags to a command.
func (c *Subject) Register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&c.Engine, "engine", "", "try the engine that this `command` runs and that speaks the engine protocol, instead of the one of this module")
	flags.DurationVar(&c.Timeout, "timeout", protocol.DefaultTimeout, "how long an answer of --engine may take")
	flags.DurationVar(&c.StartTimeout, "start-timeout", protocol.DefaultStartTimeout, "how long --engine may take to start")
	flags.IntVarP(&c.Workers, "jobs", "j", runtime.NumCPU(), "how many to try at a time, each in a process of its own")
	flags.IntVar(&c.Repeat, "repeat", 1, "ask --engine everything this many times; an answer that varies is wrong")
	c.Dialect.register(cmd, "the `rules` that the engine is asked to follow, those of the specification or those of a cluster")
}

// smpDialects are the dialects of the engine of this module. Cases say what the
// shipped engine answers, not what a server makes of that.
var smpDialects = map[string]smp.Dialect{
	corpus.Documented: smp.Documented, corpus.Kubernetes: smp.KubernetesBeforeDecoding,
}

// Check refuses flags that make no sense.
func (c *Subject) Check(cmd *cobra.Command) error {
	switch {
	case c.Workers < 1:
		return Usagef(cmd, "--jobs: want 1 or more")
	case c.Repeat < 1:
		return Usagef(cmd, "--repeat: want 1 or more")
	case c.Timeout <= 0 || c.StartTimeout <= 0:
		return Usagef(cmd, "--timeout and --start-timeout: want more than 0")
	}
	return nil
}

// Start returns a subject for each worker, of which no more than most are
// needed, and a function that ends them.
func (c *Subject) Start(most int) ([]corpus.Subject, func(), error) {
	subjects := make([]corpus.Subject, max(1, min(c.Workers, most)))
	var started []*protocol.Foreign
	stop := func() {
		for _, f := range started {
			f.Close()
		}
	}
	for i := range subjects {
		if c.Engine == "" {
			subjects[i] = corpus.EngineOf(smpDialects[c.Dialect.Name])
			continue
		}
		f, err := protocol.Launch{Command: c.Engine, Dialect: c.Dialect.Name, Timeout: c.Timeout, StartTimeout: c.StartTimeout, Repeat: c.Repeat}.Start()
		if err != nil {
			stop()
			return nil, nil, fmt.Errorf("--engine: %w", err)
		}
		started = append(started, f)
		subjects[i] = f
	}
	return subjects, stop, nil
}

// CheckDialect refuses an engine that does not have the dialect of clusters where
// that is asked for.
func (c *Subject) CheckDialect(subject corpus.Subject) error {
	f, foreign := subject.(*protocol.Foreign)
	if !foreign || c.Dialect.Name != corpus.Kubernetes || f.Dialect() == c.Dialect.Name {
		return nil
	}
	return fmt.Errorf("--dialect %s: the engine %s does not have it; it has %s", c.Dialect.Name, f.Name(), f.Dialect())
}
