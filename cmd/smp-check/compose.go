package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
)

// patchSchemaHelp says which schema patches have that come without a document.
const patchSchemaHelp = `A patch alone may not say its kind. The schema is that of --kind, or of the first
patch that says its apiVersion and kind; see smp-check help apply.`

// newCompose returns the command that makes one patch of several.
func newCompose() *cobra.Command {
	var f cli.Merge
	cmd := &cobra.Command{
		Use:   "compose PATCH...",
		Short: "Write one patch that does what several do in turn",
		Long: `Write one strategic merge patch that does what several patches do one after
another, to any document that takes them; the order of elements in lists that
merge aside. Each file holds one patch.

` + patchSchemaHelp + `

Exit status: 0 done, 2 when a patch is one that apply would reject, or when what
it does after those before it depends on the document, so that no patch can say
it (not-composable).`,
		Example: `  smp-check compose base.yaml production.yaml europe.yaml
  smp-check compose --kind v1/Service a.yaml b.yaml -o json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef(cmd, "compose wants PATCH..., and got 0 arguments")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.Begin(cmd); err != nil {
				return err
			}
			patches, err := load.Documents(&f.Input, args)
			if err != nil {
				return err
			}
			s, err := f.Schema.Choose(&f.Input, patches...)
			if err != nil {
				return err
			}
			composed, err := f.Settings().Compose(s, load.Values(patches)...)
			if err != nil {
				names := map[string]string{}
				for n, patch := range patches {
					names[fmt.Sprintf("patches[%d]", n)] = patch.Name
				}
				return load.InFiles(err, names)
			}
			if err := output.Patches(cmd.OutOrStdout(), f.Form.Name, composed); err != nil {
				return err
			}
			var notes note.Notes
			if err := notes.ListTypes(&f.Schema, s, load.Values(patches)...); err != nil {
				return err
			}
			return notes.Write(cmd.ErrOrStderr())
		},
	}
	f.Register(cmd, output.FormYAML, output.FormJSON)
	return cmd
}
