// Package text reads and writes documents as the packages of apimachinery do
// that this module's drop-in packages replace.
package text

import (
	"bytes"
	"encoding/json"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/mergepatch"
)

// EmptyMap is {}.
var EmptyMap = model.MustParse("{}")

// Read reads a document as encoding/json does: the last of several members
// with one name counts, and what is not UTF-8 becomes U+FFFD. Text without such
// blemishes takes the short way. null is an empty map. The error, for what is not
// JSON or no map, is mergepatch.ErrBadJSONDoc.
func Read(src []byte) (model.Value, error) {
	v, err := model.Parse(src, model.MaxDepth(model.HardMaxDepth))
	if err != nil {
		v, err = readBlemished(src)
	}
	switch {
	case err != nil:
		return model.Value{}, mergepatch.ErrBadJSONDoc
	case v.Type() == model.Null:
		return EmptyMap, nil
	case v.Type() != model.Map:
		return model.Value{}, mergepatch.ErrBadJSONDoc
	}
	return v, nil
}

func readBlemished(src []byte) (model.Value, error) {
	if !json.Valid(src) {
		return model.Value{}, mergepatch.ErrBadJSONDoc
	}
	d := json.NewDecoder(bytes.NewReader(src))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		return model.Value{}, err
	}
	return model.FromAny(tree)
}

// ReadOptional is Read for documents that may be empty, which are {}.
func ReadOptional(src []byte) (model.Value, error) {
	if len(src) == 0 {
		return EmptyMap, nil
	}
	return Read(src)
}
