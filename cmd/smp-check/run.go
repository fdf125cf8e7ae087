package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// newRun returns the command that runs cases.
func newRun() *cobra.Command {
	var (
		input    = inputReader{maxSize: defaultMaxSize}
		cases    caseChoice
		subject  subjectChoice
		expected expectedFailures
		anyError bool
		list     bool
		output   format
	)
	cmd := &cobra.Command{
		Use:   "run [PATH...]",
		Short: "Run cases of strategic merge patch on the engine",
		Long: `Run cases on the engine and report those that fail, with what is wanted and what
the engine gives. A case is a file with an operation, its inputs and the right
answer. A PATH is such a file, a folder of them, or - for standard input;
without any, the cases that are built in are run.

With --engine any other engine is tried: a program that reads one JSON object a
line from its standard input and answers each on its standard output, as
corpus/README.md describes. One that dies, gives no answer in time or answers
what is none fails the case and is started again.

Exit status: 0 when no case fails, 1 when one does, 2 when the cases cannot be
read or the engine cannot be started.`,
		Example: `  smp-check run
  smp-check run --rule keys-recommended --rule keys-partial
  smp-check run cases/service.yaml
  smp-check run --engine 'python3 engine.py' --expect-failures known.txt
  smp-check run -o junit >report.xml
  smp-check run --list --name '^set/'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if list && output.name == formatJUnit {
				return usageErrorf(cmd, "--list has no form %s", formatJUnit)
			}
			if err := subject.check(cmd); err != nil {
				return err
			}
			input.stdin = cmd.InOrStdin()
			chosen, err := cases.load(cmd, &input, args)
			if err != nil {
				return err
			}
			if list {
				return writeList(cmd.OutOrStdout(), output, chosen)
			}
			if err := expected.load(cmd, &input, &cases, args); err != nil {
				return err
			}
			subjects, stop, err := subject.start(len(chosen))
			if err != nil {
				return err
			}
			defer stop()
			terms := corpus.Terms{Dialect: subject.dialect.name, AnyError: anyError}
			verdicts := runCases(chosen, subjects, terms, newProgress(cmd.ErrOrStderr(), len(chosen)))
			r, err := expected.report(subjects[0].Name(), verdicts)
			if err != nil {
				return err
			}
			if err := r.write(cmd.OutOrStdout(), output); err != nil {
				return err
			}
			if r.Failed > 0 {
				return errNo
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&list, "list", false, "list the cases instead of running them: name, operation, rules")
	flags.BoolVar(&anyError, "any-error", false, "take every error for the wanted one, whatever its kind and path")
	cases.register(cmd)
	subject.register(cmd)
	expected.register(cmd)
	output.register(cmd, formatText, formatJSON, formatJUnit)
	return cmd
}

// runCases runs cases, as many at a time as there are subjects, and returns
// their verdicts in the order of the cases.
func runCases(cases []corpus.Case, subjects []corpus.Subject, terms corpus.Terms, p *progress) []corpus.Verdict {
	defer p.end()
	verdicts := make([]corpus.Verdict, len(cases))
	forEach(len(cases), len(subjects), func(worker, i int) {
		verdicts[i] = terms.Run(cases[i], subjects[worker])
		p.step(len(verdicts[i].Failures) > 0)
	})
	return verdicts
}

// forEach calls do for each of n items, from as many goroutines as there are
// workers.
func forEach(n, workers int, do func(worker, i int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for worker := range workers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(worker, i)
			}
		}()
	}
	wait.Wait()
}

// A caseChoice is which of the cases are meant: those that cite one of the
// rules, if any are given, and whose name matches.
type caseChoice struct {
	rules []string
	name  string

	names map[string]bool // of all cases there are, once they are loaded
}

func (c *caseChoice) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&c.rules, "rule", nil, "only cases of this rule, by its `id` (may be repeated)")
	flags.StringVar(&c.name, "name", "", "only cases whose name matches this regular `expression`")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("rule", completeRules))
}

// load returns the cases that are meant; none is an error.
func (c *caseChoice) load(cmd *cobra.Command, r *inputReader, paths []string) ([]corpus.Case, error) {
	name, err := regexp.Compile(c.name)
	if err != nil {
		return nil, usageErrorf(cmd, "--name: %v", err)
	}
	cases, err := loadCases(r, paths)
	if err != nil {
		return nil, err
	}
	c.names = map[string]bool{}
	for _, one := range cases {
		c.names[one.Name] = true
	}
	for _, rule := range c.rules {
		cited := func(one corpus.Case) bool { return slices.Contains(one.Rule, smp.Rule(rule)) }
		if !slices.Contains(smp.ApplyRules(), smp.Rule(rule)) && !slices.ContainsFunc(cases, cited) {
			return nil, usageErrorf(cmd, "--rule: there is no rule %q; --list shows the rules of each case", rule)
		}
	}
	cases = slices.DeleteFunc(cases, func(one corpus.Case) bool {
		cited := func(rule smp.Rule) bool { return slices.Contains(c.rules, string(rule)) }
		return len(c.rules) > 0 && !slices.ContainsFunc(one.Rule, cited) || !name.MatchString(one.Name)
	})
	if len(cases) == 0 {
		return nil, fmt.Errorf("none of the cases is of that rule and name")
	}
	return cases, nil
}

// loadCases reads the cases of files and folders, or those that are built in.
func loadCases(r *inputReader, paths []string) ([]corpus.Case, error) {
	if len(paths) == 0 {
		return corpus.Cases()
	}
	onDisk := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return path == stdinName })
	var cases []corpus.Case
	if len(onDisk) > 0 {
		var err error
		if cases, err = corpus.Load(onDisk...); err != nil {
			return nil, err
		}
	}
	for range len(paths) - len(onDisk) {
		text, err := r.read(stdinName)
		if err != nil {
			return nil, err
		}
		one, err := corpus.Read(stdinText, text)
		if err != nil {
			return nil, err
		}
		cases = append(cases, one)
	}
	return cases, nil
}

// completeRules offers the rules of Apply to the shell.
func completeRules(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var ids []cobra.Completion
	for _, rule := range smp.ApplyRules() {
		if strings.HasPrefix(string(rule), typed) {
			ids = append(ids, string(rule))
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}
