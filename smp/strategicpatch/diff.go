package strategicpatch

import (
	"cmp"
	"encoding/json"
	"maps"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/desk"
	"github.com/strategicpatch/smp/smp/internal/text"
	"github.com/strategicpatch/smp/smp/internal/version"
	"github.com/strategicpatch/smp/smp/mergepatch"
)

// CreateTwoWayMergePatch returns a patch that turns original into modified. All of them are JSON
// text. The tags of dataStruct, a Go struct or a pointer to one, define how fields merge. An empty
// document counts as {}. If the documents are equal, the patch is {}.
//
//	patch, err := strategicpatch.CreateTwoWayMergePatch(original, modified, corev1.Pod{})
//
// The errors are:
//
//   - those of [NewPatchMetaFromStruct];
//   - mergepatch.ErrBadJSONDoc if a document is not JSON or not a map;
//   - a mergepatch.ErrPreconditionFailed if one of fns rejects the patch;
//   - in all other cases an *smp.Error, with Code NotRepresentable if the format cannot express a
//     change.
func CreateTwoWayMergePatch(original, modified []byte, dataStruct interface{}, fns ...mergepatch.PreconditionFunc) ([]byte, error) {
	r, err := rulesOfStruct(dataStruct)
	if err != nil {
		return nil, err
	}
	return r.diffText(original, modified, fns)
}

// CreateTwoWayMergePatchUsingLookupPatchMeta is like [CreateTwoWayMergePatch], but accepts any
// schema.
func CreateTwoWayMergePatchUsingLookupPatchMeta(original, modified []byte, schema LookupPatchMeta, fns ...mergepatch.PreconditionFunc) ([]byte, error) {
	r, err := rulesOf(schema)
	if err != nil {
		return nil, err
	}
	return r.diffText(original, modified, fns)
}

// CreateTwoWayMergeMapPatch is like [CreateTwoWayMergePatch], but for documents as Go values. It
// does not change the documents. The patch shares maps and lists with the documents (see the
// package documentation).
func CreateTwoWayMergeMapPatch(original, modified JSONMap, dataStruct interface{}, fns ...mergepatch.PreconditionFunc) (JSONMap, error) {
	r, err := rulesOfStruct(dataStruct)
	if err != nil {
		return nil, err
	}
	return r.diffMaps(original, modified, fns)
}

// CreateTwoWayMergeMapPatchUsingLookupPatchMeta is like [CreateTwoWayMergeMapPatch], but accepts
// any schema.
func CreateTwoWayMergeMapPatchUsingLookupPatchMeta(original, modified JSONMap, schema LookupPatchMeta, fns ...mergepatch.PreconditionFunc) (JSONMap, error) {
	r, err := rulesOf(schema)
	if err != nil {
		return nil, err
	}
	return r.diffMaps(original, modified, fns)
}

// CreateThreeWayMergePatch returns a patch for current, the live document. It sets the values of
// modified, deletes the fields that original had and modified lacks, and keeps the fields that
// others added. original is the document that was applied last, and modified is the document to
// apply now. All documents are JSON text. An empty document counts as {}.
//
//	original  {"a":1,"b":2}
//	modified  {"a":5}
//	current   {"a":1,"b":2,"c":3}
//	patch     {"a":5,"b":null}
//
// The errors are those of [CreateTwoWayMergePatchUsingLookupPatchMeta]. Without overwrite, the
// error is a mergepatch.ErrConflict if the patch sets a different value in a place that changed
// from original to current. This is a conflict even if modified has not changed the place.
func CreateThreeWayMergePatch(original, modified, current []byte, schema LookupPatchMeta, overwrite bool, fns ...mergepatch.PreconditionFunc) ([]byte, error) {
	r, err := rulesOf(schema)
	if err != nil {
		return nil, err
	}
	if overwrite && len(fns) == 0 {
		documents := [...]desk.Document{{Text: original, Optional: true}, {Text: modified, Optional: true, Near: true}, {Text: current, Optional: true, Near: true}}
		out, ok := onDesk.Try(nil, documents[:], func(_ *model.Builder, v []model.Value) (model.Value, error) {
			patch, wide, err := r.threeWay(v[0], v[1], v[2])
			if err != nil {
				return model.Value{}, err
			}
			return version.Pin(patch, v[2], wide)
		})
		if ok {
			return out, nil
		}
	}
	var documents [3]model.Value
	for i, src := range [][]byte{original, modified, current} {
		if documents[i], err = text.ReadOptional(src); err != nil {
			return nil, err
		}
	}
	was, wanted, live := documents[0], documents[1], documents[2]
	patch, wide, err := r.threeWay(was, wanted, live)
	if err != nil {
		return nil, r.asCallersKnow(err, patch)
	}
	text, err := encodeAllowed(patch, version.For(patch, live, wide), fns)
	if err != nil {
		return nil, err
	}
	if !overwrite {
		if wide != nil { // this patch contains more than the changes
			patch, err = smp.Engine{}.ThreeWay(r.schema, was, wanted, live, smp.ThreeWayOptions{Overwrite: true})
		}
		if err == nil {
			err = r.conflictsWithChanges(patch, was, live)
		}
		if err != nil {
			return nil, err
		}
	}
	return text, nil
}

// pin adds a resourceVersion to a patch, so that a server accepts the patch only for this version
// of the object. If version is absent, it does nothing.
func pin(patch map[string]interface{}, version model.Value) {
	if version.Type() == model.Absent {
		return
	}
	shared, _ := patch["metadata"].(map[string]interface{})
	metadata := map[string]interface{}{}
	maps.Copy(metadata, shared)
	patch["metadata"] = metadata
	metadata["resourceVersion"] = version.Text()
}

func (r rules) diffText(original, modified []byte, fns []mergepatch.PreconditionFunc) ([]byte, error) {
	if len(fns) == 0 { // a precondition gets the patch itself
		documents := [...]desk.Document{{Text: original, Optional: true}, {Text: modified, Optional: true, Near: true}}
		out, ok := onDesk.Try(nil, documents[:], func(_ *model.Builder, v []model.Value) (model.Value, error) {
			patch, pinned, err := r.diff(v[0], v[1])
			if err != nil {
				return model.Value{}, err
			}
			return version.Set(patch, pinned)
		})
		if ok {
			return out, nil
		}
	}
	from, err := text.ReadOptional(original)
	if err != nil {
		return nil, err
	}
	to, err := text.ReadOptional(modified)
	if err != nil {
		return nil, err
	}
	patch, version, err := r.diff(from, to)
	if err != nil {
		return nil, err
	}
	return encodeAllowed(patch, version, fns)
}

func (r rules) diffMaps(original, modified JSONMap, fns []mergepatch.PreconditionFunc) (JSONMap, error) {
	var m JSONMap
	if len(fns) == 0 && desk.Use(func(read desk.Reader) error {
		from, to := read.Wrap(original), read.Wrap(modified)
		patch, version, err := r.diff(from, to)
		if err = cmp.Or(err, from.Err(), to.Err()); err != nil {
			return err
		}
		m = goMap(patch, goDocument{Value: from}, goDocument{Value: to})
		if err = model.CheckAny(map[string]any(m)); err == nil {
			pin(m, version)
		}
		return err
	}) {
		return m, nil
	}
	from, to := wrapped("original", original), wrapped("modified", modified)
	patch, version, err := r.diff(from.Value, to.Value)
	if unread := met(from, to); unread != nil {
		return nil, unread
	}
	if err != nil {
		return nil, err
	}
	m = goMap(patch, from, to)
	if model.CheckAny(map[string]any(m)) != nil {
		return nil, to.check()
	}
	if err := allow(m, fns); err != nil {
		return nil, err
	}
	pin(m, version)
	return m, nil
}

// threeWay returns the patch for current, in which modified wins all conflicts, and the places that the
// patch replaces as a whole.
func (r rules) threeWay(original, modified, current model.Value) (patch model.Value, wide []model.Path, err error) {
	opts := smp.ThreeWayOptions{Overwrite: true, Resend: true, DiffOptions: smp.DiffOptions{Wide: &wide}}
	patch, err = r.engine.ThreeWay(r.schema, original, modified, current, opts)
	return patch, wide, err
}

// diff returns the patch from original to modified, and the resourceVersion to send with the patch.
func (r rules) diff(original, modified model.Value) (patch, pinned model.Value, err error) {
	var wide []model.Path
	patch, err = r.engine.Diff(r.schema, original, modified, smp.DiffOptions{Wide: &wide})
	if err != nil {
		return model.Value{}, model.Value{}, r.asCallersKnow(err, patch)
	}
	return patch, version.For(patch, original, wide), nil
}

// encodeAllowed returns the text of a patch with a version, or an error if a
// precondition rejects the patch. Preconditions get the patch itself and may change it.
func encodeAllowed(patch, version model.Value, fns []mergepatch.PreconditionFunc) ([]byte, error) {
	if len(fns) == 0 && version.Type() == model.Absent {
		return text.Append(nil, patch), nil
	}
	m := goMap(patch)
	if err := allow(m, fns); err != nil {
		return nil, err
	}
	pin(m, version)
	return json.Marshal(m)
}

func allow(patch map[string]interface{}, fns []mergepatch.PreconditionFunc) error {
	for _, fn := range fns {
		if !fn(patch) {
			return mergepatch.NewErrPreconditionFailed(patch)
		}
	}
	return nil
}
