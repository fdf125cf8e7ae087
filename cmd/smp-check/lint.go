package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
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
		Long: `List all problems that strategic merge patches have whatever they are applied to:
fields and directives that the schema does not know, directives without effect,
missing and repeated merge keys, order lists that disagree, two members of a
union, and other fields of built-in kinds that a server rejects together. Each is one
line with file, line and column, the severity, the path in the patch, the kind of problem
and the rule; apply would reject a patch with a problem that is "rejected".

A PATCH is a file, which may hold several documents or a List, or a folder, of
which all YAML and JSON files are read. Notes count what is not looked at: charts,
templates, and documents without apiVersion and kind, which --kind looks at.

If PATCH is a kustomization, or a folder with some, the patches are those that the
kustomizations name, in files and in place: patches, patchesStrategicMerge and
patchesJson6902, and those of their resources and components. A Kustomization of Flux has
such patches too. Other files of the folder are resources, which are not patches. A
patch is checked against the kind of its target. A patch whose object none of the
resources is is an error, and a target that selects none is a warning, unless some
resources are remote or generated. JSON Patches are checked for fields that the kind
does not have.

  error    apply rejects it, or it is certainly a mistake: a misspelled field, two
           volume sources, two elements that are merged into one
  warning  it does not do what it seems to: a directive without effect, a key
           that stands twice
  note     ordinary, and wrong only for some documents: {port: 53, protocol: UDP}
           changes 53/TCP if that comes first

For built-in kinds, warnings tell what a cluster does with the patch alone that the
specification does not have, such as $patch: replace in an element, which empties the
list. With --dialect cluster, these are errors if the cluster rejects the patch, and
$patchMergeKey is not a directive. kustomize applies the patches of a kustomization
itself: for these, warnings name the directives that it does not support.

With --document each PATCH is a whole object, of which only the unions are looked
at: two members that are set, as httpGet and exec of a probe, one against the
discriminator (an error each), a discriminator that is missing (a note), and other
fields that a server rejects together, such as values with operator Exists (an error).

` + patchSchemaHelp + `
A patch of a kind without a known schema is not looked at, which is a warning, and an
error with --require-schema. A kind that must be misspelled is an error. Of several
files, one that cannot be read is an error; the others are looked at all the same, and
the exit status is 2.

With -o json: {"problems": [{"file", "line", "column", "severity", "path", "kind",
"rule", "rejected", "message"}], "summary": {"patches", "errors", "warnings",
"notes"}}. -o github writes annotations for a workflow of
GitHub Actions, -o sarif a SARIF 2.1.0 log for code scanning. At most 4 MiB of problems
are listed, followed by the number of the others ("more" in JSON, a notification in
SARIF); the summary and the exit status count all.

Exit status: 0 if there is no problem of the severity of --fail-on (default: warning)
or worse, 1 if there is one, 2 bad usage or bad input.`,
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
	cmd.Flags().BoolVar(&c.document, "document", false, "check the unions of whole objects, which are not patches")
	c.failOn.Register(cmd, "fail-on", "", "least `severity` that makes the exit status 1", lint.Severities...)
	c.failOn.Name = lint.Warning.String()
	cmd.Flag("fail-on").DefValue = c.failOn.Name
	return cmd
}

// check rejects flags that contradict each other or have no effect.
func (c *lintCommand) check(cmd *cobra.Command) error {
	switch {
	case c.document && c.Schema.Schemaless:
		return cli.Usagef(cmd, "--document checks the unions of a schema; omit --schemaless")
	case c.document:
		if err := cli.NoEffect(cmd, "with --document, which checks only unions", "dialect", "strict", "ignore", "list-types", "merge-key"); err != nil {
			return err
		}
	}
	return c.Begin(cmd)
}

func (c *lintCommand) run(cmd *cobra.Command, args []string) error {
	if err := c.check(cmd); err != nil {
		return err
	}
	l := linting{lintCommand: c, report: lint.Report{Documents: c.document}}
	for _, name := range args {
		if err := l.read(name); err != nil {
			return err
		}
	}
	if len(l.patches)+len(l.kustomizations) == 0 && len(l.faults) == 1 {
		return l.faults[0]
	}
	for _, f := range l.faults {
		l.report.AddFault(f)
	}
	if err := l.lint(); err != nil {
		return err
	}
	if err := l.report.Write(cmd.OutOrStdout(), c.Form.Name, version()); err != nil {
		return err
	}
	if err := l.notes.Write(cmd.ErrOrStderr()); err != nil {
		return err
	}
	if l.unread += len(l.faults); l.unread > 0 {
		return fmt.Errorf("%s could not be read; see the problems above", cli.Counted(l.unread, "file"))
	}
	if l.report.Worst(lint.SeverityNamed(c.failOn.Name)) > 0 {
		return errNo
	}
	return nil
}
