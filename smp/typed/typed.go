package typed

import (
	"errors"
	"reflect"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/strategicpatch"
)

// An Engine applies and finds patches of values of type T. The zero value is ready
// for every type that has fields.
type Engine[T any] struct {
	// Rules is the engine that does the work. Patches that are sent to a cluster are
	// best found with smp.Engine{Dialect: smp.Kubernetes}.
	Rules smp.Engine
	// Schema says how values merge, in place of the tags of T.
	Schema smp.Schema
}

// Apply returns original as changed by a patch, JSON text that may have directives:
// Engine[T]{}.Apply.
func Apply[T any](original T, patch []byte) (T, error) {
	return Engine[T]{}.Apply(original, patch)
}

// Diff returns the patch that turns original into modified: Engine[T]{}.Diff with no
// options.
func Diff[T any](original, modified T) ([]byte, error) {
	return Engine[T]{}.Diff(original, modified, smp.DiffOptions{})
}

// ThreeWay returns the patch that makes of current what the change from original to
// modified says: Engine[T]{}.ThreeWay with no options.
func ThreeWay[T any](original, modified, current T) ([]byte, error) {
	return Engine[T]{}.ThreeWay(original, modified, current, smp.ThreeWayOptions{})
}

// Apply returns original as changed by a patch, JSON text that may have directives.
// Fields that T does not have are left out of the result, as a server leaves them
// out; Rules.Strict rejects them. One whose name differs in case alone is taken for the
// field of T, as encoding/json takes it.
//
// The errors are those of smp.ApplyJSON; *smp.Errors of Kind InvalidSchema, for tags
// that make no sense and for a T that has none, with Document schema; and of Kind
// WrongKind, for a value that encoding/json does not write, with Document original,
// or a result that it does not read into a T, with Document result.
func (e Engine[T]) Apply(original T, patch []byte) (result T, err error) {
	c, err := e.open("original", original)
	if err != nil {
		return result, err
	}
	from, err := c.write("original", original)
	if err != nil {
		return result, err
	}
	changes, err := c.parse("patch", patch)
	if err != nil {
		return result, err
	}
	v, err := c.Apply(c.schema, from, changes)
	if err != nil {
		return result, err
	}
	err = c.read(v, &result)
	return result, err
}

// Diff returns the patch that turns original into modified, as smp.Diff does: {}
// where there is nothing to do. The errors are those of smp.Diff and of Apply.
func (e Engine[T]) Diff(original, modified T, opts smp.DiffOptions) ([]byte, error) {
	c, from, to, err := e.pair(original, modified)
	if err != nil {
		return nil, err
	}
	patch, err := c.Engine.Diff(c.schema, from, to, opts)
	return text(patch), err
}

// ThreeWay returns the patch that makes of current, the live value, what the change
// from original, what was applied last, to modified says, as smp.ThreeWay does. The
// errors are those of smp.ThreeWay and of Apply.
func (e Engine[T]) ThreeWay(original, modified, current T, opts smp.ThreeWayOptions) ([]byte, error) {
	c, from, to, err := e.pair(original, modified)
	if err != nil {
		return nil, err
	}
	live, err := c.write("current", current)
	if err != nil {
		return nil, err
	}
	patch, err := c.Engine.ThreeWay(c.schema, from, to, live, opts)
	var conflict *smp.ConflictError
	if errors.As(err, &conflict) { // which shares no memory with the arguments
		for i := range conflict.Conflicts {
			at := &conflict.Conflicts[i]
			at.Left, at.Right = at.Left.Compact(), at.Right.Compact()
		}
	}
	return text(patch), err
}

// text returns a patch as text, nil for none.
func text(v model.Value) []byte { return v.AppendJSON(nil) }

// A call is one call with values of a Go type.
type call struct {
	smp.Engine
	typ    reflect.Type // of the values; no interface
	schema smp.Schema
}

// open returns the call of which x is an argument.
func (e Engine[T]) open(document string, x T) (c call, err error) {
	c = call{Engine: e.Rules, typ: reflect.TypeOf(x), schema: e.Schema}
	if c.typ == nil {
		return c, wrongKind(document, errors.New("there is no value, and so no type"))
	}
	if c.schema == (smp.Schema{}) {
		c.schema, err = schemaOf(c.typ)
	}
	return c, err
}

// pair opens a call and returns two of its arguments as JSON.
func (e Engine[T]) pair(original, modified T) (c call, from, to model.Value, err error) {
	if c, err = e.open("original", original); err != nil {
		return c, from, to, err
	}
	if from, err = c.write("original", original); err != nil {
		return c, from, to, err
	}
	to, err = c.write("modified", modified)
	return c, from, to, err
}

// schemaOf returns the schema that the tags of a type say.
func schemaOf(t reflect.Type) (smp.Schema, error) {
	for t.Kind() == reflect.Pointer && t.Name() == "" {
		if t.Implements(unstructuredType) {
			break
		}
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return smp.Schema{}, &smp.Error{
			Kind: smp.InvalidSchema, Document: "schema",
			Cause: errors.New("the Go type " + t.String() + " has no tags: give the Engine a Schema, or smp.Schemaless"),
		}
	}
	return strategicpatch.PatchMetaFromStruct{T: t}.MergeSchema()
}
