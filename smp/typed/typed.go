package typed

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/internal/decode"
	"github.com/strategicpatch/smp/smp/internal/desk"
	"github.com/strategicpatch/smp/smp/internal/secret"
	"github.com/strategicpatch/smp/smp/internal/version"
	"github.com/strategicpatch/smp/smp/strategicpatch"
)

// An Engine applies and creates patches of values of type T. The zero value follows the rules of
// clusters. T may be any type that has fields.
type Engine[T any] struct {
	// Specification selects the rules of the specification instead of those of clusters.
	Specification bool
	// Engine has the other settings, which also apply to clusters. For example, this rejects
	// misspelled fields:
	//
	//	typed.Engine[*appsv1.Deployment]{Engine: smp.Engine{Strict: true}}
	//
	// Its field Unions requires a
	// Schema if the tags of T do not define unions. The tags of k8s.io/api do not define unions,
	// but the schemas of kubernetes.LookupType do. Unions has no effect on Apply and Overlay
	// without Specification, because clusters do not support unions.
	Engine smp.Engine
	// Schema defines how values merge, instead of the tags of T.
	Schema smp.Schema
}

// Apply applies a patch to original and returns the result, as a cluster does. The patch is JSON
// and may contain directives. Apply is shorthand for Engine[T]{}.Apply.
func Apply[T any](original T, patch []byte) (T, error) {
	return Engine[T]{}.Apply(original, patch)
}

// Diff returns a patch that a cluster applies to turn original into modified. It is shorthand for
// Engine[T]{}.Diff without options.
func Diff[T any](original, modified T) ([]byte, error) {
	return Engine[T]{}.Diff(original, modified, smp.DiffOptions{})
}

// ThreeWay returns a patch that brings current in line with the changes from original to modified,
// on a cluster. It is shorthand for Engine[T]{}.ThreeWay without options. If both modified and
// current have changed a value of original, and in different ways, the error is an
// *smp.ConflictError. To overwrite such values, as kubectl apply does, call Engine.ThreeWay with the
// option Overwrite.
func ThreeWay[T any](original, modified, current T) ([]byte, error) {
	return Engine[T]{}.ThreeWay(original, modified, current, smp.ThreeWayOptions{})
}

// Apply applies a patch to original and returns the result. The patch is JSON and may contain
// directives. As on a server, fields that T does not have are missing in the result. If Strict is
// set in the field Engine, such a field is an error, and so is a field whose name differs only in case.
// Without Strict, such a field replaces that of T, as in encoding/json, and a list in it is not merged.
// A nil original counts as an empty value. A nil or empty patch is an error with Code Syntax. The patch
// null changes nothing, as on a server; with Specification, it is an error with Code WrongType.
//
// The errors are those of cluster.Engine.ApplyJSON or, with Specification, of smp.ApplyJSON. The
// following errors are *smp.Errors, too:
//
//   - InvalidSchema, Document schema: the tags are invalid, or T has none.
//   - WrongType, Document original: encoding/json can't write a value, or original is a nil
//     interface.
//   - WrongType, Document patch: encoding/json can't read a value of the patch into a T, such as the
//     quantity "lots". Path leads to this value.
//   - WrongType, Document result: the same for a value of the result that is not in the patch. This
//     happens if a type has its own decoder, because Path then leads to the whole value of the type.
//
// The text of these errors does not contain the text of errors of encoding/json and of the methods
// that it calls, because it may contain values, such as secrets. errors.As and errors.Unwrap return
// the original error. Do not log it.
func (e Engine[T]) Apply(original T, patch []byte) (result T, err error) {
	c, err := e.open("original", original)
	if err != nil {
		return result, err
	}
	var text []byte
	var unread error // of the text that was made on a desk
	// A result that consists of Go maps may share memory with the patch.
	onDesk := e.Engine.Trace == nil && !c.isMap() && desk.Use(func(read desk.Reader) error {
		c.reader = read
		_, v, err := c.merge(original, patch)
		text = v.AppendJSON(nil)
		return err
	})
	if onDesk {
		if unread = c.decode(text, &result); unread == nil {
			return result, nil
		}
	}
	c.reader = desk.Reader{}
	changes, v, err := c.merge(original, patch)
	if err != nil {
		return result, err
	}
	if !onDesk {
		unread = c.read(v, &result)
	}
	if unread != nil {
		err, _ = c.inPatch(readError(v, c.typ, unread), v, changes)
	}
	return result, err
}

// Diff returns the patch that turns original into modified, as [smp.Engine.Diff] does. If there is
// nothing to change, the patch is {}. An object without apiVersion and kind counts as an object of
// the same type as the other one. A patch that replaces a place as a whole (see opts.Wide) contains
// the metadata.resourceVersion of original, and no patch removes the version.
//
// A nil original counts as an empty value, so the patch contains all of modified. A nil modified is
// an error with Code WrongType, because the patch would delete everything. The other errors are
// those of smp.Diff and of Apply.
func (e Engine[T]) Diff(original, modified T, opts smp.DiffOptions) ([]byte, error) {
	return e.patchText(original, opts.OnlyText(desk.Pass{}), func(c call) (patch model.Value, err error) {
		from, to, err := c.pair(original, modified)
		if err == nil {
			err = c.shareType(&from, &to)
		}
		if err == nil {
			to, err = version.Keep(to, from)
		}
		if err != nil {
			return patch, err
		}
		return pinned(from, opts, func(opts smp.DiffOptions) (model.Value, error) {
			return c.engine.Diff(c.schema, from, to, opts)
		})
	})
}

// ThreeWay returns the patch for current, the live value, like [smp.Engine.ThreeWay]. The patch
// makes the changes from original, the value that was applied last, to modified. An object without
// apiVersion and kind counts as an object of the same type as the others. A patch that replaces a
// place as a whole (see opts.Wide) contains the metadata.resourceVersion of current, and no patch
// removes the version. The package documentation describes the options for changes of others.
//
// A nil original means that no value has been applied before. The patch then deletes nothing. A nil
// current counts as an empty value. A nil modified is an error with Code WrongType, because the
// patch would delete everything. The other errors are those of smp.ThreeWay and of Apply.
func (e Engine[T]) ThreeWay(original, modified, current T, opts smp.ThreeWayOptions) ([]byte, error) {
	return e.patchText(original, opts.OnlyText(desk.Pass{}), func(c call) (patch model.Value, err error) {
		from, to, err := c.pair(original, modified)
		if err != nil {
			return patch, err
		}
		live, err := c.write("current", current)
		if err == nil {
			err = c.shareType(&live, &to, &from)
		}
		if err == nil && c.isSecret(live, to, from) {
			err = secret.Store(&from, &to, &live)
		}
		if err == nil {
			to, err = version.Keep(to, live)
		}
		if err != nil {
			return patch, err
		}
		patch, err = pinned(live, opts.DiffOptions, func(diff smp.DiffOptions) (model.Value, error) {
			opts := opts
			opts.DiffOptions = diff
			return c.engine.ThreeWay(c.schema, from, to, live, opts)
		})
		var conflict *smp.ConflictError
		if errors.As(err, &conflict) { // the error must not share memory with the arguments
			for i := range conflict.Conflicts {
				at := &conflict.Conflicts[i]
				at.Left, at.Right = at.Left.Compact(), at.Right.Compact()
			}
		}
		return patch, err
	})
}

// patchText starts a call with original as its first argument, and returns the patch of run as text. Some
// errors come with a patch.
func (e Engine[T]) patchText(original T, onlyText bool, run func(call) (model.Value, error)) (text []byte, err error) {
	c, err := e.open("original", original)
	if err != nil {
		return nil, err
	}
	err = desk.Do(onlyText && e.Engine.Trace == nil, func(read desk.Reader) error {
		c.reader = read
		patch, err := run(c)
		text = patch.AppendJSON(nil)
		return err
	})
	return text, err
}

// pinned returns the patch that diff makes with the options. If the patch replaces a place as a whole, it
// contains the version of the live value.
func pinned(live model.Value, opts smp.DiffOptions, diff func(smp.DiffOptions) (model.Value, error)) (model.Value, error) {
	if opts.Wide == nil {
		opts.Wide = new([]model.Path) // of this run, because after an error the call is made again
	}
	patch, err := diff(opts)
	if err != nil {
		return patch, err
	}
	return version.Pin(patch, live, *opts.Wide)
}

// merge reads a patch and applies it to original. It returns the patch and the result.
func (c call) merge(original any, patch []byte) (changes, result model.Value, err error) {
	from, err := c.write("original", original)
	if err == nil {
		changes, err = c.parse("patch", patch)
	}
	if err == nil {
		result, err = c.apply(from, changes)
	}
	return changes, result, err
}

// apply applies a patch. If a cluster rejects the patch and the specification accepts it, the error
// mentions Engine.Specification.
func (c call) apply(v, patch model.Value) (model.Value, error) {
	result, err := c.engine.Apply(c.schema, v, patch)
	var e *smp.Error
	if c.specification == nil || !errors.As(err, &e) {
		return result, err
	}
	if _, rejected := c.specification.Apply(c.schema, v, patch); rejected != nil {
		return result, err
	}
	hinted := *e
	hinted.Cause = fmt.Errorf("%w; Engine.Specification accepts it", e.Cause)
	return result, &hinted
}

var errNil = errors.New("the value is nil, so it has no type; expected a Go value or a nil pointer")

// A merger is the engine of the specification or of clusters.
type merger interface {
	Apply(s smp.Schema, original, patch model.Value) (model.Value, error)
	Diff(s smp.Schema, original, modified model.Value, opts smp.DiffOptions) (model.Value, error)
	ThreeWay(s smp.Schema, original, modified, current model.Value, opts smp.ThreeWayOptions) (model.Value, error)
}

// A call is one call with values of a Go type.
type call struct {
	engine        merger
	specification merger       // engine of the specification if engine is that of clusters, or nil
	typ           reflect.Type // Go type of the values; never an interface
	schema        smp.Schema
	limits        smp.Limits
	reader        desk.Reader // the zero Reader uses ordinary memory
}

// isMap reports whether the Go type consists of Go maps.
func (c call) isMap() bool {
	return c.typ == reflect.TypeFor[map[string]any]() || c.typ.Implements(unstructuredType)
}

// open starts a call with x as an argument.
func (e Engine[T]) open(document string, x T) (c call, err error) {
	c = call{engine: e.Engine, typ: reflect.TypeOf(x), schema: e.Schema, limits: e.Engine.Limits}
	if !e.Specification {
		server := cluster.Engine{Ignore: e.Engine.Ignore, Strict: e.Engine.Strict, Limits: e.Engine.Limits}
		if trace := e.Engine.Trace; trace != nil {
			server.Trace = func(event cluster.Event) { trace(event.Event) }
		}
		c.engine = server
		untraced := e.Engine
		untraced.Trace = nil
		c.specification = untraced
	}
	if c.typ == nil {
		return c, wrongType(document, errNil)
	}
	if c.schema == (smp.Schema{}) {
		if c.schema, err = schemaOf(c.typ); err == nil && e.Engine.Unions && !hasUnions(c.typ, c.schema) {
			err = &smp.Error{
				Code: smp.InvalidSchema, Document: "schema",
				Cause: errors.New("Unions is set, but the tags of " + c.typ.String() +
					" define no unions; set Schema (kubernetes.LookupType returns that of a built-in type)"),
			}
		}
	}
	return c, err
}

// pair returns two arguments of a call as JSON.
func (c call) pair(original, modified any) (from, to model.Value, err error) {
	if from, err = c.write("original", original); err != nil {
		return from, to, err
	}
	to, err = c.writeWithoutNils("modified", modified)
	if r := reflect.ValueOf(modified); err == nil && (to.Type() == model.Null || r.Kind() == reflect.Map && r.IsNil()) {
		err = wrongType("modified", errors.New("the value is nil, so the patch would delete all fields; expected the wanted value"))
	}
	return from, to, err
}

// shareType adds the apiVersion and kind of one document to the documents that lack them, because a
// patch cannot change the type of an object. The first document that has both fields counts.
func (c call) shareType(documents ...*model.Value) error {
	at := slices.IndexFunc(documents, func(d *model.Value) bool { return c.isObject(*d) })
	if at < 0 {
		return nil
	}
	object := *documents[at]
	for _, d := range documents {
		if d.Type() != model.Map {
			continue
		}
		missing := missingType(object, *d)
		var err error
		if *d, err = d.WithMembers(missing...); err != nil {
			return err
		}
	}
	return nil
}

// isSecret reports whether the values are Secrets, by the kind of a document or by the Go type.
func (c call) isSecret(documents ...model.Value) bool {
	t := decode.Pointee(c.typ)
	return slices.ContainsFunc(documents, secret.Is) || t.Name() == "Secret" && strings.HasSuffix("/"+t.PkgPath(), "/k8s.io/api/core/v1")
}

// missingType returns the apiVersion and the kind of object as far as other lacks them. It returns
// nothing if other has another apiVersion or kind.
func missingType(object, other model.Value) (missing []model.Member) {
	for _, name := range [...]string{"apiVersion", "kind"} {
		value, _ := object.Get(name)
		switch has, _ := other.Get(name); {
		case has.Type() == model.Absent || has.Type() == model.Null || has.Type() == model.String && has.Text() == "":
			missing = append(missing, model.Member{Name: name, Value: value})
		case !model.Equal(has, value):
			return nil
		}
	}
	return missing
}

// isObject reports whether a document has an apiVersion, a kind and metadata. A document without
// metadata, such as an ObjectReference, may have the two other fields for another purpose.
func (c call) isObject(v model.Value) bool {
	_, declared := c.schema.Field("metadata")
	_, has := v.Get("metadata")
	apiVersion, _ := v.Get("apiVersion")
	kind, _ := v.Get("kind")
	return (declared || has) && apiVersion.Text() != "" && kind.Text() != ""
}

// schemaOf returns the schema defined by the tags of a type.
func schemaOf(t reflect.Type) (smp.Schema, error) {
	for t.Kind() == reflect.Pointer && t.Name() == "" {
		if t.Implements(unstructuredType) {
			break
		}
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return smp.Schema{}, &smp.Error{
			Code: smp.InvalidSchema, Document: "schema",
			Cause: errors.New("the Go type " + t.String() + " has no tags; set Schema to a schema, or to smp.Schemaless"),
		}
	}
	return strategicpatch.PatchMetaFromStruct{T: t}.MergeSchema()
}
