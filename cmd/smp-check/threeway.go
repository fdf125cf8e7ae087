package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// newThreeWay returns the command that finds the patch for a live object.
func newThreeWay() *cobra.Command {
	var (
		input     = inputReader{maxSize: defaultMaxSize}
		schema    schemaChoice
		diff      diffFlags
		overwrite bool
		output    format
	)
	cmd := &cobra.Command{
		Use:   "threeway [ORIGINAL] MODIFIED CURRENT",
		Short: "Write the patch that brings a live object up to date",
		Long: `Write the strategic merge patch for CURRENT, the live object, that does what
changed from ORIGINAL, the manifest as it was applied last, to MODIFIED, the
manifest as it is now. What MODIFIED says is set, what it no longer says is
deleted, and what others added to CURRENT stays, where it stands. The patch is
{} when there is nothing to do.

With two files ORIGINAL is what kubectl apply has noted in CURRENT, in the
annotation ` + lastApplied + `. The patch
does not bring that annotation up to date.

A value that MODIFIED and CURRENT both changed, differently, is a conflict. The
conflicts are listed on standard error, with the values of both sides; the patch
is not written then, unless --overwrite lets MODIFIED win.

The schema is found as by apply. --omit and --unchanged are those of diff.
--as merge-patch writes, in place of the patch, the JSON Merge Patch (RFC 7386)
that does the same to CURRENT, for servers that answer 415 to the other.

Exit status: 0 whether or not there is something to do, 1 when there are
conflicts, 2 when there is no such patch (not-representable, precondition).`,
		Example: `  kubectl get deployment shop -o yaml | smp-check threeway deployment.yaml -
  smp-check threeway last-applied.yaml deployment.yaml live.yaml
  smp-check threeway --overwrite last-applied.yaml deployment.yaml live.yaml -o json
  smp-check threeway --crd gateway-crd.yaml --as merge-patch gateway.yaml live.yaml`,
		Args: threeWayFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := schema.check(cmd); err != nil {
				return err
			}
			if err := diff.check(cmd); err != nil {
				return err
			}
			input.stdin = cmd.InOrStdin()
			t, err := readThreeWay(&input, args)
			if err != nil {
				return err
			}
			s, err := schema.choose(&input, t.original, t.modified, t.current)
			if err != nil {
				return err
			}
			e := diff.dialect.in(smp.Engine{})
			patch, err := t.patch(e, s, smp.ThreeWayOptions{DiffOptions: diff.options(), Overwrite: overwrite})
			var conflict *smp.ConflictError
			if errors.As(err, &conflict) {
				return t.report(cmd.ErrOrStderr(), conflict.Conflicts)
			}
			form := patch
			if err == nil && diff.as.name == asMergePatch {
				form, err = t.mergePatch(e, s, patch)
			}
			if err != nil {
				return err
			}
			if err := writeDocument(cmd.OutOrStdout(), output, form); err != nil || diff.as.name == asMergePatch {
				return err
			}
			return diff.dialect.note(cmd.ErrOrStderr(), &schema, e, s, t.current.value, patch)
		},
	}
	schema.register(cmd)
	diff.register(cmd)
	cmd.Flags().BoolVar(&overwrite, "overwrite", false, "write the patch although there are conflicts: MODIFIED wins")
	input.register(cmd)
	output.register(cmd, formatYAML, formatJSON)
	return cmd
}

// threeWayFiles is the check of the arguments of threeway.
func threeWayFiles(cmd *cobra.Command, args []string) error {
	if n := len(args); n != 2 && n != 3 {
		return usageErrorf(cmd, "threeway wants ORIGINAL MODIFIED CURRENT, or MODIFIED CURRENT, and got %d arguments", n)
	}
	return nil
}

// threeWay are the documents of a three-way merge.
type threeWay struct {
	original, modified, current document
}

// readThreeWay reads the files. Where there are only two, the original is what
// the annotation of the last one holds.
func readThreeWay(input *inputReader, files []string) (threeWay, error) {
	docs, err := readDocuments(input, files)
	if err != nil {
		return threeWay{}, err
	}
	if len(docs) == 3 {
		return threeWay{docs[0], docs[1], docs[2]}, nil
	}
	original, err := lastAppliedTo(docs[1])
	return threeWay{original, docs[0], docs[1]}, err
}

// patch returns the patch for current. Errors name files; a
// *smp.ConflictError comes as it is.
func (t threeWay) patch(e smp.Engine, s smp.Schema, opts smp.ThreeWayOptions) (model.Value, error) {
	patch, err := e.ThreeWay(s, t.original.value, t.modified.value, t.current.value, opts)
	names := map[string]string{"original": t.original.name, "modified": t.modified.name, "current": t.current.name}
	return patch, inFiles(err, names)
}

// mergePatch returns the JSON Merge Patch that does to current what a
// strategic merge patch does.
func (t threeWay) mergePatch(e smp.Engine, s smp.Schema, patch model.Value) (model.Value, error) {
	result, err := e.Apply(s, t.current.value, patch)
	if err != nil {
		return model.Value{}, inFile(err, "original", t.current.name)
	}
	return smp.AsMergePatch(t.current.value, result)
}

// report tells the person at the terminal what both sides changed. The answer
// is no.
func (t threeWay) report(stderr io.Writer, conflicts []smp.Conflict) error {
	values := "1 value"
	if n := len(conflicts); n > 1 {
		values = fmt.Sprintf("%d values", n)
	}
	sides := conflictSides{left: t.modified.name, right: t.current.name, says: change}
	_, err := fmt.Fprintf(stderr, "smp-check: conflict: %s and %s changed %s differently; with --overwrite %[1]s wins (rule %[4]s)\n",
		sides.left, sides.right, values, smp.RuleThreeWayConflict)
	if err == nil {
		err = sides.writeText(stderr, conflicts)
	}
	if err != nil {
		return err
	}
	return errNo
}

// change says what a side of a three-way merge did.
func change(kind smp.ConflictKind, value string) string {
	switch {
	case value == "":
		return "deleted it"
	case kind == smp.BothAdded:
		return "added " + value
	default:
		return "changed it to " + value
	}
}
