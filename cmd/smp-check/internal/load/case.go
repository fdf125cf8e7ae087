package load

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Case reads the only case in a file. It is an error if no engine runs the case, for example
// because the case is about an invalid schema.
func Case(input *Reader, file string) (corpus.Case, error) {
	cases, err := Cases(input, []string{file})
	if err != nil {
		return corpus.Case{}, err
	}
	if len(cases) > 1 {
		return corpus.Case{}, fmt.Errorf("%s: contains %d cases; name a file that contains one", file, len(cases))
	}
	c := cases[0]
	if w := c.Want.Rejection; w != nil && slices.Contains([]smp.Code{smp.InvalidSchema, smp.UnknownKind, smp.DifferentKind}, w.Code) {
		return corpus.Case{}, fmt.Errorf("%s: the case expects %s, which the runner reports before it calls an engine; name another case", file, w.Code)
	}
	return c, nil
}

// Input returns the input of an operation. The documents in docs have the order of the
// command line.
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

// builtInCases returns the built-in cases among paths, and the other paths. The path of a
// built-in case is area/name, and the path of all cases of an area is the name of the area.
// Existing files with these names take precedence.
func builtInCases(paths []string) (cases []corpus.Case, others []string, err error) {
	for _, path := range paths {
		var named []corpus.Case
		if _, missing := os.Stat(path); missing != nil && path != output.Stream {
			named, err = corpus.CasesWhere(func(name string, _ []byte) bool { return name == path || strings.HasPrefix(name, path+"/") })
			if err != nil {
				return nil, nil, err
			}
			if len(named) == 0 {
				return nil, nil, fmt.Errorf("%s: no built-in case has this name (see smp-check run --list), and no such file or folder exists", path)
			}
		} else {
			others = append(others, path)
		}
		cases = append(cases, named...)
	}
	return cases, others, nil
}

// Cases returns the cases in files and directories and the built-in cases with the given
// names. Without paths it returns all built-in cases.
func Cases(r *Reader, paths []string) ([]corpus.Case, error) {
	if len(paths) == 0 {
		return corpus.Cases()
	}
	cases, paths, err := builtInCases(paths)
	if err != nil {
		return nil, err
	}
	onDisk := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return path == output.Stream })
	if len(onDisk) > 0 {
		read, err := corpus.Load(onDisk...)
		if err != nil {
			return nil, err
		}
		cases = append(cases, read...)
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
