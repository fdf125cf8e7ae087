package dropin

import (
	theirmerge "k8s.io/apimachinery/pkg/util/mergepatch"
	theirs "k8s.io/apimachinery/pkg/util/strategicpatch"

	ourmerge "github.com/strategicpatch/smp/smp/mergepatch"
	ours "github.com/strategicpatch/smp/smp/strategicpatch"
)

// A Side is one of the two packages. The last argument of its functions is a
// Go struct whose tags are the schema.
type Side struct {
	Apply     func(original, patch []byte, dataStruct any) ([]byte, error)
	ApplyMaps func(original, patch map[string]any, dataStruct any) (map[string]any, error)
	Diff      func(original, modified []byte, dataStruct any) ([]byte, error)
	DiffMaps  func(original, modified map[string]any, dataStruct any) (map[string]any, error)
	// ThreeWay takes the names of fields at the root and in metadata that must
	// not change.
	ThreeWay  func(original, modified, current []byte, overwrite bool, fields, metadata []string, dataStruct any) ([]byte, error)
	Compose   func(patches []map[string]any, dataStruct any) (map[string]any, error)
	Conflicts func(left, right map[string]any, dataStruct any) (bool, error)

	IsConflict, IsPreconditionFailed func(error) bool
	// Known returns the name of an error value, if err is one.
	Known func(err error) string
}

// Shipped is what apimachinery has.
var Shipped = Side{
	Apply: theirs.StrategicMergePatch,
	ApplyMaps: func(original, patch map[string]any, dataStruct any) (map[string]any, error) {
		return theirs.StrategicMergeMapPatch(original, patch, dataStruct)
	},
	Diff: func(original, modified []byte, dataStruct any) ([]byte, error) {
		return theirs.CreateTwoWayMergePatch(original, modified, dataStruct)
	},
	DiffMaps: func(original, modified map[string]any, dataStruct any) (map[string]any, error) {
		return theirs.CreateTwoWayMergeMapPatch(original, modified, dataStruct)
	},
	ThreeWay: func(original, modified, current []byte, overwrite bool, fields, metadata []string, dataStruct any) ([]byte, error) {
		schema, err := theirs.NewPatchMetaFromStruct(dataStruct)
		if err != nil {
			return nil, err
		}
		var fns []theirmerge.PreconditionFunc
		for _, name := range fields {
			fns = append(fns, theirmerge.RequireKeyUnchanged(name))
		}
		for _, name := range metadata {
			fns = append(fns, theirmerge.RequireMetadataKeyUnchanged(name))
		}
		return theirs.CreateThreeWayMergePatch(original, modified, current, schema, overwrite, fns...)
	},
	Compose: func(patches []map[string]any, dataStruct any) (map[string]any, error) {
		schema, err := theirs.NewPatchMetaFromStruct(dataStruct)
		if err != nil {
			return nil, err
		}
		documents := make([]theirs.JSONMap, len(patches))
		for i, p := range patches {
			documents[i] = p
		}
		return theirs.MergeStrategicMergeMapPatchUsingLookupPatchMeta(schema, documents...)
	},
	Conflicts: func(left, right map[string]any, dataStruct any) (bool, error) {
		schema, err := theirs.NewPatchMetaFromStruct(dataStruct)
		if err != nil {
			return false, err
		}
		return theirs.MergingMapsHaveConflicts(left, right, schema)
	},
	IsConflict:           theirmerge.IsConflict,
	IsPreconditionFailed: theirmerge.IsPreconditionFailed,
	Known: known(map[error]string{
		theirmerge.ErrBadJSONDoc:                           "bad document",
		theirmerge.ErrNoListOfLists:                        "list of lists",
		theirmerge.ErrBadPatchFormatForPrimitiveList:       "delete list",
		theirmerge.ErrBadPatchFormatForRetainKeys:          "retain keys",
		theirmerge.ErrBadPatchFormatForSetElementOrderList: "order list",
		theirmerge.ErrUnsupportedStrategicMergePatchFormat: "unsupported",
	}),
}

// Ours is what takes its place.
var Ours = Side{
	Apply: ours.StrategicMergePatch,
	ApplyMaps: func(original, patch map[string]any, dataStruct any) (map[string]any, error) {
		return ours.StrategicMergeMapPatch(original, patch, dataStruct)
	},
	Diff: func(original, modified []byte, dataStruct any) ([]byte, error) {
		return ours.CreateTwoWayMergePatch(original, modified, dataStruct)
	},
	DiffMaps: func(original, modified map[string]any, dataStruct any) (map[string]any, error) {
		return ours.CreateTwoWayMergeMapPatch(original, modified, dataStruct)
	},
	ThreeWay: func(original, modified, current []byte, overwrite bool, fields, metadata []string, dataStruct any) ([]byte, error) {
		schema, err := ours.NewPatchMetaFromStruct(dataStruct)
		if err != nil {
			return nil, err
		}
		var fns []ourmerge.PreconditionFunc
		for _, name := range fields {
			fns = append(fns, ourmerge.RequireKeyUnchanged(name))
		}
		for _, name := range metadata {
			fns = append(fns, ourmerge.RequireMetadataKeyUnchanged(name))
		}
		return ours.CreateThreeWayMergePatch(original, modified, current, schema, overwrite, fns...)
	},
	Compose: func(patches []map[string]any, dataStruct any) (map[string]any, error) {
		schema, err := ours.NewPatchMetaFromStruct(dataStruct)
		if err != nil {
			return nil, err
		}
		documents := make([]ours.JSONMap, len(patches))
		for i, p := range patches {
			documents[i] = p
		}
		return ours.MergeStrategicMergeMapPatchUsingLookupPatchMeta(schema, documents...)
	},
	Conflicts: func(left, right map[string]any, dataStruct any) (bool, error) {
		schema, err := ours.NewPatchMetaFromStruct(dataStruct)
		if err != nil {
			return false, err
		}
		return ours.MergingMapsHaveConflicts(left, right, schema)
	},
	IsConflict:           ourmerge.IsConflict,
	IsPreconditionFailed: ourmerge.IsPreconditionFailed,
	Known: known(map[error]string{
		ourmerge.ErrBadJSONDoc:                           "bad document",
		ourmerge.ErrNoListOfLists:                        "list of lists",
		ourmerge.ErrBadPatchFormatForPrimitiveList:       "delete list",
		ourmerge.ErrBadPatchFormatForRetainKeys:          "retain keys",
		ourmerge.ErrBadPatchFormatForSetElementOrderList: "order list",
		ourmerge.ErrUnsupportedStrategicMergePatchFormat: "unsupported",
	}),
}

// known compares with ==, as callers do.
func known(names map[error]string) func(error) string {
	return func(err error) string {
		for value, name := range names {
			if err == value {
				return name
			}
		}
		return ""
	}
}
