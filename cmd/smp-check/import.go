package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/corpus"
)

// newImport returns the command that makes case files of what was found
// elsewhere.
func newImport() *cobra.Command {
	var (
		input = inputReader{maxSize: defaultMaxSize}
		from  importing
		to    string
		form  format
	)
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "Make case files of fuzz inputs, failures of laws and live objects",
		Long: `Make case files, for run, minimize and laws, of what was found elsewhere. A FILE is

  an input of the go command's fuzzer     testdata/fuzz/FuzzApply/0123456789abcdef
  an input of libFuzzer or ClusterFuzz    raw bytes after the first, in which targets
                                          that are built there have a weight; --target
                                          says of which target
  a failure of a law                      a file of rapid, or what a test printed: the
                                          line "case: {...}" is read
  a live object                           what kubectl get -o yaml prints; --modified
                                          names the manifest to be applied

Of a live object the last-applied annotation gives the original, so that the case
is about what kubectl apply has to find out. The answer that a case wants is the
one of the engine of this module, or the one that the law's line has.

Several files need --out, a folder that gets a case file for each.

Exit status: 0 when all files were imported, 2 when one was not; then there are
no files.`,
		Example: `  smp-check import fuzz/testdata/fuzz/FuzzApply/0123456789abcdef
  tail -c +2 crash-f00d | smp-check import --target FuzzThreeWay - >case.yaml
  kubectl get deployment shop -o yaml | smp-check import - --modified deployment.yaml
  smp-check import props/testdata/rapid/TestLaws/*.fail --out cases`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return usageErrorf(cmd, "import wants FILE..., and got none")
			case len(args) > 1 && to == "":
				return usageErrorf(cmd, "several files need a folder for their cases: --out FOLDER")
			}
			if err := from.check(cmd, args); err != nil {
				return err
			}
			input.stdin = cmd.InOrStdin()
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
				return writeText(cmd.OutOrStdout(), texts[0])
			}
			return writeCases(to, args, append(slices.Clip(args), from.modified), texts, form)
		},
	}
	from.register(cmd)
	input.register(cmd)
	cmd.Flags().StringVar(&to, "out", "", "`FOLDER` for the case files")
	form.register(cmd, formatYAML, formatJSON)
	return cmd
}

// text returns the case of a file as the text of a case file, which was read
// again to see that it is one.
func (i *importing) text(input *inputReader, file string, form format) ([]byte, error) {
	c, err := i.read(input, file)
	if err != nil {
		return nil, err
	}
	text, err := (&caseOutput{form: form}).text(c)
	if err == nil {
		_, err = corpus.Read(displayName(file), text)
	}
	return text, err
}

// writeCases writes a case file for each file to a folder, and over none of those
// that the command reads.
func writeCases(folder string, files, inputs []string, texts [][]byte, form format) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fileError(folder, err)
	}
	names := make([]string, len(files))
	for i, file := range files {
		base := filepath.Base(strings.TrimPrefix(displayName(file), "standard "))
		names[i] = filepath.Join(folder, strings.TrimSuffix(base, filepath.Ext(base))+"."+form.name)
		if slices.Contains(names[:i], names[i]) {
			return fmt.Errorf("%s: another file becomes %s, too; import them into different folders", file, names[i])
		}
		if err := checkOutput(names[i], inputs); err != nil {
			return err
		}
	}
	for i, name := range names {
		if err := replaceFile(name, texts[i]); err != nil {
			return err
		}
	}
	return nil
}

// finished returns a case with the answer of the engine.
func finished(in corpus.Input, schema corpus.SchemaSource, comment string) corpus.Case {
	c := corpus.Case{Comment: comment, Schema: schema, Input: in}
	return c.Answered(ours.Run(in))
}
