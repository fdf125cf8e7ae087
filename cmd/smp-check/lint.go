package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/smp"
)

// newLint returns the command that finds the problems of a patch.
func newLint() *cobra.Command {
	var (
		input   = inputReader{maxSize: defaultMaxSize}
		schema  schemaChoice
		engine  engineFlags
		dialect dialectFlag
		output  format
	)
	cmd := &cobra.Command{
		Use:   "lint PATCH",
		Short: "List the problems of a patch",
		Long: `List all problems that a strategic merge patch has whatever it is applied to:
fields and directives that the schema does not know, directives without effect,
missing and repeated merge keys, order lists that disagree, fields that exclude
each other. Each is one line with the path, the kind and the rule; "rejected" is
what apply would refuse.

` + patchSchemaHelp + `

With -o json: {"problems": [{"path", "kind", "rule", "rejected", "message"}]}.

Exit status: 0 when there are no problems, 1 when there are some, 2 bad usage or
bad input.`,
		Example: `  smp-check lint deployment-patch.yaml
  smp-check lint --kind v1/Service patch.yaml -o json`,
		Args: files("PATCH"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := schema.check(cmd); err != nil {
				return err
			}
			input.stdin = cmd.InOrStdin()
			patch, err := input.document(args[0])
			if err != nil {
				return err
			}
			s, err := schema.choose(&input, patch)
			if err != nil {
				return err
			}
			problems := dialect.in(engine.engine()).Lint(s, patch.value)
			if err := writeProblems(cmd.OutOrStdout(), output, patch.name, problems); err != nil {
				return err
			}
			if err := schema.noteListTypes(cmd.ErrOrStderr(), s, patch.value); err != nil {
				return err
			}
			if len(problems) > 0 {
				return errNo
			}
			return nil
		},
	}
	schema.register(cmd)
	engine.register(cmd)
	dialect.register(cmd)
	input.register(cmd)
	output.register(cmd, formatText, formatJSON)
	return cmd
}

// A problemEntry is the JSON of a problem.
type problemEntry struct {
	Path     string   `json:"path"`
	Kind     smp.Kind `json:"kind"`
	Rule     smp.Rule `json:"rule"`
	Rejected bool     `json:"rejected"`
	Message  string   `json:"message"`
}

// writeProblems writes the problems of the patch in a file.
func writeProblems(out io.Writer, f format, file string, problems []smp.Problem) error {
	if f.name == formatJSON {
		list := struct {
			Problems []problemEntry `json:"problems"`
		}{Problems: []problemEntry{}}
		for _, p := range problems {
			list.Problems = append(list.Problems, problemEntry{p.Path.String(), p.Kind, p.Rule, p.Rejected, p.Cause.Error()})
		}
		return writeIndented(out, list)
	}
	return buffered(out, func(w *bufio.Writer) {
		for _, p := range problems {
			rejected := ""
			if p.Rejected {
				rejected = "rejected: "
			}
			fmt.Fprintf(w, "%s: %s%s\n", file, rejected, p)
		}
	})
}
