package engine

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/util/mergepatch"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// conflictCode is the kind of an error that says that there are conflicts.
const conflictCode smp.Code = "conflict"

// An Operation gives a result as JSON.
type Operation func() ([]byte, error)

// Answer carries out an operation. A panic in it is a fault of the engine.
func Answer(do Operation) (out corpus.Outcome) {
	defer func() {
		if p := recover(); p != nil {
			out = corpus.Outcome{Err: &corpus.Fault{Code: corpus.Panicked, Message: fmt.Sprint(p)}}
		}
	}()
	text, err := do()
	if err != nil {
		return corpus.Outcome{Err: rejection(err)}
	}
	v, err := model.Parse(text)
	if err != nil {
		return corpus.Outcome{Err: &corpus.Fault{Code: corpus.Panicked, Message: noJSON(text, err)}}
	}
	return corpus.Outcome{Result: v}
}

// noJSON says what is wrong with a result, without a path that may be endless.
func noJSON(text []byte, err error) string {
	var e *model.Error
	if errors.As(err, &e) {
		return fmt.Sprintf("the result of %d bytes is no JSON, from byte %d on", len(text), e.Offset)
	}
	return "the result is no JSON: " + err.Error()
}

// rejection returns an engine's error without a kind, which none of these
// engines has; conflicts aside.
func rejection(err error) error {
	if mergepatch.IsConflict(err) {
		return &smp.Error{Code: conflictCode, Cause: err}
	}
	return &corpus.Unclassified{Message: err.Error()}
}

// Skipped says that a request cannot be put to an engine, and why.
func Skipped(format string, args ...any) corpus.Outcome {
	return corpus.Outcome{Skipped: fmt.Sprintf(format, args...)}
}

// Unheard returns why a request cannot be put to an engine that has no options
// but those to do without $patchMergeKey, and to win conflicts; empty if it can.
func Unheard(o corpus.Options) string {
	switch {
	case o.Strict:
		return "the engine is never strict"
	case o.Unions:
		return "the engine knows no unions"
	case o.Ignore&^smp.PatchMergeKey != 0:
		return "the engine ignores no directive that it knows"
	case o.Omit&^smp.PatchMergeKey != 0:
		return "the engine has one level of directives"
	case o.NoWide:
		return "the engine cannot be told to replace nothing more than it must"
	}
	return ""
}
