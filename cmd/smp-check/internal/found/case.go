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

// SchemaSource returns the schema as a case file contains it: as a kind if it is built in, else
// in full.
func SchemaSource(s smp.Schema, kind kubernetes.Kind) corpus.SchemaSource {
	if builtIn, ok := kubernetes.Lookup(kind.APIVersion, kind.Kind); ok && s.Equal(builtIn) {
		return corpus.SchemaSource{APIVersion: kind.APIVersion, Kind: kind.Kind}
	}
	return corpus.SourceOf(s)
}
