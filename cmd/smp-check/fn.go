package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

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
	var dialect cli.Dialect
	var f function.Function
	cmd := &cobra.Command{
		Use:   "fn",
		Short: "Apply the patches of a ResourceList: a function of kustomize and kpt",
		Long: `Read a ResourceList from standard input, apply the patches of its functionConfig to
its items, and write it. Comments and layout stay. The functionConfig may be of any
kind. Its field patches has the entries of the field patches of a kustomization:

  patches:
  - patch: {apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 3}}
  - target: {kind: Deployment, name: web.*, labelSelector: "tier in (web, api)"}
    patch: |
      spec: {template: {spec: {containers: [{name: web, image: web:2}]}}}
  - target: {kind: ConfigMap}
    path: json-patch.yaml

A patch is a map, a text of one or more documents, or a JSON Patch: a list of
operations, which requires a target. path names a file in the current folder, which is
the one of the kustomization, or below it.

Without target a patch is for the item that it names, which must be there. A target has
expressions for group, version, kind, name and namespace, each for the whole field, and
labelSelector and annotationSelector. The patch's own name is then ignored. In
both cases an item also matches by the name that it had before kustomize renamed it.
With options: {allowNameChange: true, allowKindChange: true} the patch changes the name
or the kind. A patch {$patch: delete} removes items.

Kinds that are not built in merge by their CustomResourceDefinitions, in the field crds of
the functionConfig or among the items. Other kinds merge without a schema: maps by name,
and lists are replaced. An entry's mergeKeys: [spec.rules=name] declares how its items'
lists merge, as --merge-key does in smp-check apply.

The field dialect of the functionConfig, or --dialect, selects the rules. By those of the
specification, new elements are added at the end of a list, and by those of a cluster at
the beginning. With patchFirst: true, the elements of a patch come first in lists that
merge, as in kustomize build.

The results have warnings: no item matches a target, a merge key does not tell which
element is meant, a target selects every item and the patch deletes them. If a patch
cannot be applied, they give the reason, the items are written as they were, and the
exit status is 1.

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
			f.Engine = dialect.In(settings.Settings())
			f.Read = func(file string) ([]byte, error) { return readBelow(&input, file) }
			edited, err := f.Run(text)
			if edited == nil {
				return err
			}
			if failed := output.Text(cmd.OutOrStdout(), edited); failed != nil || err == nil {
				return failed
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "smp-check: %v\n", err) // kustomize shows standard error, but not the results
			return errNo
		},
	}
	settings.Register(cmd)
	dialect.Register(cmd)
	cmd.Flags().BoolVar(&f.RequireSchema, "require-schema", false, "reject a kind without a schema, instead of merging it without one")
	cli.RegisterInput(cmd, &input)
	return cmd
}

// readBelow reads a file in the current directory or below it. The functionConfig may come
// from somebody other than the user, so it must not be able to read other files.
func readBelow(input *load.Reader, file string) ([]byte, error) {
	outside := fmt.Errorf("%s: expected a file in the current folder or below it", file)
	if !filepath.IsLocal(file) {
		return nil, outside
	}
	folder, err := filepath.Abs(".")
	if err != nil {
		return nil, err
	}
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return nil, err
	}
	switch place, err := filepath.EvalSymlinks(filepath.Join(folder, file)); { // a link may lead elsewhere
	case errors.Is(err, fs.ErrNotExist):
		return nil, output.FileError(file, fs.ErrNotExist)
	case err != nil:
		return nil, outside
	default:
		if below, err := filepath.Rel(folder, place); err != nil || !filepath.IsLocal(below) {
			return nil, outside
		}
	}
	return input.Read(file)
}
