package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/rewrite"
	"github.com/strategicpatch/smp/model"
)

// An applyCommand is what the flags of apply say.
type applyCommand struct {
	cli.Merge
	as      cli.Choice
	inline  []string
	rewrite rewrite.Choice
}

// newApply returns the command that applies a patch.
func newApply() *cobra.Command {
	c := &applyCommand{}
	cmd := &cobra.Command{
		Use:   "apply ORIGINAL PATCH...",
		Short: "Apply strategic merge patches to a document",
		Long: `Apply a strategic merge patch to a document and write the result. Of several each
is applied to what the one before made; -p gives one on the command line.

A file may hold several documents, or a List, and a folder stands for all YAML and
JSON files below it. Each patch is applied to the object that it names: the one of
the same apiVersion, kind, metadata.namespace and metadata.name, as far as both say
them, or metadata.generateName where there is no name. All documents of ORIGINAL are
written, in their order.

How lists and maps merge depends on the kind of the document: the kind comes
from --kind or from the first document that says its apiVersion and kind, and
its schema from a --crd or from the table of built-in kinds. --schema names the
schema itself and --schemaless does without. The patch may leave out apiVersion
and kind. smp-check schema shows what there is.

--merge-key declares what a schema leaves out. Its PATH is field names, which
pass through lists: spec.rules.ports is the ports of every rule.
  --merge-key spec.rules=name                 the list is keyed by name
  --merge-key spec.rules.ports=port,protocol  by both together
  --merge-key spec.tags=set                   the list is a set
  --merge-key spec.args=atomic                the list or map is replaced
A key that is called set or atomic is written in quotes: 'spec.tags="set"'.

` + cli.DefaultRule + `
--dialect kubernetes applies the patch as a cluster does, and rejects what a cluster
rejects. Without it, stderr says if a cluster's answer is different, and shows the
command that gives it: in a note if only the order of elements differs, in a warning if
the object does.

Some changes happen to every object that a server stores, and are not shown: the server
fills in defaults, keeps the last 32 bits of a number that is too large for its field
(99999999999 becomes 1215752191), turns "\ud800" into U+FFFD, and takes the last of
several fields with one name. Files with the last two are rejected.

--keep-style writes the text of ORIGINAL and changes it only where it must:
comments, quotes, anchors, order and layout stay, and what is new follows the
style around it. Notes on stderr say what could not be kept. --in-place writes
that to the files of ORIGINAL themselves: to all that change, or to none.

API servers answer 415 to a strategic merge patch of a custom resource.
--as merge-patch writes, in place of the result, the JSON Merge Patch that takes
ORIGINAL to it, which they accept. They drop null members inside its lists; a
note on stderr says so where there are any:

  kubectl patch gateway shop --type merge --patch-file merge-patch.yaml

--as json-patch writes the JSON Patch (RFC 6902), which they accept, too. It names
elements of lists by their index, so it is for the ORIGINAL that was read.`,
		Example: `  smp-check apply deployment.yaml deployment-patch.yaml
  smp-check apply deployment.yaml -p '{spec: {replicas: 3}}'
  kubectl get deployment shop -o yaml | smp-check apply - patch.yaml
  smp-check apply --crd gateway-crd.yaml gateway.yaml patch.yaml --as merge-patch
  smp-check apply manifests/ patches.yaml --in-place
  smp-check apply --schemaless --merge-key spec.rules=name a.yaml b.yaml -o json
  smp-check apply --schema 'openapi.json#/components/schemas/Config' a.yaml b.yaml`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 1 || len(args)+len(c.inline) < 2 {
				return cli.Usagef(cmd, "apply wants ORIGINAL PATCH..., or ORIGINAL -p PATCH, and got %s", cli.Counted(len(args)+len(c.inline), "argument"))
			}
			return nil
		},
		RunE: c.run,
	}
	c.Register(cmd, output.FormYAML, output.FormJSON)
	cmd.Flags().StringArrayVarP(&c.inline, "patch", "p", nil, "a `PATCH` as YAML or JSON text, after those of files (may be repeated)")
	cmd.Flags().BoolVar(&c.rewrite.KeepStyle, "keep-style", false, "write the text of ORIGINAL, changed only where it must be")
	cmd.Flags().BoolVar(&c.rewrite.InPlace, "in-place", false, "write the files of ORIGINAL, changed only where they must be")
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
	c.Input.Keep = c.rewrite.Keeps()
	streams, err := load.Streams(&c.Input, args)
	if err != nil {
		return err
	}
	inline, err := load.Inline(c.inline)
	if err != nil {
		return err
	}
	originals := streams[0]
	all, err := load.Patches(originals, append(streams[1:], inline...))
	if err == nil {
		err = cli.CheckForm(cmd, c.as.Name, originals.Many())
	}
	if err != nil {
		return err
	}
	var results []model.Value
	notes := note.Notes{Instead: cli.ClusterAnswer(cmd)}
	for i, original := range originals.Docs {
		switch {
		case len(all[i]) > 0:
			result, err := c.apply(notes.For(original, originals.Many()), original, all[i])
			if err != nil {
				return errors.Join(notes.Write(cmd.ErrOrStderr()), err)
			}
			results = append(results, result)
		case c.as.Name == patches.Result:
			results = append(results, original.Value)
		}
	}
	switch {
	case c.rewrite.Keeps():
		err = c.rewrite.Write(cmd.OutOrStdout(), &notes, originals, results)
	case c.as.Name == patches.Result:
		err = output.Documents(cmd.OutOrStdout(), c.Form.Name, results...)
	default:
		err = output.Patches(cmd.OutOrStdout(), c.Form.Name, results...)
	}
	if err != nil {
		return err
	}
	return notes.Write(cmd.ErrOrStderr())
}

// apply returns what is to be written of one document and the patches for it.
func (c *applyCommand) apply(notes *note.Notes, original load.Document, all []load.Document) (model.Value, error) {
	schema := c.Schema
	s, err := schema.Choose(&c.Input, append([]load.Document{original}, all...)...)
	if err != nil {
		return model.Value{}, err
	}
	if err := notes.ListTypes(&schema, s, load.Values(all)...); err != nil {
		return model.Value{}, err
	}
	e := c.Settings()
	before := original
	e.Trace = notes.Ambiguous
	for _, patch := range all {
		notes.Slips(s, before, patch)
		after, err := e.Apply(s, before.Value, patch.Value)
		notes.Cluster(c.Dialect.Name, &schema, e, s, before.Value, patch.Value)
		if err != nil {
			return model.Value{}, load.InFiles(err, map[string]string{"original": original.Name, "patch": patch.Name})
		}
		before.Value = after
	}
	result, err := patches.As(c.as.Name, original.Value, before.Value)
	if err == nil && notes.About != "" && c.as.Name == patches.MergePatch {
		result, err = load.WithIdentity(result, original.Value)
	}
	notes.LostNulls(&schema, c.as.Name, result)
	return result, err
}
