package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/oracle"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// newMinimize returns the command that makes cases smaller.
func newMinimize() *cobra.Command {
	var (
		input  load.Reader
		from   caseInput
		choice cli.Oracle
		how    oracle.Search
		to     oracle.Output
		form   cli.Form
	)
	cmd := &cobra.Command{
		Use:   "minimize CASE | ORIGINAL PATCH | ORIGINAL -p PATCH | ORIGINAL MODIFIED CURRENT",
		Short: "Find the smallest case that still fails the same way",
		Long: `Find the smallest case that still fails the same way, and write it with its schema
inside. What is minimized is a case file, or the documents of an operation as
apply, threeway and, with --op, the others take them.

How it fails is one of these, and stays as it is:
  --engine COMMAND   the engine that COMMAND runs answers otherwise than is right
  --law NAME         the engine of this module, or of --engine, breaks a law
  --dialects-differ  a cluster answers otherwise than the documented rules say
  --exec COMMAND     COMMAND exits with 0 for the file of a case
and without these flags, that the engine of this module does not give the answer
that the case wants, or else that it rejects the case.

An answer that is wrong in another way, an error of another kind or rule, or a
panic elsewhere does not count: the case stays about one bug. diff and threeway
answer with a patch, which is judged by what it makes of original or current and,
if that is right, by how it says it. A case that does not fail, or that fails with
empty documents too, is refused.

Each file holds one document.

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
  smp-check minimize original.yaml patch.yaml --redact -o issue
  smp-check minimize original.yaml -p '{spec: {replicas: x}}'
  smp-check minimize --exec ./fails.sh case.yaml --go-test bug_test.go`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := choice.Check(cmd); err != nil {
				return err
			}
			if how.Redact && how.KeepNames {
				return cli.Usagef(cmd, "--redact gives every name another text, and --keep-names leaves them")
			}
			if how.Limit < 0 {
				return cli.Usagef(cmd, "--for: want more than 0, or 0 for no limit")
			}
			if err := chooseOutput(cmd, &to, form.Name); err != nil {
				return err
			}
			input.Stdin, to.Inputs = cmd.InOrStdin(), args
			c, err := from.read(cmd, &input, args)
			if err != nil {
				return err
			}
			judge, err := choice.Start(c)
			if err != nil {
				return err
			}
			defer judge.Close()
			how.Oracle, how.Jobs, how.To = judge, choice.Subject.Workers, &to
			how.Kubernetes = choice.Dialects || choice.Subject.Dialect.Name == corpus.Kubernetes
			how.Meter = oracle.NewMeter(cmd.ErrOrStderr())
			found, err := how.Run(c)
			if err != nil {
				return err
			}
			found.Command = choice.Reproduce()
			err = to.Write(cmd.OutOrStdout(), found)
			if err == nil && found.CutShort {
				fmt.Fprintf(cmd.ErrOrStderr(), "smp-check: the search was cut short: %s; there may be a case that is smaller still\n", how.Meter)
				err = errNo
			}
			return err
		},
	}
	from.register(cmd)
	choice.Register(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&how.Redact, "redact", false, "give every name and string of the case another text")
	flags.BoolVar(&how.KeepNames, "keep-names", false, "leave the names of fields as they are")
	flags.DurationVar(&how.Limit, "for", 0, "end the search after this `time` with the best case so far")
	flags.StringVar(&to.File, "out", "", "`FILE` for the case, which has the best case so far all the while; without, or with -, standard output")
	flags.StringVar(&to.GoTest, "go-test", "", "`FILE` for a Go test of the case; - for standard output in place of the case")
	flags.StringVar(&to.Issue, "issue", "", "`FILE` for a text in Markdown to paste into an issue; - for standard output in place of the case")
	form.Register(cmd, formCase, output.FormJSON, formIssue, formGoTest)
	cli.RegisterInput(cmd, &input)
	return cmd
}

// The forms in which standard output has a minimized case; JSON is that of formCase.
const (
	formCase   = "case"
	formIssue  = "issue"
	formGoTest = "go-test"
)

// chooseOutput puts the form of standard output into the outputs.
func chooseOutput(cmd *cobra.Command, to *oracle.Output, form string) error {
	to.Form = output.FormYAML
	switch form {
	case output.FormJSON:
		to.Form = form
	case formIssue, formGoTest:
		file := &to.Issue
		if form == formGoTest {
			file = &to.GoTest
		}
		if *file != "" && *file != output.Stream {
			return cli.Usagef(cmd, "-o %s writes to standard output, and --%[1]s to a file; take one of them", form)
		}
		*file = output.Stream
	}
	return nil
}

// A caseInput is how the command line says which case it means: a case file, or
// the documents of an operation.
type caseInput struct {
	inline    []string
	op        cli.Choice
	schema    load.SchemaChoice
	engine    cli.Engine
	overwrite bool
}

// opOfFiles stands for the operation that the number of files tells.
const opOfFiles = "auto"

// caseOps are the operations with the files that they take.
var caseOps = map[corpus.Op][]string{
	corpus.OpApply:     {"ORIGINAL", "PATCH"},
	corpus.OpDiff:      {"ORIGINAL", "MODIFIED"},
	corpus.OpThreeWay:  {"ORIGINAL", "MODIFIED", "CURRENT"},
	corpus.OpCompose:   {"PATCH", "PATCH..."},
	corpus.OpConflicts: {"LEFT", "RIGHT"},
	corpus.OpLint:      {"PATCH"},
}

func (i *caseInput) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVarP(&i.inline, "patch", "p", nil, "a `PATCH` as YAML or JSON text, after the documents of files (may be repeated)")
	i.op.Register(cmd, "op", "", "`operation` whose documents the files are, where auto takes one for a case, two for those of apply, three for those of threeway", opOfFiles,
		string(corpus.OpApply), string(corpus.OpDiff), string(corpus.OpThreeWay), string(corpus.OpCompose), string(corpus.OpConflicts), string(corpus.OpLint))
	cli.RegisterSchema(cmd, &i.schema)
	i.engine.Register(cmd)
	cmd.Flags().BoolVar(&i.overwrite, "overwrite", false, "in a three-way merge MODIFIED wins conflicts")
}

// read returns the case. It wants no answer where the files are documents.
func (i *caseInput) read(cmd *cobra.Command, input *load.Reader, files []string) (corpus.Case, error) {
	inline, err := load.Inline(i.inline)
	if err != nil {
		return corpus.Case{}, err
	}
	op, err := i.operation(cmd, len(files)+len(inline))
	if err != nil {
		return corpus.Case{}, err
	}
	if op == "" && len(inline) > 0 {
		return corpus.Case{}, cli.Usagef(cmd, "-p is a patch for a document: name ORIGINAL")
	}
	if op == "" {
		return load.Case(input, files[0])
	}
	if err := cli.CheckSchema(cmd, &i.schema); err != nil {
		return corpus.Case{}, err
	}
	docs, err := load.Documents(input, files)
	if err != nil {
		return corpus.Case{}, err
	}
	for _, s := range inline {
		docs = append(docs, s.Docs...)
		files = append(slices.Clip(files), s.Name)
	}
	s, err := i.schema.Choose(input, docs...)
	if err != nil {
		return corpus.Case{}, err
	}
	c := corpus.Case{Comment: "from " + strings.Join(files, ", "), Input: load.Input(op, s, docs)}
	c.Input.Options.Strict, c.Input.Options.Ignore = i.engine.Strict, smp.Directives(i.engine.Ignore)
	c.Input.Options.Unions = i.engine.Unions && op != corpus.OpDiff && op != corpus.OpThreeWay
	c.Input.Options.Overwrite = i.overwrite
	c.Schema = corpus.SourceOf(s)
	return c, nil
}

// operation returns the operation for a number of documents, empty for a case.
func (i *caseInput) operation(cmd *cobra.Command, files int) (corpus.Op, error) {
	op := corpus.Op(i.op.Name)
	if op == opOfFiles {
		ops := map[int]corpus.Op{1: "", 2: corpus.OpApply, 3: corpus.OpThreeWay}
		found, ok := ops[files]
		if !ok {
			return "", cli.Usagef(cmd, "%s wants CASE, ORIGINAL PATCH, ORIGINAL MODIFIED CURRENT or, with --op, the documents of another operation", cmd.Name())
		}
		return found, nil
	}
	wants := caseOps[op]
	if files != len(wants) && !(op == corpus.OpCompose && files > 0) {
		return "", cli.Usagef(cmd, "--op %s wants %s, and got %s", op, strings.Join(wants, " "), cli.Counted(files, "argument"))
	}
	return op, nil
}
