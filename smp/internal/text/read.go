// Package text reads and writes JSON text as encoding/json does. The packages of this module that
// replace packages of apimachinery use it, such as strategicpatch.
package text

import (
	"bytes"
	"encoding/json"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/mergepatch"
)

// EmptyMap is {}.
var EmptyMap = model.MustParse("{}")

// Read reads a map as encoding/json does. If several members have the same name, the last one
// counts. Bytes that are not UTF-8 become U+FFFD. null becomes an empty map. If src is not JSON or
// not a map, the error is mergepatch.ErrBadJSONDoc. Text without duplicates and invalid bytes is
// read faster.
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

// ReadOptional is like Read, but accepts an empty text as {}.
func ReadOptional(src []byte) (model.Value, error) {
	if len(src) == 0 {
		return EmptyMap, nil
	}
	return Read(src)
}
