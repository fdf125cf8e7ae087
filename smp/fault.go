package smp

import (
	"errors"
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
)

// A fault is an Error in the making: its path is collected in reverse while
// the calls return, so that success pays nothing for it.
type fault struct {
	kind     Kind
	rule     Rule
	original bool // the fault is in the original, not in the patch
	placed   bool // the path already ends in a directive of the field's, not in the field
	cause    error
	reversed []model.Step
}

func newFault(kind Kind, rule Rule, format string, args ...any) *fault {
	return &fault{kind: kind, rule: rule, cause: fmt.Errorf(format, args...)}
}

// under says that the fault lies below step.
func (f *fault) under(step model.Step) *fault {
	f.reversed = append(f.reversed, step)
	return f
}

// again returns a fault that is reported a second time.
func (f *fault) again() *fault {
	if f == nil {
		return nil
	}
	other := *f
	other.reversed = slices.Clone(f.reversed)
	return &other
}

// underDirective says that the fault lies in a directive that stands beside the
// field it is for. The original has no directives: what is wrong there is in
// the field.
func (f *fault) underDirective(name string) *fault {
	if f.original {
		return f
	}
	f.placed = true
	return f.under(model.Field(name))
}

// underField says that the fault lies in a field, or in a directive for it.
func (f *fault) underField(name string) *fault {
	if f.placed {
		f.placed = false
		return f
	}
	return f.under(model.Field(name))
}

// underElement says that the fault lies below the element that is number
// patch in the patch and number original in the original.
func (f *fault) underElement(original, patch int) *fault {
	if f.original {
		return f.under(model.Index(original))
	}
	return f.under(model.Index(patch))
}

// asError finishes the fault, with the names that the two documents have.
func (f *fault) asError(original, patch string) error {
	document := patch
	if f.original {
		document = original
	}
	path := model.Path(slices.Clone(f.reversed))
	slices.Reverse(path)
	return &Error{Kind: f.kind, Document: document, Path: path, Rule: f.rule, Cause: f.cause}
}

// parseError turns what model.Parse says of a document into an Error.
func parseError(document string, err error) error {
	out := &Error{Kind: Syntax, Document: document, Cause: err}
	var e *model.Error
	if errors.As(err, &e) {
		out.Path = e.Path
		if e.Kind == model.Limit {
			out.Kind = Limit
		}
	}
	return out
}
