package main

import (
	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/smp"
)

// newConflicts returns the command that says where two patches are at odds.
func newConflicts() *cobra.Command {
	var f cli.Merge
	cmd := &cobra.Command{
		Use:   "conflicts LEFT RIGHT",
		Short: "List where two patches are at odds",
		Long: `List the places where it matters which of two strategic merge patches is applied
first, with what each of them says there. Patches without conflicts can be
applied in either order: the result is the same, but for the order of elements
in lists that merge. Each file holds one patch.

` + patchSchemaHelp + `

With -o json: {"conflicts": [{"path", "kind", "left", "right"}]}. The kind is
both-changed, left-deleted or right-deleted; a patch that says nothing of the
place, and clears it all the same, has no value there. No more than 4 MiB of conflicts
are listed, and how many more there are is said ("more" in JSON).

Exit status: 0 when there are no conflicts, 1 when there are some, 2 when a
patch is one that apply would reject.`,
		Example: `  smp-check conflicts image.yaml sidecar.yaml
  smp-check conflicts --kind apps/v1/Deployment a.yaml b.yaml -o json`,
		Args: cli.Files("LEFT", "RIGHT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.Begin(cmd); err != nil {
				return err
			}
			docs, err := load.Documents(&f.Input, args)
			if err != nil {
				return err
			}
			left, right := docs[0], docs[1]
			s, err := f.Schema.Choose(&f.Input, left, right)
			if err != nil {
				return err
			}
			conflicts, err := f.Settings().Conflicts(s, left.Value, right.Value)
			if err != nil {
				return load.InFiles(err, map[string]string{"left": left.Name, "right": right.Name})
			}
			if f.Form.Name == output.FormJSON {
				err = report.WriteConflictsJSON(cmd.OutOrStdout(), report.NewConflictList("", conflicts))
			} else {
				err = report.ConflictSides{Left: left.Name, Right: right.Name, Says: statement}.WriteText(cmd.OutOrStdout(), conflicts)
			}
			var notes note.Notes
			if err == nil {
				err = notes.ListTypes(&f.Schema, s, left.Value, right.Value)
			}
			if err == nil {
				err = notes.Write(cmd.ErrOrStderr())
			}
			if err == nil && len(conflicts) > 0 {
				err = errNo
			}
			return err
		},
	}
	f.Register(cmd, output.FormText, output.FormJSON)
	return cmd
}

// statement says what a patch has to say.
func statement(_ smp.ConflictKind, value string) string {
	if value == "" {
		return "clears it"
	}
	return "says " + value
}
