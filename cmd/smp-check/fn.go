package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/function"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
)

// newFunction returns the command that is a function of kustomize and kpt.
func newFunction() *cobra.Command {
	var input load.Reader
	var settings cli.Engine
	cmd := &cobra.Command{
		Use:   "fn",
		Short: "Apply the patches of a ResourceList: a function of kustomize and kpt",
		Long: `Read a ResourceList from standard input, apply the patches of its functionConfig to
its items, and write it. Comments and layout stay. The functionConfig may be of any
kind and has patches, each a map or text of one or more documents:

  patches:
  - patch: {apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 3}}
  - target: {kind: Deployment, name: web.*}
    patch: |
      spec: {template: {spec: {containers: [{name: web, image: web:2}]}}}

Without target a patch is for the item that it names, which must be there. A target
has expressions for group, version, kind, name and namespace, each for the whole of
the field; the own name of the patch is then ignored. A patch
{$patch: delete} removes items.

Kinds that are not built in merge by their CustomResourceDefinitions, in the field crds of
the functionConfig or among the items; without one, maps merge by name and lists are
replaced, which a result says.

The results say what is to be known: that no item matches a target, that the merge key
of an element does not say which element is meant. Where a patch cannot be applied,
they say why, the items are written as they were, and the exit status is 1.

In a kustomization, with smp-check on the path of kustomize build --enable-alpha-plugins
--enable-exec:

  transformers:
  - patches.yaml

whose metadata.annotations has config.kubernetes.io/function with this text:

  exec: {path: smp-check, args: [fn]}`,
		Example: `  smp-check fn < resource-list.yaml`,
		Args:    cli.Files(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			input.Stdin = cmd.InOrStdin()
			text, err := input.Read(output.Stream)
			if err != nil {
				return err
			}
			edited, err := function.Run(settings.Settings(), text)
			if edited == nil {
				return err
			}
			if failed := output.Text(cmd.OutOrStdout(), edited); failed != nil || err == nil {
				return failed
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "smp-check: %v\n", err) // kustomize shows this, and not the results
			return errNo
		},
	}
	settings.Register(cmd)
	cli.RegisterInput(cmd, &input)
	return cmd
}
