package main

import (
	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
)

// newLint returns the command that finds the problems of a patch.
func newLint() *cobra.Command {
	var (
		input   = load.Reader{MaxSize: load.DefaultMaxSize}
		schema  load.SchemaChoice
		engine  engineFlags
		dialect dialectFlag
		form    format
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
			if err := checkSchema(cmd, &schema); err != nil {
				return err
			}
			input.Stdin = cmd.InOrStdin()
			patch, err := input.Document(args[0])
			if err == nil {
				err = patch.CheckPresent()
			}
			if err != nil {
				return err
			}
			s, err := schema.Choose(&input, patch)
			if err != nil {
				return err
			}
			problems := dialect.in(engine.engine()).Lint(s, patch.Value)
			if err := report.WriteProblems(cmd.OutOrStdout(), form.name, patch.Name, problems); err != nil {
				return err
			}
			if err := noteListTypes(cmd.ErrOrStderr(), &schema, s, patch.Value); err != nil {
				return err
			}
			if len(problems) > 0 {
				return errNo
			}
			return nil
		},
	}
	registerSchema(cmd, &schema)
	engine.register(cmd)
	dialect.register(cmd)
	registerInput(cmd, &input)
	form.register(cmd, output.FormText, output.FormJSON)
	return cmd
}
