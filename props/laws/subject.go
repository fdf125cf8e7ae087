package laws

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An ApplyFunc is one way to apply a patch. Of the engine it heeds Ignore, Strict
// and Unions.
type ApplyFunc func(e smp.Engine, s smp.Schema, original, patch model.Value) (model.Value, error)

// Applier returns a Subject that does nothing but apply, by this function. It
// skips every other operation, and documents whose text is no JSON.
func Applier(name string, apply ApplyFunc) corpus.Subject { return applier{name, apply} }

type applier struct {
	name  string
	apply ApplyFunc
}

func (a applier) Name() string { return a.name }

func (a applier) Run(in corpus.Input) corpus.Outcome {
	if in.Op != corpus.OpApply {
		return corpus.Outcome{Skipped: "it only applies patches"}
	}
	if err := in.Err(); err != nil {
		return corpus.Outcome{Err: err}
	}
	e := smp.Engine{Ignore: in.Options.Ignore, Strict: in.Options.Strict, Unions: in.Options.Unions}
	result, err := a.apply(e, in.Schema, in.Original, in.Patch)
	return corpus.Outcome{Result: result, Err: err}
}
