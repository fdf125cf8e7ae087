package syntax

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
)

// This file contains checks that a strict call makes, and a traced call reports.

// An Accepter answers questions about the types of a value for its schema.
type Accepter interface {
	// Accepts reports whether a value may have the JSON type.
	Accepts(model.Type) bool
}

// TypeFault returns the fault of a patch value whose type contradicts its schema, or nil (rule
// value-type).
func TypeFault(s Accepter, v model.Value) *faults.Fault {
	k := v.Type()
	if k == model.Absent || s.Accepts(k) {
		return nil
	}
	return faults.New(faults.WrongType, rule.ValueType, "expected a %s, got %s", typeName(s), k.Noun())
}

// typeName returns the name of the type that a schema expects, such as "map" or "string or number".
func typeName(s Accepter) string {
	var types []string
	for _, k := range [...]model.Type{model.String, model.Number, model.Bool} {
		if s.Accepts(k) {
			types = append(types, k.String())
		}
	}
	switch {
	case len(types) == 3:
		return "scalar"
	case s.Accepts(model.Map):
		return model.Map.String()
	case s.Accepts(model.List):
		return model.List.String()
	}
	return strings.Join(types, " or ")
}

// NoField returns the fault of a delete or order list that names no field, by one of the rules
// set-delete and order-directive. The name is that of the directive.
func NoField(rule, name string) *faults.Fault {
	return faults.New(faults.InvalidDirective, rule, "missing field name in the directive").UnderDirective(name)
}

// ListKeys are the keys by which elements of a keyed list may be found.
type ListKeys struct {
	Required    []string                      // the fields of the default key
	Recommended []string                      // the recommended keys, with the default key first
	Default     func(name string) model.Value // default of a key, or an absent value
}

// In returns the value of a key in an element or, if the element lacks the key, the default of the
// key.
func (k ListKeys) In(e model.Value, name string) model.Value {
	if v, _ := e.Get(name); nulls.Present(v) {
		return v
	}
	return k.Default(name)
}

// OriginalFault returns the fault of an element of the original that nothing can match, or nil (rule
// keyed-original).
func (k ListKeys) OriginalFault(e model.Value) *faults.Fault {
	if e.Type() != model.Map {
		return faults.New(faults.WrongType, rule.KeyedOriginal, "expected a map, got %s", e.Type().Noun())
	}
	for _, name := range k.Required {
		v, _ := e.Get(name)
		switch typ := v.Type(); {
		case v.IsScalar():
		case typ != model.Absent && typ != model.Null:
			return faults.New(faults.InvalidMergeKey, rule.KeyedOriginal, "merge key %q: expected a scalar, got %s", name, typ.Noun()).Under(model.Field(name))
		case k.Default(name).Type() == model.Absent:
			return faults.New(faults.MissingMergeKey, rule.KeyedOriginal, "missing merge key %q", name)
		}
	}
	return nil
}

// DiffersIn returns the first recommended key in which two elements differ. The result is empty if
// they differ in none.
func (k ListKeys) DiffersIn(one, other model.Value) string {
	for _, name := range k.Recommended {
		if !model.Equal(k.In(one, name), k.In(other, name)) {
			return name
		}
	}
	return ""
}

// Changes reports whether a patch element changes a recommended key of the element that it merges into,
// although it does not select by that key (rule keys-change).
func (k ListKeys) Changes(by *identity.Selection, patch, found model.Value) bool {
	for _, name := range k.Recommended {
		theirs, had := found.Get(name)
		ours, has := patch.Get(name)
		if has && had && !model.Equal(ours, theirs) && !by.Selects(name) {
			return true
		}
	}
	return false
}

// WithoutScalars returns a list without the scalars that values contains (rule set-delete).
func WithoutScalars(list model.Value, values *identity.Index) (model.Value, *faults.Fault) {
	return faults.EditElements(list, func(_ int, e model.Value) (model.Value, *faults.Fault) {
		if e.IsScalar() && values.Find([]model.Value{e}) >= 0 {
			return model.Value{}, nil
		}
		return e, nil
	})
}

// A Match is a patch element of a keyed list and the element that it merges into.
type Match struct {
	Patch  Map
	Atomic bool                // elements of the list are replaced as a whole
	By     *identity.Selection // how the patch element was matched
	Named  bool                // $patchMergeKey names the keys of By
	Found  model.Value
	// Several is a recommended key in which the elements with the same keys differ. It is empty if
	// there are no such elements.
	Several string
	// Merge returns the result of merging a patch map into a field of the element. original may be
	// absent or have any type.
	Merge func(name string, original, patch model.Value) model.Value
}

// Ambiguity returns the reason why a patch element is ambiguous, or nil (rule keys-recommended). It
// is ambiguous if its keys match several elements, or if it changes or clears a recommended key that
// it does not select by.
func (k ListKeys) Ambiguity(m Match) error {
	changed := k.change(m)
	finds := strings.Join(m.By.Names, ", ") + " alone finds the "
	if m.Named {
		finds = PatchMergeKey + ", with " + strings.Join(m.By.Names, ", ") + " alone, finds the "
	}
	switch {
	case m.Several != "" && changed != "":
		return fmt.Errorf("%sfirst of several elements and %s", finds, changed)
	case m.Several != "":
		return fmt.Errorf("%sfirst of several elements, which differ in %s", finds, m.Several)
	case changed != "":
		return fmt.Errorf("%selement and %s", finds, changed)
	}
	return nil
}

// change describes how a patch element changes a recommended key that it does not select by, such as
// "changes its protocol". The result is empty if no key changes.
func (k ListKeys) change(m Match) string {
	for _, name := range k.Recommended {
		theirs := k.In(m.Found, name)
		if theirs.Type() == model.Absent || m.By.Selects(name) {
			continue
		}
		switch now := k.after(m, name); {
		case now.Type() == model.Absent:
			return "removes its " + name
		case !model.Equal(theirs, now):
			return "changes its " + name
		}
	}
	return ""
}

// after returns the key name of the element found after the patch is merged into it.
func (k ListKeys) after(m Match, name string) model.Value {
	value, present := m.Patch.Patch.Get(name)
	clears := m.Atomic || m.Patch.Clears(name)
	switch {
	case present && IsDeletion(value):
		return k.Default(name)
	case present && value.Type() == model.Map: // usually no key, but it has a value after the merge, too
		var before model.Value
		if !clears {
			before, _ = m.Found.Get(name)
		}
		return m.Merge(name, before, value)
	case present || clears:
		return k.In(m.Patch.Patch, name)
	default:
		return k.In(m.Found, name)
	}
}

// Clears reports whether a patch map clears a field that it does not contain, because it replaces
// the map or has a $retainKeys that does not list the field.
func (m Map) Clears(name string) bool {
	retained, f := m.Retained()
	return Replace.In(m.Patch) || f == nil && retained.Clears(name)
}

// AmbiguityFault returns the fault of an ambiguous element with this index (rule keys-recommended).
func AmbiguityFault(reason error, index int) *faults.Fault {
	return (&faults.Fault{Code: faults.AmbiguousMergeKey, Rule: rule.KeysRecommended, Cause: reason}).Under(model.Index(index))
}
