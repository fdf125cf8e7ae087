package strategicpatch

import (
	"errors"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/mergepatch"
)

// asCallersKnow returns the error value that callers compare with ==, where
// there is one for an engine's error about a patch, and else the error itself.
func asCallersKnow(err error, patch model.Value) error {
	var e *smp.Error
	switch {
	case !errors.As(err, &e):
		return err
	case e.Rule == smp.RuleRetainKeys:
		return mergepatch.ErrBadPatchFormatForRetainKeys
	case e.Rule == smp.RuleNoNestedLists:
		return mergepatch.ErrNoListOfLists
	case e.Kind != smp.InvalidDirective || len(e.Path) == 0:
		return err
	}
	name, _ := e.Path[len(e.Path)-1].(model.Field)
	value, _ := e.Path.Lookup(patch)
	switch {
	case namesNoField(string(name), deleteListPrefix):
		return mergepatch.ErrBadPatchFormatForPrimitiveList
	case namesNoField(string(name), orderPrefix) && value.Kind() == model.List:
		return mergepatch.ErrBadPatchFormatForSetElementOrderList
	}
	return err
}

// namesNoField reports whether a name begins with a directive's but for the
// slash, behind which the field would stand.
func namesNoField(name, prefix string) bool {
	return strings.HasPrefix(name, strings.TrimSuffix(prefix, "/")) && !strings.HasPrefix(name, prefix)
}
