package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/desk"
	"github.com/strategicpatch/smp/smp/internal/faults"
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
	documents := [...]desk.Document{{Name: "original", Text: original, Optional: true}, {Name: "patch", Text: patch}}
	return e.textCall(true).Append(dst, documents[:], func(_ *model.Builder, v []model.Value) (model.Value, error) { return e.Apply(s, v[0], v[1]) })
}

// textCall returns how JSON texts are read. onlyText is set if the result of the call is text.
func (e Engine) textCall(onlyText bool) desk.Call {
	onlyText = onlyText && e.Trace == nil && e.Requires == nil
	return desk.Call{MaxDepth: e.Limits.Depth, MaxBytes: e.Limits.Bytes, OnlyText: onlyText, Error: inDocuments}
}

// ComposeJSON is like [Engine.Compose], but for JSON text. It may also return errors with the codes
// Syntax and Limit.
func (e Engine) ComposeJSON(s smp.Schema, patches ...[]byte) ([]byte, error) {
	documents := make([]desk.Document, len(patches))
	for n, src := range patches {
		documents[n] = desk.Document{Name: faults.PatchName(n), Text: src}
	}
	return e.textCall(true).Append(nil, documents, func(_ *model.Builder, v []model.Value) (model.Value, error) { return e.Compose(s, v...) })
}

// ConflictsJSON is like [Engine.Conflicts], but for JSON text. It may also return errors with the
// codes Syntax and Limit.
func (e Engine) ConflictsJSON(s smp.Schema, left, right []byte) ([]smp.Conflict, error) {
	v, err := e.textCall(false).Read(new(model.Builder), []desk.Document{{Name: "left", Text: left}, {Name: "right", Text: right}})
	if err != nil {
		return nil, err
	}
	return e.Conflicts(s, v[0], v[1])
}
