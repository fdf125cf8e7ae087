package fuzz

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
)

// Diff checks the laws of Diff on the engine, with bytes like those of Apply.
func Diff(data []byte) error { return try(corpus.OpDiff, data) }

// ThreeWay checks the laws of ThreeWay on the engine, with bytes like those of Apply, and
// compares the results of patches and the conflicts with the reference. If current is absent, as
// in a case of a diff, it is original.
func ThreeWay(data []byte) error {
	in, err := Input(corpus.OpThreeWay, data)
	if err != nil {
		return err
	}
	if in.Current.Type() == model.Absent {
		in = in.With("current", in.Original)
	}
	if err := laws.Reaches(engine, reference.TargetOptions{}, in).Err(); err != nil {
		return err
	}
	if err := laws.FindsConflicts(engine, reference.Conflicts, in).Err(); err != nil {
		return err
	}
	return lawful(in)
}

// Compose checks the laws of Compose and of Conflicts on the engine, with bytes like those of
// Apply. If the case is for Conflicts, its two patches are also composed. If it is for
// Compose, its first two patches are also compared.
func Compose(data []byte) error {
	composed, err := Input(corpus.OpCompose, data)
	if err != nil {
		return err
	}
	compared, err := Input(corpus.OpConflicts, data)
	if err != nil {
		return err
	}
	switch n := len(composed.Patches); {
	case n == 0:
		composed.Patches = []model.Value{compared.Left, compared.Right}
	case n > 1 && compared.Left.Type() == model.Absent && compared.Right.Type() == model.Absent:
		compared.Left, compared.Right = composed.Patches[0], composed.Patches[1]
	}
	if err := lawful(composed); err != nil {
		return err
	}
	return lawful(compared)
}

// Lint checks the laws of Lint on the engine, with bytes like those of Apply, and
// compares the problems with those of the reference.
func Lint(data []byte) error {
	in, err := Input(corpus.OpLint, data)
	if err != nil {
		return err
	}
	if err := laws.FindsProblems(engine, reference.Lint, in).Err(); err != nil {
		return err
	}
	return lawful(in)
}

func try(op corpus.Op, data []byte) error {
	in, err := Input(op, data)
	if err != nil {
		return err
	}
	return lawful(in)
}
