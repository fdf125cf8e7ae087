// Package strategicpatch replaces the package with this name in apimachinery. Each function
// calls smp/strategicpatch and, if calls are recorded, compares the answer with
// apimachinery's.
package strategicpatch

import (
	own "github.com/strategicpatch/smp/smp/strategicpatch/kubeopenapi"

	"k8s.io/apimachinery/pkg/util/mergepatch"
	shipped "k8s.io/apimachinery/pkg/util/shipped/strategicpatch"
)

type (
	FieldNotFoundError     = own.FieldNotFoundError
	JSONMap                = own.JSONMap
	LookupPatchMeta        = own.LookupPatchMeta
	PatchMeta              = own.PatchMeta
	PatchMetaFromOpenAPI   = own.PatchMetaFromOpenAPI
	PatchMetaFromOpenAPIV3 = own.PatchMetaFromOpenAPIV3
	PatchMetaFromStruct    = own.PatchMetaFromStruct
)

var (
	CreateDeleteDirective               = own.CreateDeleteDirective
	GetTagStructTypeOrDie               = own.GetTagStructTypeOrDie
	ItemAddedToModifiedSlice            = own.ItemAddedToModifiedSlice
	ItemMatchesOriginalAndModifiedSlice = own.ItemMatchesOriginalAndModifiedSlice
	ItemRemovedFromModifiedSlice        = own.ItemRemovedFromModifiedSlice
	NewPatchMetaFromOpenAPI             = own.NewPatchMetaFromOpenAPI
	NewPatchMetaFromStruct              = own.NewPatchMetaFromStruct

	MergeStrategicMergeMapPatchUsingLookupPatchMeta = own.MergeStrategicMergeMapPatchUsingLookupPatchMeta
)

// sortMergeListsByName is used only by the package's own tests, to sort their test data. smp
// has no such function, so this is the function of apimachinery.
func sortMergeListsByName(document []byte, schema LookupPatchMeta) ([]byte, error) {
	return shipped.SortMergeListsByName(document, theirs(schema))
}

func StrategicMergePatch(original, patch []byte, dataStruct interface{}) ([]byte, error) {
	result, err := own.StrategicMergePatch(original, patch, dataStruct)
	noteResult("StrategicMergePatch", original, patch, result, err, byStruct(dataStruct))
	return faulty(result, err, original)
}

func StrategicMergePatchUsingLookupPatchMeta(original, patch []byte, schema LookupPatchMeta) ([]byte, error) {
	result, err := own.StrategicMergePatchUsingLookupPatchMeta(original, patch, schema)
	noteResult("StrategicMergePatchUsingLookupPatchMeta", original, patch, result, err, bySchema(schema))
	return faulty(result, err, original)
}

func StrategicMergeMapPatch(original, patch JSONMap, dataStruct interface{}) (JSONMap, error) {
	before, changes := text(original), text(patch)
	result, err := own.StrategicMergeMapPatch(original, patch, dataStruct)
	noteResult("StrategicMergeMapPatch", before, changes, text(result), err, byStruct(dataStruct))
	return faulty(result, err, original)
}

func StrategicMergeMapPatchUsingLookupPatchMeta(original, patch JSONMap, schema LookupPatchMeta) (JSONMap, error) {
	before, changes := text(original), text(patch)
	result, err := own.StrategicMergeMapPatchUsingLookupPatchMeta(original, patch, schema)
	noteResult("StrategicMergeMapPatchUsingLookupPatchMeta", before, changes, text(result), err, bySchema(schema))
	return faulty(result, err, original)
}

func CreateTwoWayMergePatch(original, modified []byte, dataStruct interface{}, fns ...mergepatch.PreconditionFunc) ([]byte, error) {
	patch, err := own.CreateTwoWayMergePatch(original, modified, dataStruct, fns...)
	notePatch("CreateTwoWayMergePatch", original, patch, err, byStruct(dataStruct), func() ([]byte, error) {
		return shipped.CreateTwoWayMergePatch(original, modified, dataStruct, theirConditions(fns)...)
	})
	return faulty(patch, err, []byte("{}"))
}

func CreateTwoWayMergePatchUsingLookupPatchMeta(original, modified []byte, schema LookupPatchMeta, fns ...mergepatch.PreconditionFunc) ([]byte, error) {
	patch, err := own.CreateTwoWayMergePatchUsingLookupPatchMeta(original, modified, schema, fns...)
	notePatch("CreateTwoWayMergePatchUsingLookupPatchMeta", original, patch, err, bySchema(schema), func() ([]byte, error) {
		return shipped.CreateTwoWayMergePatchUsingLookupPatchMeta(original, modified, theirs(schema), theirConditions(fns)...)
	})
	return faulty(patch, err, []byte("{}"))
}

func CreateTwoWayMergeMapPatch(original, modified JSONMap, dataStruct interface{}, fns ...mergepatch.PreconditionFunc) (JSONMap, error) {
	patch, err := own.CreateTwoWayMergeMapPatch(original, modified, dataStruct, fns...)
	notePatch("CreateTwoWayMergeMapPatch", text(original), text(patch), err, byStruct(dataStruct), func() ([]byte, error) {
		return shipped.CreateTwoWayMergePatch(text(original), text(modified), dataStruct, theirConditions(fns)...)
	})
	return faulty(patch, err, JSONMap{})
}

func CreateTwoWayMergeMapPatchUsingLookupPatchMeta(original, modified JSONMap, schema LookupPatchMeta, fns ...mergepatch.PreconditionFunc) (JSONMap, error) {
	patch, err := own.CreateTwoWayMergeMapPatchUsingLookupPatchMeta(original, modified, schema, fns...)
	notePatch("CreateTwoWayMergeMapPatchUsingLookupPatchMeta", text(original), text(patch), err, bySchema(schema), func() ([]byte, error) {
		return shipped.CreateTwoWayMergePatchUsingLookupPatchMeta(text(original), text(modified), theirs(schema), theirConditions(fns)...)
	})
	return faulty(patch, err, JSONMap{})
}

func CreateThreeWayMergePatch(original, modified, current []byte, schema LookupPatchMeta, overwrite bool, fns ...mergepatch.PreconditionFunc) ([]byte, error) {
	patch, err := own.CreateThreeWayMergePatch(original, modified, current, schema, overwrite, fns...)
	notePatch("CreateThreeWayMergePatch", current, patch, err, bySchema(schema), func() ([]byte, error) {
		return shipped.CreateThreeWayMergePatch(original, modified, current, theirs(schema), overwrite, theirConditions(fns)...)
	})
	return faulty(patch, err, []byte("{}"))
}

func MergingMapsHaveConflicts(left, right map[string]interface{}, schema LookupPatchMeta) (bool, error) {
	found, err := own.MergingMapsHaveConflicts(left, right, schema)
	return found != planted, err
}
