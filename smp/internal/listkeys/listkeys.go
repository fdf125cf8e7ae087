// Package listkeys compares the keys of a keyed list: those by which a patch element finds an element, with
// those that the two elements have. A patch element is ambiguous if they disagree (rule
// keys-recommended).
package listkeys

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A KeySet holds the keys by which elements of a keyed list may be found.
type KeySet struct {
	Required    []string                      // the fields of the default key
	Recommended []string                      // the recommended keys, with the default key first
	Default     func(name string) model.Value // default of a key, or an absent value
}

// In returns the value of a key in an element or, if the element lacks the key, the default of the
// key.
func (k KeySet) In(e model.Value, name string) model.Value {
	if v, _ := e.Get(name); nulls.Present(v) {
		return v
	}
	return k.Default(name)
}

// OriginalFault returns the fault of an element of the original that nothing can match, or nil (rule
// keyed-original).
func (k KeySet) OriginalFault(e model.Value) *faults.Fault {
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
func (k KeySet) DiffersIn(one, other model.Value) string {
	for _, name := range k.Recommended {
		if !model.Equal(k.In(one, name), k.In(other, name)) {
			return name
		}
	}
	return ""
}

// Changes reports whether a patch element changes a recommended key of the element that it merges into,
// although it does not select by that key (rule keys-change).
func (k KeySet) Changes(by *identity.Selection, patch, found model.Value) bool {
	for _, name := range k.Recommended {
		theirs, had := found.Get(name)
		ours, has := patch.Get(name)
		if has && had && !model.Equal(ours, theirs) && !by.Selects(name) {
			return true
		}
	}
	return false
}

// A Match is a patch element of a keyed list and the element that it merges into.
type Match struct {
	Element syntax.Map
	Atomic  bool                // elements of the list are replaced as a whole
	By      *identity.Selection // how the patch element was matched
	Named   bool                // $patchMergeKey names the keys of By
	Found   model.Value
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
func (k KeySet) Ambiguity(m Match) error {
	changed := k.change(m)
	finds := strings.Join(m.By.Names, ", ") + " alone finds the "
	if m.Named {
		finds = syntax.PatchMergeKey + ", with " + strings.Join(m.By.Names, ", ") + " alone, finds the "
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
func (k KeySet) change(m Match) string {
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
func (k KeySet) after(m Match, name string) model.Value {
	value, present := m.Element.Patch.Get(name)
	clears := m.Atomic || m.Element.Clears(name)
	switch {
	case present && syntax.IsDeletion(value):
		return k.Default(name)
	case present && value.Type() == model.Map: // usually no key, but it has a value after the merge, too
		var before model.Value
		if !clears {
			before, _ = m.Found.Get(name)
		}
		return m.Merge(name, before, value)
	case present || clears:
		return k.In(m.Element.Patch, name)
	default:
		return k.In(m.Found, name)
	}
}

// AmbiguousFault returns the fault of an ambiguous element with this index (rule keys-recommended).
func AmbiguousFault(reason error, index int) *faults.Fault {
	return (&faults.Fault{Code: faults.AmbiguousMergeKey, Rule: rule.KeysRecommended, Cause: reason}).Under(model.Index(index))
}
