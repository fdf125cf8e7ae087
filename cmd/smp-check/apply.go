package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/smp"
)

// newApply returns the command that applies a patch.
func newApply() *cobra.Command {
	var (
		input   = load.Reader{MaxSize: load.DefaultMaxSize}
		schema  load.SchemaChoice
		engine  engineFlags
		dialect dialectFlag
		as      choice
		form    format
		inline  []string
	)
	cmd := &cobra.Command{
		Use:   "apply ORIGINAL PATCH...",
		Short: "Apply strategic merge patches to a document",
		Long: `Apply a strategic merge patch to a document and write the result. Of several each
is applied to what the one before made; -p gives one on the command line.

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

A note on stderr says where the merge key of an element does not say which
element is meant: 53/UDP and 53/TCP have one port, and the first is taken. --strict
rejects that.

--dialect kubernetes applies the patch as a cluster does, and rejects what a
cluster rejects. Where that gives another answer, a note on stderr says which
divergence it is. What a server does to any object that it stores is not shown:
it fills in defaults, keeps the last 32 bits of a number that is too large for
its field (99999999999 becomes 1215752191), makes U+FFFD of "\ud800", and takes
the last of several members of one name. Files with the last two are refused.

API servers answer 415 to a strategic merge patch of a custom resource.
--as merge-patch writes, in place of the result, the JSON Merge Patch that takes
ORIGINAL to it, which they accept. They drop null members inside its lists; a
note on stderr says so where there are any:

  kubectl patch gateway shop --type merge --patch-file merge-patch.yaml`,
		Example: `  smp-check apply deployment.yaml deployment-patch.yaml
  smp-check apply deployment.yaml -p '{spec: {replicas: 3}}'
  kubectl get deployment shop -o yaml | smp-check apply - patch.yaml
  smp-check apply --crd gateway-crd.yaml gateway.yaml patch.yaml --as merge-patch
  smp-check apply --schemaless --merge-key spec.rules=name a.yaml b.yaml -o json
  smp-check apply --schema 'openapi.json#/components/schemas/Config' a.yaml b.yaml`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 1 || len(args)+len(inline) < 2 {
				return usageErrorf(cmd, "apply wants ORIGINAL PATCH..., or ORIGINAL -p PATCH, and got %s", counted(len(args), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkSchema(cmd, &schema); err != nil {
				return err
			}
			input.Stdin = cmd.InOrStdin()
			docs, err := load.Documents(&input, args)
			if err != nil {
				return err
			}
			for i, text := range inline {
				d, err := load.Inline(fmt.Sprintf("-p %d", i+1), text)
				if err != nil {
					return err
				}
				docs = append(docs, d)
			}
			for _, patch := range docs[1:] {
				if err := patch.CheckPresent(); err != nil {
					return err
				}
			}
			s, err := schema.Choose(&input, docs...)
			if err != nil {
				return err
			}
			e := dialect.in(engine.engine())
			original, result := docs[0], docs[0].Value
			notes := []func() error{func() error {
				return noteListTypes(cmd.ErrOrStderr(), &schema, s, load.Values(docs[1:])...)
			}}
			for _, patch := range docs[1:] {
				before := load.Document{Name: original.Name, Value: result}
				notes = append(notes, func() error {
					if err := report.NotePatch(cmd.ErrOrStderr(), e, s, before, patch); err != nil {
						return err
					}
					return dialect.note(cmd.ErrOrStderr(), &schema, e, s, before.Value, patch.Value)
				})
				if result, err = e.Apply(s, result, patch.Value); err != nil {
					if err := all(notes); err != nil {
						return err
					}
					return load.InFile(load.InFile(err, "original", original.Name), "patch", patch.Name)
				}
			}
			if as.name == asMergePatch {
				if result, err = smp.AsMergePatch(original.Value, result); err != nil {
					return err
				}
			}
			if err := output.Document(cmd.OutOrStdout(), form.name, result); err != nil {
				return err
			}
			if as.name == asMergePatch {
				if err := noteLostNulls(cmd.ErrOrStderr(), &schema, result); err != nil {
					return err
				}
			}
			return all(notes)
		},
	}
	registerSchema(cmd, &schema)
	engine.register(cmd)
	dialect.register(cmd)
	registerInput(cmd, &input)
	cmd.Flags().StringArrayVarP(&inline, "patch", "p", nil, "a `PATCH` as YAML or JSON text, after those of files (may be repeated)")
	as.register(cmd, "as", "", "`form` to write", asResult, asMergePatch)
	form.register(cmd, output.FormYAML, output.FormJSON)
	return cmd
}

// all calls functions until one fails.
func all(steps []func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
