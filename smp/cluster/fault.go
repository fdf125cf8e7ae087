package cluster

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A fault is an error before it has the name of its document. Its path is collected in reverse
// while the calls return, so that calls without a fault need not keep a path.
type fault struct {
	code        smp.Code
	rule        smp.Rule
	original    bool // the fault is in the original, not in the patch
	inDirective bool // the path ends in a directive for the field, and underField must not add the field
	cause       error
	reversed    []model.Step
}

func newFault(code smp.Code, rule smp.Rule, format string, args ...any) *fault {
	return &fault{code: code, rule: rule, cause: fmt.Errorf(format, args...)}
}

func (f *fault) inOriginal() *fault {
	f.original = true
	return f
}

// under adds a step to the front of the path.
func (f *fault) under(step model.Step) *fault {
	f.reversed = append(f.reversed, step)
	return f
}

// underDirective adds the name of a directive for a field to the front of the path. A fault in the
// original gets no directive, because the original has none.
func (f *fault) underDirective(name string) *fault {
	if f.original {
		return f
	}
	f.inDirective = true
	return f.under(model.Field(name))
}

// underField adds the name of a field to the front of the path, unless the path begins with a
// directive for the field.
func (f *fault) underField(name string) *fault {
	if f.inDirective {
		f.inDirective = false
		return f
	}
	return f.under(model.Field(name))
}

// underElement adds the index of an element to the front of the path. original is the index for a
// fault in the original, and patch is the index for a fault in the patch.
func (f *fault) underElement(original, patch int) *fault {
	if f.original {
		return f.under(model.Index(original))
	}
	return f.under(model.Index(patch))
}

func (f *fault) asError() error { return f.inDocuments("original", "patch") }

// inDocuments returns the fault as an error in one of two documents.
func (f *fault) inDocuments(original, patch string) error {
	document := patch
	if f.original {
		document = original
	}
	path := model.Path(slices.Clone(f.reversed))
	slices.Reverse(path)
	return &smp.Error{Code: f.code, Document: document, Path: path, Rule: f.rule, Cause: f.cause}
}

// built converts the error of building v to a fault. Building fails only if v is nested too deeply.
func built(v model.Value, err error) (model.Value, *fault) {
	if err != nil {
		return model.Value{}, newFault(smp.Limit, "", "the result is nested too deeply: %w", err)
	}
	return v, nil
}

// editedElements returns a list in which each element is replaced by the result of edit. If the
// result is absent, the element is removed.
func editedElements(list model.Value, edit func(i int, e model.Value) (model.Value, *fault)) (model.Value, *fault) {
	var changes []model.Element
	for i, e := range list.Elements() {
		result, f := edit(i, e)
		if f != nil {
			return model.Value{}, f.under(model.Index(i))
		}
		if !model.Same(result, e) {
			changes = append(changes, model.Element{Index: i, Value: result})
		}
	}
	if len(changes) == 0 {
		return list, nil
	}
	return built(list.WithElements(changes))
}

// editedMembers returns a map in which each member is replaced by the result of edit. If the result
// is absent, the member is removed.
func editedMembers(v model.Value, edit func(name string, member model.Value) (model.Value, *fault)) (model.Value, *fault) {
	var changes []model.Member
	for name, member := range v.Members() {
		result, f := edit(name, member)
		if f != nil {
			return model.Value{}, f.under(model.Field(name))
		}
		if !model.Same(result, member) {
			changes = append(changes, model.Member{Name: name, Value: result})
		}
	}
	if len(changes) == 0 {
		return v, nil
	}
	return built(v.WithMembers(changes...))
}

// describe returns the name of a JSON type in messages, such as "a map", "null" or "nothing".
func describe(t model.Type) string {
	switch t {
	case model.Absent:
		return "nothing"
	case model.Null:
		return "null"
	}
	return "a " + t.String()
}
