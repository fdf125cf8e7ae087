package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A caseInput is how the command line says which case it means: a case file, or
// the documents of an operation.
type caseInput struct {
	op        choice
	schema    schemaChoice
	engine    engineFlags
	overwrite bool
}

// opOfFiles stands for the operation that the number of files tells.
const opOfFiles = "auto"

// caseOps are the operations with the files that they take.
var caseOps = map[corpus.Op][]string{
	corpus.OpApply:     {"ORIGINAL", "PATCH"},
	corpus.OpDiff:      {"ORIGINAL", "MODIFIED"},
	corpus.OpThreeWay:  {"ORIGINAL", "MODIFIED", "CURRENT"},
	corpus.OpCompose:   {"PATCH", "PATCH..."},
	corpus.OpConflicts: {"LEFT", "RIGHT"},
	corpus.OpLint:      {"PATCH"},
}

func (i *caseInput) register(cmd *cobra.Command) {
	i.op.register(cmd, "op", "", "`operation` whose documents the files are; auto: one file is a case, two are those of apply, three those of threeway", opOfFiles,
		string(corpus.OpApply), string(corpus.OpDiff), string(corpus.OpThreeWay), string(corpus.OpCompose), string(corpus.OpConflicts), string(corpus.OpLint))
	i.schema.register(cmd)
	i.engine.register(cmd)
	cmd.Flags().BoolVar(&i.overwrite, "overwrite", false, "in a three-way merge MODIFIED wins conflicts")
}

// read returns the case. It wants no answer where the files are documents.
func (i *caseInput) read(cmd *cobra.Command, input *inputReader, files []string) (corpus.Case, error) {
	op, err := i.operation(cmd, files)
	if err != nil {
		return corpus.Case{}, err
	}
	if op == "" {
		return readCase(input, files[0])
	}
	if err := i.schema.check(cmd); err != nil {
		return corpus.Case{}, err
	}
	docs, err := readDocuments(input, files)
	if err != nil {
		return corpus.Case{}, err
	}
	s, err := i.schema.choose(input, docs...)
	if err != nil {
		return corpus.Case{}, err
	}
	c := corpus.Case{Comment: "from " + strings.Join(files, ", "), Input: inputOf(op, s, docs)}
	c.Input.Options.Strict, c.Input.Options.Ignore = i.engine.strict, smp.Directives(i.engine.ignore)
	c.Input.Options.Overwrite = i.overwrite
	if !s.Equal(smp.Schema{}) {
		c.Schema = corpus.SchemaSource{OpenAPI: openapi.Encode(s), Root: openapi.Root}
	}
	return c, nil
}

// operation returns the operation of the files, empty for a case.
func (i *caseInput) operation(cmd *cobra.Command, files []string) (corpus.Op, error) {
	op := corpus.Op(i.op.name)
	if op == opOfFiles {
		ops := map[int]corpus.Op{1: "", 2: corpus.OpApply, 3: corpus.OpThreeWay}
		found, ok := ops[len(files)]
		if !ok {
			return "", usageErrorf(cmd, "%s wants CASE, ORIGINAL PATCH, ORIGINAL MODIFIED CURRENT or, with --op, the documents of another operation", cmd.Name())
		}
		return found, nil
	}
	wants := caseOps[op]
	if len(files) != len(wants) && !(op == corpus.OpCompose && len(files) > 0) {
		return "", usageErrorf(cmd, "--op %s wants %s, and got %d arguments", op, strings.Join(wants, " "), len(files))
	}
	return op, nil
}

// readCase returns the case of a file.
func readCase(input *inputReader, file string) (corpus.Case, error) {
	cases, err := loadCases(input, []string{file})
	if err != nil {
		return corpus.Case{}, err
	}
	if len(cases) > 1 {
		return corpus.Case{}, fmt.Errorf("%s: holds %d cases; name the file of one", file, len(cases))
	}
	c := cases[0]
	if w := c.Want.Rejection; w != nil && slices.Contains([]smp.Kind{smp.InvalidSchema, smp.UnknownKind, smp.DifferentKind}, w.Kind) {
		return corpus.Case{}, fmt.Errorf("%s: the case is about %s, which no engine is asked about", file, w.Kind)
	}
	return c, nil
}

// inputOf returns the input of an operation on documents.
func inputOf(op corpus.Op, s smp.Schema, docs []document) corpus.Input {
	in := corpus.Input{Op: op, Schema: s}
	var into []*model.Value
	switch op {
	case corpus.OpApply:
		into = []*model.Value{&in.Original, &in.Patch}
	case corpus.OpDiff:
		into = []*model.Value{&in.Original, &in.Modified}
	case corpus.OpThreeWay:
		into = []*model.Value{&in.Original, &in.Modified, &in.Current}
	case corpus.OpCompose:
		in.Patches = values(docs)
	case corpus.OpConflicts:
		into = []*model.Value{&in.Left, &in.Right}
	case corpus.OpLint:
		into = []*model.Value{&in.Patch}
	}
	for i, document := range into {
		*document = docs[i].value
	}
	return in
}
