package main

import (
	"github.com/spf13/cobra"
)

// newApply returns the command that applies a patch.
func newApply() *cobra.Command {
	var (
		input  = inputReader{maxSize: defaultMaxSize}
		schema schemaChoice
		engine engineFlags
		output format
	)
	cmd := &cobra.Command{
		Use:   "apply ORIGINAL PATCH",
		Short: "Apply a strategic merge patch to a document",
		Long: `Apply a strategic merge patch to a document and write the result.

How lists and maps merge depends on the kind of the document: the kind comes
from --kind or from the first document that says its apiVersion and kind, and
its schema from a --crd or from the table of built-in kinds. --schema names the
schema itself and --schemaless does without. The patch may leave out apiVersion
and kind.`,
		Example: `  smp-check apply deployment.yaml deployment-patch.yaml
  kubectl get deployment shop -o yaml | smp-check apply - patch.yaml
  smp-check apply --crd crontab-crd.yaml crontab.yaml patch.yaml -o json
  smp-check apply --schema 'openapi.json#/components/schemas/Config' a.yaml b.yaml`,
		Args: files("ORIGINAL", "PATCH"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := schema.check(cmd); err != nil {
				return err
			}
			input.stdin = cmd.InOrStdin()
			original, err := input.document(args[0])
			if err != nil {
				return err
			}
			patch, err := input.document(args[1])
			if err != nil {
				return err
			}
			s, err := schema.choose(&input, original, patch)
			if err != nil {
				return err
			}
			result, err := engine.engine().Apply(s, original.value, patch.value)
			if err != nil {
				return inFile(inFile(err, "original", original.name), "patch", patch.name)
			}
			return writeDocument(cmd.OutOrStdout(), output, result)
		},
	}
	schema.register(cmd)
	engine.register(cmd)
	input.register(cmd)
	output.register(cmd, formatYAML, formatJSON)
	return cmd
}
