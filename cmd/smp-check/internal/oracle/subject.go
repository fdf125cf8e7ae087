package oracle

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/strategicpatch/smp/corpus"
)

// A guarded subject returns an error instead of panicking.
type guarded struct{ corpus.Subject }

// Run runs the subject. If the subject panics, the error of the outcome is a *panicError.
func (g guarded) Run(in corpus.Input) (out corpus.Outcome) {
	defer func() {
		if reason := recover(); reason != nil {
			out = corpus.Outcome{Err: &panicError{fmt.Sprint(reason), panicSite()}}
		}
	}()
	return g.Subject.Run(in)
}

// A panicError is a panic, and the function that panicked.
type panicError struct{ reason, where string }

// Error names the function that panicked.
func (e *panicError) Error() string { return fmt.Sprintf("panic in %s: %s", e.where, e.reason) }

func isPanic(err error) bool {
	var e *panicError
	return errors.As(err, &e)
}

// panicSite returns the innermost function that panicked, outside of package runtime. Call it
// in a deferred function, after recover.
func panicSite() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	panicked := false
	for {
		frame, more := frames.Next()
		switch {
		case strings.HasPrefix(frame.Function, "runtime."):
			panicked = true
		case panicked:
			return frame.Function
		}
		if !more {
			return "?"
		}
	}
}

// A pool lends subjects, each to one borrower at a time.
type pool chan corpus.Subject

func newPool(subjects []corpus.Subject) pool {
	p := make(pool, len(subjects))
	for _, s := range subjects {
		p <- guarded{s}
	}
	return p
}

// run returns the answer of one of the subjects.
func (p pool) run(in corpus.Input) corpus.Outcome {
	s := <-p
	defer func() { p <- s }()
	return s.Run(in)
}
