package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/explain"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/keep"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An explainCommand holds the flags of explain.
type explainCommand struct {
	cli.Merge
	cmd     *cobra.Command
	path    string
	inline  []string
	keep    keep.Choice
	rename  bool
	spelled map[string]string // the spelling of strings in the files, for a page
}

// newExplain returns the command that shows the effects of a patch, with reasons.
func newExplain() *cobra.Command {
	c := &explainCommand{}
	cmd := &cobra.Command{
		Use:   "explain ORIGINAL PATCH",
		Short: "Show what a patch changes in an object, and why",
		Long: `Show the effects of a strategic merge patch on an object: a summary, and a tree of the
fields that the patch affects or names, each with the reason and the rule.

  +  added      -  removed      ~  changed      =  named by the patch, unchanged or kept

Below a replaced list or map, the tree shows the removed and added parts. For parts of
the patch that change nothing, the tree shows the reason: the value is already equal, or
a deletion matches nothing. Likely mistakes, such as misspelled fields, and differences
on a real cluster are listed at the end. smp-check rules ID explains a rule. Values in
a Secret are shown as ***. smp-check help clusters lists the mistakes that are found, and
the changes that a server makes to every object, which are not shown.

` + keptIn("ORIGINAL") + `
If the patch would change a kept place, the tree shows the flag that keeps the place,
and what the patch would do there.

--path limits the output to one field or element, with everything below it, as in
spec.containers[name=web].image. It accepts the same forms as --keep, but no wildcards,
and must select only one element of a list. The reason for a change may be in a parent
of the field.

-o html writes a self-contained web page that shows the original, the patch and the result
next to each other.

smp-check help inputs describes how the schema is chosen, and how each patch finds its
object in a file with several documents.

With -o json: {"summary", "changes": [{"path", "change", "before", "after", "reasons": [{"rule",
"text"}]}], "unknown": [...], "cluster": [...]}, where "unknown" lists the likely mistakes;
for several documents {"documents": [{"document", "summary", ...}]}. If several elements
with equal keys are removed or added, "changes" has an entry for each of them.

Exit status: 0 if the patch is explained, 1 if the original, the patch and the result
all lack the place at --path, 2 if the patch is rejected, or if --path selects several
elements of a list. The error for a rejected patch explains the rule. If --path selects
several elements in one of several objects, the other objects are still explained.`,
		Example: `  smp-check explain deployment.yaml patch.yaml
  smp-check explain deployment.yaml -p '{spec: {replicas: 3}}'
  smp-check explain --path spec.template.spec.tolerations deployment.yaml patch.yaml
  smp-check explain --keep spec.replicas live.yaml patch.yaml
  smp-check explain -o html deployment.yaml patch.yaml > why.html`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 1 || len(args)+len(c.inline) != 2 {
				return cli.Usagef(cmd, "explain requires ORIGINAL PATCH, or ORIGINAL -p PATCH, got %s", cli.Counted(len(args)+len(c.inline), "argument"))
			}
			return nil
		},
		RunE: c.run,
	}
	c.Register(cmd, output.FormText, output.FormJSON, formHTML)
	registerKeep(cmd, &c.keep, "ORIGINAL")
	flags := cmd.Flags()
	flags.StringArrayVarP(&c.inline, "patch", "p", nil, "the `PATCH` as YAML or JSON text")
	flags.BoolVar(&c.rename, "allow-rename", false, "explain a patch that names another object, or changes the name")
	flags.StringVar(&c.path, "path", ".", "explain only this `PATH` and everything below it")
	return cmd
}

func (c *explainCommand) run(cmd *cobra.Command, args []string) error {
	c.cmd = cmd
	if err := c.Begin(cmd); err != nil {
		return err
	}
	if c.isPage() && cmd.Flags().Changed("path") {
		return cli.Usagef(cmd, "-o %s writes the whole explanation; omit --path", formHTML)
	}
	at, err := parsePlace(c.path)
	if err != nil {
		return cli.Usagef(cmd, "--path: %v", err)
	}
	if err := c.keep.Load(&c.Input); err != nil {
		return err
	}
	streams, err := load.Streams(&c.Input, args)
	if err != nil {
		return err
	}
	inline, err := load.Inline(c.inline)
	if err != nil {
		return err
	}
	streams = append(streams, inline...)
	for _, s := range streams[1:] {
		if err := s.CheckOnePatch(combined(args[0])); err != nil {
			return err
		}
	}
	patches, err := load.Patches(streams[0], streams[1:])
	if err != nil {
		return err
	}
	many := streams[0].Many() || streams[1].Many()
	if many && c.isPage() {
		return cli.Usagef(cmd, "-o %s supports only one document; name files with one document each", formHTML)
	}
	var all []explain.Named
	var notes note.Notes
	if err := notes.Folder(streams[0], c.Settings().Strict); err != nil {
		return err
	}
	for _, s := range streams[1:] {
		notes.Passed(s)
	}
	var nowhere error
	var ambiguous []error // errors of --path, for the objects in which it selects several elements
	for i, e := range streams[0].Entries {
		for _, patch := range load.Documents(patches[i]) {
			original := e.Document()
			x, err := c.explain(notes.For(original, many), original, patch)
			if err != nil {
				if many {
					notes.Undefined(&c.Schema)
				} else {
					notes.Schemas(&c.Schema)
				}
				return errors.Join(notes.Write(cmd.ErrOrStderr()), err)
			}
			if c.isPage() {
				if err := c.keep.Check(c.Settings().Strict); err != nil {
					return err
				}
				notes.Schemas(&c.Schema)
				c.keep.Unmatched(&notes)
				return errors.Join(c.writePage(cmd, x, original, patch), notes.Write(cmd.ErrOrStderr()))
			}
			place, err := x.Place(at)
			if err != nil {
				ambiguous = append(ambiguous, fmt.Errorf("--path: %s: %w", original.Name, err))
				continue
			}
			if x, err = x.About(place); err != nil {
				nowhere = err
				continue
			}
			all = append(all, explain.Named{Name: notes.About, Explanation: x})
		}
	}
	if err := c.keep.Check(c.Settings().Strict); err != nil {
		return err
	}
	if len(all) == 0 && len(ambiguous) > 0 {
		return errors.Join(ambiguous...)
	}
	if len(all) == 0 && nowhere != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "smp-check: %v\n", nowhere)
		return cli.ErrNo
	}
	if c.Form.Name == output.FormJSON {
		err = explain.WriteJSON(cmd.OutOrStdout(), all)
	} else {
		err = explain.WriteText(cmd.OutOrStdout(), all)
	}
	if err != nil {
		return err
	}
	notes.Schemas(&c.Schema)
	c.keep.Unmatched(&notes)
	return errors.Join(append([]error{notes.Write(cmd.ErrOrStderr())}, ambiguous...)...)
}

// parsePlace reads a path to one place, in any form of --keep.
func parsePlace(text string) (smp.KeepPath, error) {
	const example = "; write a path as in spec.containers[name=web].image"
	plain, err := model.ParsePath(text)
	if err == nil {
		return smp.KeepAt(plain), nil
	}
	path, other := smp.ParseKeepPath(text)
	if other != nil {
		return nil, fmt.Errorf("%w%s", err, cmp.Or(meant.Path(text, model.ParsePath), example))
	}
	if slices.ContainsFunc(path, func(s smp.KeepStep) bool { return s.Step == nil }) {
		return nil, fmt.Errorf("expected one place, got %s with a wildcard%s", path, example)
	}
	return path, nil
}

// combined returns a function that returns advice on how to explain several patches for one object,
// by the names of their files.
func combined(original string) func(files []string) string {
	if original == output.Stream {
		original = "ORIGINAL"
	}
	return func(files []string) string {
		return fmt.Sprintf("explain accepts only one patch for each object: combine them in order, as in %s | %s",
			cli.CommandLine(append([]string{"compose"}, files...)...), cli.CommandLine("explain", original, "-"))
	}
}

// explain explains a patch for a document.
func (c *explainCommand) explain(notes *note.Notes, original, patch load.Document) (*explain.Explanation, error) {
	if err := sameObject(load.CheckSameObject(original, patch), c.rename, "explains"); err != nil {
		return nil, err
	}
	chosen, err := c.Schema.Choose(original, patch)
	if err != nil {
		return nil, err
	}
	s := chosen.Schema
	onCluster, ignored := s, chosen.IgnoredByCluster()
	if ignored != "" {
		if onCluster, err = chosen.OnCluster(original, patch); err != nil {
			return nil, err
		}
	}
	if c.isPage() {
		c.spelled = map[string]string{}
		original.AddSpellings(c.spelled)
		patch.AddSpellings(c.spelled)
	}
	var kept func(model.Value) (explain.Kept, error)
	if c.keep.On() {
		kept = func(result model.Value) (explain.Kept, error) { return c.keep.Kept(s, original, result) }
	}
	inPatch := judge.InPatch(s, patch)
	x, err := explain.NewKeeping(c.Settings(), s, original.Value, patch.Value, kept)
	if err == nil && c.Settings().Strict && c.Dialect.Name != corpus.Kubernetes {
		err = judge.RejectUnreadable(s, patch.Value)
	}
	if err != nil {
		notes.Instead = cli.ClusterAnswer(c.cmd)
		notes.Cluster(c.Dialect.Name, chosen, c.Settings(), onCluster, original.Value, patch.Value)
		err = judge.Suggesting(err, inPatch)
		return nil, explain.Rejection(load.InFiles(err, map[string]string{"original": original.Name, "patch": patch.Name}))
	}
	if !load.DeletesObject(patch.Value) {
		if err := sameObject(load.CheckNotRenamed(original, patch, x.Patched(), c.Schema.File != ""), c.rename, "explains"); err != nil {
			return nil, err
		}
	}
	if patches.HasSecrets(chosen.Kind, original, patch) {
		x.MaskSecrets()
	}
	x.SetFindings(inPatch)
	if c.Settings().Strict && !load.DeletesObject(patch.Value) {
		if c.Dialect.Name == corpus.Kubernetes {
			found := judge.WrongTypesAfter(s, original, patch, x.Patched(), inPatch)
			if err := judge.RejectTypes(found, "Without --strict, the patch is explained."); err != nil {
				return nil, err
			}
		}
		if err := judge.RejectResult(original.Name, judge.InResult(s, original.Value, x.Patched(), judge.AtKeys(s, patch.Value, inPatch))); err != nil {
			return nil, err
		}
	}
	x.Instead = cli.ClusterAnswer(c.cmd)
	note.OnCluster(x, chosen)
	if ignored != "" && !sameResult(c.Settings(), onCluster, original.Value, patch.Value, x.Patched(), nil) {
		if c.Settings().Strict {
			return nil, fmt.Errorf("%s: %s; without --strict this is not an error", patch.Name, flagsIgnored(ignored, chosen))
		}
		x.OnCluster(flagsIgnored(ignored, chosen))
	}
	note.TypesOnCluster(x, chosen)
	err = notes.ListTypes(chosen, patch.Value)
	notes.OtherObject(original, patch)
	notes.SwappedPatch(s, original, patch)
	return x, err
}

// formHTML is the output format of a web page.
const formHTML = "html"

// isPage reports whether the output is a web page.
func (c *explainCommand) isPage() bool { return c.Form.Name == formHTML }

// writePage writes the page of an explanation.
func (c *explainCommand) writePage(cmd *cobra.Command, x *explain.Explanation, original, patch load.Document) error {
	text, err := x.Html(original.Name, patch.Name, patch.Value, c.spelled)
	if err != nil {
		return err
	}
	return output.Buffered(cmd.OutOrStdout(), func(w *bufio.Writer) { w.Write(text) })
}
