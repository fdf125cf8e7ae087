package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// The forms in which a change can be written.
const (
	asResult     = "result"      // what the change gives
	asStrategic  = "strategic"   // a strategic merge patch
	asMergePatch = "merge-patch" // a JSON Merge Patch, RFC 7386
)

// A diffCommand is what the flags of diff say.
type diffCommand struct {
	input           load.Reader
	schema          load.SchemaChoice
	diff            diffFlags
	form            format
	exitCode, quiet bool
}

// newDiff returns the command that finds the patch between two documents.
func newDiff() *cobra.Command {
	c := &diffCommand{}
	cmd := &cobra.Command{
		Use:   "diff ORIGINAL MODIFIED",
		Short: "Write the patch that turns one document into another",
		Long: `Write the strategic merge patch that turns ORIGINAL into MODIFIED, the order of
lists included. It has nothing about what both share, and is {} when there is
nothing to do. A null member that only MODIFIED has is sent as null, which
deletes.

Of two files with several documents, or two folders, it writes a patch for each
object that both hold and that differs. The patch says which one that is, so that
apply can take all patches together. What only one side holds is said on stderr.

The schema is found as by apply. --omit leaves out directives, for servers that
are older than they are; --unchanged names places that must stay as they are.
--as merge-patch writes a JSON Merge Patch (RFC 7386) instead, which needs no
schema, sends lists whole, and a null only where ORIGINAL has something to
delete. It can say changes for which there is no strategic merge patch.

The patch for a built-in kind gives MODIFIED on a cluster (--dialect kubernetes).
Some changes can only be said there by replacing what is around them: a note says
which places the patch replaces as a whole, and --no-wide refuses such a patch.
--dialect documented writes what the documents of the format say, $patchMergeKey
included, which no cluster knows yet; where a cluster would make something else of
the patch, a note on stderr says why.

Exit status: 0 whether or not there are differences (with --exit-code 1 if there
are), 2 when there is no such patch: the format cannot express a change (not-representable), or it touches
what must not change (precondition).`,
		Example: `  smp-check diff deployment.yaml deployment-new.yaml
  smp-check diff --unchanged spec.selector deployment.yaml deployment-new.yaml
  smp-check diff --crd gateway-crd.yaml gateway.yaml gateway-new.yaml -o json
  smp-check diff --as merge-patch gateway.yaml gateway-new.yaml`,
		Args: files("ORIGINAL", "MODIFIED"),
		RunE: c.run,
	}
	registerSchema(cmd, &c.schema)
	c.diff.register(cmd)
	registerInput(cmd, &c.input)
	c.form.register(cmd, output.FormYAML, output.FormJSON)
	cmd.Flags().BoolVar(&c.exitCode, "exit-code", false, "exit with status 1 when there are differences")
	cmd.Flags().BoolVarP(&c.quiet, "quiet", "q", false, "write nothing; --exit-code is implied")
	return cmd
}

func (c *diffCommand) run(cmd *cobra.Command, args []string) error {
	if err := checkSchema(cmd, &c.schema); err != nil {
		return err
	}
	if err := c.diff.check(cmd); err != nil {
		return err
	}
	c.input.Stdin = cmd.InOrStdin()
	streams, err := load.Streams(&c.input, args)
	if err != nil {
		return err
	}
	pairs, err := load.Pairs(streams[0], streams[1])
	if err != nil {
		return err
	}
	differ := len(pairs.Rest) > 0
	var patches []model.Value
	var notes note.Notes
	for _, pair := range pairs.Both {
		patch, err := c.patch(notes.For(pair[1], pairs.Many), pair, pairs.Many > 1)
		if err != nil {
			return err
		}
		if pairs.Many == 1 || patch.Len() > 0 {
			patches = append(patches, patch)
		}
		differ = differ || patch.Len() > 0
	}
	if !c.quiet {
		notes.Unmatched(pairs.Rest)
		if err := output.Documents(cmd.OutOrStdout(), c.form.name, patches...); err != nil {
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

// patch returns the patch that makes the second document of the first; of many, it
// says which object it is for if there is anything to do.
func (c *diffCommand) patch(notes *note.Notes, pair [2]load.Document, many bool) (model.Value, error) {
	original, modified := pair[0], pair[1]
	if err := modified.CheckPresent(); err != nil {
		return model.Value{}, err
	}
	if many && model.Equal(original.Value, modified.Value) {
		return model.Value{}, nil
	}
	diff, schema := c.diff, c.schema
	patch, s, err := diff.patch(&schema, &c.input, original, modified)
	if err == nil {
		err = diff.notes(notes, &schema, s, original, patch)
	}
	if err == nil && many && patch.Len() > 0 {
		patch, err = load.WithIdentity(patch, original.Value)
	}
	return patch, err
}

// diffFlags are the choices of a diff that the command line has.
type diffFlags struct {
	as        choice
	omit      load.Directives
	unchanged load.Paths
	noWide    bool
	dialect   dialectFlag

	wide []model.Path // what the patch replaces as a whole
}

func (f *diffFlags) register(cmd *cobra.Command) {
	f.as.register(cmd, "as", "", "`form` of the patch", asStrategic, asMergePatch)
	f.dialect.registerForPatches(cmd)
	flags := cmd.Flags()
	flags.Var(&f.omit, "omit", "directives to leave out of the patch: "+strings.Join(load.AllDirectives, ", "))
	flags.Var(&f.unchanged, "unchanged", "`PATH` of field names, as in spec.selector, that the patch must not touch (may be repeated)")
	flags.BoolVar(&f.noWide, "no-wide", false, "fail rather than replace the whole map or list around a change")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("omit", cobra.FixedCompletions(load.AllDirectives, cobra.ShellCompDirectiveNoFileComp)))
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("unchanged", cobra.NoFileCompletions))
}

// check rejects flags that contradict each other.
func (f *diffFlags) check(cmd *cobra.Command) error {
	switch {
	case f.as.name != asMergePatch:
		return nil
	case f.omit != 0:
		return usageErrorf(cmd, "--omit leaves out directives, and a merge patch has none")
	case f.noWide:
		return usageErrorf(cmd, "--no-wide is about strategic merge patches; a merge patch replaces every list that differs as a whole")
	}
	return nil
}

// patch returns the patch between two documents, and their schema, where it
// needs one. Errors name files.
func (f *diffFlags) patch(choice *load.SchemaChoice, input *load.Reader, original, modified load.Document) (model.Value, smp.Schema, error) {
	names := map[string]string{"original": original.Name, "modified": modified.Name}
	if f.as.name == asMergePatch {
		if _, _, _, err := choice.KindOf([]load.Document{original, modified}); err != nil {
			return model.Value{}, smp.Schema{}, err
		}
		patch, err := f.mergePatch(original, modified)
		return patch, smp.Schema{}, load.InFiles(err, names)
	}
	s, err := choice.Choose(input, original, modified)
	if err != nil {
		return model.Value{}, s, err
	}
	f.dialect.settle(choice)
	e := f.dialect.in(smp.Engine{})
	patch, err := e.Diff(s, original.Value, modified.Value, f.options())
	return patch, s, f.wayOut(load.InFiles(err, names), func(opts smp.DiffOptions) error {
		_, err := e.Diff(s, original.Value, modified.Value, opts)
		return err
	}, func() error {
		_, err := f.mergePatch(original, modified)
		return err
	})
}

// mergePatch returns the JSON Merge Patch that does what the patch without
// schema does, so that null members and places that must not change mean the
// same in both.
func (f *diffFlags) mergePatch(original, modified load.Document) (model.Value, error) {
	if err := load.CheckRoots([]load.Document{original, modified}); err != nil {
		return model.Value{}, err
	}
	patch, err := smp.Engine{}.Diff(smp.Schema{}, original.Value, modified.Value, f.mergeOptions())
	if err != nil {
		return model.Value{}, err
	}
	result, err := smp.Engine{}.Apply(smp.Schema{}, original.Value, patch)
	if err != nil {
		return model.Value{}, err
	}
	return smp.AsMergePatch(original.Value, result)
}

func (f *diffFlags) options() smp.DiffOptions {
	return smp.DiffOptions{Omit: smp.Directives(f.omit), Unchanged: f.unchanged, Wide: &f.wide, NoWide: f.noWide}
}

// mergeOptions are the options of the patch that a merge patch stands for.
func (f *diffFlags) mergeOptions() smp.DiffOptions {
	return smp.DiffOptions{Unchanged: f.unchanged}
}
