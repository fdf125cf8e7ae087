package adapters

import (
	jsonpatch "github.com/evanphx/json-patch/v5"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/fuzz/upstream/engine"
)

// MergePatch returns a server for JSON Merge Patch, as implemented by
// github.com/evanphx/json-patch. It ignores schemas.
func MergePatch() protocol.Server {
	return protocol.Server{
		Name:     "merge-patch",
		Ops:      []corpus.Op{corpus.OpApply, corpus.OpDiff},
		Dialects: []string{"merge-patch"},
		Answer:   mergePatch,
	}
}

func mergePatch(r protocol.Request) corpus.Outcome {
	in := r.Input
	switch {
	case in.Options.Strict:
		return engine.Skipped("the engine is never strict")
	case in.Options.Unions:
		return engine.Skipped("the engine does not support unions")
	case len(in.Options.Preconditions) > 0:
		return engine.Skipped("the engine has no preconditions")
	case len(in.Options.Keep) > 0:
		return engine.Skipped("the engine cannot keep places")
	}
	return engine.Answer(func() ([]byte, error) {
		original := in.JSON("original")
		if len(original) == 0 {
			original = []byte("{}")
		}
		if in.Op == corpus.OpDiff {
			return jsonpatch.CreateMergePatch(original, in.JSON("modified"))
		}
		return jsonpatch.MergePatch(original, in.JSON("patch"))
	})
}
