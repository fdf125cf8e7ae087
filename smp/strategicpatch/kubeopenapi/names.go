package strategicpatch

import (
	own "github.com/strategicpatch/smp/smp/strategicpatch"
)

// These are the types of smp/strategicpatch.
type (
	// JSONMap is a document as Go values.
	JSONMap = own.JSONMap
	// LookupPatchMeta is a schema.
	LookupPatchMeta = own.LookupPatchMeta
	// PatchMeta describes how one field merges.
	PatchMeta = own.PatchMeta
	// PatchMetaFromStruct is the schema of a Go struct.
	PatchMetaFromStruct = own.PatchMetaFromStruct
	// PatchMetaFromSchema is a schema of package smp.
	PatchMetaFromSchema = own.PatchMetaFromSchema
	// FieldNotFoundError reports a field that is missing from a schema.
	FieldNotFoundError = own.FieldNotFoundError
)

// These are the functions of smp/strategicpatch, which has their documentation.
var (
	StrategicMergePatch                             = own.StrategicMergePatch
	StrategicMergePatchUsingLookupPatchMeta         = own.StrategicMergePatchUsingLookupPatchMeta
	StrategicMergeMapPatch                          = own.StrategicMergeMapPatch
	StrategicMergeMapPatchUsingLookupPatchMeta      = own.StrategicMergeMapPatchUsingLookupPatchMeta
	MergeStrategicMergeMapPatchUsingLookupPatchMeta = own.MergeStrategicMergeMapPatchUsingLookupPatchMeta
	CreateTwoWayMergePatch                          = own.CreateTwoWayMergePatch
	CreateTwoWayMergePatchUsingLookupPatchMeta      = own.CreateTwoWayMergePatchUsingLookupPatchMeta
	CreateTwoWayMergeMapPatch                       = own.CreateTwoWayMergeMapPatch
	CreateTwoWayMergeMapPatchUsingLookupPatchMeta   = own.CreateTwoWayMergeMapPatchUsingLookupPatchMeta
	CreateThreeWayMergePatch                        = own.CreateThreeWayMergePatch
	MergingMapsHaveConflicts                        = own.MergingMapsHaveConflicts
	NewPatchMetaFromStruct                          = own.NewPatchMetaFromStruct
	NewPatchMetaFromSchema                          = own.NewPatchMetaFromSchema
	GetTagStructTypeOrDie                           = own.GetTagStructTypeOrDie
	CreateDeleteDirective                           = own.CreateDeleteDirective
	ItemAddedToModifiedSlice                        = own.ItemAddedToModifiedSlice
	ItemRemovedFromModifiedSlice                    = own.ItemRemovedFromModifiedSlice
	ItemMatchesOriginalAndModifiedSlice             = own.ItemMatchesOriginalAndModifiedSlice
)
