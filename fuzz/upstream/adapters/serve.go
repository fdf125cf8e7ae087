package adapters

import (
	"errors"
	"fmt"
	"os"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Main serves the engine on the standard streams and ends the process.
func Main(s corpus.Server) {
	if err := s.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "adapter for %s: %v\n", s.Name, err)
		os.Exit(1)
	}
}

// An operation gives a result as JSON.
type operation func() ([]byte, error)

// answer carries out an operation. A panic in it is a fault of the engine.
func answer(do operation) (out corpus.Outcome) {
	defer func() {
		if p := recover(); p != nil {
			out = corpus.Outcome{Err: &corpus.Fault{Kind: corpus.Panicked, Message: fmt.Sprint(p)}}
		}
	}()
	text, err := do()
	if err != nil {
		return corpus.Outcome{Err: rejection(err)}
	}
	v, err := model.Parse(text)
	if err != nil {
		return corpus.Outcome{Err: &corpus.Fault{Kind: corpus.Panicked, Message: noJSON(text, err)}}
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
	if isConflict(err) {
		return &smp.Error{Kind: conflictKind, Cause: err}
	}
	return &corpus.Unclassified{Message: err.Error()}
}

func skipped(format string, args ...any) corpus.Outcome {
	return corpus.Outcome{Skipped: fmt.Sprintf(format, args...)}
}

// unheard returns why a request cannot be put to an engine that has no options
// but those to do without $patchMergeKey, and to win conflicts; empty if it can.
func unheard(o corpus.Options) string {
	switch {
	case o.Strict:
		return "the engine is never strict"
	case o.Ignore&^smp.PatchMergeKey != 0:
		return "the engine ignores no directive that it knows"
	case o.Omit&^smp.PatchMergeKey != 0:
		return "the engine has one level of directives"
	case o.NoWide:
		return "the engine cannot be told to replace nothing more than it must"
	}
	return ""
}
