package main

import (
	"errors"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// notInput lists the keys of a test that are not part of the engine's input.
var notInput = []string{"id", "comment", "rules", "section", "features", "result", "resultText", "example", "maxSize", "without", "checks", "error", "cluster"}

// run calls the engine of this module with the op, schema, options and documents of a test.
func run(test model.Value) answer {
	in, source, err := corpus.ReadInput("test", corpus.Rebuilt(test, func(name string, v model.Value) (string, model.Value) {
		if slices.Contains(notInput, name) {
			return name, model.Value{}
		}
		return name, v
	}))
	if err != nil {
		return answer{skipped: true} // the engine does not support these options
	}
	if in.Schema, err = source.Schema(); err == nil && !source.Schemaless() {
		_, _, err = corpus.CommonKind(in.Documents()) // the caller of an engine compares the kinds
	}
	out := corpus.Outcome{Err: err}
	if err == nil {
		out = corpus.Engine().Run(in)
	}
	var e *smp.Error
	if errors.As(out.Err, &e) {
		return answer{code: string(e.Code), path: e.Path.String()}
	}
	return answer{result: out.Result, skipped: out.Skipped != ""}
}
