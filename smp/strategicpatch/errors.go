package strategicpatch

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/mergepatch"
	"github.com/strategicpatch/smp/smp/structtag"
)

// asCallersKnow converts an error of the engine. If apimachinery has an error value for it, which
// callers compare with ==, it returns this value. If not, it returns the error, with the wording of
// apimachinery in some cases. patch is the patch that was applied, or absent.
func (r rules) asCallersKnow(err error, patch model.Value) error {
	var e *smp.Error
	if !errors.As(err, &e) {
		return err
	}
	explained := *e
	switch {
	case e.Rule == smp.RuleRetainKeys:
		return mergepatch.ErrBadPatchFormatForRetainKeys
	case e.Rule == smp.RuleNoNestedLists:
		return mergepatch.ErrNoListOfLists
	case e.Code == smp.UnknownField && e.Document == "patch" && len(e.Path) > 0:
		explained.Cause = r.notFound(e.Path)
		return &explained
	case e.Code == smp.NotRepresentable && r.lacks(e.Path):
		explained.Cause = fmt.Errorf("%w: %w", r.notFound(e.Path), e.Cause)
		return &explained
	case e.Code == smp.OrderMismatch:
		explained.Cause = errors.New("the order in the patch list doesn't match the $setElementOrder list")
		return &explained
	case e.Code == smp.MissingMergeKey:
		explained.Cause = errors.New("the map does not contain declared merge key" + strings.TrimPrefix(e.Cause.Error(), "missing merge key"))
		return &explained
	case e.Code != smp.InvalidDirective || len(e.Path) == 0:
		return err
	}
	name, _ := e.Path[len(e.Path)-1].(model.Field)
	value, _ := e.Path.Lookup(patch)
	switch {
	case namesNoField(string(name), deleteListPrefix):
		return mergepatch.ErrBadPatchFormatForPrimitiveList
	case namesNoField(string(name), orderPrefix) && value.Type() == model.List:
		return mergepatch.ErrBadPatchFormatForSetElementOrderList
	}
	return err
}

// namesNoField reports whether a name begins with the name of a directive, but lacks the slash
// before the name of a field.
func namesNoField(name, prefix string) bool {
	return strings.HasPrefix(name, strings.TrimSuffix(prefix, "/")) && !strings.HasPrefix(name, prefix)
}

// lacks reports whether a path leads to a field that a declared map does not have.
func (r rules) lacks(path model.Path) bool {
	s, known := r.schema, true
	for _, step := range path {
		name, ok := step.(model.Field)
		if !ok {
			s = s.Element()
			continue
		}
		declared := s.Declared()
		if s, known = s.Member(string(name)); !known {
			return declared && !strings.HasPrefix(string(name), "$")
		}
	}
	return false
}

// notFound returns the reason why the schema has no entry for the list or map at a path. Both the
// original and the patch have this list or map.
func (r rules) notFound(path model.Path) error {
	last, _ := path[len(path)-1].(model.Field)
	field := strings.TrimPrefix(strings.TrimPrefix(string(last), orderPrefix), deleteListPrefix)
	t := r.typ
	for _, step := range path[:len(path)-1] {
		t = below(t, step)
	}
	t = pointee(t)
	switch {
	case t == nil:
		return FieldNotFoundError{Path: path[:len(path)-1].String(), Field: field}
	case t.Kind() != reflect.Struct:
		return fmt.Errorf("merging an object in json but data type is not struct, instead is: %s", t.Kind())
	}
	if found, ok := structtag.FieldOf(t, field); ok {
		return fmt.Errorf("expected slice or array type, but got: %s", pointee(found).Kind())
	}
	return fmt.Errorf("unable to find api field in struct %s for the json field %q", t.Name(), field)
}

// below returns the Go type that a step of a path leads to, or nil if there is no such type.
func below(t reflect.Type, step model.Step) reflect.Type {
	if t = pointee(t); t == nil {
		return nil
	}
	if name, ok := step.(model.Field); ok {
		t, _ = structtag.FieldOf(t, string(name))
		return t
	}
	if t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		return t.Elem()
	}
	return nil
}

// pointee returns the type at the end of a chain of pointers. If t is nil, it returns nil.
func pointee(t reflect.Type) reflect.Type {
	for range 100 { // a Go type can be an endless chain of pointers
		if t == nil || t.Kind() != reflect.Pointer {
			return t
		}
		t = t.Elem()
	}
	return nil
}
