package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/lint"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
)

// A lintCommand holds the flags of lint.
type lintCommand struct {
	cli.Merge
	failOn   cli.Choice
	document bool
}

// newLint returns the command that reports the problems of patches.
func newLint() *cobra.Command {
	c := &lintCommand{}
	cmd := &cobra.Command{
		Use:   "lint PATCH...",
		Short: "List the problems of patches",
		Long: `List the problems of strategic merge patches that lint can find without the object:
unknown fields and directives, directives without effect, missing and duplicate merge
keys, inconsistent order lists, two members of a union, and other combinations of fields
of built-in kinds that a server rejects. Each problem is one line with the file, line
and column as far as they are known, the severity, the path in the patch, the code and
the rule. If a problem is marked "rejected", apply would reject the patch.

A PATCH is a file or a folder. A file may contain several documents or a List. A folder
means all YAML and JSON files in it and its subfolders. In folders, charts, templates,
and documents without apiVersion and kind are skipped, and notes count them. With
--kind, documents without apiVersion and kind are checked, too.

If PATCH is a kustomization, or a folder that contains kustomizations, their patches are
checked by the rules of kustomize, which smp-check help kustomize describes, and so is what
they make wrong in their objects, such as a missing field of a new element. The fields of
another JSON Patch are checked only with --kind or --schema.

The severity of a problem is one of these:

  error    apply rejects the patch, or the mistake is certain: a misspelled field, two
           volume sources, two elements that are merged into one
  warning  a part of the patch does not do what it seems to: a directive without
           effect, a duplicate key
  note     a part of the patch is common, and wrong only for some objects:
           {port: 53, protocol: UDP} changes 53/TCP if that port comes first

For built-in kinds, lint also warns about effects that a patch has only on a cluster. For
example, $patch: replace in an element empties the list there. With --dialect kubernetes,
patches that a cluster rejects are errors, and $patchMergeKey is not a directive.

With --document, each document of a PATCH is a whole object. Errors are unknown fields,
values of the wrong type, strings that a cluster cannot read (such as the quantity 1GB),
two members of a union (such as httpGet and exec of a probe), a member of a union that
contradicts the discriminator, and other fields that a server rejects together. Two elements with the same key, such as two containers with the same name, are a warning.
A missing discriminator is a note.

` + patchSchemaHelp + `
A patch is not checked if its kind has no known schema. A note reports such a patch;
with --require-schema, it is an error. A kind that no custom resource can have, such as
apps/v1 Deploymnet, is an error even without --require-schema. If one of several files
cannot be read, an error reports it, the other files are checked, and the exit status is
2.

With -o json: {"problems": [{"file", "line", "column", "severity", "path", "kind",
"rule", "rejected", "message"}], "summary": {"patches", "errors", "warnings",
"notes"}}. -o github writes annotations for GitHub Actions, and -o sarif writes a SARIF
2.1.0 log for code scanning. Output is limited to 4 MiB of problems; the rest are only
counted ("more" in JSON, a notification in SARIF). The summary and the exit status include
all problems.

Exit status: 0 if all problems are less severe than --fail-on (default: warning), 1 if
any problem is at least that severe, 2 for bad usage or bad input.`,
		Example: `  smp-check lint deployment-patch.yaml
  smp-check lint --kind v1/Service patch.yaml -o json
  smp-check lint --fail-on error --crd crds patches
  smp-check lint -o github overlays/production
  smp-check lint overlays/production/kustomization.yaml
  smp-check lint --document manifests`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef(cmd, "lint requires PATCH..., got 0 arguments")
			}
			return nil
		},
		RunE: c.run,
	}
	c.Register(cmd, output.FormText, output.FormJSON, lint.FormGitHub, lint.FormSARIF)
	cmd.Flags().BoolVar(&c.document, "document", false, "check whole objects instead of patches: fields, types, unions, duplicates, and fields that a server rejects together")
	c.failOn.Register(cmd, "fail-on", "", "lowest `severity` for which the exit status is 1", finding.Severities...)
	c.failOn.Name = finding.Warning.String()
	cmd.Flag("fail-on").DefValue = c.failOn.Name
	return cmd
}

// check rejects flags that contradict each other or have no effect.
func (c *lintCommand) check(cmd *cobra.Command) error {
	switch {
	case c.document && c.Schema.Schemaless:
		return cli.Usagef(cmd, "--document checks an object with its schema; omit --schemaless")
	case c.document:
		if err := cli.NoEffect(cmd, "with --document, which applies no patch", "dialect", "strict", "list-types", "merge-key"); err != nil {
			return err
		}
	}
	return c.Begin(cmd)
}

func (c *lintCommand) run(cmd *cobra.Command, args []string) error {
	if err := c.check(cmd); err != nil {
		return err
	}
	l := linting{lintCommand: c, report: lint.Report{Documents: c.document}, unread: map[string]bool{}}
	for _, name := range args {
		if err := l.read(name); err != nil {
			return err
		}
	}
	if l.isSingle() && len(l.faults) == 1 {
		return l.faults[0]
	}
	for _, f := range l.faults {
		l.report.AddFault(f)
		l.unread[f.File] = true
	}
	if err := l.lint(); err != nil {
		return err
	}
	if err := l.report.Write(cmd.OutOrStdout(), c.Form.Name, cli.Version()); err != nil {
		return err
	}
	if err := l.notes.Write(cmd.ErrOrStderr()); err != nil {
		return err
	}
	if n := len(l.unread); n > 0 {
		return fmt.Errorf("%s could not be read; see the problems above", cli.Counted(n, "file"))
	}
	if l.report.Worst(finding.SeverityNamed(c.failOn.Name)) > 0 {
		return cli.ErrNo
	}
	return nil
}
