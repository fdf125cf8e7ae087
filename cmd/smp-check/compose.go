package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// patchSchemaHelp describes how commands choose a schema if they read patches but no object.
const patchSchemaHelp = `Patches may leave out apiVersion and kind. The schema comes from --kind, or from the
first patch that has both; see smp-check help inputs.`

// sameObjectHelp describes which patches are for the same object.
const sameObjectHelp = `Patches are for different objects if their apiVersion, kind, namespace or name (or
generateName) differ. A patch may leave out these fields, unless it could then be for
several objects. With --kind, files with one document each may have different kinds.`

// inOrderHelp describes how several patches for one object in a file or folder are combined.
const inOrderHelp = `A file or folder may contain several patches for one object. They are combined in the
order of the documents, and in the alphabetical order of the files. If kustomize or a
script applies them in another order, name the files in this order, as in smp-check
compose FIRST SECOND.`

// newCompose returns the command that combines several patches into one.
func newCompose() *cobra.Command {
	var f cli.Combination
	cmd := &cobra.Command{
		Use:   "compose PATCH...",
		Short: "Combine several patches into one",
		Long: `Write one strategic merge patch with the same effect as several patches applied in
order, on any object. Only the order of elements in merged lists may be different.

Files may contain several documents or a List. A folder means all YAML and JSON files in
it and its subfolders. Likely mistakes in the patches, such as misspelled fields, are
reported as warnings on stderr.

One patch is written for each object that the patches name.
` + sameObjectHelp + `

` + inOrderHelp + `

` + patchSchemaHelp + `

For a built-in kind, the patch targets a cluster (--dialect kubernetes). If the object
lacks a map or element of the patch, a cluster copies it from the patch together with
its directives. A combined patch may therefore be correct only for objects that already
have certain maps or elements. A note lists them; with --exact, such a patch is an
error. With --unions or --strict, the patch follows the specification.

Exit status: 0 if a patch was written, 2 if apply would reject one of the patches for
every object, or if no single patch has their combined effect (error code
not-composable).`,
		Example: `  smp-check compose base.yaml production.yaml europe.yaml
  smp-check compose base/ production/
  smp-check compose --kind v1/Service a.yaml b.yaml -o json
  smp-check compose base.yaml -p '{spec: {replicas: 3}}'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args)+len(f.Inline) == 0 {
				return cli.Usagef(cmd, "compose requires at least one PATCH")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.Begin(cmd); err != nil {
				return err
			}
			streams, err := f.Patches(args)
			if err != nil {
				return err
			}
			groups, many, err := load.Groups(streams, kinds.Complete(f.Schema.Kind.Kind))
			if err != nil {
				return err
			}
			var composed []model.Value
			var notes note.Notes
			for _, s := range streams {
				notes.Passed(s)
			}
			for _, group := range groups {
				patches := load.Documents(slices.Concat(group...))
				patch, err := compose(&f, notes.For(patches[0], many), patches)
				if err != nil {
					return err
				}
				composed = append(composed, patch)
			}
			notes.Schemas(&f.Schema)
			if err := output.Patches(cmd.OutOrStdout(), f.Form.Name, composed...); err != nil {
				return err
			}
			return notes.Write(cmd.ErrOrStderr())
		},
	}
	f.Register(cmd, "fail if the patch is correct only for objects that have certain maps or elements", output.FormYAML, output.FormJSON)
	return cmd
}

// compose combines the patches for one object.
func compose(f *cli.Combination, notes *note.Notes, patches []load.Document) (model.Value, error) {
	chosen, err := f.Schema.Choose(patches...)
	if err != nil {
		return model.Value{}, err
	}
	s := chosen.Schema
	var found [][]finding.Finding
	for _, patch := range patches {
		inPatch := judge.InPatch(s, patch)
		notes.Findings(patch, inPatch)
		found = append(found, inPatch)
	}
	e := f.EngineFor(chosen)
	var required []model.Path
	if !f.Exact {
		e.Requires = func(place model.Path) { required = append(required, place) }
	}
	composed, err := composeWith(e, s, patches, found)
	if err != nil {
		return model.Value{}, err
	}
	notes.Required("the patch is correct only", required, "makes this an error")
	return composed, notes.ListTypes(chosen, load.Values(patches)...)
}

// composeWith combines the patches for one object. found are the findings in each patch. An error
// names the file of the patch and, if the patch cannot be combined with those before it, their files.
func composeWith(e engine.Engine, s smp.Schema, patches []load.Document, found [][]finding.Finding) (model.Value, error) {
	composed, err := e.Compose(s, load.Values(patches)...)
	var failed *smp.Error
	if !errors.As(err, &failed) {
		return composed, err
	}
	times := map[string]int{}
	for _, patch := range patches {
		times[patch.Name]++
	}
	names := make([]string, len(patches))
	for n, patch := range patches {
		if names[n] = patch.Name; times[patch.Name] > 1 {
			line, _ := patch.Position(nil)
			names[n] = fmt.Sprintf("%s:%d", patch.File(), line)
		}
	}
	for n := range patches {
		document := fmt.Sprintf("patches[%d]", n)
		if failed.Document != document {
			continue
		}
		err = load.InFile(judge.Suggesting(err, found[n]), document, names[n])
		if failed.Code == smp.NotComposable {
			before, more := names[:min(n, maxBefore)], ""
			if n > maxBefore {
				more = fmt.Sprintf(" and %d more", n-maxBefore)
			}
			err = fmt.Errorf("%w; the patch follows %s%s", err, strings.Join(before, ", "), more)
		}
	}
	return model.Value{}, err
}

// maxBefore is the maximal number of earlier patches in the error of a patch that cannot be combined
// with them.
const maxBefore = 5
