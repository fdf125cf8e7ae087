package main

import (
	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/smp"
)

// newConflicts returns the command that says where two patches are at odds.
func newConflicts() *cobra.Command {
	var (
		input   = inputReader{maxSize: defaultMaxSize}
		schema  schemaChoice
		engine  engineFlags
		dialect dialectFlag
		output  format
	)
	cmd := &cobra.Command{
		Use:   "conflicts LEFT RIGHT",
		Short: "List where two patches are at odds",
		Long: `List the places where it matters which of two strategic merge patches is applied
first, with what each of them says there. Patches without conflicts can be
applied in either order: the result is the same, but for the order of elements
in lists that merge.

` + patchSchemaHelp + `

With -o json: {"conflicts": [{"path", "kind", "left", "right"}]}. The kind is
both-changed, left-deleted or right-deleted; a patch that says nothing of the
place, and clears it all the same, has no value there.

Exit status: 0 when there are no conflicts, 1 when there are some, 2 when a
patch is one that apply would reject.`,
		Example: `  smp-check conflicts image.yaml sidecar.yaml
  smp-check conflicts --kind apps/v1/Deployment a.yaml b.yaml -o json`,
		Args: files("LEFT", "RIGHT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := schema.check(cmd); err != nil {
				return err
			}
			input.stdin = cmd.InOrStdin()
			docs, err := readDocuments(&input, args)
			if err != nil {
				return err
			}
			left, right := docs[0], docs[1]
			s, err := schema.choose(&input, left, right)
			if err != nil {
				return err
			}
			conflicts, err := dialect.in(engine.engine()).Conflicts(s, left.value, right.value)
			if err != nil {
				return inFiles(err, map[string]string{"left": left.name, "right": right.name})
			}
			if output.name == formatJSON {
				err = writeConflictsJSON(cmd.OutOrStdout(), conflicts)
			} else {
				err = conflictSides{left.name, right.name, statement}.writeText(cmd.OutOrStdout(), conflicts)
			}
			if err == nil {
				err = schema.noteListTypes(cmd.ErrOrStderr(), s, left.value, right.value)
			}
			if err == nil && len(conflicts) > 0 {
				err = errNo
			}
			return err
		},
	}
	schema.register(cmd)
	engine.register(cmd)
	dialect.register(cmd)
	input.register(cmd)
	output.register(cmd, formatText, formatJSON)
	return cmd
}

// statement says what a patch has to say.
func statement(_ smp.ConflictKind, value string) string {
	if value == "" {
		return "clears it"
	}
	return "says " + value
}
