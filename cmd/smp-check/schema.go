package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

const schemaLong = `Show how every list and map of a kind merges. KIND is an apiVersion with a kind, such as
apps/v1/Deployment or v1/Service, or an unambiguous name, such as Deployment,
deployments, deployments.apps or deploy. A kind of --crd also has the names in its
definition. A name means the stable version of the kind.
Without KIND, the command shows the schema of --crd or --schema, or else the list of
built-in kinds.

Each line is a field, indented below its parent. Paths do not contain list elements, as
in --merge-key. * means every name in a map without fixed names. Maps that merge by
name, and scalars, get their own line only with --all.

  list keyed by KEYS  elements with equal values in all KEYS merge
    recommended: KEYS   keys that $patchMergeKey may select in a patch
    KEY defaults to V   if an element lacks KEY, its value is V
    atomic elements     elements with equal keys are replaced, not merged
  set                 a list that merges by value
  atomic list, map    is replaced as a whole; nothing inside it merges
  retainKeys          a patch from diff lists the fields to keep; the others are cleared
  one of FIELDS       a union: only one member may be set; + joins fields that form
    by FIELD            one member; FIELD names the member that is set
  without schema      maps merge by name, lists are replaced
  as PATH             has the same fields as PATH, and they are shown there

With -o json: {"schema", "places": [{"path", "type": list|map|scalar|any,
"merge": keyed|set|atomic|by-name|schemaless, "keys", "recommended",
"defaults": {KEY: VALUE}, "elements": atomic, "retainKeys", "unions",
"scalars": [string|integer|number|boolean], "sameAs": PATH}]}. Properties that do not
apply are omitted. The list of kinds is {"kinds": [APIVERSION/KIND]}.

--diff-ssa shows the lists for which server-side apply and strategic merge patch use
different keys. Each line shows a list with the keys of both. If server-side apply or
strategic merge patch replaces a list or map as a whole, the lists inside it are not
compared. "not by KEYS" means that server-side apply treats the list as atomic or uses
other keys; the schema does not define which. With -o json: {"schema", "differences":
[{"path", "strategic", "serverSideApply", "sameAs"}]}, where "strategic" and
"serverSideApply" are objects like the places above; "not by KEYS" becomes "merge":
"other" with "notKeys".

-o openapi writes the schema of KIND as an OpenAPI v3 document for --schema. Without
KIND, the document contains all kinds of --crd. -o kustomize writes an OpenAPI v2
document. A kustomization that names this document in its openapi field merges the lists
of these kinds by their keys. The document includes the built-in kinds, because
kustomize then uses no other schema. In Go, openapi.EncodeKinds and
openapi.EncodeKustomize write both documents, also for Go types (structtag.Of).

--check lists the problems of --crd files: schemas that are missing or invalid, lists of
maps without keys, optional or nullable keys, merge keys that differ from those of
server-side apply, and unions that are ignored because a member contains a key. The exit
status is 1 if there are any problems. Without --check, a note on stderr lists the
ignored unions. With -o json: {"problems": [{"file", "line", "schema", "path", "problem"}]}.`

// newSchema returns the command that shows how a kind merges.
func newSchema() *cobra.Command {
	c := &schemaCommand{}
	c.choice.Input = &c.input
	cmd := &cobra.Command{
		Use:   "schema [KIND]",
		Short: "Show how every list and map of a kind merges",
		Long:  schemaLong,
		Example: `  smp-check schema v1/Service
  smp-check schema apps/v1/Deployment -o json
  smp-check schema Pod --diff-ssa
  smp-check schema --crd gateway-crd.yaml
  smp-check schema --crd crds/ -o kustomize > schema.json
  smp-check schema --crd crds/ --check
  smp-check schema --schema 'openapi.json#/components/schemas/Config' --merge-key rules=name`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cli.CompleteKinds,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 || len(args) == 1 && args[0] == "" {
				return cli.Usagef(cmd, "schema accepts at most one KIND, got %q", args)
			}
			if c.diffSSA && (c.choice.ListTypes || c.all) {
				return cli.Usagef(cmd, "--diff-ssa always reads list types and shows only differences; omit --list-types and --all")
			}
			c.input.Stdin = cmd.InOrStdin()
			if err := c.choice.CheckCRDs(); err != nil {
				return err
			}
			for i, text := range args {
				args[i] = kinds.OfResource(c.choice.LongName(text), c.choice.Custom())
			}
			if done, err := c.publish(cmd, strings.Join(args, "")); done {
				return err
			}
			if len(args) == 1 {
				return c.show(cmd, args[0])
			}
			if c.choice.File != "" || len(c.choice.CRDs) > 0 {
				return c.show(cmd, "")
			}
			if c.diffSSA || c.all || c.choice.ListTypes || len(c.choice.MergeKeys) > 0 {
				return cli.Usagef(cmd, "name a KIND, or a schema with --schema or --crd")
			}
			return report.WriteKinds(cmd.OutOrStdout(), c.output.Name, kubernetes.Kinds())
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&c.all, "all", false, "show every field, including plain maps and scalars")
	flags.BoolVar(&c.diffSSA, "diff-ssa", false, "show the lists that server-side apply and strategic merge patch merge by different keys")
	flags.BoolVar(&c.check, "check", false, "list the problems with the schemas and the keys of lists in --crd")
	cli.RegisterSchemaSources(cmd, &c.choice)
	cli.RegisterInput(cmd, &c.input)
	c.output.Register(cmd, output.FormText, output.FormJSON, formOpenAPI, formKustomize)
	return cmd
}

// The output formats for other programs.
const (
	formOpenAPI   = "openapi"
	formKustomize = "kustomize"
)

// publish writes a document for other programs, or the problems of --check. It reports
// whether the flags request one of them.
func (c *schemaCommand) publish(cmd *cobra.Command, text string) (bool, error) {
	out, form := cmd.OutOrStdout(), c.output.Name
	document := form == formOpenAPI || form == formKustomize
	switch {
	case !document && !c.check:
		return false, nil
	case c.diffSSA || c.all || document && c.check:
		return true, cli.Usagef(cmd, "--check, --diff-ssa, --all and -o %s, -o %s cannot be combined; use one of them", formOpenAPI, formKustomize)
	case c.check && len(c.choice.CRDs) == 0:
		return true, cli.Usagef(cmd, "--check requires custom resource definitions: --crd FILE")
	case c.check:
		return true, c.writeProblems(out, text)
	case text == "" && c.choice.File == "" && len(c.choice.CRDs) == 0:
		return true, cli.Usagef(cmd, "name a KIND, or custom resource definitions with --crd")
	}
	kinds, err := c.choice.Published(text)
	if err != nil {
		return true, err
	}
	encode := openapi.EncodeKinds
	if form == formKustomize {
		encode = openapi.EncodeKustomize
		kinds = withBuiltIn(kinds)
	}
	return true, output.Documents(out, output.FormJSON, encode(kinds...))
}

// withBuiltIn returns kinds and all built-in kinds that are not among them, which kustomize
// needs because it supports only the kinds in its document. Lists of objects are left out,
// because kustomize splits them.
func withBuiltIn(kinds []openapi.KindSchema) []openapi.KindSchema {
	known := map[kubernetes.Kind]bool{}
	for _, k := range kinds {
		known[kubernetes.Kind{APIVersion: k.APIVersion, Kind: k.Kind}] = true
	}
	for _, k := range kubernetes.Kinds() {
		if !known[k] && !strings.HasSuffix(k.Kind, "List") {
			kinds = append(kinds, openapi.KindSchema{APIVersion: k.APIVersion, Kind: k.Kind, Schema: kubernetes.MustLookup(k.APIVersion, k.Kind)})
		}
	}
	return kinds
}

// writeProblems writes the problems with the keys of lists.
func (c *schemaCommand) writeProblems(out io.Writer, text string) error {
	problems, err := c.choice.CheckKeys(text)
	if err != nil {
		return err
	}
	if c.output.Name == output.FormJSON {
		err = output.Indented(out, map[string]any{"problems": problems})
	} else {
		err = output.Buffered(out, func(w *bufio.Writer) {
			for _, p := range problems {
				fmt.Fprintln(w, model.OneLine(fmt.Sprintf("%s:%d: %s: %s: %s", p.File, p.Line, p.Schema, p.Path, p.Problem)))
			}
		})
	}
	if err == nil && len(problems) > 0 {
		return cli.ErrNo
	}
	return err
}

// A schemaCommand holds the flags of the command.
type schemaCommand struct {
	input   load.Reader
	choice  schemas.Choice
	all     bool
	diffSSA bool
	check   bool
	output  cli.Form
}

// show writes the schema of KIND, which may be empty.
func (c *schemaCommand) show(cmd *cobra.Command, text string) error {
	out := cmd.OutOrStdout()
	named, err := c.choice.Named(text)
	if err != nil {
		return err
	}
	if c.diffSSA {
		r, err := report.NewDifferences(named)
		if err != nil {
			return err
		}
		return r.Write(out, c.output.Name)
	}
	r, err := report.NewSchema(named.Name, named.Schema, c.all)
	if err != nil {
		return err
	}
	err = r.Write(out, c.output.Name)
	if err == nil {
		err = report.NoteIgnored(cmd.ErrOrStderr(), named)
	}
	if err != nil || c.choice.File == "" || c.choice.ListTypes {
		return err
	}
	return report.NoteListTypes(cmd.ErrOrStderr(), named)
}
