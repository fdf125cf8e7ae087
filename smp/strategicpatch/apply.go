package strategicpatch

import (
	"fmt"
	"reflect"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/desk"
	"github.com/strategicpatch/smp/smp/internal/text"
	"github.com/strategicpatch/smp/smp/mergepatch"
)

// StrategicMergePatch applies patch to original and returns the result. All of them are JSON text.
// The tags of dataStruct, a Go struct or a pointer to one, define how fields merge. A nil document
// counts as {}.
//
//	result, err := strategicpatch.StrategicMergePatch(original, patch, corev1.Pod{})
//
// The errors are:
//
//   - those of [NewPatchMetaFromStruct];
//   - mergepatch.ErrBadJSONDoc if a document is not JSON or not a map;
//   - the other error values of package mergepatch, which can be compared with ==;
//   - in all other cases an *smp.Error with the document, the path and the rule.
func StrategicMergePatch(original, patch []byte, dataStruct interface{}) ([]byte, error) {
	r, err := rulesOfStruct(dataStruct)
	if err != nil {
		return nil, err
	}
	return r.applyText(original, patch)
}

// StrategicMergePatchUsingLookupPatchMeta is like [StrategicMergePatch], but accepts any schema.
func StrategicMergePatchUsingLookupPatchMeta(original, patch []byte, schema LookupPatchMeta) ([]byte, error) {
	r, err := rulesOf(schema)
	if err != nil {
		return nil, err
	}
	return r.applyText(original, patch)
}

// StrategicMergeMapPatch is like [StrategicMergePatch], but for documents as Go values. It does not
// change the documents. The result shares unchanged maps and lists with the documents (see the
// package documentation). If dataStruct is a pointer to an Unstructured of apimachinery, the error
// is mergepatch.ErrUnsupportedStrategicMergePatchFormat, because the type Unstructured does not
// define how lists merge.
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

// StrategicMergeMapPatchUsingLookupPatchMeta is like [StrategicMergeMapPatch], but accepts any
// schema.
func StrategicMergeMapPatchUsingLookupPatchMeta(original, patch JSONMap, schema LookupPatchMeta) (JSONMap, error) {
	r, err := rulesOf(schema)
	if err != nil {
		return nil, err
	}
	return r.applyMaps(original, patch)
}

// MergeStrategicMergeMapPatchUsingLookupPatchMeta combines patches into one patch that has the same
// effect as applying them in order. It does not change the patches. Without patches the result is
// {}.
//
// If a single patch cannot express the combination, the error is an *smp.Error with Code
// NotComposable and the path.
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
	documents := [...]desk.Document{{Text: original, Optional: original == nil}, {Text: patch, Optional: patch == nil}}
	out, ok := onDesk.Try(make([]byte, 0, len(original)+len(patch)), documents[:], func(_ *model.Builder, v []model.Value) (model.Value, error) {
		return r.engine.Apply(r.schema, v[0], v[1])
	})
	if ok {
		return out, nil
	}
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
	return text.Append(out, result), nil
}

// onDesk makes calls from text to text on a desk. Texts that only package text accepts, and errors, take
// the ordinary way, so call only Try. The engines of rules have neither Trace nor Requires.
var onDesk = desk.Call{MaxDepth: model.HardMaxDepth, OnlyText: true, Write: text.Append}

// readPatched reads a document of StrategicMergePatch. If src is nil, it counts as {}. An empty
// text that is not nil is an error.
func readPatched(src []byte) (model.Value, error) {
	if src == nil {
		return text.EmptyMap, nil
	}
	return text.Read(src)
}

func (r rules) applyMaps(original, patch JSONMap) (JSONMap, error) {
	var m JSONMap
	if desk.Use(func(read desk.Reader) error {
		if err := model.CheckAny(map[string]any(patch)); err != nil {
			return err
		}
		from, changes := read.Wrap(original), read.Wrap(patch)
		result, err := r.engine.Apply(r.schema, from, changes)
		if err == nil {
			err = from.Err()
		}
		if err == nil {
			m = goMap(result, goDocument{Value: from}, goDocument{Value: changes})
		}
		return err
	}) {
		return m, nil
	}
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

// isUnstructured reports whether a value is a pointer to apimachinery's Unstructured.
// It compares names, because this module does not depend on apimachinery.
func isUnstructured(dataStruct interface{}) bool {
	t := reflect.TypeOf(dataStruct)
	if t.Kind() != reflect.Pointer {
		return false
	}
	t = t.Elem()
	return t.Name() == "Unstructured" && t.PkgPath() == "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
}
