package gen

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// ForSchema generates an input of the operation for documents of this schema, such as
// that of a built-in kind.
func ForSchema(op corpus.Op, s smp.Schema, src Source) Case { return For(op, given{src, s}) }

// given is a Source together with the schema to use instead of a generated one.
type given struct {
	Source
	schema smp.Schema
}
