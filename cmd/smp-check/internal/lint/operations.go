package lint

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kyaml"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/jsonpatch"
)

// InvalidOperation is the code of problems of JSON Patches: an operation that no object
// accepts.
const InvalidOperation smp.Code = "invalid-operation"

// AddOperations adds the problems of a JSON Patch for objects with a schema: operations that
// no object accepts, fields that the schema does not define, and values of the wrong type.
// inKustomize is set if kustomize applies the patch.
func (r *Report) AddOperations(d load.Document, s smp.Schema, inKustomize bool) {
	r.Patches++
	for i, operation := range d.Value.Elements() {
		at := model.Path{model.Index(i)}
		one, err := model.NewList(operation)
		if err != nil {
			return // impossible: the list is not deeper than the list that contained the operation
		}
		if _, err := jsonpatch.FromValue(one); err != nil {
			r.addOperation(d, at, InvalidOperation, withoutOperation(err))
			continue
		}
		op, _ := operation.Get("op")
		value, _ := operation.Get("value")
		o := jsonpatch.Op(op.Text())
		if o != jsonpatch.Add && o != jsonpatch.Replace {
			value = model.Value{} // test compares its value, and the others have none
		}
		r.place(d, at, "path", s, value, inKustomize)
		if o == jsonpatch.Move || o == jsonpatch.Copy {
			r.place(d, at, "from", s, model.Value{}, inKustomize)
		}
	}
}

// AddFailure adds an error for an operation of a JSON Patch that cannot be applied to an object. An
// operation that has a problem in one of the reports about the patch is left out. The index is -1
// if the error is about the whole patch.
func (r *Report) AddFailure(d load.Document, operation int, cause error, reports []Report) {
	var path model.Path
	if operation >= 0 {
		path = model.Path{model.Index(operation)}
	}
	for _, one := range reports {
		for _, f := range one.Findings {
			if len(path) > 0 && len(f.Path) > 0 && f.Path[0] == path[0] {
				return
			}
		}
	}
	r.addOperation(d, path, kyaml.Fails, cause)
}

// withoutOperation returns the cause of an error about an operation. The caller reports the
// position of the operation.
func withoutOperation(err error) error {
	var e *jsonpatch.Error
	if errors.As(err, &e) && e.Cause != nil {
		return e.Cause
	}
	return err
}

// place checks the pointer of an operation and its value. It reports the problems of a strategic
// merge patch that sets this value at the pointer. If the operation sets no value, the value is
// absent, and only the pointer is checked.
func (r *Report) place(d load.Document, at model.Path, field string, s smp.Schema, value model.Value, inKustomize bool) {
	pointer, _ := at.Append(model.Field(field)).Lookup(d.Value)
	names, err := jsonpatch.Names(pointer.Text())
	if err != nil {
		return // FromValue has reported it
	}
	whole, patch, hasValue := s, value, value.Type() != model.Absent
	if !hasValue {
		patch = model.NewNull()
	}
	steps := make(model.Path, len(names))
	for i, name := range names {
		steps[i] = model.Field(name)
		if s.Type() == smp.ListType {
			if !isIndex(name) {
				where := jsonpatch.Pointer(names[:i]...)
				r.addOperation(d, at.Append(model.Field(field)), InvalidOperation, fmt.Errorf("%s: %s is a list; expected an index or -, got %q", pointer.Text(), where, name))
				return
			}
			steps[i], s = model.Index(0), s.Element()
		} else {
			s, _ = s.Member(name)
		}
	}
	for i := len(steps) - 1; i >= 0; i-- {
		if name, isField := steps[i].(model.Field); isField {
			patch, err = model.NewMap(model.Member{Name: string(name), Value: patch})
		} else {
			patch, err = model.NewList(patch)
		}
		if err != nil {
			return // deeper than any object
		}
	}
	for _, f := range judge.Value(whole, patch) {
		if inKustomize && becomesString(f.Path, patch) || f.Code == smp.WrongType && !hasValue {
			continue
		}
		where := at.Append(model.Field("value"))
		if len(f.Path) > len(steps) {
			where = where.Append(f.Path[len(steps):]...)
		} else if f.Code != smp.WrongType {
			where = at.Append(model.Field(field))
		}
		if n := len(f.Path); n > 0 && n < len(names) && f.Code == smp.WrongType && !hasIndex(steps[n-1:]) {
			f.Remedy = "a / in a name is written as ~1: " + jsonpointer(names, n-1)
		}
		f.Sentence, f.Path, f.Severity = f.Path.String()+": "+f.Sentence, where, finding.Error
		r.add(d, f)
	}
}

// jsonpointer returns the pointer in which the names from index n are one name.
func jsonpointer(names []string, n int) string {
	return jsonpatch.Pointer(append(slices.Clone(names[:n]), strings.Join(names[n:], "/"))...)
}

// hasIndex reports whether a path contains the index of an element.
func hasIndex(path model.Path) bool {
	return slices.ContainsFunc(path, func(step model.Step) bool { _, isField := step.(model.Field); return !isField })
}

// isIndex reports whether a name in a pointer is the index of an element.
func isIndex(name string) bool {
	_, err := strconv.ParseUint(strings.TrimPrefix(name, "-"), 10, 32)
	return err == nil || name == "-"
}

func (r *Report) addOperation(d load.Document, path model.Path, code smp.Code, cause error) {
	r.add(d, finding.Finding{Path: path, Code: code, Severity: finding.Error, Sentence: cause.Error()})
}
