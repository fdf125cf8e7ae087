package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// importing is how the command line says what files are.
type importing struct {
	target   choice
	modified string
	schema   schemaChoice

	manifest document // what --modified names
}

// targetOfFile stands for the target that the name of a file has in it.
const targetOfFile = "auto"

func (i *importing) register(cmd *cobra.Command) {
	i.target.register(cmd, "target", "", "fuzz `target` that raw bytes are for; auto: the one that their file is named after",
		append([]string{targetOfFile}, targetNames()...)...)
	cmd.Flags().StringVar(&i.modified, "modified", "", "`FILE` of the manifest that is to be applied to a live object")
	i.schema.register(cmd)
}

func (i *importing) check(cmd *cobra.Command, files []string) error {
	if i.modified == stdinName && slices.Contains(files, stdinName) {
		return usageErrorf(cmd, "standard input (-) can be read only once")
	}
	return i.schema.check(cmd)
}

// read returns the case of a file.
func (i *importing) read(input *inputReader, file string) (corpus.Case, error) {
	text, err := input.read(file)
	if err != nil {
		return corpus.Case{}, err
	}
	name := displayName(file)
	switch {
	case i.modified != "":
		return i.live(input, name, text)
	case isGoFuzz(text):
		data, err := goFuzzBytes(text)
		if err != nil {
			return corpus.Case{}, fmt.Errorf("%s: %w", name, err)
		}
		return i.fuzzed(name, data)
	case i.target.name == targetOfFile && loggedCase.Match(text):
		return logged(name, text)
	case i.target.name == targetOfFile && targetIn(file) == "" && bytes.Contains(text, []byte(lastApplied)):
		return corpus.Case{}, fmt.Errorf("%s: is a live object; name the manifest to be applied: --modified FILE", name)
	}
	return i.fuzzed(name, text)
}

// loggedCase is the line in which a broken law prints its case.
var loggedCase = regexp.MustCompile(`(?m)^.*?\bcase: (\{.*\})\s*$`)

// logged returns the last case that a text prints, which is the smallest where
// failures are shrunk.
func logged(name string, text []byte) (corpus.Case, error) {
	lines := loggedCase.FindAllSubmatch(text, -1)
	c, err := corpus.Read(name, lines[len(lines)-1][1])
	if err != nil {
		return corpus.Case{}, fmt.Errorf("the line that begins with case: %w", err)
	}
	return c, nil
}

// live returns the three-way merge of a live object: what was applied last, the
// manifest that is to be applied, and the object.
func (i *importing) live(input *inputReader, name string, text []byte) (corpus.Case, error) {
	text, err := onlyDocument(name, text)
	if err != nil {
		return corpus.Case{}, err
	}
	current := document{name: name}
	if current.value, err = corpus.ParseText(text); err != nil {
		return corpus.Case{}, parseError(name, text, err)
	}
	if err := current.checkSingle(); err != nil {
		return corpus.Case{}, err
	}
	if i.manifest.name == "" {
		if i.manifest, err = input.document(i.modified); err != nil {
			return corpus.Case{}, err
		}
	}
	original, err := lastAppliedTo(current)
	if err != nil {
		return corpus.Case{}, err
	}
	t := threeWay{original: original, modified: i.manifest, current: current}
	s, err := i.schema.choose(input, t.original, t.modified, t.current)
	if err != nil {
		return corpus.Case{}, err
	}
	if err := t.asApply(); err != nil {
		return corpus.Case{}, err
	}
	in := inputOf(corpus.OpThreeWay, s, []document{t.original, t.modified, t.current})
	return finished(in, schemaSourceOf(s, said(current.value)), "what kubectl apply of "+filepath.Base(i.modified)+" has to send for "+filepath.Base(name)), nil
}

// schemaSourceOf returns how a case file says a schema: by its kind, if the
// built-in table has it, else inside.
func schemaSourceOf(s smp.Schema, kind kubernetes.Kind) corpus.SchemaSource {
	switch builtIn, ok := kubernetes.Lookup(kind.APIVersion, kind.Kind); {
	case s.Equal(smp.Schema{}):
		return corpus.SchemaSource{}
	case ok && s.Equal(builtIn):
		return corpus.SchemaSource{APIVersion: kind.APIVersion, Kind: kind.Kind}
	}
	return corpus.SchemaSource{OpenAPI: openapi.Encode(s), Root: openapi.Root}
}

// targetIn returns the fuzz target that a path is named after, empty for none.
func targetIn(file string) string {
	for _, part := range slices.Backward(strings.FieldsFunc(filepath.ToSlash(file), func(r rune) bool {
		return r == '/' || r == '-' || r == '_' || r == '.'
	})) {
		if slices.Contains(targetNames(), part) {
			return part
		}
	}
	return ""
}
