package strategicpatch

import (
	"errors"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/mergepatch"
)

// applyError is asCallersKnow for an error of Apply: there a list is also known
// by being the first element of a list in the original.
func applyError(err error, original model.Value) error {
	var e *smp.Error
	if errors.As(err, &e) && e.Document == "original" && len(e.Path) > 0 && e.Path[len(e.Path)-1] == model.Index(0) {
		if element, _ := e.Path.Lookup(original); element.Kind() == model.List {
			return mergepatch.ErrNoListOfLists
		}
	}
	return asCallersKnow(err)
}

// asCallersKnow returns the error value that callers compare with ==, where
// there is one for an engine's error, and else the error itself.
func asCallersKnow(err error) error {
	var e *smp.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Rule {
	case smp.RuleRetainKeys:
		return mergepatch.ErrBadPatchFormatForRetainKeys
	case smp.RuleNoNestedLists:
		return mergepatch.ErrNoListOfLists
	}
	if !namesNoField(e.Path) {
		return err
	}
	switch e.Rule {
	case smp.RuleSetDelete:
		return mergepatch.ErrBadPatchFormatForPrimitiveList
	case smp.RuleOrderDirective:
		return mergepatch.ErrBadPatchFormatForSetElementOrderList
	}
	return err
}

// namesNoField reports whether a path ends in a directive for a field that has
// no slash, behind which the field would stand.
func namesNoField(path model.Path) bool {
	if len(path) == 0 {
		return false
	}
	name, ok := path[len(path)-1].(model.Field)
	return ok && strings.HasPrefix(string(name), "$") && !strings.Contains(string(name), "/")
}
