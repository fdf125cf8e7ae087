package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// summary returns the value of the field or, if there is none, the list of a directive.
func summary(t syntax.Field) model.Value {
	for _, v := range [...]model.Value{t.Value, t.Delete, t.Order} {
		if v.Type() != model.Absent {
			return v
		}
	}
	return t.Nameless
}

// hasType reports whether the patch has a value or delete list of type k.
func hasType(t syntax.Field, k model.Type) bool {
	return t.Value.Type() == k || t.Delete.Type() == k || t.Nameless.Type() == k
}
