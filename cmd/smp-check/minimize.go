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
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/corpus"
)

// newMinimize returns the command that shrinks a failing case.
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
included. The input is a case file, or the documents of an operation: apply, threeway, or
the operation that --op names. Each file contains one document.

The flags define the failure:
  --engine COMMAND   the engine started by COMMAND gives an incorrect answer
  --law NAME         the engine of this module, or of --engine, violates a law
  --dialects-differ  a cluster's answer differs from the specification's
  --exec COMMAND     COMMAND exits with 0 when given the case file
Without these flags, the failure is that the engine of this module does not give the
expected answer or, if the case has no expected answer, that it rejects the case. Even
with --dialect kubernetes, it rejects unknown fields and values of the wrong type only
if --strict is set.

The smallest case shows the same bug as the input: a different incorrect answer, an error
with another code or rule, or a panic at another place is another bug. A patch of diff or
threeway is judged by its result on original or current, and then by its text. A case is
rejected if it does not fail, or if it also fails with empty documents.

Documents and schema are reduced together, and with them the expected answer of a case
file. The result is never larger than the input, and minimizing it again changes nothing.
With --engine, its comment describes the answer of the engine.

With --redact, all names and strings are replaced first. If the failure depends on the name
of a field that the schema of a built-in kind defines, this name is kept, unless the
documents also use it elsewhere. If another word cannot be replaced, nothing is written.
Numbers on which the failure depends are kept.

Ctrl-C ends the search and writes the best case so far. With --out, the file always
contains the best case so far. -o issue writes the text of an issue in Markdown, and
-o go-test writes a Go test. Both go to standard output, also with --out.

Exit status: 0 if the smallest case was found, 1 if the search was cut short, 2 if the
case does not fail, or its failure cannot be determined.`,
		Example: `  smp-check minimize --engine 'python3 engine.py' statefulset.yaml statefulset-patch.yaml
  smp-check minimize --engine 'python3 engine.py' --law order-default case.yaml --out small.yaml
  smp-check minimize original.yaml patch.yaml --redact -o issue
  smp-check minimize --strict original.yaml -p '{spec: {replicas: x}}'
  smp-check minimize --exec ./fails.sh case.yaml -o go-test > bug_test.go`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := choice.Check(cmd); err != nil {
				return err
			}
			if how.Redact && how.KeepNames {
				return cli.Usagef(cmd, "--redact replaces names and --keep-names keeps them; use one of them")
			}
			if how.Limit < 0 {
				return cli.Usagef(cmd, "--for: expected a positive time, or 0 for no limit")
			}
			input.Stdin, to.Form, to.Inputs = cmd.InOrStdin(), form.Name, args
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
			found.Command = choice.Reproduce(how.Redact)
			err = to.Write(cmd.OutOrStdout(), found)
			if err == nil && found.CutShort {
				fmt.Fprintf(cmd.ErrOrStderr(), "smp-check: the search was cut short: %s; there may be a smaller case\n", how.Meter)
				err = cli.ErrNo
			}
			return err
		},
	}
	from.register(cmd)
	choice.Register(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&how.Redact, "redact", false, "replace every name and string in the case, except for the names of built-in fields on which the failure depends")
	flags.BoolVar(&how.KeepNames, "keep-names", false, "keep the names of fields")
	flags.DurationVar(&how.Limit, "for", 0, "end the search after this `time`, with the best case so far")
	flags.StringVar(&to.File, "out", "", "`FILE` for the case, updated during the search; standard output by default, or with -")
	form.Register(cmd, oracle.FormCase, output.FormJSON, oracle.FormIssue, oracle.FormGoTest)
	cli.RegisterInput(cmd, &input)
	return cmd
}

// A caseInput holds the flags that define the input: a case file, or the documents of an
// operation.
type caseInput struct {
	inline []string
	op     cli.Choice
	schema schemas.Choice
	engine cli.Engine
}

// opOfFiles is the value of --op that derives the operation from the number of files.
const opOfFiles = "auto"

// caseOps lists the files of each operation, as its usage names them.
var caseOps = map[corpus.Op][]string{
	corpus.OpApply:     {"ORIGINAL", "PATCH"},
	corpus.OpDiff:      {"ORIGINAL", "MODIFIED"},
	corpus.OpThreeWay:  {"ORIGINAL", "MODIFIED", "CURRENT"},
	corpus.OpCompose:   {"PATCH", "PATCH..."},
	corpus.OpConflicts: {"LEFT", "RIGHT"},
	corpus.OpLint:      {"PATCH"},
}

func (i *caseInput) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVarP(&i.inline, "patch", "p", nil, "a `PATCH` as YAML or JSON text, used after the files (may be repeated)")
	i.op.Register(cmd, "op", "", "`operation` of the files; with auto, one file is a case, two are for apply, and three for threeway", opOfFiles,
		string(corpus.OpApply), string(corpus.OpDiff), string(corpus.OpThreeWay), string(corpus.OpCompose), string(corpus.OpConflicts), string(corpus.OpLint))
	cli.RegisterSchema(cmd, &i.schema)
	i.engine.RegisterForEngine(cmd)
}

// documentFlags are the flags for the schema and the options of documents. A case file contains its
// own.
var documentFlags = []string{
	"schema", "schemaless", "require-schema", "kind", "crd", "list-types", "merge-key", // cli.RegisterSchema
	"strict", "unions", // cli.Engine
}

// read returns the case. A case made from documents has no expected answer.
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
		return corpus.Case{}, cli.Usagef(cmd, "-p requires a document to patch: name ORIGINAL")
	}
	if op == "" {
		if n := slices.IndexFunc(documentFlags, cmd.Flags().Changed); n >= 0 {
			return corpus.Case{}, cli.Usagef(cmd, "--%s applies to documents, but %s is read as a case file; set the schema and the options in the case file, as in options: {strict: true}", documentFlags[n], files[0])
		}
		return load.Case(input, files[0])
	}
	if err := cli.CheckSchema(cmd, &i.schema, input); err != nil {
		return corpus.Case{}, err
	}
	docs, err := load.OneEach(input, files)
	if err != nil {
		return corpus.Case{}, err
	}
	for _, s := range inline {
		docs = append(docs, load.Documents(s.Entries)...)
		files = append(slices.Clip(files), s.Name)
	}
	chosen, err := i.schema.Choose(docs...)
	if err != nil {
		return corpus.Case{}, err
	}
	c := corpus.Case{Comment: "from " + strings.Join(files, ", "), Input: load.Input(op, chosen.Schema, docs)}
	c.Input.Options.Strict = i.engine.Strict
	c.Input.Options.Unions = i.engine.Unions && op != corpus.OpDiff && op != corpus.OpThreeWay
	c.Schema = corpus.SourceOf(chosen.Schema)
	return c, nil
}

// operation returns the operation for a number of documents; it is empty for a case file.
func (i *caseInput) operation(cmd *cobra.Command, files int) (corpus.Op, error) {
	op := corpus.Op(i.op.Name)
	if op == opOfFiles {
		ops := map[int]corpus.Op{1: "", 2: corpus.OpApply, 3: corpus.OpThreeWay}
		found, ok := ops[files]
		if !ok {
			return "", cli.Usagef(cmd, "%s requires CASE, ORIGINAL PATCH, ORIGINAL MODIFIED CURRENT or, with --op, the documents of another operation", cmd.Name())
		}
		return found, nil
	}
	wants := caseOps[op]
	if files != len(wants) && !(op == corpus.OpCompose && files > 0) {
		return "", cli.Usagef(cmd, "--op %s requires %s, got %s", op, strings.Join(wants, " "), cli.Counted(files, "argument"))
	}
	return op, nil
}
