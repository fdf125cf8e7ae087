package found

import (
	"github.com/strategicpatch/smp/cmd/smp-check/internal/oracle"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Case returns a case with the answer of the engine.
func Case(in corpus.Input, schema corpus.SchemaSource, comment string) corpus.Case {
	c := corpus.Case{Comment: comment, Schema: schema, Input: in}
	return c.Answered(oracle.Ours.Run(in))
}

// SchemaSource returns how a case file says a schema: by its kind, if the
// built-in table has it, else inside.
func SchemaSource(s smp.Schema, kind kubernetes.Kind) corpus.SchemaSource {
	if builtIn, ok := kubernetes.Lookup(kind.APIVersion, kind.Kind); ok && s.Equal(builtIn) {
		return corpus.SchemaSource{APIVersion: kind.APIVersion, Kind: kind.Kind}
	}
	return corpus.SourceOf(s)
}
