package cluster

import (
	"errors"
	"fmt"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// ApplyJSON is like [Engine.Apply], but for JSON text. An empty original counts as {}. Text that
// the patch does not change is copied byte for byte. ApplyJSON may also return errors with the
// codes Syntax and Limit.
func (e Engine) ApplyJSON(s smp.Schema, original, patch []byte) ([]byte, error) {
	return e.AppendApplyJSON(nil, s, original, patch)
}

// AppendApplyJSON is like [Engine.ApplyJSON], but appends the result to dst and returns the
// extended slice. dst may reuse the memory of a document, such as original[:0], because the
// documents are read first. If there is an error, dst is returned unchanged.
func (e Engine) AppendApplyJSON(dst []byte, s smp.Schema, original, patch []byte) ([]byte, error) {
	b := builders.Get().(*model.Builder)
	if max(len(original), len(patch)) > keptText {
		builders.Put(b)
		b = new(model.Builder)
	} else {
		defer builders.Put(b)
	}
	var before model.Value
	var err error
	if len(original) > 0 {
		if before, err = e.parse(b, "original", original); err != nil {
			return dst, err
		}
	}
	changes, err := e.parse(b, "patch", patch)
	if err != nil {
		return dst, err
	}
	result, err := e.applyWith(b, s, before, changes)
	if err != nil {
		return dst, err
	}
	return b.AppendJSON(dst, result), nil
}

// builders is a pool of builders for calls with short documents.
var builders = sync.Pool{New: func() any { return new(model.Builder) }}

// keptText is the length of the longest document for which a builder of the pool is used. A builder
// in the pool keeps documents of earlier calls alive, so these must not be long.
const keptText = 1 << 12

// parse reads a document within the limits.
func (e Engine) parse(b *model.Builder, document string, src []byte) (model.Value, error) {
	v, err := b.Parse(src, model.MaxDepth(e.Limits.Depth), model.MaxBytes(e.Limits.Bytes))
	if err == nil {
		return v, nil
	}
	out := &smp.Error{Code: smp.Syntax, Document: document, Cause: err}
	var parse *model.Error
	if errors.As(err, &parse) {
		out.Path = parse.Path
		if parse.Code == model.Limit {
			out.Code = smp.Limit
		}
	}
	return model.Value{}, out
}

// ComposeJSON is like [Engine.Compose], but for JSON text. It may also return errors with the codes
// Syntax and Limit.
func (e Engine) ComposeJSON(s smp.Schema, patches ...[]byte) ([]byte, error) {
	values := make([]model.Value, len(patches))
	b := new(model.Builder)
	for n, src := range patches {
		var err error
		if values[n], err = e.parse(b, fmt.Sprintf("patches[%d]", n), src); err != nil {
			return nil, err
		}
	}
	composed, err := e.Compose(s, values...)
	if err != nil {
		return nil, err
	}
	return b.AppendJSON(nil, composed), nil
}

// ConflictsJSON is like [Engine.Conflicts], but for JSON text. It may also return errors with the
// codes Syntax and Limit.
func (e Engine) ConflictsJSON(s smp.Schema, left, right []byte) ([]smp.Conflict, error) {
	b := new(model.Builder)
	ours, err := e.parse(b, "left", left)
	if err != nil {
		return nil, err
	}
	theirs, err := e.parse(b, "right", right)
	if err != nil {
		return nil, err
	}
	return e.Conflicts(s, ours, theirs)
}
