package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/found"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/oracle"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/corpus"
)

// newImport returns the command that converts fuzz inputs, failures of laws and live
// objects into case files.
func newImport() *cobra.Command {
	var (
		input load.Reader
		from  importing
		to    string
		form  cli.Form
	)
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "Convert fuzz inputs, failures of laws and live objects to case files",
		Long: `Convert inputs from other tools to case files, for run, minimize and laws. A FILE is one
of these:

  an input of the go command's fuzzer     testdata/fuzz/FuzzApply/0123456789abcdef
  an input of libFuzzer or ClusterFuzz    raw bytes; cut off the first byte, which is a
                                          weight; --target names the fuzz target
  a failure of a law                      a failure file of the Go package rapid, or the
                                          output of a test; it contains a line
                                          "case: {...}"
  a live object                           the output of kubectl get -o yaml; --modified
                                          names the manifest to apply

A live object becomes the three-way merge that kubectl apply computes. The original
comes from the last-applied annotation. If the changes conflict, the case expects the error
conflict, although kubectl apply overwrites the value. To change this, set the option
overwrite in the case file. For a custom resource, the case contains a strategic merge
patch, but kubectl apply sends a JSON merge patch.

The expected answer of a case is the answer of the engine of this module or, for a failure
of a law, the answer in the line "case: {...}".

For several files, --out must name a folder for the case files.

Exit status: 0 if all files were imported, 2 if any could not be imported. In that case,
no files are written.`,
		Example: `  smp-check import fuzz/testdata/fuzz/FuzzApply/0123456789abcdef
  tail -c +2 crash-f00d | smp-check import --target FuzzThreeWay - >case.yaml
  kubectl get deployment shop -o yaml | smp-check import - --modified deployment.yaml
  smp-check import props/testdata/rapid/TestLaws/*.fail --out cases`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return cli.Usagef(cmd, "import requires at least one FILE")
			case len(args) > 1 && to == "":
				return cli.Usagef(cmd, "several files require --out FOLDER")
			}
			if err := from.check(cmd, &input, args); err != nil {
				return err
			}
			var texts [][]byte
			var faults []error
			for _, file := range args {
				text, err := from.text(&input, file, form)
				if err != nil {
					faults = append(faults, err)
				}
				texts = append(texts, text)
			}
			if err := errors.Join(faults...); err != nil {
				return err
			}
			if to == "" {
				return output.Text(cmd.OutOrStdout(), texts[0])
			}
			return writeCases(to, args, append(slices.Clip(args), from.modified), texts, form)
		},
	}
	from.register(cmd)
	cli.RegisterInput(cmd, &input)
	cmd.Flags().StringVar(&to, "out", "", "`FOLDER` for the case files")
	form.Register(cmd, output.FormYAML, output.FormJSON)
	return cmd
}

// text converts a file to the text of a case file. It reads that text again, so that an
// invalid case file is an error.
func (i *importing) text(input *load.Reader, file string, form cli.Form) ([]byte, error) {
	c, err := i.read(input, file)
	if err != nil {
		return nil, err
	}
	text, err := (&oracle.Output{Form: form.Name}).Text(c)
	if err == nil {
		_, err = corpus.Read(load.DisplayName(file), text)
	}
	return text, err
}

// writeCases writes a case file for each file to a folder. It never overwrites one of the
// inputs.
func writeCases(folder string, files, inputs []string, texts [][]byte, form cli.Form) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return output.FileError(folder, err)
	}
	names := make([]string, len(files))
	for i, file := range files {
		base := filepath.Base(strings.TrimPrefix(load.DisplayName(file), "standard "))
		names[i] = filepath.Join(folder, strings.TrimSuffix(base, filepath.Ext(base))+"."+form.Name)
		if slices.Contains(names[:i], names[i]) {
			return fmt.Errorf("%s: another input has the same case file %s; import them into different folders", file, names[i])
		}
		if err := output.CheckFile(names[i], inputs); err != nil {
			return err
		}
	}
	for i, name := range names {
		if err := output.ReplaceFile(name, texts[i]); err != nil {
			return err
		}
	}
	return nil
}

// importing holds the flags that define the contents of the files.
type importing struct {
	target   cli.Choice
	modified string
	schema   schemas.Choice

	manifest load.Document // the file of --modified
}

func (i *importing) register(cmd *cobra.Command) {
	i.target.Register(cmd, "target", "", "fuzz `target` that reads the raw bytes; with auto, the name of the file determines it",
		append([]string{found.FromName}, found.TargetNames()...)...)
	cmd.Flags().StringVar(&i.modified, "modified", "", "`FILE` of the manifest to apply to a live object")
	cli.RegisterSchema(cmd, &i.schema)
}

func (i *importing) check(cmd *cobra.Command, input *load.Reader, files []string) error {
	if i.modified == output.Stream && slices.Contains(files, output.Stream) {
		return cli.Usagef(cmd, "standard input (-) can be read only once")
	}
	return cli.CheckSchema(cmd, &i.schema, input)
}

// read returns the case of a file.
func (i *importing) read(input *load.Reader, file string) (corpus.Case, error) {
	text, err := input.Read(file)
	if err != nil {
		return corpus.Case{}, err
	}
	name := load.DisplayName(file)
	switch {
	case i.modified != "":
		return i.live(input, name, text)
	case found.IsGoFuzz(text):
		data, err := found.GoFuzzBytes(text)
		if err != nil {
			return corpus.Case{}, fmt.Errorf("%s: %w", name, err)
		}
		return found.Fuzzed(i.target.Name, name, data)
	case i.target.Name == found.FromName && found.LoggedCase.Match(text):
		return found.Logged(name, text)
	case i.target.Name == found.FromName && found.TargetIn(file) == "" && bytes.Contains(text, []byte(patches.LastApplied)):
		return corpus.Case{}, fmt.Errorf("%s: expected the manifest to apply to this live object; pass it with --modified FILE", name)
	}
	return found.Fuzzed(i.target.Name, name, text)
}

// live returns the three-way merge of a live object: its last-applied configuration, the
// manifest to apply, and the object itself.
func (i *importing) live(input *load.Reader, name string, text []byte) (corpus.Case, error) {
	current, err := load.OnlyDocument(name, text, input.AnyMaps)
	if err == nil {
		err = current.CheckPresent()
	}
	if err != nil {
		return corpus.Case{}, err
	}
	if i.manifest.Name == "" {
		if i.manifest, err = input.Document(i.modified); err == nil {
			err = i.manifest.CheckPresent()
		}
		if err != nil {
			return corpus.Case{}, err
		}
	}
	if !kinds.Complete(corpus.DeclaredKind(current.Value)) {
		return corpus.Case{}, fmt.Errorf("%s: not a Kubernetes object: apiVersion or kind is missing; expected the output of kubectl get -o yaml", name)
	}
	original, err := patches.LastAppliedTo(current, "minimize")
	if _, live := patches.LastAppliedTo(i.manifest, "minimize"); err != nil && live == nil {
		return corpus.Case{}, fmt.Errorf("%s: the last-applied annotation is missing, but %s has it; the files may be swapped: smp-check import LIVE --modified MANIFEST", name, i.manifest.Name)
	}
	if err != nil {
		return corpus.Case{}, err
	}
	t := patches.Documents{Original: original, Modified: i.manifest, Current: current}
	chosen, err := i.schema.Choose(t.Original, t.Modified, t.Current)
	if err != nil {
		return corpus.Case{}, err
	}
	if err := t.AsApply(); err != nil {
		return corpus.Case{}, err
	}
	in := load.Input(corpus.OpThreeWay, chosen.Schema, []load.Document{t.Original, t.Modified, t.Current})
	return found.Case(in, found.SchemaSource(chosen.Schema, corpus.DeclaredKind(current.Value)), "the patch that kubectl apply of "+filepath.Base(i.modified)+" sends for "+filepath.Base(name)), nil
}
