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
}

// newApply returns the command that applies a patch.
func newApply() *cobra.Command {
	c := &applyCommand{}
	cmd := &cobra.Command{
		Use:   "apply ORIGINAL PATCH...",
		Short: "Apply strategic merge patches to an object",
		Long: `Apply strategic merge patches to an object and write the result. Several patches are
applied in order. Use -p to give a patch on the command line.

A file may contain several documents or a List. A folder means all YAML and JSON files
in it and its subfolders, except hidden ones. Each patch is applied to the object that
it names: the object with the same apiVersion, kind, namespace and name (or
generateName, if there is no name). Fields that the patch or the object leaves out are
not compared. All objects of ORIGINAL are written, in their order. A patch that names
another object, or changes the name, is rejected unless --allow-rename is set.

A patch of a kustomization is rejected, unless a flag such as --schemaless determines
the schema. In folders, kustomizations, charts, templates and documents without
apiVersion and kind are skipped, and in ORIGINAL also files that cannot be read. Objects
that appear twice in ORIGINAL are written unchanged, and a patch for such an object is
rejected. Notes report the skipped files and the duplicate objects. With --strict,
templates, unreadable files and duplicate objects in ORIGINAL are errors.

A patch with $patch: delete at its root deletes its object, which is then not written.
With --in-place, the object is removed from its file. If the file contains no other
object, --delete-files deletes it.

How lists and maps merge depends on the kind of each object. Without --kind, the kind
comes from the first document with apiVersion and kind, so patches may leave out both
fields. The schema comes from --crd or the built-in kinds, unless you pass --schema or
--schemaless. smp-check schema lists the kinds. For other kinds, maps merge by name and
lists are replaced. A note lists these kinds; with --require-schema, they are an error.
A kind that no custom resource can have, such as apps/v1 Deploymnet, is an error even
without --require-schema.

If a file contains only a part of an object, --kind names that part, for example PodSpec
or apps/v1/Deployment#spec.template.

--image NAME=REF sets the image of every container that is called NAME or uses the image
NAME, with any tag or digest. If ORIGINAL is a kustomization, it sets the entry NAME of
the list images.

--merge-key declares how a list merges if the schema does not define this. PATH consists
of field names and leaves out list elements: spec.rules.ports means the ports of every
rule.
  --merge-key spec.rules=name                 the list is keyed by name
  --merge-key spec.rules.ports=port,protocol  the list is keyed by port and protocol together
  --merge-key spec.tags=set                   the list is a set
  --merge-key spec.args=atomic                the list or map is replaced
If a key is called set or atomic, write it in quotes: 'spec.tags="set"'. A note lists
the paths that no document has. For built-in kinds, a cluster ignores --merge-key and
--list-types. If its result would be different, this is a warning, or an error with
--strict.

` + cli.DefaultRule + `
--dialect kubernetes applies the patch as a cluster does, and rejects a patch that a
cluster cannot apply. Without this flag, a message on stderr reports if the cluster's
result would differ from the result written, and shows the command that prints the
cluster's result. The message is a note if only the order of elements differs, and a
warning otherwise.

A cluster rejects an object with values of the wrong type, such as replicas: "3", or with
strings that it cannot read, such as the quantity 1GB. With --dialect kubernetes or
--strict, such values are errors, and nothing is written. Without these flags, they are
warnings.

A server also changes some values in every object that it stores. The result does not
show these changes, not even with --dialect kubernetes. The server fills in defaults,
moves the values in stringData of a Secret to data, keeps the last 32 bits of a number
that is too large for its field (99999999999 becomes 1215752191), turns "\ud800" into
U+FFFD, and uses the last field if a name appears twice. Files with either of the last two
problems are rejected.

Likely mistakes are reported as warnings on stderr, or as errors with --strict. They are
misspelled and misplaced fields, values of the wrong type, strings that a cluster cannot
read (such as the quantity 1GB), ambiguous merge keys (such as port 53, which 53/UDP and
53/TCP have in common), and two members of a union in the result (such as two sources of
a volume). There are two exceptions, which are warnings even with --strict: a deletion
that removes several elements because of such a key, and a change of only the first of
several elements with equal keys.

` + fmt.Sprintf(keepHelp, "ORIGINAL") + `

--keep-style preserves comments, quoting, anchors, order and layout. If a patch deletes
a field that is absent, nothing is added, not even an empty map or list around the
field. Notes on stderr list the parts that could not be preserved, and the comments of
deleted values. --in-place works like --keep-style, and writes the results to the files
of ORIGINAL. If there is an error, no file is changed.

API servers reject a strategic merge patch of a custom resource with status 415. They
accept JSON Merge Patches: --as merge-patch writes the JSON Merge Patch that turns
ORIGINAL into the result, instead of the result. Servers drop null fields from lists in
such a patch; a note on stderr warns you about them.

  kubectl patch gateway shop --type merge --patch-file merge-patch.yaml

--as json-patch writes the JSON Patch (RFC 6902), which API servers also accept. It
identifies elements of lists by index, so it is correct only for exactly the ORIGINAL
that was read.`,
		Example: `  smp-check apply deployment.yaml deployment-patch.yaml
  smp-check apply deployment.yaml -p '{spec: {replicas: 3}}'
  kubectl get deployment shop -o yaml | smp-check apply - patch.yaml
  smp-check apply --crd gateway-crd.yaml gateway.yaml patch.yaml --as merge-patch
  smp-check apply manifests/ patches.yaml --in-place
  smp-check apply manifests/ --image shop=registry.example/shop:1.9.0 --in-place
  smp-check apply manifests/ removals.yaml --in-place --delete-files
  smp-check apply --schemaless --merge-key spec.rules=name a.yaml b.yaml -o json
  smp-check apply --schema 'openapi.json#/components/schemas/Config' a.yaml b.yaml`,
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
	if err := c.keep.Load(&c.Input); err != nil {
		return err
	}
	originals, streams, err := c.read(args)
	if err != nil {
		return err
	}
	all, err := load.Patches(originals, streams)
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
		if s.Empty() { // load.Patches rejects an empty patch file if ORIGINAL has one document
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
	notes.Undefined(&c.Input)
	noteUnusedKeys(&c.Merge, &notes)
	c.keep.Unmatched(&notes)
	return notes.Write(cmd.ErrOrStderr())
}

// failed returns the error of a patch. It first writes the notes, because they may contain the
// cause of the error, such as a kind without a schema.
func (c *applyCommand) failed(cmd *cobra.Command, notes *note.Notes, err error) error {
	if notes.About == "" { // this is the only document
		noteUnusedKeys(&c.Merge, notes)
	}
	notes.Undefined(&c.Input)
	return errors.Join(notes.Write(cmd.ErrOrStderr()), err)
}

// read reads ORIGINAL and the patches. It keeps the style of their texts if the flags require
// this, except for a directory, whose files are read again when they are edited.
func (c *applyCommand) read(args []string) (originals load.Stream, patches []load.Stream, err error) {
	inline, err := load.Inline(c.inline)
	if err != nil {
		return originals, nil, err
	}
	c.Input.Keep = c.rewrite.Keeps() && !load.IsFolder(args[0])
	if originals, err = c.Input.Stream(args[0]); err != nil {
		return originals, nil, err
	}
	c.Input.Keep = c.rewrite.Keeps()
	patches, err = load.Streams(&c.Input, args[1:])
	return originals, append(patches, inline...), err
}

// A patched is an object with its patches.
type patched struct {
	original load.Document
	patches  []load.Document
}

func (p patched) loaded() (patched, error) {
	var err error
	if p.original, err = p.original.Loaded(); err != nil {
		return p, err
	}
	for i := range p.patches {
		if p.patches[i], err = p.patches[i].Loaded(); err != nil {
			return p, err
		}
	}
	return p, nil
}

// write writes the results.
func (c *applyCommand) write(cmd *cobra.Command, notes *note.Notes, originals load.Stream, all [][]load.Document) error {
	results := output.NewSpool(c.Form.Name)
	if c.as.Name != patches.Result {
		results = output.NewPatchSpool(c.Form.Name, cmd.OutOrStdout())
	}
	defer results.Close()
	var objects []patched
	for i, original := range originals.Docs {
		if len(all[i])+len(c.images) > 0 || c.as.Name == patches.Result {
			objects = append(objects, patched{original, all[i]})
		}
	}
	err := load.AheadOf(cmd.ErrOrStderr(), objects, patched.loaded, func(p patched) error {
		result, err := c.apply(notes.For(p.original, originals.Many()), p.original, p.patches)
		if err != nil {
			return c.failed(cmd, notes, err)
		}
		if result.Type() != model.Absent {
			results.Add(result)
		}
		return nil
	})
	if err == nil {
		err = c.checkImages(notes, originals)
	}
	if err == nil {
		err = c.keep.Check(c.Settings().Strict)
	}
	if err != nil {
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
		for _, d := range s.Docs {
			d, failed := d.Loaded()
			if failed != nil {
				continue
			}
			switch image := c.images.SetBy(d.Value, err != nil); {
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
func (c *applyCommand) edit(cmd *cobra.Command, notes *note.Notes, originals load.Stream, all [][]load.Document) error {
	var files rewrite.Files
	defer files.Close()
	for start := 0; start < len(originals.Docs); {
		end := start + 1
		for end < len(originals.Docs) && originals.Docs[end].File() == originals.Docs[start].File() {
			end++
		}
		docs, patches := originals.Docs[start:end], all[start:end]
		start = end
		if c.rewrite.InPlace && len(c.images) == 0 && !c.keep.On() && !slices.ContainsFunc(patches, func(p []load.Document) bool { return len(p) > 0 }) {
			continue
		}
		docs, err := c.Input.Kept(docs)
		if err != nil {
			return err
		}
		results := make([]model.Value, len(docs)) // absent for deleted objects
		schemas := make([]smp.Schema, len(docs))
		for i, original := range docs {
			p, err := patched{original, patches[i]}.loaded()
			if err == nil {
				results[i], err = c.apply(notes.For(original, originals.Many()), original, p.patches)
			}
			schemas[i] = smp.Schemaless
			if err == nil && len(p.patches) > 0 {
				schemas[i], err = c.schemaOf(original, p.patches)
			}
			if err != nil {
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
