package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// patchSchemaHelp says which schema patches have that come without a document.
const patchSchemaHelp = `A patch may leave out its kind. The schema is that of --kind, or of the first
patch that has an apiVersion and kind; see smp-check help apply.`

// newCompose returns the command that makes one patch of several.
func newCompose() *cobra.Command {
	var f cli.Combination
	cmd := &cobra.Command{
		Use:   "compose PATCH...",
		Short: "Combine several patches into one",
		Long: `Write one strategic merge patch that does what several patches do one after
another, for any object they apply to, except for the order of elements in merged lists.

Files may hold several documents or a List, and a folder means all YAML and JSON files
in it: then a patch is written for each object that they name. Likely mistakes in the
patches, such as misspelled fields, are warnings on stderr.

` + patchSchemaHelp + `

The patch for a built-in kind is for a cluster (--dialect kubernetes). A cluster copies
a map or element that is new, with the directives in it. If the patch is only right for
objects that have some of them, a note lists them, and --exact refuses the patch. With
--unions or --strict, the patch is by the rules of the specification.

Exit status: 0 done, 2 when a patch is one that apply would reject, or when what
it does after those before it depends on the document, so that no patch can say
it (not-composable).`,
		Example: `  smp-check compose base.yaml production.yaml europe.yaml
  smp-check compose base/ production/
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
			streams, err := load.Streams(&f.Input, args)
			if err != nil {
				return err
			}
			groups, many, err := load.Groups(streams)
			if err != nil {
				return err
			}
			var composed []model.Value
			var notes note.Notes
			for _, s := range streams {
				notes.Passed(s)
			}
			for _, patches := range groups {
				patch, err := compose(&f, notes.For(patches[0], many), patches)
				if err != nil {
					return err
				}
				composed = append(composed, patch)
			}
			notes.Undefined(f.Input.Undefined)
			if err := output.Patches(cmd.OutOrStdout(), f.Form.Name, composed...); err != nil {
				return err
			}
			return notes.Write(cmd.ErrOrStderr())
		},
	}
	f.Register(cmd, "refuse a patch that is only right for objects that have certain places", output.FormYAML, output.FormJSON)
	return cmd
}

// compose returns the patch that does what several patches for one object do.
func compose(f *cli.Combination, notes *note.Notes, patches []load.Document) (model.Value, error) {
	for n := range patches {
		var err error
		if patches[n], err = patches[n].Loaded(); err != nil {
			return model.Value{}, err
		}
	}
	schema := f.Schema
	s, err := schema.Choose(&f.Input, patches...)
	if err != nil {
		return model.Value{}, err
	}
	names, slips := map[string]string{}, map[string][]report.Slip{}
	for n, patch := range patches {
		document := fmt.Sprintf("patches[%d]", n)
		names[document], slips[document] = patch.Name, notes.Slips(s, patch)
	}
	engine := f.EngineFor(&schema)
	var required []model.Path
	if !f.Exact {
		engine.Requires = func(place model.Path) { required = append(required, place) }
	}
	composed, err := engine.Compose(s, load.Values(patches)...)
	if err != nil {
		var e *smp.Error
		if errors.As(err, &e) {
			err = report.Suggesting(err, slips[e.Document])
		}
		return model.Value{}, load.InFiles(err, names)
	}
	notes.Required("the patch is only right", required, "refuses such a patch")
	return composed, notes.ListTypes(&schema, s, load.Values(patches)...)
}
