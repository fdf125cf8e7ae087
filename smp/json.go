package smp

import (
	"cmp"
	"errors"
	"fmt"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// ComposeJSON is like [Compose], but for JSON text. It is shorthand for Engine{}.ComposeJSON.
func ComposeJSON(s Schema, patches ...[]byte) ([]byte, error) {
	return Engine{}.ComposeJSON(s, patches...)
}

// ComposeJSON is like [Engine.Compose], but for JSON text. It may also return an *Error with Code
// Syntax or Limit.
func (e Engine) ComposeJSON(s Schema, patches ...[]byte) ([]byte, error) {
	c := e.textCall()
	values := make([]model.Value, len(patches))
	for n, src := range patches {
		values[n] = c.parse(fmt.Sprintf("patches[%d]", n), src)
	}
	if c.err != nil {
		return nil, c.err
	}
	composed, err := e.Compose(s, values...)
	return c.write(nil, composed, err)
}

// ConflictsJSON is like [Conflicts], but for JSON text. It is shorthand for Engine{}.ConflictsJSON.
func ConflictsJSON(s Schema, left, right []byte) ([]Conflict, error) {
	return Engine{}.ConflictsJSON(s, left, right)
}

// ConflictsJSON is like [Engine.Conflicts], but for JSON text. It may also return an *Error with
// Code Syntax or Limit.
func (e Engine) ConflictsJSON(s Schema, left, right []byte) ([]Conflict, error) {
	c := e.valueCall()
	ours, theirs := c.parse("left", left), c.parse("right", right)
	if c.err != nil {
		return nil, c.err
	}
	return e.Conflicts(s, ours, theirs)
}

// LintJSON is like [Lint], but for JSON text. It is shorthand for Engine{}.LintJSON.
func LintJSON(s Schema, patch []byte) ([]Problem, error) { return Engine{}.LintJSON(s, patch) }

// LintJSON is like [Engine.Lint], but for JSON text. The error is an *Error with Code Syntax or
// Limit.
func (e Engine) LintJSON(s Schema, patch []byte) ([]Problem, error) {
	c := e.valueCall()
	v := c.parse("patch", patch)
	if c.err != nil {
		return nil, c.err
	}
	return e.Lint(s, v), nil
}

// ApplyJSON is like [Apply], but for JSON text. It is shorthand for Engine{}.ApplyJSON.
func ApplyJSON(s Schema, original, patch []byte) ([]byte, error) {
	return Engine{}.ApplyJSON(s, original, patch)
}

// ApplyJSON is like [Engine.Apply], but for JSON text. An empty original counts as {}. Text that
// the patch does not change is copied byte for byte. ApplyJSON may also return an *Error with Code
// Syntax or Limit. The Cause of such an error is a *model.Error with the offset.
func (e Engine) ApplyJSON(s Schema, original, patch []byte) ([]byte, error) {
	return e.AppendApplyJSON(nil, s, original, patch)
}

// DiffJSON is like [Diff], but for JSON text. It follows the rules of the specification. The patch
// may contain directives that clusters do not support. To get a patch for a cluster, call Diff of
// package kubernetes or DiffJSON of package cluster.
//
// DiffJSON is shorthand for Engine{}.DiffJSON without options.
func DiffJSON(s Schema, original, modified []byte) ([]byte, error) {
	return Engine{}.DiffJSON(s, original, modified, DiffOptions{})
}

// DiffJSON is like [Engine.Diff], but for JSON text. Empty documents count as {}. It may also
// return an *Error with Code Syntax or Limit.
func (e Engine) DiffJSON(s Schema, original, modified []byte, opts DiffOptions) ([]byte, error) {
	return e.AppendDiffJSON(nil, s, original, modified, opts)
}

// ThreeWayJSON is like [ThreeWay], but for JSON text. It follows the rules of the specification.
// The patch may contain directives that clusters do not support. To get a patch for a cluster, call
// ThreeWay of package kubernetes or ThreeWayJSON of package cluster.
//
// ThreeWayJSON is shorthand for Engine{}.ThreeWayJSON without options. Conflicts are an error.
func ThreeWayJSON(s Schema, original, modified, current []byte) ([]byte, error) {
	return Engine{}.ThreeWayJSON(s, original, modified, current, ThreeWayOptions{})
}

// ThreeWayJSON is like [Engine.ThreeWay], but for JSON text. Empty documents count as {}. It may
// also return an *Error with Code Syntax or Limit.
func (e Engine) ThreeWayJSON(s Schema, original, modified, current []byte, opts ThreeWayOptions) ([]byte, error) {
	return e.AppendThreeWayJSON(nil, s, original, modified, current, opts)
}

// AppendApplyJSON is like [Engine.ApplyJSON], but appends the result to dst and returns the
// extended slice. If dst has enough capacity, no memory is allocated for the result. The inputs are
// read before dst is written, so dst may be original[:0], which reuses the memory of original. If
// the call fails, dst is returned unchanged.
func (e Engine) AppendApplyJSON(dst []byte, s Schema, original, patch []byte) ([]byte, error) {
	c := e.textCall()
	from, changes := c.parseNear("original", original, model.Value{}), c.parse("patch", patch)
	if c.err != nil {
		return dst, c.err
	}
	result, err := e.applyWith(c.builder, s, from, changes)
	return c.write(dst, result, err)
}

// AppendDiffJSON is like [Engine.DiffJSON], but appends the patch to dst and returns the extended
// slice. As with AppendApplyJSON, dst may reuse the memory of a document, and is returned unchanged
// if the call fails.
func (e Engine) AppendDiffJSON(dst []byte, s Schema, original, modified []byte, opts DiffOptions) ([]byte, error) {
	c := e.textCall()
	from := c.parseNear("original", original, model.Value{})
	to := c.parseNear("modified", modified, from)
	if c.err != nil {
		return dst, c.err
	}
	patch, err := e.diffWith(c.builder, s, from, to, opts)
	return c.write(dst, patch, err)
}

// AppendThreeWayJSON is like [Engine.ThreeWayJSON], but appends the patch to dst and returns the
// extended slice. As with AppendApplyJSON, dst may reuse the memory of a document, and is returned
// unchanged if the call fails.
func (e Engine) AppendThreeWayJSON(dst []byte, s Schema, original, modified, current []byte, opts ThreeWayOptions) ([]byte, error) {
	c := e.textCall()
	from := c.parseNear("original", original, model.Value{})
	to, live := c.parseNear("modified", modified, from), c.parseNear("current", current, from)
	if c.err != nil {
		return dst, c.err
	}
	patch, err := e.threeWayWith(c.builder, s, from, to, live, opts)
	return c.write(dst, patch, err)
}

// A textCall reads the JSON documents of one call, within the limits of its engine, and writes the
// result. After the first error, it reads no further documents.
type textCall struct {
	limits  Limits
	builder *model.Builder
	own     bool  // the builder belongs to this call alone and is not reused
	err     error // error of the first document that cannot be read
}

// builders is a pool of builders for calls with short documents.
var builders = sync.Pool{New: func() any { return new(model.Builder) }}

// keptText is the length of the longest document for which a builder of the pool is used. A builder
// in the pool keeps documents of earlier calls alive, so these must not be long.
const keptText = 1 << 12

func (e Engine) textCall() textCall {
	return textCall{limits: e.Limits, builder: builders.Get().(*model.Builder)}
}

// valueCall returns a textCall for a call that returns values, which must not share memory
// with other calls.
func (e Engine) valueCall() textCall {
	return textCall{limits: e.Limits, builder: new(model.Builder), own: true}
}

// write ends a call. It appends the text of v to dst or, if err is not nil, returns dst unchanged.
func (c *textCall) write(dst []byte, v model.Value, err error) ([]byte, error) {
	if err == nil {
		dst = c.builder.AppendJSON(dst, v)
	}
	c.done()
	return dst, err
}

// done ends a call and returns the builder to the pool, if it belongs there.
func (c *textCall) done() {
	if !c.own {
		builders.Put(c.builder)
	}
}

// parse reads one document.
func (c *textCall) parse(document string, src []byte) model.Value {
	return c.read(document, src, model.Value{})
}

// parseNear reads a document that may resemble near, another document of the same call. Equal parts
// are read only once. If src is empty, the document is absent.
func (c *textCall) parseNear(document string, src []byte, near model.Value) model.Value {
	if len(src) == 0 {
		return model.Value{}
	}
	return c.read(document, src, near)
}

func (c *textCall) read(document string, src []byte, near model.Value) model.Value {
	if c.err != nil {
		return model.Value{}
	}
	if len(src) > keptText && !c.own {
		builders.Put(c.builder)
		c.builder, c.own = new(model.Builder), true
	}
	v, err := c.builder.Parse(src, model.MaxDepth(c.limits.Depth), model.MaxBytes(c.limits.Bytes), model.Near(near))
	if err != nil {
		c.done()
		c.err = parseError(document, err)
	}
	return v
}

// AsMergePatch returns the JSON Merge Patch (RFC 7386) that turns original into result. Both are
// whole objects. For a strategic merge patch, pass the result of Apply. Use AsMergePatch for custom
// resources, because an API server rejects strategic merge patches of custom resources with status
// 415. Absent and null documents count as {}. A patch without changes is {}.
//
// A merge patch replaces lists as a whole, including elements that others have added since original
// was read. To have a server reject the patch in this case, add metadata.resourceVersion of original
// to it. If a field is null in result but not in original, the error is an *Error with Code
// NotRepresentable and the path of the field, because null means deletion in a merge patch. If a
// document is not a map, the Code is WrongType.
//
// Package jsonmergepatch writes merge patches of three documents, package jsonpatch writes JSON
// Patches, and package server applies both as an API server does.
func AsMergePatch(original, result model.Value) (model.Value, error) {
	original, result = orEmpty(original), orEmpty(result)
	if err := cmp.Or(documentType("original", original), documentType("result", result)); err != nil {
		return model.Value{}, err
	}
	patch, f := mergePatch(new(identity.Equality), original, result)
	if f != nil {
		return model.Value{}, asError(f, "result", "result")
	}
	return patch, nil
}

var errNullMember = errors.New("a JSON merge patch cannot set a field to null")

// mergePatch returns the JSON merge patch between two maps. An original that is not a map
// counts as empty.
func mergePatch(e *identity.Equality, original, result model.Value) (model.Value, *fault) {
	if original.Type() != model.Map {
		if !result.HasNull() {
			return result, nil
		}
		original = emptyMap
	}
	var members []model.Member
	for name, want := range result.Members() {
		have, _ := original.Get(name)
		if e.Of(have, want) {
			continue
		}
		f := (*fault)(nil)
		switch want.Type() {
		case model.Null:
			f = &fault{Code: string(NotRepresentable), Cause: errNullMember}
		case model.Map:
			want, f = mergePatch(e, have, want)
		}
		if f != nil {
			return model.Value{}, f.Under(model.Field(name))
		}
		members = append(members, model.Member{Name: name, Value: want})
	}
	for name := range original.Members() {
		if _, kept := result.Get(name); !kept {
			members = append(members, model.Member{Name: name, Value: model.NewNull()})
		}
	}
	return faults.Built(model.NewMap(members...))
}
