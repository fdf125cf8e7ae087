// Package mergepatch replaces the package with this name in apimachinery by smp/mergepatch.
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

// HasConflicts calls smp/mergepatch. With the planted fault, it returns the opposite.
func HasConflicts(left, right interface{}) (bool, error) {
	found, err := own.HasConflicts(left, right)
	return found != planted, err
}
