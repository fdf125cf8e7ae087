package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/minimize"
)

// newMinimize returns the command that makes cases smaller.
func newMinimize() *cobra.Command {
	var (
		input  = inputReader{maxSize: defaultMaxSize}
		from   caseInput
		choice oracleChoice
		how    minimizing
		to     caseOutput
	)
	cmd := &cobra.Command{
		Use:   "minimize CASE | ORIGINAL PATCH | ORIGINAL MODIFIED CURRENT",
		Short: "Find the smallest case that still fails the same way",
		Long: `Find the smallest case that still fails the same way, and write it with its schema
inside. What is minimized is a case file, or the documents of an operation as
apply, threeway and, with --op, the others take them.

How it fails is one of these, and stays as it is:
  --engine COMMAND   the engine that COMMAND runs answers otherwise than is right
  --law NAME         the engine, be it --engine, breaks a law
  --dialects-differ  a cluster answers otherwise than the documented rules say
  --exec COMMAND     COMMAND exits with 0 for the file of a case
and without these flags, that the engine of this module does not give the answer
that the case wants, or else that it rejects the case.

An answer that is wrong in another way, an error of another kind or rule, a panic
elsewhere do not count: the case stays about one bug. Of a patch that diff and
threeway answer with, what it makes of original or current is what may be wrong,
and only where that is right how it says it. A case that does not fail,
or that fails no less with empty documents, is refused.

Documents and schema are reduced together: to the subtrees that matter, without
the maps around them, with short names and values, the same everywhere. The
result is no larger than the case, and minimizing it again changes nothing.
--redact gives all names and strings other texts first, and writes nothing where
that is not possible.

An interrupt ends the search with the best case so far. With --out that case is
in the file all the while.

Exit status: 0 when the smallest case was found, 1 when the search was cut short,
2 when the case does not fail, or its failure cannot be told.`,
		Example: `  smp-check minimize --engine 'python3 engine.py' statefulset.yaml patch.yaml
  smp-check minimize --law idempotent case.yaml --out small.yaml
  smp-check minimize original.yaml patch.yaml --redact --issue -
  smp-check minimize --exec ./fails.sh case.yaml --go-test bug_test.go`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := choice.check(cmd); err != nil {
				return err
			}
			if how.limit < 0 {
				return usageErrorf(cmd, "--for: want more than 0, or 0 for no limit")
			}
			input.stdin, to.inputs = cmd.InOrStdin(), args
			how.meter = newMeter(cmd.ErrOrStderr())
			c, err := from.read(cmd, &input, args)
			if err != nil {
				return err
			}
			oracle, err := choice.start(c)
			if err != nil {
				return err
			}
			defer oracle.close()
			how.oracle, how.jobs, how.to = oracle, choice.subject.workers, &to
			how.kubernetes = choice.dialects || choice.subject.dialect.name == corpus.Kubernetes
			found, err := how.run(c)
			if err != nil {
				return err
			}
			found.command = choice.reproduce()
			return to.write(cmd.OutOrStdout(), found)
		},
	}
	from.register(cmd)
	choice.register(cmd)
	how.register(cmd)
	to.register(cmd)
	input.register(cmd)
	return cmd
}

// minimizing is one search for the smallest case.
type minimizing struct {
	redact    bool
	keepNames bool
	limit     time.Duration

	oracle     oracle
	kubernetes bool // the case says what a cluster answers, too
	jobs       int
	to         *caseOutput
	meter      *meter

	first fault
	stop  atomic.Bool
	mu    sync.Mutex
	fatal error // why the oracle cannot tell any more
}

func (m *minimizing) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&m.redact, "redact", false, "give every name and string of the case another text")
	flags.BoolVar(&m.keepNames, "keep-names", false, "leave the names of fields as they are")
	flags.DurationVar(&m.limit, "for", 0, "end the search after this `time` with the best case so far")
	cmd.MarkFlagsMutuallyExclusive("redact", "keep-names")
}

// A minimized case is what a search found.
type minimizedCase struct {
	c        corpus.Case
	fault    fault
	looksFor string
	command  string // that shows the fault
	cutShort bool
}

// run checks the case, minimizes it, and checks what came of it.
func (m *minimizing) run(c corpus.Case) (minimizedCase, error) {
	if err := m.check(c); err != nil {
		return minimizedCase{}, err
	}
	if _, fixed := m.oracle.(wantOracle); !fixed {
		c.Want = corpus.Answer{}
	}
	defer m.meter.end()
	defer m.interruptible()()
	best := minimize.Minimizer{
		Keep:      m.keep,
		Stop:      m.stop.Load,
		Better:    m.better,
		Jobs:      m.jobs,
		KeepNames: m.keepNames,
		Redact:    m.redact,
	}.Minimize(c)
	if m.fatal != nil {
		return minimizedCase{}, m.saved(best, m.fatal)
	}
	if shared := minimize.SharedText(c, best); m.redact && shared != nil {
		return minimizedCase{}, fmt.Errorf("--redact: %d names or strings have to stay for the case to fail, of up to %d characters", len(shared), longest(shared))
	}
	f, err := m.oracle.fault(best)
	switch {
	case err != nil:
		return minimizedCase{}, m.saved(best, err)
	case f.none() || !f.same(m.first):
		return minimizedCase{}, m.saved(best, errors.New("the smallest case fails only sometimes"))
	}
	return minimizedCase{c: m.answered(best, f), fault: f, looksFor: m.oracle.looksFor(), cutShort: m.stop.Load()}, nil
}

func longest(texts []string) int {
	n := 0
	for _, text := range texts {
		n = max(n, len(text))
	}
	return n
}

// check finds out how the case fails, and refuses one that does not, or of which
// that says nothing.
func (m *minimizing) check(c corpus.Case) error {
	var err error
	if m.first, err = m.oracle.fault(c); err != nil {
		return err
	}
	if m.first.none() {
		err := fmt.Errorf("the case does not fail: what is looked for is that %s", m.oracle.looksFor())
		if _, ok := m.oracle.(errorOracle); ok {
			err = errors.New("the case does not fail: it is not rejected, nor is a wanted answer missed\n" +
				"say what is wrong about it with --engine, --law, --dialects-differ or --exec")
		}
		return err
	}
	again, err := m.oracle.fault(c)
	switch {
	case err != nil:
		return err
	case !slices.Equal(again.signs, m.first.signs):
		return errors.New("the case fails only sometimes, or not always in the same way")
	}
	trivial, err := m.oracle.fault(minimize.Trivial(c))
	switch {
	case err != nil:
		return err
	case !trivial.none() && trivial.same(m.first):
		return fmt.Errorf("a case of empty documents fails no less: what is looked for, that %s, does not tell cases apart", m.oracle.looksFor())
	}
	m.meter.begin(c)
	return m.to.begin()
}

// keep reports whether a candidate fails as the first case does.
func (m *minimizing) keep(c corpus.Case) bool {
	m.meter.try()
	f, err := m.oracle.fault(c)
	if err != nil {
		m.mu.Lock()
		m.fatal = err
		m.mu.Unlock()
		m.stop.Store(true)
		return false
	}
	return !f.none() && f.same(m.first)
}

// better puts a better case where it cannot be lost.
func (m *minimizing) better(c corpus.Case) {
	m.meter.better(c)
	if m.redact || !m.to.toFile() || !isPlain(m.to.file) {
		return // with --redact nothing is written before it is known what is in it
	}
	if err := m.to.save(m.answered(c, m.first)); err != nil {
		m.fatal = err
		m.stop.Store(true)
	}
}

// answered returns a case with the right answer.
func (m *minimizing) answered(c corpus.Case, f fault) corpus.Case {
	if _, fixed := m.oracle.(wantOracle); !fixed {
		c = c.Answered(ours.Run(c.Input), f.rule)
	}
	if m.kubernetes {
		c.Kubernetes = divergenceOf(c)
	}
	c.Comment = "minimized: " + m.oracle.looksFor()
	c.Name, c.File = "minimized", "minimized.yaml"
	if len(c.Rule) == 0 {
		c = c.Answered(corpus.Outcome{Result: c.Want.Result}, f.rule)
	}
	return c
}

// saved keeps the best case of a search that cannot go on, and says where.
func (m *minimizing) saved(best corpus.Case, reason error) error {
	if m.redact {
		return reason
	}
	file, err := m.to.rescue(m.answered(best, m.first))
	if err != nil {
		return errors.Join(reason, err)
	}
	return fmt.Errorf("%w\nthe best case so far is in %s", reason, file)
}

// interruptible lets an interrupt end the search, and the time if it is limited,
// until the function that it returns is called.
func (m *minimizing) interruptible() func() {
	signals := make(chan os.Signal, 1)
	done := make(chan struct{})
	signal.Notify(signals, os.Interrupt)
	var limit <-chan time.Time
	if m.limit > 0 {
		limit = time.After(m.limit)
	}
	go func() {
		select {
		case <-signals:
			m.stop.Store(true)
			signal.Stop(signals) // a second one ends the command
		case <-limit:
			m.stop.Store(true)
		case <-done:
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}
