package dropin

import (
	theirmerge "k8s.io/apimachinery/pkg/util/mergepatch"
	theirs "k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/smp"
	ourmerge "github.com/strategicpatch/smp/smp/mergepatch"
	ours "github.com/strategicpatch/smp/smp/strategicpatch"
)

// A Side is one of the two packages. The last argument of its functions is the
// schema: a Go struct with tags, or a Lookup.
type Side struct {
	Apply     func(original, patch []byte, schema any) ([]byte, error)
	ApplyMaps func(original, patch map[string]any, schema any) (map[string]any, error)
	Diff      func(original, modified []byte, schema any) ([]byte, error)
	DiffMaps  func(original, modified map[string]any, schema any) (map[string]any, error)
	// ThreeWay is a three-way merge. Its arguments fields and metadata are the names of
	// fields, at the root and in metadata, that must not change.
	ThreeWay  func(original, modified, current []byte, overwrite bool, fields, metadata []string, schema any) ([]byte, error)
	Compose   func(patches []map[string]any, schema any) (map[string]any, error)
	Conflicts func(left, right map[string]any, schema any) (bool, error)

	IsConflict, IsPreconditionFailed func(error) bool
	// Known returns the name of an error if it is one of the error values of the package.
	Known func(err error) string
}

// A Lookup is a schema that is not a Go struct, in the forms of both packages and of the
// engine, together with the struct of the same kind. If the schema is a Lookup, the functions
// whose names end in UsingLookupPatchMeta are called.
type Lookup struct {
	Shipped  theirs.LookupPatchMeta
	Ours     ours.LookupPatchMeta
	Schema   smp.Schema
	GoStruct any
}

// Shipped is apimachinery's package.
var Shipped = Side{
	Apply: func(original, patch []byte, schema any) ([]byte, error) {
		if l, ok := schema.(Lookup); ok {
			return theirs.StrategicMergePatchUsingLookupPatchMeta(original, patch, l.Shipped)
		}
		return theirs.StrategicMergePatch(original, patch, schema)
	},
	ApplyMaps: func(original, patch map[string]any, schema any) (map[string]any, error) {
		if l, ok := schema.(Lookup); ok {
			return theirs.StrategicMergeMapPatchUsingLookupPatchMeta(original, patch, l.Shipped)
		}
		return theirs.StrategicMergeMapPatch(original, patch, schema)
	},
	Diff: func(original, modified []byte, schema any) ([]byte, error) {
		if l, ok := schema.(Lookup); ok {
			return theirs.CreateTwoWayMergePatchUsingLookupPatchMeta(original, modified, l.Shipped)
		}
		return theirs.CreateTwoWayMergePatch(original, modified, schema)
	},
	DiffMaps: func(original, modified map[string]any, schema any) (map[string]any, error) {
		if l, ok := schema.(Lookup); ok {
			return theirs.CreateTwoWayMergeMapPatchUsingLookupPatchMeta(original, modified, l.Shipped)
		}
		return theirs.CreateTwoWayMergeMapPatch(original, modified, schema)
	},
	ThreeWay: func(original, modified, current []byte, overwrite bool, fields, metadata []string, schema any) ([]byte, error) {
		lookup, err := shippedLookup(schema)
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
		return theirs.CreateThreeWayMergePatch(original, modified, current, lookup, overwrite, fns...)
	},
	Compose: func(patches []map[string]any, schema any) (map[string]any, error) {
		lookup, err := shippedLookup(schema)
		if err != nil {
			return nil, err
		}
		documents := make([]theirs.JSONMap, len(patches))
		for i, p := range patches {
			documents[i] = p
		}
		return theirs.MergeStrategicMergeMapPatchUsingLookupPatchMeta(lookup, documents...)
	},
	Conflicts: func(left, right map[string]any, schema any) (bool, error) {
		lookup, err := shippedLookup(schema)
		if err != nil {
			return false, err
		}
		return theirs.MergingMapsHaveConflicts(left, right, lookup)
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

func shippedLookup(schema any) (theirs.LookupPatchMeta, error) {
	if l, ok := schema.(Lookup); ok {
		return l.Shipped, nil
	}
	return theirs.NewPatchMetaFromStruct(schema)
}

// Ours is the replacement.
var Ours = Side{
	Apply: func(original, patch []byte, schema any) ([]byte, error) {
		if l, ok := schema.(Lookup); ok {
			return ours.StrategicMergePatchUsingLookupPatchMeta(original, patch, l.Ours)
		}
		return ours.StrategicMergePatch(original, patch, schema)
	},
	ApplyMaps: func(original, patch map[string]any, schema any) (map[string]any, error) {
		if l, ok := schema.(Lookup); ok {
			return ours.StrategicMergeMapPatchUsingLookupPatchMeta(original, patch, l.Ours)
		}
		return ours.StrategicMergeMapPatch(original, patch, schema)
	},
	Diff: func(original, modified []byte, schema any) ([]byte, error) {
		if l, ok := schema.(Lookup); ok {
			return ours.CreateTwoWayMergePatchUsingLookupPatchMeta(original, modified, l.Ours)
		}
		return ours.CreateTwoWayMergePatch(original, modified, schema)
	},
	DiffMaps: func(original, modified map[string]any, schema any) (map[string]any, error) {
		if l, ok := schema.(Lookup); ok {
			return ours.CreateTwoWayMergeMapPatchUsingLookupPatchMeta(original, modified, l.Ours)
		}
		return ours.CreateTwoWayMergeMapPatch(original, modified, schema)
	},
	ThreeWay: func(original, modified, current []byte, overwrite bool, fields, metadata []string, schema any) ([]byte, error) {
		lookup, err := oursLookup(schema)
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
		return ours.CreateThreeWayMergePatch(original, modified, current, lookup, overwrite, fns...)
	},
	Compose: func(patches []map[string]any, schema any) (map[string]any, error) {
		lookup, err := oursLookup(schema)
		if err != nil {
			return nil, err
		}
		documents := make([]ours.JSONMap, len(patches))
		for i, p := range patches {
			documents[i] = p
		}
		return ours.MergeStrategicMergeMapPatchUsingLookupPatchMeta(lookup, documents...)
	},
	Conflicts: func(left, right map[string]any, schema any) (bool, error) {
		lookup, err := oursLookup(schema)
		if err != nil {
			return false, err
		}
		return ours.MergingMapsHaveConflicts(left, right, lookup)
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

func oursLookup(schema any) (ours.LookupPatchMeta, error) {
	if l, ok := schema.(Lookup); ok {
		return l.Ours, nil
	}
	return ours.NewPatchMetaFromStruct(schema)
}

// known returns a function that finds the name of an error. It compares with ==, as callers
// do.
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
