package smp

import "github.com/strategicpatch/smp/model"

// parseNear is parseOptional for a document that resembles another of the same
// call: what both have alike is read once.
func (e Engine) parseNear(document string, src []byte, near model.Value) (model.Value, error) {
	if len(src) == 0 {
		return model.Value{}, nil
	}
	v, err := model.Parse(src, model.MaxDepth(e.Limits.Depth), model.MaxBytes(e.Limits.Bytes), model.Near(near))
	if err != nil {
		return model.Value{}, parseError(document, err)
	}
	return v, nil
}
