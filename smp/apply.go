package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/apply"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/listpatch"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// Apply applies a strategic merge patch to original and returns the result, by the rules
// that the constants of type [Rule] define.
//
// Apply is shorthand for Engine{}.Apply.
func Apply(s Schema, original, patch model.Value) (model.Value, error) {
	return Engine{}.Apply(s, original, patch)
}

// Apply applies a strategic merge patch to original and returns the result, a map that shares
// unchanged parts with original. An absent or null original counts as {} (rule root). Unchanged
// fields of original keep their position and their JSON text. New fields follow in the order of the
// patch. If the map of the patch contains a directive, and merges into a map of original, they are
// sorted by name.
//
//	{"replicas": 3, "paused": true}  original
//	{"replicas": 5, "paused": null}  patch
//	{"replicas": 5}                  result
//
// The error is an [*Error] with the code, document (original or patch), path and rule of the first
// fault. Faults are ordered by field name. In a map, $patch comes before $retainKeys and the
// fields. In a list, the types and keys of all elements come before the delete list, the deletions,
// the merges and the order list. If s is the zero Schema, the Code is InvalidSchema.
func (e Engine) Apply(s Schema, original, patch model.Value) (model.Value, error) {
	return e.applyWith(nil, s, original, patch)
}

// applyWith is like Apply, but if b is not nil, the result is only for b.AppendJSON.
func (e Engine) applyWith(b *model.Builder, s Schema, original, patch model.Value) (_ model.Value, err error) {
	defer faults.RecoverSchema(&err)
	result, f := e.apply(b, s, original, patch)
	if f != nil {
		return model.Value{}, asError(f, "original", "patch")
	}
	return result, nil
}

// apply is like applyWith, but returns a fault, so that callers can choose the names of the
// documents in the error.
func (e Engine) apply(b *model.Builder, s Schema, original, patch model.Value) (model.Value, *faults.Fault) {
	return apply.MergeRoot(b, s.must(), original, patch, e.applyOptions())
}

// applyOptions returns the options of a call of packages apply and compose.
func (e Engine) applyOptions() apply.Options {
	return apply.Options{Dialect: e.dialect(), Strict: e.Strict, Unions: e.Unions, Trace: e.tracer()}
}

// CheckOrder checks the patch list of a field and order, the value of the field's $setElementOrder
// directive. If list or order is malformed, or if they contradict each other, CheckOrder returns
// the error of Apply (rule order-directive). In the path of this error, the field has the name
// list. s is the schema of the field. If it is not a merging list, the directive has no effect, and
// the error is nil. The patch list may be absent. ignore is the field Ignore of the engine.
func CheckOrder(s Schema, list, order model.Value, ignore Directives) (err error) {
	defer faults.RecoverSchema(&err)
	u := s.must()
	if !u.Merging() {
		return nil
	}
	d, p := Engine{Ignore: ignore}.dialect(), listpatch.New(u, syntax.Field{Name: syntax.ListField, Value: list, Order: order})
	p.ReadFor(d, false)
	f := p.Found.First()
	if f == nil {
		_, f = p.ReadOrder(d, nil)
	}
	if f != nil {
		return asError(f.UnderField(syntax.ListField), "original", "patch")
	}
	return nil
}
