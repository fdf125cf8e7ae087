package strategicpatch

import (
	"fmt"
	"reflect"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/text"
	"github.com/strategicpatch/smp/smp/mergepatch"
)

// StrategicMergePatch returns original as changed by patch, both JSON text, by
// the tags of a Go struct. nil documents are {}.
//
// The errors are those of NewPatchMetaFromStruct; mergepatch.ErrBadJSONDoc for
// what is not JSON, or no map; other values of mergepatch, as themselves, where
// they fit; and else *smp.Errors that say which document, where and by what
// rule.
func StrategicMergePatch(original, patch []byte, dataStruct interface{}) ([]byte, error) {
	r, err := rulesOfStruct(dataStruct)
	if err != nil {
		return nil, err
	}
	return r.applyText(original, patch)
}

// StrategicMergePatchUsingLookupPatchMeta is StrategicMergePatch by any schema.
func StrategicMergePatchUsingLookupPatchMeta(original, patch []byte, schema LookupPatchMeta) ([]byte, error) {
	r, err := rulesOf(schema)
	if err != nil {
		return nil, err
	}
	return r.applyText(original, patch)
}

// StrategicMergeMapPatch is StrategicMergePatch of documents as Go values,
// neither of which it changes. The result shares with them the maps and lists
// that did not change (see the package comment). A pointer to an Unstructured of apimachinery, which says nothing of lists, gives
// mergepatch.ErrUnsupportedStrategicMergePatchFormat.
func StrategicMergeMapPatch(original, patch JSONMap, dataStruct interface{}) (JSONMap, error) {
	r, err := rulesOfStruct(dataStruct)
	if err != nil {
		return nil, err
	}
	if isUnstructured(dataStruct) {
		return nil, mergepatch.ErrUnsupportedStrategicMergePatchFormat
	}
	return r.applyMaps(original, patch)
}

// StrategicMergeMapPatchUsingLookupPatchMeta is StrategicMergeMapPatch by any
// schema.
func StrategicMergeMapPatchUsingLookupPatchMeta(original, patch JSONMap, schema LookupPatchMeta) (JSONMap, error) {
	r, err := rulesOf(schema)
	if err != nil {
		return nil, err
	}
	return r.applyMaps(original, patch)
}

// MergeStrategicMergeMapPatchUsingLookupPatchMeta returns one patch that does
// what the patches do in turn, none of which it changes. No patches make {}.
//
// An *smp.Error with Code NotComposable says where that takes more than one
// patch.
func MergeStrategicMergeMapPatchUsingLookupPatchMeta(schema LookupPatchMeta, patches ...JSONMap) (JSONMap, error) {
	r, err := rulesOf(schema)
	if err != nil {
		return nil, err
	}
	documents := make([]goDocument, len(patches))
	values := make([]model.Value, len(patches))
	for n, patch := range patches {
		documents[n] = wrapped(fmt.Sprintf("patches[%d]", n), patch)
		if err := documents[n].check(); err != nil {
			return nil, err
		}
		values[n] = documents[n].Value
	}
	composed, err := r.engine.Compose(r.schema, values...)
	if err != nil {
		return nil, err
	}
	return goMap(composed, documents...), nil
}

func (r rules) applyText(original, patch []byte) ([]byte, error) {
	from, err := readPatched(original)
	if err != nil {
		return nil, err
	}
	changes, err := readPatched(patch)
	if err != nil {
		return nil, err
	}
	result, err := r.apply(from, changes)
	if err != nil {
		return nil, err
	}
	return text.Append(make([]byte, 0, len(original)+len(patch)), result), nil
}

// readPatched reads a document of StrategicMergePatch: nil is {}, and text
// without a value is none.
func readPatched(src []byte) (model.Value, error) {
	if src == nil {
		return text.EmptyMap, nil
	}
	return text.Read(src)
}

func (r rules) applyMaps(original, patch JSONMap) (JSONMap, error) {
	from, changes := wrapped("original", original), wrapped("patch", patch)
	if err := changes.check(); err != nil {
		return nil, err
	}
	result, err := r.apply(from.Value, changes.Value)
	if unread := met(from); unread != nil {
		return nil, unread
	}
	if err != nil {
		return nil, err
	}
	return goMap(result, from, changes), nil
}

func (r rules) apply(original, patch model.Value) (model.Value, error) {
	result, err := r.engine.Apply(r.schema, original, patch)
	if err != nil {
		return model.Value{}, r.asCallersKnow(err, patch)
	}
	return result, nil
}

// isUnstructured reports whether a value is a pointer to apimachinery's type
// for documents without Go type, which cannot be named here.
func isUnstructured(dataStruct interface{}) bool {
	t := reflect.TypeOf(dataStruct)
	return t.Kind() == reflect.Pointer && t.Elem().Name() == "Unstructured" &&
		t.Elem().PkgPath() == "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
}
