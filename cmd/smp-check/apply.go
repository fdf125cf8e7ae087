package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/keep"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/rewrite"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An applyCommand holds the flags of apply.
type applyCommand struct {
	cli.Merge
	as      cli.Choice
	inline  []string
	images  patches.Images
	keep    keep.Choice
	rewrite rewrite.Choice
	rename  bool
	target  targetFlag
}

// newApply returns the command that applies a patch.
func newApply() *cobra.Command {
	c := &applyCommand{}
	cmd := &cobra.Command{
		Use:   "apply ORIGINAL PATCH...",
		Short: "Apply strategic merge patches to an object",
		Long: `Apply strategic merge patches to an object and write the result. Several patches are
applied in order. Use -p to give a patch on the command line.

All objects of ORIGINAL are written, in their order. smp-check help inputs describes which
patch is for which object, and how the schema is chosen.

--target kind=Deployment,label=app=web applies the patches to every object that meets the
conditions, whatever names and kinds are in the patches. A condition is a regular expression for
group, version, kind, name or namespace, or a selector after label or annotation.

A patch of a kustomization is rejected, unless a flag such as --schemaless determines
the schema. A patch with $patch: delete at its root deletes its object, which is then not
written. With --in-place, the object is removed from its file. If the file contains no
other object, --delete-files deletes it.

--image NAME=REF sets the image of every container that is called NAME or uses the image
NAME, with any tag or digest. If ORIGINAL is a kustomization, it sets the entry NAME of
the list images.

--dialect kubernetes applies the patch as a cluster does. Likely mistakes are warnings, or
errors with --strict; smp-check help clusters lists them, and what a server does with
every object.

` + keptIn("ORIGINAL") + `

--keep-style preserves comments, quoting, anchors, order and layout. If a patch deletes
a field that is absent, nothing is added, not even an empty map or list around the
field. Notes on stderr list the parts that could not be preserved, and the comments of
deleted values. --in-place works like --keep-style, and writes the results to the files
of ORIGINAL. If there is an error, no file is changed.

--as merge-patch and --as json-patch write a patch that turns ORIGINAL into the result,
instead of the result. API servers accept both for custom resources.`,
		Example: `  smp-check apply deployment.yaml deployment-patch.yaml
  smp-check apply deployment.yaml -p '{spec: {replicas: 3}}'
  kubectl get deployment shop -o yaml | smp-check apply - patch.yaml
  smp-check apply --crd gateway-crd.yaml gateway.yaml patch.yaml --as merge-patch
  smp-check apply manifests/ patches.yaml --in-place
  smp-check apply manifests/ -p '{spec: {replicas: 3}}' --target kind=Deployment --in-place
  smp-check apply manifests/ --image shop=registry.example/shop:1.9.0 --in-place
  smp-check apply manifests/ removals.yaml --in-place --delete-files
  smp-check apply --schemaless --merge-key spec.rules=name a.yaml b.yaml -o json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 1 || len(args)+len(c.inline)+len(c.images) < 2 {
				return cli.Usagef(cmd, "apply requires ORIGINAL PATCH..., or ORIGINAL -p PATCH, got %s", cli.Counted(len(args)+len(c.inline), "argument"))
			}
			return nil
		},
		RunE: c.run,
	}
	c.Register(cmd, output.FormYAML, output.FormJSON)
	cmd.Flags().StringArrayVarP(&c.inline, "patch", "p", nil, "a `PATCH` as YAML or JSON text, applied after the patches in files (may be repeated)")
	cmd.Flags().Var(&c.images, "image", "set the image of the containers that are called NAME or use the image NAME, after all patches; * means all containers (may be repeated)")
	cmd.Flags().Var(&c.target, "target", "apply the patches to every object that meets these `CONDITIONS`, instead of to the objects that they name")
	cmd.Flags().BoolVar(&c.rename, "allow-rename", false, "apply patches that name another object, or change the name")
	cmd.Flags().BoolVar(&c.rewrite.KeepStyle, "keep-style", false, "write the text of ORIGINAL with as few changes as possible")
	cmd.Flags().BoolVar(&c.rewrite.InPlace, "in-place", false, "write the files of ORIGINAL back with as few changes as possible")
	cmd.Flags().BoolVar(&c.rewrite.DeleteFiles, "delete-files", false, "with --in-place, delete a file if patches delete all its objects")
	registerKeep(cmd, &c.keep, "ORIGINAL")
	c.as.Register(cmd, "as", "", "`form` to write", patches.Result, patches.MergePatch, patches.JSONPatch)
	return cmd
}

func (c *applyCommand) run(cmd *cobra.Command, args []string) error {
	if err := c.Begin(cmd); err != nil {
		return err
	}
	if err := c.rewrite.Check(args[0], c.as.Name, c.Form.Name); err != nil {
		return cli.Usagef(cmd, "%v", err)
	}
	if c.target.text != "" && len(args)+len(c.inline) < 2 {
		return cli.Usagef(cmd, "--target selects the objects of patches; name a PATCH, or give one with -p")
	}
	if c.target.text != "" && c.rename {
		return cli.Usagef(cmd, "--allow-rename has no effect with --target, which replaces the names in patches")
	}
	if err := c.keep.Load(&c.Input); err != nil {
		return err
	}
	originals, streams, err := c.read(args)
	if err != nil {
		return err
	}
	all, err := c.patches(originals, streams)
	if err == nil {
		err = cli.CheckForm(cmd, c.as.Name, originals.Many())
	}
	if err != nil {
		return err
	}
	notes := note.Notes{}
	if !c.rewrite.InPlace { // the command would be for another original
		notes.Instead = cli.ClusterAnswer(cmd)
	}
	if err := notes.Folder(originals, c.Settings().Strict); err != nil {
		return err
	}
	for _, s := range streams {
		notes.Passed(s)
		if s.Empty() { // of several documents; others reject an empty patch file
			notes.Say("%s is empty; it contains no patches", s.Name)
		}
	}
	if c.rewrite.Keeps() {
		err = c.edit(cmd, &notes, originals, all)
	} else {
		err = c.write(cmd, &notes, originals, all)
	}
	if err != nil {
		return err
	}
	notes.Schemas(&c.Schema)
	c.keep.Unmatched(&notes)
	return notes.Write(cmd.ErrOrStderr())
}

// failed returns the error of a patch. It first writes the notes, because they may contain the
// cause of the error, such as a kind without a schema.
func (c *applyCommand) failed(cmd *cobra.Command, notes *note.Notes, err error) error {
	if notes.About == "" { // this is the only document
		notes.Schemas(&c.Schema)
	} else {
		notes.Undefined(&c.Schema)
	}
	return errors.Join(notes.Write(cmd.ErrOrStderr()), err)
}

// read reads ORIGINAL and the patches.
func (c *applyCommand) read(args []string) (originals load.Stream, patches []load.Stream, err error) {
	inline, err := load.Inline(c.inline)
	if err != nil {
		return originals, nil, err
	}
	c.Input.Keep = c.rewrite.Keeps() && !load.IsFolder(args[0]) // only the changed files of a folder are edited
	originals, err = c.Input.Stream(args[0])
	c.Input.Keep = false
	if err != nil {
		return originals, nil, err
	}
	patches, err = load.Streams(&c.Input, args[1:])
	return originals, append(patches, inline...), err
}

// write writes the results.
func (c *applyCommand) write(cmd *cobra.Command, notes *note.Notes, originals load.Stream, all [][]*load.Entry) error {
	results := output.NewSpool(c.Form.Name)
	if c.as.Name != patches.Result {
		results = output.NewPatchSpool(c.Form.Name, cmd.OutOrStdout())
	}
	defer results.Close()
	shown := output.NewCounter(cmd.ErrOrStderr(), len(originals.Entries), "objects")
	defer shown.End()
	for i, e := range originals.Entries {
		if shown.Step(false); len(all[i])+len(c.images) == 0 && c.as.Name != patches.Result {
			continue
		}
		original := e.Document()
		result, _, err := c.one(notes.For(original, originals.Many()), original, all[i])
		if err != nil {
			return c.failed(cmd, notes, err)
		}
		if result.Type() != model.Absent {
			results.Add(result)
		}
	}
	if err := c.checkImages(notes, originals); err != nil {
		return err
	}
	if err := c.keep.Check(c.Settings().Strict); err != nil {
		return err
	}
	return results.Write(cmd.OutOrStdout())
}

// checkImages returns an error if an image was not found. The error names a kustomization with the
// image, because kustomizations in folders are skipped. If all images were found, a warning names a
// kustomization that sets one of them to its own tag.
func (c *applyCommand) checkImages(notes *note.Notes, originals load.Stream) error {
	if len(c.images) == 0 {
		return nil
	}
	err := c.images.Missing(originals.Name)
	for _, file := range originals.Passed.Kustomizations {
		s, failed := c.Input.Stream(file)
		if failed != nil {
			continue
		}
		for _, e := range s.Entries {
			switch image := c.images.SetBy(e.Document().Value, err != nil); {
			case image == "":
			case err != nil:
				return fmt.Errorf("%w, but %s sets it; kustomizations in folders are skipped, so name this file instead of the folder", err, file)
			default:
				notes.About = ""
				notes.Warn("%s sets the image %s, too; kustomizations in folders are skipped, so change this file in a run of its own", file, image)
				return nil
			}
		}
	}
	return err
}

// edit writes the files whose objects have changed, and keeps the style of these files.
func (c *applyCommand) edit(cmd *cobra.Command, notes *note.Notes, originals load.Stream, all [][]*load.Entry) error {
	var files rewrite.Files
	defer files.Close()
	for start := 0; start < len(originals.Entries); {
		end := start + 1
		for end < len(originals.Entries) && originals.Entries[end].File() == originals.Entries[start].File() {
			end++
		}
		entries, patches := originals.Entries[start:end], all[start:end]
		start = end
		if c.rewrite.InPlace && len(c.images) == 0 && !c.keep.On() && !slices.ContainsFunc(patches, func(p []*load.Entry) bool { return len(p) > 0 }) {
			continue
		}
		docs, err := c.Input.Kept(entries)
		if err != nil {
			return err
		}
		results := make([]model.Value, len(docs)) // absent for deleted objects
		schemas := make([]smp.Schema, len(docs))
		for i, original := range docs {
			var err error
			if results[i], schemas[i], err = c.one(notes.For(original, originals.Many()), original, patches[i]); err != nil {
				return c.failed(cmd, notes, err)
			}
		}
		if err := files.Add(c.rewrite, notes, docs, results, schemas); err != nil {
			return err
		}
	}
	if err := c.checkImages(notes, originals); err != nil {
		return err
	}
	if err := c.keep.Check(c.Settings().Strict); err != nil {
		return err
	}
	return files.Write(c.rewrite, cmd.OutOrStdout())
}
