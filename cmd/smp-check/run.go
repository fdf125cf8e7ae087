package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// expectedFailures holds the flags for the list of cases that an engine is known to fail, or of laws
// that it is known to break.
type expectedFailures struct {
	file   string
	update bool
	list   corpus.Expectations
}

// register adds the flags. The texts complete the help: "case" or "law", and its verbs.
func (e *expectedFailures) register(cmd *cobra.Command, what, passes, fail string) {
	flags := cmd.Flags()
	flags.StringVar(&e.file, "expect-failures", "", fmt.Sprintf("`file` of known failures: on each line, the name of a %s and a reason; a listed %[1]s that %s is reported as an error", what, passes))
	flags.BoolVar(&e.update, "update-failures", false, fmt.Sprintf("rewrite the file of --expect-failures to list the %ss that %s now", what, fail))
}

// load reads the list. The name of an unknown case or law is an error, unless the list is about to be
// rewritten. hint names the command that lists the known names.
func (e *expectedFailures) load(cmd *cobra.Command, r *load.Reader, unknown func(name string) bool, hint string) error {
	if e.file == "" {
		if e.update {
			return cli.Usagef(cmd, "--update-failures requires --expect-failures FILE")
		}
		return nil
	}
	text, err := r.Read(e.file)
	if err != nil && !(e.update && errors.Is(err, fs.ErrNotExist)) {
		return err
	}
	if e.list, err = corpus.ReadExpectations(e.file, text); err != nil {
		return err
	}
	for _, name := range e.list.Cases() {
		if !e.update && unknown(name) {
			return &corpus.LoadError{File: e.file, Err: errors.New("unknown " + name + "; " + hint)}
		}
	}
	return nil
}

// updated updates the list from verdicts if --update-failures is set.
func (e *expectedFailures) updated(verdicts []corpus.Verdict) error {
	if !e.update {
		return nil
	}
	e.list = e.list.Updated(verdicts)
	return output.ReplaceFile(e.file, e.list.Text())
}

// report compares verdicts with the list, or updates the list from them. all is true if they are the
// verdicts of all built-in cases.
func (e *expectedFailures) report(subject string, verdicts []corpus.Verdict, notRun int, all bool) (*report.Cases, error) {
	if notRun == 0 {
		if all && e.update {
			e.list = e.list.Limited(verdicts)
		}
		if err := e.updated(verdicts); err != nil {
			return nil, err
		}
	}
	r := &report.Cases{Subject: subject, NotRun: notRun}
	for _, v := range verdicts {
		r.Add(e.list.Judge(v))
	}
	return r, nil
}

// newRun returns the command that runs cases.
func newRun() *cobra.Command {
	var (
		input    load.Reader
		cases    caseChoice
		subject  cli.Subject
		expected expectedFailures
		anyError bool
		list     bool
		form     cli.Form
	)
	cmd := &cobra.Command{
		Use:   "run [PATH...]",
		Short: "Run test cases on the engine",
		Long: `Run test cases on the engine, and report each failure with the expected and the actual
answer. A case is a file with an operation, its inputs and the correct answer. A PATH is
a case file, a folder of them, or - for standard input. Without a PATH, the built-in
cases are run.

With --engine, another engine is tested: a program that reads JSON objects from
standard input, one per line, and answers each on standard output. corpus/README.md
describes the protocol. If the engine exits, times out or writes anything else, the case
fails and the engine is restarted.

A line "skipped: N" in the file of --expect-failures limits the number of skipped cases.
--update-failures writes it if all built-in cases are run.

-o report writes a web page about the engine: the passed, failed and skipped cases by
operation, by section of the specification and by feature, and every failed case.
-o badge writes an SVG image with the number of passed cases.

Ctrl-C ends the run; the cases run so far are reported, and the exit status is 1.

Exit status: 0 if all cases pass, 1 if any fails or the engine answers none, 2 if the cases cannot be read or
the engine cannot be started.`,
		Example: `  smp-check run
  smp-check run --rule keys-recommended --rule keys-partial
  smp-check run cases/service.yaml
  smp-check run --engine 'python3 engine.py' --expect-failures known.txt
  smp-check run -o junit >report.xml
  smp-check run --engine 'node engine.mjs' -o report >report.html
  smp-check run --list --name '^set/'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if list && form.Name != output.FormText && form.Name != output.FormJSON {
				return cli.Usagef(cmd, "--list does not support -o %s", form.Name)
			}
			if err := subject.Check(cmd); err != nil {
				return err
			}
			input.Stdin = cmd.InOrStdin()
			chosen, err := cases.load(cmd, &input, args)
			if err != nil {
				return err
			}
			if list {
				return report.WriteCases(cmd.OutOrStdout(), form.Name, chosen)
			}
			unknown := func(name string) bool { return len(args) == 0 && !cases.names[name] }
			if err := expected.load(cmd, &input, unknown, "run --list lists all cases"); err != nil {
				return err
			}
			subjects, stop, err := subject.Start(len(chosen))
			if err != nil {
				return err
			}
			defer stop()
			if err := subject.CheckDialect(subjects[0]); err != nil {
				return err
			}
			subject.Note(cmd.ErrOrStderr(), subjects[0])
			terms := corpus.Terms{Dialect: subject.Dialect.Name, AnyError: anyError, AnyPatch: subject.Engine != ""}
			verdicts := report.RunCases(chosen, subjects, terms, output.NewProgress(cmd.ErrOrStderr(), len(chosen), "cases"))
			r, err := expected.report(subjects[0].Name(), verdicts, len(chosen)-len(verdicts), len(args) == 0 && !cases.limits())
			if err != nil {
				return err
			}
			r.Cluster, r.Files = terms.Dialect == corpus.Kubernetes, len(args) > 0
			if err := r.Write(cmd.OutOrStdout(), form.Name); err != nil {
				return err
			}
			return cli.Outcome(cmd, cmp.Or(r.Err(), expected.list.CheckSkipped(verdicts)), r.Failed+r.NotRun > 0)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&list, "list", false, "list the cases instead of running them: name, operation, rules")
	flags.BoolVar(&anyError, "any-error", false, "if a case expects an error, accept any error, with any code and path")
	cases.register(cmd)
	subject.Register(cmd)
	expected.register(cmd, "case", "passes", "fail")
	form.Register(cmd, output.FormText, output.FormJSON, output.FormJUnit, output.FormReport, output.FormBadge)
	return cmd
}

// A caseChoice holds the flags that select cases by their operations, by the rules that they cite
// and by their names.
type caseChoice struct {
	ops   []string
	rules []string
	name  string

	names map[string]bool // the names of all built-in cases; set by load
}

func (c *caseChoice) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&c.ops, "op", nil, "only this `operation`, such as apply (may be repeated)")
	flags.StringSliceVar(&c.rules, "rule", nil, "only cases of this rule, by its `id` (may be repeated)")
	flags.StringVar(&c.name, "name", "", "only cases whose name matches this regular `expression`")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("rule", completeRules))
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("op", completeOps))
}

// limits reports whether a flag limits the cases.
func (c *caseChoice) limits() bool { return len(c.ops)+len(c.rules) > 0 || c.name != "" }

// operations returns the selected operations. If it returns none, all operations are selected.
func (c *caseChoice) operations(cmd *cobra.Command) ([]corpus.Op, error) {
	var ops []corpus.Op
	for _, name := range c.ops {
		op := corpus.Op(name)
		if !slices.Contains(corpus.Ops(), op) {
			return nil, cli.Usagef(cmd, "--op: unknown operation %q; expected %s", name, opNames())
		}
		ops = append(ops, op)
	}
	return ops, nil
}

// opNames returns the names of all operations in one line.
func opNames() string {
	var names []string
	for _, op := range corpus.Ops() {
		names = append(names, string(op))
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// load returns the selected cases. It is an error if there are none.
func (c *caseChoice) load(cmd *cobra.Command, r *load.Reader, paths []string) ([]corpus.Case, error) {
	name, err := regexp.Compile(c.name)
	if err != nil {
		return nil, cli.Usagef(cmd, "--name: %v", err)
	}
	ops, err := c.operations(cmd)
	if err != nil {
		return nil, err
	}
	c.names = map[string]bool{}
	var cases []corpus.Case
	if len(paths) > 0 {
		cases, err = load.Cases(r, paths)
	} else {
		cases, err = corpus.CasesWhere(func(one string, text []byte) bool {
			c.names[one] = true
			cites := func(rule string) bool { return bytes.Contains(text, []byte(rule)) }
			return name.MatchString(one) && (len(c.rules) == 0 || slices.ContainsFunc(c.rules, cites))
		})
	}
	if err != nil {
		return nil, err
	}
	for _, rule := range c.rules {
		cited := func(one corpus.Case) bool { return slices.Contains(one.Rule, smp.Rule(rule)) }
		if !slices.Contains(smp.ApplyRules(), smp.Rule(rule)) && !slices.ContainsFunc(cases, cited) {
			return nil, cli.Usagef(cmd, "--rule: unknown rule %q; run --list shows the rules of each case", rule)
		}
	}
	cases = slices.DeleteFunc(cases, func(one corpus.Case) bool {
		cited := func(rule smp.Rule) bool { return slices.Contains(c.rules, string(rule)) }
		return len(ops) > 0 && !slices.Contains(ops, one.Input.Op) || len(c.rules) > 0 && !slices.ContainsFunc(one.Rule, cited) || !name.MatchString(one.Name)
	})
	if len(cases) == 0 {
		return nil, errors.New("no case matches --op, --rule and --name")
	}
	return cases, nil
}

// completeOps offers the operations to the shell.
func completeOps(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, op := range corpus.Ops() {
		names = append(names, string(op))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeRules offers the ids of rules to the shell.
func completeRules(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	var ids []string
	for _, rule := range smp.Rules() {
		if strings.HasPrefix(string(rule), typed) {
			ids = append(ids, string(rule))
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}
