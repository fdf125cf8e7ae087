package fuzz

import (
	"math"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// General puts the laws that hold for every operation to the engine: of a case
// its operation is the one, else the first byte chooses it, the next four are
// for Dialect, and what follows is read as Apply reads it. The engine has to give
// the same answers to whoever asks which rules decide.
func General(data []byte) error {
	in, _, err := anyInput(data)
	if err != nil {
		return err
	}
	if err := keeps(engine, in, func(law laws.Law) bool { return law.Op == "" }); err != nil {
		return err
	}
	return traced(smp.Documented, in)
}

// traced compares the answers with and without a trace.
func traced(d smp.Dialect, in corpus.Input) error {
	return laws.Agree(corpus.EngineOf(d), corpus.Untraced(d), in).Err()
}

// Dialect puts to an engine in some dialect the laws that hold whatever engine a
// dialect follows: it does not panic, leaves its inputs alone, gives the same
// answer again, and all of it or an error, whose place is there. Cases are tried
// in dialect kubernetes; else bytes choose one.
func Dialect(data []byte) error {
	in, rest, err := anyInput(data)
	if err != nil {
		return err
	}
	dialect := smp.Kubernetes
	if rest != nil {
		dialect = dialects[rest.Intn("dialect", len(dialects))]
	}
	err = keeps(corpus.Untraced(dialect), in, func(law laws.Law) bool {
		return slices.Contains([]string{"no-panic", "inputs-unchanged", "repeatable", "all-or-nothing", "error-path"}, law.Name)
	})
	if err != nil {
		return err
	}
	return traced(dialect, in)
}

// dialects are those of Kubernetes, the two that only the drop-in names among them.
var dialects = func() (all []smp.Dialect) {
	for d := smp.Documented + 1; d.String() != "unknown"; d++ {
		all = append(all, d)
	}
	return all
}()

// anyInput makes an input of some operation. Where it is of choices there is a
// source of more.
func anyInput(data []byte) (corpus.Input, gen.Source, error) {
	if err := sized(data); err != nil {
		return corpus.Input{}, nil, err
	}
	if len(data) > 0 && data[0] == '{' {
		in, err := Input(operationOf(data), data)
		return in, nil, err
	}
	src := gen.FromBytes(data)
	ops := laws.Ops()
	op := ops[src.Intn("operation", len(ops))]
	more := gen.FromSeed(uint64(src.Intn("more", math.MaxInt32)))
	return gen.For(op, src).Input(), more, nil
}

// operationOf returns the operation of a case, apply where it has none.
func operationOf(data []byte) corpus.Op {
	v, err := model.Parse(data)
	if err != nil {
		return corpus.OpApply
	}
	name, _ := v.Get("op")
	if op := corpus.Op(name.Text()); slices.Contains(laws.Ops(), op) {
		return op
	}
	return corpus.OpApply
}
