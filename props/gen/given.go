package gen

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// ForSchema makes an input of the operation for documents of this schema, such
// as that of a built-in kind.
func ForSchema(op corpus.Op, s smp.Schema, src Source) Case { return For(op, given{src, s}) }

// given is a Source that comes with a schema, so that none is made.
type given struct {
	Source
	schema smp.Schema
}
