package engine

import (
	"k8s.io/apimachinery/pkg/util/mergepatch"
	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Ops returns the operations that the engine supports.
func Ops() []corpus.Op { return []corpus.Op{corpus.OpApply, corpus.OpDiff, corpus.OpThreeWay} }

// Run runs a request, or skips it if the engine does not support it. The function meta
// converts the schema for the engine. It is called only if there is a schema.
func Run(in corpus.Input, meta func() (strategicpatch.LookupPatchMeta, error)) corpus.Outcome {
	if why := Unheard(in.Options); why != "" {
		return Skipped("%s", why)
	}
	preconditions, ok := preconditionsOf(in.Options.Preconditions)
	if !ok {
		return Skipped("the engine looks at no place deeper than metadata before it patches")
	}
	if in.Schema.Equal(smp.Schemaless) {
		return Skipped("the engine requires a schema")
	}
	schema, err := meta()
	if err != nil {
		return Skipped("the engine cannot read the schema: %v", err)
	}
	return Answer(func() ([]byte, error) {
		switch in.Op {
		case corpus.OpDiff:
			return strategicpatch.CreateTwoWayMergePatchUsingLookupPatchMeta(in.JSON("original"), in.JSON("modified"), schema, preconditions...)
		case corpus.OpThreeWay:
			return strategicpatch.CreateThreeWayMergePatch(in.JSON("original"), in.JSON("modified"), in.JSON("current"),
				schema, in.Options.Overwrite, preconditions...)
		default:
			return strategicpatch.StrategicMergePatchUsingLookupPatchMeta(in.JSON("original"), in.JSON("patch"), schema)
		}
	})
}

// preconditionsOf converts preconditions for the engine.
func preconditionsOf(paths []model.Path) ([]mergepatch.PreconditionFunc, bool) {
	var all []mergepatch.PreconditionFunc
	for _, path := range paths {
		var names []string
		for _, step := range path {
			if field, ok := step.(model.Field); ok {
				names = append(names, string(field))
			}
		}
		switch {
		case len(names) == 1:
			all = append(all, mergepatch.RequireKeyUnchanged(names[0]))
		case len(names) == 2 && names[0] == "metadata":
			all = append(all, mergepatch.RequireMetadataKeyUnchanged(names[1]))
		default:
			return nil, false
		}
	}
	return all, true
}
