package laws

import (
	"reflect"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An ApplyFunc is a function that applies a patch. It uses the fields Ignore, Strict
// and Unions of the engine. If it returns an error, the value must be absent (model.Value{}).
type ApplyFunc func(e smp.Engine, s smp.Schema, original, patch model.Value) (model.Value, error)

// Applier returns a Subject that applies patches with this function. It skips all other
// operations, and rejects documents whose text is not JSON. If the function does not support all
// options and directives, pass the subject to corpus.Without.
func Applier(name string, apply ApplyFunc) corpus.Subject { return applier{name, apply} }

type applier struct {
	name  string
	apply ApplyFunc
}

func (a applier) Name() string { return a.name }

// Has reports whether the subject supports an operation.
func (a applier) Has(op corpus.Op) bool { return op == corpus.OpApply }

func (a applier) Run(in corpus.Input) corpus.Outcome {
	if !a.Has(in.Op) {
		return corpus.Outcome{Skipped: "it only applies patches"}
	}
	if err := in.Err(); err != nil {
		return corpus.Outcome{Err: err}
	}
	e := smp.Engine{Ignore: in.Options.Ignore, Strict: in.Options.Strict, Unions: in.Options.Unions}
	result, err := a.apply(e, in.Schema, in.Original, in.Patch)
	return corpus.Outcome{Result: result, Err: err}
}

// Asked runs the subject on one input, and returns the subject with a cache of that answer. Laws
// that need the answer to this input share it. Other inputs are passed to the subject. Copies of
// the input are passed to it, too, because laws use copies to run the subject a second time.
func Asked(s corpus.Subject, in corpus.Input) corpus.Subject {
	return &asked{Subject: s, in: in, answer: run(s, in)}
}

type asked struct {
	corpus.Subject
	in     corpus.Input
	answer corpus.Outcome
}

// isOn reports whether the cached answer is the answer to an input. The input must consist of
// the same values in memory, have the same options, and contain no text.
func (a *asked) isOn(in corpus.Input) bool {
	return in.Op == a.in.Op && in.Schema == a.in.Schema && in.Text == nil && a.in.Text == nil &&
		in.Original == a.in.Original && in.Modified == a.in.Modified && in.Current == a.in.Current && in.Patch == a.in.Patch &&
		in.Left == a.in.Left && in.Right == a.in.Right && slices.Equal(in.Patches, a.in.Patches) && reflect.DeepEqual(in.Options, a.in.Options)
}
