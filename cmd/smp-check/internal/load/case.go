package load

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Case returns the case of a file.
func Case(input *Reader, file string) (corpus.Case, error) {
	cases, err := Cases(input, []string{file})
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

// Input returns the input of an operation on documents.
func Input(op corpus.Op, s smp.Schema, docs []Document) corpus.Input {
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
		in.Patches = Values(docs)
	case corpus.OpConflicts:
		into = []*model.Value{&in.Left, &in.Right}
	case corpus.OpLint:
		into = []*model.Value{&in.Patch}
	}
	for i, document := range into {
		*document = docs[i].Value
	}
	return in
}

// Cases reads the cases of files and folders, or those that are built in.
func Cases(r *Reader, paths []string) ([]corpus.Case, error) {
	if len(paths) == 0 {
		return corpus.Cases()
	}
	onDisk := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return path == output.Stream })
	var cases []corpus.Case
	if len(onDisk) > 0 {
		var err error
		if cases, err = corpus.Load(onDisk...); err != nil {
			return nil, err
		}
	}
	for range len(paths) - len(onDisk) {
		text, err := r.Read(output.Stream)
		if err != nil {
			return nil, err
		}
		one, err := corpus.Read(output.StdinText, text)
		if err != nil {
			return nil, err
		}
		cases = append(cases, one)
	}
	return cases, nil
}
