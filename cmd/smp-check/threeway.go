package main

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/keep"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

var threeWayLong = `Write the strategic merge patch that brings CURRENT, the live object, in line with
the changes from ORIGINAL, the last applied manifest, to MODIFIED, the new manifest. The
patch sets the fields of MODIFIED and deletes the fields that ORIGINAL has and MODIFIED
lacks. Fields that others added to CURRENT are kept, at the same position. The patch is
{} if CURRENT is up to date.

With two files, threeway works like kubectl apply. ORIGINAL is then the manifest that
kubectl apply stored in an annotation of CURRENT,
` + patches.LastApplied + `.
Without this annotation, ORIGINAL is empty, and a warning is printed. With
--write-last-applied, the patch also updates the annotation. For a custom resource, kubectl
apply sends a JSON merge patch instead; --as merge-patch writes one.

If MODIFIED and CURRENT both changed a value of ORIGINAL, in different ways, this is a
conflict. MODIFIED wins, and standard error lists the overwritten values. With
--conflicts, a conflict is an error, and no patch is written; with -o json, standard
output then contains the conflicts in the format of smp-check conflicts.
smp-check help live describes conflicts, and the values that a patch leaves out.

For files with several documents, threeway writes a patch for each object that both
MODIFIED and CURRENT contain, unless the patch is {}. If you pass ORIGINAL and it lacks
such an object, a warning is printed, and fields that MODIFIED no longer has are not
deleted. With --strict, an object that CURRENT lacks is an error, and so is a patch that
replaces the whole map or list around a change.

` + keptIn("CURRENT") + `

--as result writes the patched object instead of the patch. --dialect works as in diff.
smp-check help inputs describes how the schema is chosen;
if --merge-key gives a list a key, each element of the list in MODIFIED must have the key.
--as merge-patch writes a JSON Merge Patch with the same result, for servers that reject
a strategic merge patch. It can also make changes that no strategic merge patch for a
cluster can express. smp-check help clusters describes how to send a patch.

Exit status: 0 if the patch was written, 1 if there are conflicts and --conflicts is
set, 2 if there is no such patch (not-representable).`

// newThreeWay returns the command that creates the patch for a live object.
func newThreeWay() *cobra.Command {
	c := &threeWayCommand{}
	cmd := &cobra.Command{
		Use:   "threeway [ORIGINAL] MODIFIED CURRENT",
		Short: "Write the patch that brings a live object up to date",
		Long:  threeWayLong,
		Example: `  kubectl get deployment shop -o yaml | smp-check threeway deployment.yaml -
  smp-check threeway --as result deployment.yaml live.yaml
  smp-check threeway --keep spec.replicas deployment.yaml live.yaml
  smp-check threeway --write-last-applied deployment.yaml live.yaml
  smp-check threeway --conflicts last-applied.yaml deployment.yaml live.yaml -o json
  smp-check threeway --crd gateway-crd.yaml --as merge-patch gateway.yaml gateway-live.yaml`,
		Args: threeWayFiles,
		RunE: c.run,
	}
	cli.RegisterSchema(cmd, &c.schema)
	c.diff.register(cmd)
	registerKeep(cmd, &c.keep, "CURRENT")
	flags := cmd.Flags()
	flags.BoolVar(&c.conflicts, "conflicts", false, "if there are conflicts, write no patch and exit with status 1")
	flags.BoolVar(&c.annotate, "write-last-applied", false, "also set the last-applied annotation, which the next kubectl apply needs")
	flags.BoolVar(&c.defaults, "schema-defaults", false, "treat a field that has its default from --crd as absent")
	flags.BoolVar(&c.resend, "resend", false, "also send values that servers drop or change when they store them")
	cli.RegisterInput(cmd, &c.input)
	c.output.Register(cmd, output.FormYAML, output.FormJSON)
	return cmd
}

// threeWayFiles checks the arguments of threeway.
func threeWayFiles(cmd *cobra.Command, args []string) error {
	if n := len(args); n != 2 && n != 3 {
		return cli.Usagef(cmd, "threeway requires ORIGINAL MODIFIED CURRENT, or MODIFIED CURRENT, got %s", cli.Counted(n, "argument"))
	}
	return nil
}

// A threeWayCommand holds the flags of threeway.
type threeWayCommand struct {
	input               load.Reader
	schema              schemas.Choice
	diff                diffFlags
	keep                keep.Choice
	conflicts, annotate bool
	defaults, resend    bool
	output              cli.Form
}

func (c *threeWayCommand) run(cmd *cobra.Command, args []string) error {
	if err := cli.CheckSchema(cmd, &c.schema, &c.input); err != nil {
		return err
	}
	if c.defaults && len(c.schema.CRDs) == 0 {
		return cli.Usagef(cmd, "--schema-defaults requires a definition; pass it with --crd FILE")
	}
	c.input.Stderr = cmd.ErrOrStderr()
	if err := c.keep.Load(&c.input); err != nil {
		return err
	}
	all, pairs, err := patches.Read(&c.input, args)
	if err == nil {
		err = cli.CheckForm(cmd, c.diff.as.Name, pairs.Many)
	}
	if err != nil {
		return err
	}
	notes := note.Notes{Instead: cli.PatchForClusters(cmd)}
	for _, s := range pairs.Streams {
		if err := notes.Folder(s, c.diff.strict); err != nil {
			return err
		}
	}
	results := output.NewPatchSpool(c.output.Name, cmd.OutOrStdout())
	if c.diff.result() {
		results = output.NewSpool(c.output.Name)
	}
	defer results.Close()
	var refused refusals
	if err := c.checkUnmatched(pairs); err != nil {
		return err
	}
	shown := output.NewCounter(cmd.ErrOrStderr(), len(all), "objects")
	defer shown.End()
	for _, entries := range all {
		shown.Step(false)
		t, err := entries.Documents()
		if err != nil {
			return err
		}
		found, err := c.one(notes.For(t.Modified, pairs.Many), &refused, t)
		if err != nil {
			return err
		}
		patch := found.Patch
		if c.diff.result() && len(refused.lists) == 0 {
			result, err := found.Result(t.Current)
			if err != nil {
				return err
			}
			results.Add(result)
			continue
		}
		if pairs.Many && patch.Len() > 0 {
			if patch, err = load.WithIdentity(patch, t.Current.Value); err != nil {
				return err
			}
		}
		if !pairs.Many || patch.Len() > 0 {
			results.Add(patch)
		}
	}
	if err := c.keep.Check(c.diff.strict); err != nil {
		return err
	}
	if len(refused.lists) > 0 {
		if c.output.Name == output.FormJSON {
			err = report.WriteConflictsJSON(cmd.OutOrStdout(), refused.lists...)
		} else {
			err = refused.text.Write(cmd.ErrOrStderr())
		}
		return cmp.Or(err, cli.ErrNo)
	}
	notes.Unmatched(pairs.Rest)
	notes.Schemas(&c.schema)
	c.keep.Unmatched(&notes)
	if err := results.Write(cmd.OutOrStdout()); err != nil {
		return err
	}
	return notes.Write(cmd.ErrOrStderr())
}

// refusals are the conflicts of the objects for which threeway writes no patch, as text and
// as JSON.
type refusals struct {
	text  note.Notes
	lists []report.ConflictList
}

// one returns the patch for one object. With --conflicts, a conflict is an error.
func (c *threeWayCommand) one(notes *note.Notes, refused *refusals, t patches.Documents) (patches.Written, error) {
	chosen, err := c.schema.Choose(t.Typed()...)
	if err != nil {
		return patches.Written{}, err
	}
	s := chosen.Schema
	if err := c.schema.CheckObject(t.Current); err != nil {
		return patches.Written{}, err
	}
	if err := c.prepare(&t, chosen); err != nil {
		return patches.Written{}, err
	}
	if err := c.keep.In(s, t.Current, &t.Original.Value, &t.Modified.Value); err != nil {
		return patches.Written{}, err
	}
	if c.annotate && c.keep.On() {
		if err := c.noteKeptAnnotation(notes, s, t); err != nil {
			return patches.Written{}, err
		}
	}
	notes.Swapped(t.Modified, t.Current)
	wanted := c.diff.wanted()
	wanted.Resend = c.resend
	found, err := wanted.ThreeWay(chosen, t)
	found.Conflicts = patches.MaskedConflicts(chosen.Kind, found.Conflicts, t.Modified, t.Current)
	if before, now, differ := t.Versions(); differ {
		notes.Say("%s has apiVersion %s, not %s: fields with different names in the two versions are not deleted", t.Original.Name, model.Shorten(before), model.Shorten(now))
	}
	switch {
	case t.NoOriginal && !t.FromAnnotation:
		notes.Warn("%s has no %s: fields that %s no longer has are not deleted; if the object was applied before, add its last applied manifest to the first file", t.Original.Name, t.Current.Identity(), t.Modified.Name)
	case t.NoOriginal:
		notes.Warn("%s has no annotation %s: fields that %s no longer has are not deleted; if you have the last applied manifest, pass it as the first file", t.Current.Name, patches.LastApplied, t.Modified.Name)
	}
	if err == nil {
		err = notes.Keyless(found, t.Modified)
	}
	if err == nil {
		err = notes.ServerSet(c.diff.strict, found.Strategic, t.Modified, t.Current)
	}
	n := len(found.Conflicts)
	switch {
	case n > 0 && c.conflicts:
		refused.lists = append(refused.lists, report.NewConflictList(notes.About, found.Conflicts))
		return patches.Written{}, refused.text.Conflicts(t, found.Conflicts, "smp-check: conflict: %s and %s changed %s differently; without --conflicts %[1]s wins (rule %[4]s)\n",
			t.Modified.Name, t.Current.Name, cli.Counted(n, "value"), smp.RuleThreeWayConflict)
	case n > 0 && err == nil:
		err = notes.Conflicts(t, found.Conflicts, "smp-check: note: %s overwrites %s that %s changed, too; --conflicts makes this an error (rule %s)\n",
			t.Modified.Name, cli.Counted(n, "value"), t.Current.Name, smp.RuleThreeWayConflict)
	}
	if err == nil {
		err = c.diff.checkFlags(found, t.Current, t.Modified)
	}
	if err == nil {
		err = checkTypes(found, t.Modified)
	}
	if err != nil {
		return patches.Written{}, err
	}
	return found, notes.Patch(found, t.Current)
}

// checkUnmatched returns an error for the first object of MODIFIED that CURRENT lacks, if
// --strict is set.
func (c *threeWayCommand) checkUnmatched(pairs load.Pairing) error {
	for _, d := range pairs.Rest {
		if c.diff.strict && d.Missing == pairs.Streams[len(pairs.Streams)-1].Name {
			return fmt.Errorf("%s: no patch is written, because %s has no %s; without --strict this is a note", d.File(), d.Missing, d.Identity())
		}
	}
	return nil
}

// noteKeptAnnotation adds a note if --keep covers the annotation of --write-last-applied.
func (c *threeWayCommand) noteKeptAnnotation(notes *note.Notes, s smp.Schema, t patches.Documents) error {
	annotated, err := t.Annotated()
	if err != nil {
		return err
	}
	kept := annotated
	if err := c.keep.In(s, t.Current, &kept); err != nil {
		return err
	}
	if patches.SameAnnotation(annotated, kept) {
		return nil
	}
	notes.Say("--write-last-applied changes the annotation %s, although it is in a kept place", patches.LastApplied)
	return nil
}

// prepare applies the flags to the documents.
func (c *threeWayCommand) prepare(t *patches.Documents, chosen schemas.Chosen) error {
	identify := t.AsFiles
	if t.FromAnnotation {
		identify = t.AsApply
	}
	if err := identify(); err != nil {
		return err
	}
	if c.annotate {
		if err := t.Annotate(); err != nil {
			return err
		}
	}
	if !c.defaults {
		return nil
	}
	if !chosen.Custom || chosen.Undefined {
		return errors.New("--schema-defaults: no --crd defines the kind of the schema")
	}
	return t.TakeDefaults(chosen.Schema, chosen.Defaults)
}
