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
		Long: `Read a ResourceList from standard input, apply the patches of its functionConfig to its
items, and write the list to standard output. Comments and layout are preserved. The
functionConfig may have any kind. Its field patches has the fields of patches in a
kustomization, where each patch is a string. Here, it may also be a map or a list:

  patches:
  - patch: {apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 3}}
  - target: {kind: Deployment, name: web.*, labelSelector: "tier in (web, api)"}
    patch: |
      spec: {template: {spec: {containers: [{name: web, image: web:2}]}}}
  - target: {kind: ConfigMap}
    path: json-patch.yaml

A patch is a map, a string with one or more documents, or a JSON Patch: a list of
operations, which requires a target. path names a file in or below the current folder.
kustomize runs the function in the folder of the kustomization.

Without a target, a patch is applied to the item that it names, which must exist. With a
target, the patch's own name is ignored. Such a patch may lack kind and name here, but
kustomize requires both in the field patches of a kustomization. A target consists of
regular expressions for group, version, kind, name and namespace, each of which must
match the whole field, and of labelSelector and annotationSelector. In both cases, items
are also found by the name that they had before kustomize renamed them. A patch may
change the name or the kind only with options: {allowNameChange: true, allowKindChange:
true}. A patch {$patch: delete} removes the items to which it is applied.

Custom resources merge by their CustomResourceDefinitions, which may be in the field
crds of the functionConfig or among the items. Custom resources without a definition
merge without a schema: maps merge by name, and lists are replaced. In an entry of
patches, mergeKeys: [spec.rules=name] declares how lists merge, like --merge-key of
smp-check apply.

The field dialect of the functionConfig, or --dialect, selects the rules. The rules of
the specification add new elements at the end of a list, and those of a cluster add them
at the beginning and reject values of the wrong type. With patchFirst: true, the elements
of a patch come first in merging lists, as in kustomize build.

The results of the ResourceList contain a warning if a target matches no item, a merge
key is ambiguous, or a patch deletes every item. They also contain the likely mistakes in
the patches and in the patched items, such as misspelled fields and values of the wrong
type, and the comments of deleted parts. kustomize does not show the results of a function
that succeeds, so warnings are also written to standard error. If a patch cannot be applied, the results
contain the reason, the items are written unchanged, and the exit status is 1.

To use this command in a kustomization, put smp-check on your PATH, list a file with the
functionConfig under transformers, and run kustomize build with --enable-alpha-plugins
--enable-exec:

  transformers:
  - patches.yaml

In patches.yaml, set the annotation config.kubernetes.io/function to this text:

  exec: {path: smp-check, args: [fn]}

args requires kustomize 5.7 or newer. kubectl kustomize and kubectl apply -k cannot run
such a function, because they lack --enable-exec.`,
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
			f.Warn = func(text string) { fmt.Fprintf(cmd.ErrOrStderr(), "smp-check: warning: %s\n", text) } // kustomize shows standard error, but not the results
			edited, err := f.Run(text)
			if edited == nil {
				return err
			}
			if failed := output.Text(cmd.OutOrStdout(), edited); failed != nil || err == nil {
				return failed
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "smp-check: %v\n", err)
			return cli.ErrNo
		},
	}
	settings.Register(cmd)
	dialect.Register(cmd)
	cmd.Flags().BoolVar(&f.RequireSchema, "require-schema", false, "reject a kind without a schema, instead of merging it without one")
	cli.RegisterInput(cmd, &input)
	return cmd
}

// readBelow reads a file in the current directory or below it. The functionConfig may come
// from somebody other than the user, so it must not give access to other files.
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
