package fuzz

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
)

// Diff puts the laws of Diff to the engine, with bytes as Apply takes them.
func Diff(data []byte) error { return try(corpus.OpDiff, data) }

// ThreeWay puts the laws of ThreeWay to the engine, with bytes as Apply takes
// them, and compares what its patches make of current, and its conflicts, with
// the reference.
func ThreeWay(data []byte) error {
	in, err := Input(corpus.OpThreeWay, data)
	if err != nil {
		return err
	}
	if err := laws.Reaches(engine, reference.TargetOptions{}, in).Err(); err != nil {
		return err
	}
	if err := laws.FindsConflicts(engine, reference.Conflicts, in).Err(); err != nil {
		return err
	}
	return lawful(in)
}

// Compose puts the laws of Compose and of Conflicts to the engine, with bytes
// as Apply takes them. The two patches of a case of Conflicts are composed, and
// the first two of a case of Compose compared.
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

// Lint puts the laws of Lint to the engine, with bytes as Apply takes them, and
// compares the problems it finds with those of the reference.
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
