package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/keep"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A diffCommand holds the flags of diff.
type diffCommand struct {
	input    load.Reader
	schema   schemas.Choice
	diff     diffFlags
	keep     keep.Choice
	form     cli.Form
	exitCode bool
	meant    note.Comparison
}

// newDiff returns the command that creates the patch between two documents.
func newDiff() *cobra.Command {
	c := &diffCommand{}
	cmd := &cobra.Command{
		Use:   "diff ORIGINAL MODIFIED",
		Short: "Write the patch that turns one object into another",
		Long: `Write the strategic merge patch that turns ORIGINAL into MODIFIED, including the order
of lists. The patch contains only the differences, and is {} if there are none. If a
field is null only in MODIFIED, or null in ORIGINAL and absent from MODIFIED, the patch
sets it to null, which deletes it on a cluster. ORIGINAL and MODIFIED must be
complete objects. If ORIGINAL is a live object, the patch deletes the fields that the
server filled in, and a note lists them; threeway leaves them alone.

For folders, and for files with several documents, diff writes a patch for each object
that both sides contain and that differs. Each patch names its object, so that you can
pass all of them to apply together. Objects that only one side contains are listed on
stderr.

API servers reject a patch that changes the name or namespace of an object. If ORIGINAL
and MODIFIED have different names or namespaces, a warning is printed; with --strict, this
is an error. If MODIFIED lacks apiVersion, kind, metadata.name or metadata.namespace, the
patch does not delete the field.

--as result writes the patched object instead of the patch. With the rules of a cluster,
this is the object that a cluster will store, except for fields that the server fills in.
stringData of a Secret is moved to data.

smp-check help inputs describes how the schema is chosen.

--as merge-patch writes a JSON Merge Patch (RFC 7386) instead. It needs no schema, sends
whole lists, and sends null only for fields that ORIGINAL has. It can express some
changes that a strategic merge patch cannot. --as json-patch writes a JSON Patch (RFC
6902), which identifies elements of lists by index. If a schema is known, misspelled
fields are reported for these forms, too.

For a built-in kind, the patch turns ORIGINAL into MODIFIED on a cluster (--dialect
kubernetes). Some changes can only be made by replacing the whole map or list around
them. A note lists these maps and lists; with --strict, they are an error. A value of
the wrong type in MODIFIED, which a cluster rejects, is an error. --dialect documented
writes patches for the specification. They may contain $patchMergeKey, which no cluster
supports yet. A warning on stderr shows the effect of such a patch on a cluster.
smp-check help clusters describes how to send a patch.

` + keptIn("ORIGINAL") + `

Exit status: 0 if the patch was written; with --exit-code, 1 if there are differences;
2 if there is no such patch, because the format cannot express a change
(not-representable).`,
		Example: `  smp-check diff deployment.yaml deployment-new.yaml
  smp-check diff --keep spec.replicas deployment.yaml deployment-new.yaml
  smp-check diff --crd gateway-crd.yaml gateway.yaml gateway-new.yaml -o json
  smp-check diff --as result deployment.yaml deployment-new.yaml
  smp-check diff --as merge-patch gateway.yaml gateway-new.yaml`,
		Args: cli.Files("ORIGINAL", "MODIFIED"),
		RunE: c.run,
	}
	cli.RegisterSchema(cmd, &c.schema)
	c.diff.register(cmd)
	registerKeep(cmd, &c.keep, "ORIGINAL")
	cli.RegisterInput(cmd, &c.input)
	c.form.Register(cmd, output.FormYAML, output.FormJSON)
	cmd.Flags().BoolVar(&c.exitCode, "exit-code", false, "exit with status 1 if there are differences")
	return cmd
}

func (c *diffCommand) run(cmd *cobra.Command, args []string) error {
	if err := cli.CheckSchema(cmd, &c.schema, &c.input); err != nil {
		return err
	}
	if as := c.diff.as.Name; as != patches.Strategic && as != patches.Result && !c.keep.On() { // --keep needs a schema to find its paths
		// --crd has no effect either, but is accepted, so that --as can be added to a command
		// line with --crd.
		where := "with --as " + c.diff.as.Name + ", which needs no schema"
		if err := cli.NoEffect(cmd, where, "schema", "schemaless", "list-types", "merge-key"); err != nil {
			return err
		}
	}
	c.input.Stderr = cmd.ErrOrStderr()
	if err := c.schema.CheckCRDs(); err != nil {
		return err
	}
	if err := c.keep.Load(&c.input); err != nil {
		return err
	}
	streams, err := load.Streams(&c.input, args)
	if err != nil {
		return err
	}
	pairs, err := load.Pairs(streams[0], streams[1])
	if err == nil {
		err = cli.CheckForm(cmd, c.diff.as.Name, pairs.Many)
	}
	if err != nil {
		return err
	}
	differ := len(pairs.Rest)+len(pairs.Repeated) > 0
	notes := note.Notes{Instead: cli.PatchForClusters(cmd)}
	c.meant = note.Comparison{
		ThreeWay: cli.CommandLine("threeway", args[1], args[0]), Backwards: cli.CommandLine("threeway", args[0], args[1]),
		Apply: cli.CommandLine("apply", args[0], args[1]), ApplyBackwards: cli.CommandLine("apply", args[1], args[0]),
		Result: c.diff.result(), Keeps: c.keep.On(),
	}
	for _, s := range pairs.Streams {
		if err := notes.Folder(s, c.diff.strict); err != nil {
			return err
		}
	}
	results := output.NewPatchSpool(c.form.Name, cmd.OutOrStdout())
	if c.diff.result() {
		results = output.NewSpool(c.form.Name)
	}
	defer results.Close()
	shown := output.NewCounter(cmd.ErrOrStderr(), len(pairs.Both), "objects")
	defer shown.End()
	for _, both := range pairs.Both {
		shown.Step(false)
		pair := [2]load.Document{both[0].Document(), both[1].Document()}
		found, err := c.find(notes.For(pair[1], pairs.Many), pair, pairs.Many)
		if err != nil {
			return err
		}
		patch := found.Patch
		differ = differ || patch.Len() > 0
		switch {
		case c.diff.result() && patch.Type() == model.Absent:
			results.Add(pair[0].Value)
		case c.diff.result():
			result, err := found.Result(pair[0])
			if err != nil {
				return err
			}
			results.Add(result)
		case !pairs.Many || patch.Len() > 0:
			results.Add(patch)
		}
	}
	if err := c.keep.Check(c.diff.strict); err != nil {
		return err
	}
	notes.Unmatched(pairs.Rest)
	notes.Schemas(&c.schema)
	c.keep.Unmatched(&notes)
	if err := results.Write(cmd.OutOrStdout()); err != nil {
		return err
	}
	if err := notes.Write(cmd.ErrOrStderr()); err != nil {
		return err
	}
	if c.exitCode && differ {
		return cli.ErrNo
	}
	return nil
}

// find returns the patch from the first document to the second. If many is set, a patch
// that is not empty contains the identity of its object.
func (c *diffCommand) find(notes *note.Notes, pair [2]load.Document, many bool) (patches.Written, error) {
	original, modified := pair[0], pair[1]
	manifest := modified // as in its file
	if c.keep.On() {
		chosen, err := c.schema.Choose(original, modified)
		if err != nil {
			return patches.Written{}, err
		}
		if err := c.keep.In(chosen.Schema, original, &modified.Value); err != nil {
			return patches.Written{}, err
		}
	}
	if err := c.sameObject(notes, original, &modified); err != nil {
		return patches.Written{}, err
	}
	if many && model.Equal(original.Value, modified.Value) {
		return patches.Written{}, nil // no patch, so no schema is needed
	}
	found, err := c.diff.wanted().Diff(&c.schema, original, modified)
	if fault := new(smp.Error); errors.As(err, &fault) && fault.Code == smp.UnknownKind {
		err = fmt.Errorf("%w\nOr use --as %s, which requires no schema; servers accept such a patch for every kind", err, patches.MergePatch)
	}
	if err == nil {
		err = c.diff.checkFlags(found, original, modified)
	}
	if err == nil {
		err = checkTypes(found, modified)
	}
	if err == nil {
		err = notes.ServerSet(c.diff.strict, found.Strategic, modified, original)
	}
	if err == nil {
		err = notes.Patch(found, original)
	}
	if err == nil && found.Patch.Len() > 0 {
		notes.Compared(found.Chosen.Schema, original, manifest, modified.Value, c.meant)
	}
	err = note.PatchAsObject(err, original, modified, c.meant)
	if err == nil && many && found.Patch.Len() > 0 && !c.diff.result() {
		found.Patch, err = load.WithIdentity(found.Patch, original.Value)
	}
	return found, err
}

// sameObject adds the identifying fields of original to modified if they are missing, and warns if
// modified has another name or namespace. With --strict, this is an error.
func (c *diffCommand) sameObject(notes *note.Notes, original load.Document, modified *load.Document) error {
	if !kinds.Complete(corpus.DeclaredKind(original.Value)) {
		return nil // a part of an object, or another document
	}
	err := patches.CheckSameObject(*modified, original)
	if err != nil && c.diff.strict {
		return fmt.Errorf("%w; without --strict this is a warning", err)
	}
	if err != nil {
		notes.Warn("%v; API servers reject a patch that changes a name or namespace; --strict makes this an error", err)
	}
	modified.Value, err = patches.Identified(modified.Value, original.Value)
	return err
}

// documentedRemedy is the advice about patches that a cluster would not apply as intended.
const documentedRemedy = "With --dialect documented, the patch is written."

// checkFlags rejects a patch for a built-in kind if a cluster's result would be different, because
// the cluster ignores the flags that change how lists merge.
func (f *diffFlags) checkFlags(found patches.Written, original, modified load.Document) error {
	ignored := found.Chosen.IgnoredByCluster()
	if found.Options.As != patches.Strategic || f.dialect.Name == corpus.Documented || ignored == "" {
		return nil
	}
	onCluster, err := found.Chosen.OnCluster(original, modified)
	if err != nil {
		return err
	}
	intended := engine.Engine{Cluster: found.Options.Dialect == corpus.Kubernetes}
	result, err := intended.Apply(found.Chosen.Schema, original.Value, found.Patch)
	if sameResult(engine.Engine{Cluster: true}, onCluster, original.Value, found.Patch, result, err) {
		return nil
	}
	return fmt.Errorf("a cluster ignores %s for the built-in kind %s; omit %[1]s.\n%[3]s", ignored, kinds.Text(found.Chosen.Kind), documentedRemedy)
}

// checkTypes rejects a patch for a cluster if modified has values of the wrong type, because the
// cluster would reject the result.
func checkTypes(found patches.Written, modified load.Document) error {
	if found.Options.Dialect != corpus.Kubernetes || found.Patch.Len() == 0 {
		return nil
	}
	return judge.RejectTypes(judge.WrongTypes(found.Chosen.Schema, modified), documentedRemedy)
}

// diffFlags are the flags that determine the form of a patch.
type diffFlags struct {
	as      cli.Choice
	strict  bool
	dialect cli.Dialect
}

func (f *diffFlags) register(cmd *cobra.Command) {
	f.as.Register(cmd, "as", "", "`form` to write; result is the patched object", patches.Strategic, patches.MergePatch, patches.JSONPatch, patches.Result)
	f.dialect.RegisterForPatches(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.strict, "strict", false, "reject templates, unreadable files and duplicate objects in folders, unknown fields in the paths of --keep, changes of fields that only servers set, and patches that replace the whole map or list around a change; in diff also objects with different names, and in threeway objects that CURRENT lacks")
}

// result reports whether the patched object is written instead of the patch.
func (f *diffFlags) result() bool { return f.as.Name == patches.Result }

// wanted returns the flags as options of package patches.
func (f *diffFlags) wanted() patches.Options {
	return patches.Options{As: f.as.Name, Dialect: f.dialect.Name, NoWide: f.strict && !f.result()}
}
