package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A diffCommand is what the flags of diff say.
type diffCommand struct {
	input           load.Reader
	schema          load.SchemaChoice
	diff            diffFlags
	form            cli.Form
	exitCode, quiet bool
	result          bool
}

// newDiff returns the command that finds the patch between two documents.
func newDiff() *cobra.Command {
	c := &diffCommand{}
	cmd := &cobra.Command{
		Use:   "diff ORIGINAL MODIFIED",
		Short: "Write the patch that turns one object into another",
		Long: `Write the strategic merge patch that turns ORIGINAL into MODIFIED, the order of
lists included. It contains only what differs, and is {} if nothing does. A field that
is null in one of them alone is sent as null, which deletes it.

Of two files with several documents, or two folders, it writes a patch for each
object that both hold and that differs. The patch names its object, so that apply can
read all patches together. Objects that only one side holds are listed on stderr.

--result writes the object that the patch leads to instead of the patch, by the rules
that the patch is written for: what a cluster will store. Fields that the server fills
in are not in it.

The schema is found as by apply. --omit leaves out directives, for servers that
predate them; --unchanged names fields that must stay unchanged.
--as merge-patch writes a JSON Merge Patch (RFC 7386) instead, which needs no
schema, sends lists whole, and a null only where ORIGINAL has something to
delete. It can say changes for which there is no strategic merge patch. --as json-patch
writes a JSON Patch (RFC 6902), whose operations name elements of lists by index.

` + cli.DefaultRule + `
The patch for a built-in kind gives MODIFIED on a cluster (--dialect kubernetes).
Some changes require replacing the map or list around them: a note lists what the patch
replaces as a whole, and --no-wide makes it an error. --dialect documented writes
patches for the specification, with $patchMergeKey, which no cluster supports yet; a
warning on stderr shows the effect of the patch on a cluster.

Exit status: 0 whether or not there are differences (with --exit-code 1 if there
are), 2 when there is no such patch: the format cannot express a change (not-representable), or it touches
what must not change (precondition).`,
		Example: `  smp-check diff deployment.yaml deployment-new.yaml
  smp-check diff --unchanged spec.selector deployment.yaml deployment-new.yaml
  smp-check diff --crd gateway-crd.yaml gateway.yaml gateway-new.yaml -o json
  smp-check diff --result deployment.yaml deployment-new.yaml
  smp-check diff --as merge-patch gateway.yaml gateway-new.yaml`,
		Args: cli.Files("ORIGINAL", "MODIFIED"),
		RunE: c.run,
	}
	cli.RegisterSchema(cmd, &c.schema)
	c.diff.register(cmd)
	cli.RegisterInput(cmd, &c.input)
	c.form.Register(cmd, output.FormYAML, output.FormJSON)
	cmd.Flags().BoolVar(&c.result, "result", false, "write the object that the patch leads to instead of the patch")
	cmd.Flags().BoolVar(&c.exitCode, "exit-code", false, "exit with status 1 when there are differences")
	cmd.Flags().BoolVarP(&c.quiet, "quiet", "q", false, "write nothing; --exit-code is implied")
	return cmd
}

func (c *diffCommand) run(cmd *cobra.Command, args []string) error {
	if err := cli.CheckSchema(cmd, &c.schema); err != nil {
		return err
	}
	if err := c.diff.check(cmd); err != nil {
		return err
	}
	if c.diff.as.Name != patches.Strategic && len(c.diff.unchanged) == 0 { // whose paths a schema knows
		// --crd is accepted, so that --as can be added to a command line that has it.
		where := "with --as " + c.diff.as.Name + ", which needs no schema"
		if err := cli.NoEffect(cmd, where, "schema", "schemaless", "list-types", "merge-key"); err != nil {
			return err
		}
	}
	c.input.Stdin, c.input.Stderr = cmd.InOrStdin(), cmd.ErrOrStderr()
	if err := c.schema.CheckCRDs(&c.input); err != nil {
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
	for _, s := range pairs.Streams {
		if err := notes.Folder(s, c.diff.strict); err != nil {
			return err
		}
	}
	results := output.NewPatchSpool(c.form.Name, cmd.OutOrStdout())
	if c.result {
		results = output.NewSpool(c.form.Name)
	}
	defer results.Close()
	err = load.AheadOf(cmd.ErrOrStderr(), pairs.Both, load.LoadedPair, func(pair [2]load.Document) error {
		found, err := c.find(notes.For(pair[1], pairs.Many), pair, pairs.Many)
		if err != nil {
			return err
		}
		patch := found.Patch
		notes.Unchanged(c.diff.unchanged, c.schema, &c.input, pair[0], pair[1])
		differ = differ || patch.Len() > 0
		switch {
		case c.result && patch.Type() == model.Absent:
			results.Add(pair[0].Value)
		case c.result:
			result, err := found.Result(pair[0])
			if err != nil {
				return err
			}
			results.Add(result)
		case !pairs.Many || patch.Len() > 0:
			results.Add(patch)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if !c.quiet {
		notes.Unmatched(pairs.Rest)
		notes.Undefined(c.input.Undefined)
		if err := results.Write(cmd.OutOrStdout()); err != nil {
			return err
		}
		if err := notes.Write(cmd.ErrOrStderr()); err != nil {
			return err
		}
	}
	if (c.quiet || c.exitCode) && differ {
		return errNo
	}
	return nil
}

// find returns the patch that makes the second document of the first. If there are several
// documents and something differs, it names the object that it is for.
func (c *diffCommand) find(notes *note.Notes, pair [2]load.Document, many bool) (patches.Found, error) {
	original, modified := pair[0], pair[1]
	if many && model.Equal(original.Value, modified.Value) {
		return patches.Found{}, nil // no patch, and no need for a schema
	}
	schema := c.schema
	found, err := c.diff.wanted().Diff(&schema, &c.input, original, modified)
	if fault := new(smp.Error); errors.As(err, &fault) && fault.Code == smp.UnknownKind {
		err = fmt.Errorf("%w\nOr take --as %s, which needs no schema; a server takes such a patch for every kind", err, patches.MergePatch)
	}
	if err == nil {
		err = notes.Found(found, &schema, original)
	}
	if err == nil && many && found.Patch.Len() > 0 && !c.result {
		found.Patch, err = load.WithIdentity(found.Patch, original.Value)
	}
	return found, err
}

// diffFlags are the choices of a diff that the command line has.
type diffFlags struct {
	as        cli.Choice
	omit      load.Directives
	unchanged load.Paths
	noWide    bool
	strict    bool
	dialect   cli.Dialect
}

func (f *diffFlags) register(cmd *cobra.Command) {
	f.as.Register(cmd, "as", "", "`form` of the patch", patches.Strategic, patches.MergePatch, patches.JSONPatch)
	f.dialect.RegisterForPatches(cmd)
	flags := cmd.Flags()
	flags.Var(&f.omit, "omit", "directives to leave out of the patch: "+strings.Join(load.AllDirectives, ", "))
	flags.Var(&f.unchanged, "unchanged", "`PATH` of field names, as in spec.selector, that the patch must not touch (may be repeated)")
	flags.BoolVar(&f.strict, "strict", false, "reject folders with templates, files that cannot be read, and objects that are there twice")
	flags.BoolVar(&f.noWide, "no-wide", false, "fail rather than replace the whole map or list around a change")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("omit", cobra.FixedCompletions(load.AllDirectives, cobra.ShellCompDirectiveNoFileComp)))
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("unchanged", cobra.NoFileCompletions))
}

// check rejects flags that contradict each other.
func (f *diffFlags) check(cmd *cobra.Command) error {
	switch {
	case f.as.Name == patches.Strategic:
		return nil
	case f.omit != 0:
		return cli.Usagef(cmd, "--omit leaves out directives, and a %s has none", strings.ReplaceAll(f.as.Name, "-", " "))
	case f.noWide:
		return cli.Usagef(cmd, "--no-wide is about strategic merge patches, and this is to be a %s", strings.ReplaceAll(f.as.Name, "-", " "))
	}
	return cli.NoEffect(cmd, "with --as "+f.as.Name, "dialect")
}

// wanted returns what the flags say of the patch.
func (f *diffFlags) wanted() patches.Wanted {
	return patches.Wanted{As: f.as.Name, Dialect: f.dialect.Name, Omit: smp.Directives(f.omit), Unchanged: f.unchanged, NoWide: f.noWide}
}
