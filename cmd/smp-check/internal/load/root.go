package load

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// CheckRoots rejects documents that are not maps (rule root). It accepts empty documents,
// which the engine judges. Call it before kinds are looked up: a document that is not a map
// has no kind, so the error would be about the missing kind.
func CheckRoots(docs []Document) error {
	for _, d := range docs {
		switch kind := d.Value.Type(); kind {
		case model.Map, model.Null, model.Absent:
		default:
			cause := fmt.Errorf("expected a map, got %s", kind.Noun())
			if IsJSONPatch(d.Value) {
				cause = errors.New("this is a JSON Patch (RFC 6902); expected a strategic merge patch, which is a map; use kubectl patch --type json")
			}
			return &smp.Error{Code: smp.WrongType, Document: d.Name, Rule: smp.RuleRoot, Cause: cause}
		}
	}
	return nil
}

// IsJSONPatch reports whether a document is a list of JSON Patch operations.
func IsJSONPatch(v model.Value) bool {
	for _, e := range v.Elements() {
		op, _ := e.Get("op")
		path, _ := e.Get("path")
		if op.Type() != model.String || path.Type() != model.String {
			return false
		}
	}
	return v.Type() == model.List && v.Len() > 0
}
