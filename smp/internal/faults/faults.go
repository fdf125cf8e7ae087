// Package faults provides errors whose path is completed on the way back from the value to the root
// of the document:
//
//	patch {"spec":{"ports":[{"name":"dns"}]}} lacks the merge key port
//
//	in the element   New("missing-merge-key", …)          reversed: -
//	in the list      .Under(Index(0))                     reversed: [0]
//	in the maps      .UnderField("ports"), "spec"         reversed: [0] ports spec
//	at the end       In(…)                                spec.ports[0]
//
// A call without a fault does not spend time on paths. Package smp, which defines the types of codes
// and rules, imports this package, so a fault holds their text.
package faults

import (
	"errors"
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
)

// A Fault is an error about a value whose path is not complete yet.
type Fault struct {
	Code  string // an smp.Code
	Rule  string // an smp.Rule; may be empty
	Cause error
	// InOriginal is set if the fault is in the original, and not in the patch.
	InOriginal bool
	// OnlyStrict is set if only strict calls make the check that found the fault.
	OnlyStrict bool
	// Reversed is the path so far, from its end to its beginning.
	Reversed []model.Step

	// inDirective is set while the path begins with a directive for a field. UnderField then
	// adds nothing.
	inDirective bool
}

// New returns a fault with an empty path. Its cause is the error of [Errorf].
func New(code, rule string, format string, args ...any) *Fault {
	return &Fault{Code: code, Rule: rule, Cause: Errorf(format, args...)}
}

// Errorf is like [fmt.Errorf], but cuts long strings and long texts of String methods, because the
// names, kinds and paths of a document may have any length.
func Errorf(format string, args ...any) error {
	for i, arg := range args {
		switch arg := arg.(type) {
		case string:
			args[i] = model.Shorten(arg)
		case fmt.Stringer:
			args[i] = model.Shorten(arg.String())
		}
	}
	return fmt.Errorf(format, args...)
}

// IfStrict sets OnlyStrict, and returns the fault.
func (f *Fault) IfStrict() *Fault {
	f.OnlyStrict = true
	return f
}

// Copy returns a copy of the fault, to report it a second time. The copy of nil is nil.
func (f *Fault) Copy() *Fault {
	if f == nil {
		return nil
	}
	other := *f
	other.Reversed = slices.Clone(f.Reversed)
	return &other
}

// path returns the path from the root to the value.
func (f *Fault) path() model.Path {
	path := model.Path(slices.Clone(f.Reversed))
	slices.Reverse(path)
	return path
}

// Under adds a step to the front of the path, and returns the fault, as all Under methods do.
func (f *Fault) Under(step model.Step) *Fault {
	f.Reversed = append(f.Reversed, step)
	return f
}

// UnderPath adds the steps of a path to the front of the path.
func (f *Fault) UnderPath(path model.Path) *Fault {
	for _, step := range slices.Backward(path.Append()) { // a copy, also of keys
		f = f.Under(step)
	}
	return f
}

// UnderDirective adds the name of a directive for a field to the front of the path. The original
// has no directives, so the path of a fault in the original does not change.
func (f *Fault) UnderDirective(name string) *Fault {
	if f.InOriginal {
		return f
	}
	f.inDirective = true
	return f.Under(model.Field(name))
}

// UnderField adds the name of a field to the front of the path. It adds nothing if the last step
// is a directive for this field.
func (f *Fault) UnderField(name string) *Fault {
	if f.inDirective {
		f.inDirective = false
		return f
	}
	return f.Under(model.Field(name))
}

// UnderElement adds the index of an element to the front of the path: its index in the patch for
// a fault in the patch, and its index in the original for a fault in the original.
func (f *Fault) UnderElement(original, patch int) *Fault {
	if f.InOriginal {
		return f.Under(model.Index(original))
	}
	return f.Under(model.Index(patch))
}

// A List holds the faults of a value in the order in which they are found. Whoever rejects the value
// reports the first one.
type List []*Fault

// First returns the first fault, or nil if there is none.
func (l List) First() *Fault {
	if len(l) == 0 {
		return nil
	}
	return l[0]
}

// A ByName keeps the fault of the member that is first by name, while the members of a map are
// visited in another order. The zero ByName has no fault.
type ByName struct {
	Fault *Fault
	name  string
}

// Add adds a fault of the member with the given name. The fault may be nil.
func (b *ByName) Add(name string, f *Fault) {
	if f != nil && !b.Hides(name) {
		b.Fault, b.name = f, name
	}
}

// Hides reports whether a fault of the member with the given name would not be kept. Such a member
// need not be visited.
func (b *ByName) Hides(name string) bool { return b.Fault != nil && name >= b.name }

// A SchemaPanic is the panic value for an error in the description of a field. Functions panic
// instead of returning the error, because fields are looked up in many places and such errors are
// very rare.
type SchemaPanic struct{ Err error }

// RecoverSchema recovers a SchemaPanic and stores its error in err. Exported functions of the engines
// defer it.
func RecoverSchema(err *error) {
	switch fault := recover().(type) {
	case nil:
	case SchemaPanic:
		*err = fault.Err
	default:
		panic(fault)
	}
}

// Unread returns the fault of a text that model.Parse rejects.
func Unread(err error) *Fault {
	f := &Fault{Code: Syntax, Cause: err}
	var e *model.Error
	if errors.As(err, &e) {
		f = f.UnderPath(e.Path)
		if e.Code == model.Limit {
			f.Code = Limit
		}
	}
	return f
}

// PatchName returns the name of one of several patches in errors.
func PatchName(n int) string { return fmt.Sprintf("patches[%d]", n) }

// In returns the document and the path of the fault. original and patch are the names of the two
// documents.
func (f *Fault) In(original, patch string) (document string, path model.Path) {
	if f.InOriginal {
		return original, f.path()
	}
	return patch, f.path()
}

// Built returns the result of building a value, or a fault with the code limit. Building fails
// only if the value is nested too deeply.
func Built(v model.Value, err error) (model.Value, *Fault) {
	if err != nil {
		return model.Value{}, New(Limit, "", "the result is nested too deeply: %w", err)
	}
	return v, nil
}

// EditElements returns a list with each element replaced by the result of edit. An absent result
// removes the element. If no element changes, EditElements returns the list itself.
func EditElements(list model.Value, edit func(i int, e model.Value) (model.Value, *Fault)) (model.Value, *Fault) {
	var changes []model.Element
	for i, e := range list.Elements() {
		result, f := edit(i, e)
		if f != nil {
			return model.Value{}, f.Under(model.Index(i))
		}
		if !model.Same(result, e) {
			changes = append(changes, model.Element{Index: i, Value: result})
		}
	}
	if len(changes) == 0 {
		return list, nil
	}
	return Built(list.WithElements(changes))
}

// EditMembers is like [EditElements], but edits the members of a map. The fault is that of the first
// member by name.
func EditMembers(v model.Value, edit func(name string, member model.Value) (model.Value, *Fault)) (model.Value, *Fault) {
	var changes []model.Member
	var failed ByName
	for name, member := range v.Members() {
		if failed.Hides(name) {
			continue
		}
		result, f := edit(name, member)
		if f != nil {
			failed.Add(name, f.Under(model.Field(name)))
		} else if !model.Same(result, member) {
			changes = append(changes, model.Member{Name: name, Value: result})
		}
	}
	switch {
	case failed.Fault != nil:
		return model.Value{}, failed.Fault
	case len(changes) == 0:
		return v, nil
	}
	return Built(v.WithMembers(changes...))
}
