// Package mergepatch stands in for apimachinery's package of that name: all names
// are those of smp/mergepatch.
package mergepatch

import own "github.com/strategicpatch/smp/smp/mergepatch"

type (
	ErrConflict           = own.ErrConflict
	ErrPreconditionFailed = own.ErrPreconditionFailed
	PreconditionFunc      = own.PreconditionFunc
)

var (
	ErrBadJSONDoc                           = own.ErrBadJSONDoc
	ErrNoListOfLists                        = own.ErrNoListOfLists
	ErrBadPatchFormatForPrimitiveList       = own.ErrBadPatchFormatForPrimitiveList
	ErrBadPatchFormatForRetainKeys          = own.ErrBadPatchFormatForRetainKeys
	ErrBadPatchFormatForSetElementOrderList = own.ErrBadPatchFormatForSetElementOrderList
	ErrPatchContentNotMatchRetainKeys       = own.ErrPatchContentNotMatchRetainKeys
	ErrUnsupportedStrategicMergePatchFormat = own.ErrUnsupportedStrategicMergePatchFormat

	ErrBadArgKind               = own.ErrBadArgKind
	ErrBadArgType               = own.ErrBadArgType
	ErrBadPatchType             = own.ErrBadPatchType
	ErrNoMergeKey               = own.ErrNoMergeKey
	IsConflict                  = own.IsConflict
	IsPreconditionFailed        = own.IsPreconditionFailed
	NewErrConflict              = own.NewErrConflict
	NewErrPreconditionFailed    = own.NewErrPreconditionFailed
	RequireKeyUnchanged         = own.RequireKeyUnchanged
	RequireMetadataKeyUnchanged = own.RequireMetadataKeyUnchanged
	ToYAMLOrError               = own.ToYAMLOrError
)

// HasConflicts is that of smp/mergepatch, and the opposite with the planted fault.
func HasConflicts(left, right interface{}) (bool, error) {
	found, err := own.HasConflicts(left, right)
	return found != planted, err
}
