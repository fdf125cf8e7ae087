package corpus

import "github.com/strategicpatch/smp/model"

// Effect is the effect of a correct patch, for the tests that write vectors.
type Effect struct {
	Size    int
	Without [][]string
	Checks  []Check
}

// A Check is an operation with its result. The patch to check is left out.
type Check struct {
	In     Input
	Result model.Value
}

// EffectOf returns the effect of a correct patch.
func EffectOf(in Input, patch model.Value, dialect string) Effect {
	e := effectOf(in, patch, dialect)
	out := Effect{Size: e.size, Without: e.without}
	for _, on := range e.applied {
		out.Checks = append(out.Checks, Check{on.in, on.result})
	}
	for _, again := range e.again {
		out.Checks = append(out.Checks, Check{again, noMembers})
	}
	return out
}
