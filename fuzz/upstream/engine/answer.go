package engine

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/util/mergepatch"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// conflictCode is the code of an error about conflicts.
const conflictCode smp.Code = "conflict"

// An Operation returns a result as JSON.
type Operation func() ([]byte, error)

// Answer runs an operation. A panic becomes a fault of the engine.
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

// noJSON describes an invalid result, without the path, which may be very long.
func noJSON(text []byte, err error) string {
	var e *model.Error
	if errors.As(err, &e) {
		return fmt.Sprintf("the result of %d bytes is not valid JSON, from byte %d on", len(text), e.Offset)
	}
	return "the result is not valid JSON: " + err.Error()
}

// rejection converts an engine's error into a rejection. The rejection has a code only for
// conflicts, because other errors of these engines have no codes.
func rejection(err error) error {
	if mergepatch.IsConflict(err) {
		return &smp.Error{Code: conflictCode, Cause: err}
	}
	return &corpus.Unclassified{Message: err.Error()}
}

// Skipped returns the outcome of a request that an engine does not support, with the reason.
func Skipped(format string, args ...any) corpus.Outcome {
	return corpus.Outcome{Skipped: fmt.Sprintf(format, args...)}
}

// Unheard returns the reason why an engine does not support the options of a request. The
// reason is empty if the engine supports them. Engines support only two options: omitting
// $patchMergeKey, and overwriting conflicts.
func Unheard(o corpus.Options) string {
	switch {
	case o.Strict:
		return "the engine is never strict"
	case o.Unions:
		return "the engine does not support unions"
	case o.Ignore&^smp.PatchMergeKey != 0:
		return "the engine ignores no directive that it knows"
	case o.Omit&^smp.PatchMergeKey != 0:
		return "the engine has one level of directives"
	case len(o.Keep) > 0:
		return "the engine cannot keep places"
	case o.NoWide:
		return "the engine cannot be told to replace nothing more than it must"
	}
	return ""
}
