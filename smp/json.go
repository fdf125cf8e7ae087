package smp

import (
	"cmp"
	"errors"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/desk"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// ComposeJSON is like [Compose], but for JSON text. It is shorthand for Engine{}.ComposeJSON.
func ComposeJSON(s Schema, patches ...[]byte) ([]byte, error) {
	return Engine{}.ComposeJSON(s, patches...)
}

// ComposeJSON is like [Engine.Compose], but for JSON text. It may also return an *Error with Code
// Syntax or Limit.
func (e Engine) ComposeJSON(s Schema, patches ...[]byte) ([]byte, error) {
	documents := make([]desk.Document, len(patches))
	for n, src := range patches {
		documents[n] = desk.Document{Name: faults.PatchName(n), Text: src}
	}
	return e.textCall(true).Append(nil, documents, func(_ *model.Builder, v []model.Value) (model.Value, error) { return e.Compose(s, v...) })
}

// ConflictsJSON is like [Conflicts], but for JSON text. It is shorthand for Engine{}.ConflictsJSON.
func ConflictsJSON(s Schema, left, right []byte) ([]Conflict, error) {
	return Engine{}.ConflictsJSON(s, left, right)
}

// ConflictsJSON is like [Engine.Conflicts], but for JSON text. It may also return an *Error with
// Code Syntax or Limit.
func (e Engine) ConflictsJSON(s Schema, left, right []byte) ([]Conflict, error) {
	v, err := e.textCall(false).Read(new(model.Builder), []desk.Document{{Name: "left", Text: left}, {Name: "right", Text: right}})
	if err != nil {
		return nil, err
	}
	return e.Conflicts(s, v[0], v[1])
}

// LintJSON is like [Lint], but for JSON text. It is shorthand for Engine{}.LintJSON.
func LintJSON(s Schema, patch []byte) ([]Problem, error) { return Engine{}.LintJSON(s, patch) }

// LintJSON is like [Engine.Lint], but for JSON text. The error is an *Error with Code Syntax or
// Limit.
func (e Engine) LintJSON(s Schema, patch []byte) ([]Problem, error) {
	v, err := e.textCall(false).Read(new(model.Builder), []desk.Document{{Name: "patch", Text: patch}})
	if err != nil {
		return nil, err
	}
	return e.Lint(s, v[0]), nil
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
	documents := [...]desk.Document{{Name: "original", Text: original, Optional: true}, {Name: "patch", Text: patch}}
	return e.textCall(true).Append(dst, documents[:], func(b *model.Builder, v []model.Value) (model.Value, error) { return e.applyWith(b, s, v[0], v[1]) })
}

// AppendDiffJSON is like [Engine.DiffJSON], but appends the patch to dst and returns the extended
// slice. As with AppendApplyJSON, dst may reuse the memory of a document, and is returned unchanged
// if the call fails.
func (e Engine) AppendDiffJSON(dst []byte, s Schema, original, modified []byte, opts DiffOptions) ([]byte, error) {
	documents := [...]desk.Document{{Name: "original", Text: original, Optional: true}, {Name: "modified", Text: modified, Optional: true, Near: true}}
	return e.textCall(opts.OnlyText(desk.Pass{})).Append(dst, documents[:], func(_ *model.Builder, v []model.Value) (model.Value, error) {
		return e.Diff(s, v[0], v[1], opts)
	})
}

// AppendThreeWayJSON is like [Engine.ThreeWayJSON], but appends the patch to dst and returns the
// extended slice. As with AppendApplyJSON, dst may reuse the memory of a document, and is returned
// unchanged if the call fails.
func (e Engine) AppendThreeWayJSON(dst []byte, s Schema, original, modified, current []byte, opts ThreeWayOptions) ([]byte, error) {
	documents := [...]desk.Document{
		{Name: "original", Text: original, Optional: true},
		{Name: "modified", Text: modified, Optional: true, Near: true},
		{Name: "current", Text: current, Optional: true, Near: true},
	}
	return e.textCall(opts.OnlyText(desk.Pass{})).Append(dst, documents[:], func(_ *model.Builder, v []model.Value) (model.Value, error) {
		return e.ThreeWay(s, v[0], v[1], v[2], opts)
	})
}

// textCall returns how JSON texts are read. onlyText is set if the result of the call is text, and its options
// allow no other results.
func (e Engine) textCall(onlyText bool) desk.Call {
	return desk.Call{MaxDepth: e.Limits.Depth, MaxBytes: e.Limits.Bytes, OnlyText: onlyText && e.Trace == nil, Error: asError}
}

// OnlyText is for packages of this module. It reports whether no value leaves a call with these options,
// except in the text of the patch.
func (o *DiffOptions) OnlyText(pass desk.Pass) bool {
	return (o.For == nil || desk.Trusts(o.For)) && o.Unmatched == nil && o.Requires == nil && o.Wide == nil
}

// OnlyText is for packages of this module, like OnlyText of DiffOptions.
func (o *ThreeWayOptions) OnlyText(pass desk.Pass) bool {
	return o.DiffOptions.OnlyText(pass) && o.Unattributed == nil
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
	original, result = nulls.OrEmpty(original), nulls.OrEmpty(result)
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
func mergePatch(e *identity.Equality, original, result model.Value) (model.Value, *faults.Fault) {
	if original.Type() != model.Map {
		if !result.HasNull() {
			return result, nil
		}
		original = nulls.EmptyMap
	}
	var members []model.Member
	for name, want := range result.Members() {
		have, _ := original.Get(name)
		if e.Of(have, want) {
			continue
		}
		f := (*faults.Fault)(nil)
		switch want.Type() {
		case model.Null:
			f = &faults.Fault{Code: string(NotRepresentable), Cause: errNullMember}
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
