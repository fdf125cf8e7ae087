// Package listpatch reads the patches of lists: the elements with their keys, and the order list.
package listpatch

import (
	"cmp"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A Reader reads the keys of the elements in a patch of one merging list. It creates
// each selection only once.
type Reader struct {
	node         *schema.Node
	defaultKeys  []string // the fields of the default key
	directive    bool     // $patchMergeKey is recognized
	selections   map[string]*identity.Selection
	ByDefaultKey *identity.Selection // selection by the default key or, in a set, by value
	Arena        []model.Value       // memory for the keys that are read
}

// NewReader returns a reader of the keys in a patch of one merging list.
func NewReader(d syntax.Dialect, u *schema.Node) Reader {
	data := u.Shape.Element.HasField(syntax.PatchMergeKey)
	return Reader{node: u, defaultKeys: u.Keys, directive: !data && !d.Ignored(syntax.MergeKeyRole), ByDefaultKey: u.ByDefaultKey}
}

// Element reads the keys of an element of a patch list. The element may be any value. It returns all
// faults of the element's own type, operation and keys.
func (r *Reader) Element(e model.Value, i int) (Element, faults.List) {
	isSet := len(r.node.Keys) == 0
	merge, wanted := rule.KeyedMerge, "map"
	if isSet {
		merge, wanted = rule.SetMerge, "scalar"
	}
	switch {
	case e.Type() == model.List:
		return Element{}, faults.List{faults.New(faults.WrongType, rule.NoNestedLists, "a list cannot be an element of a merging list")}
	case isSet && !e.IsScalar() || !isSet && e.Type() != model.Map:
		return Element{}, faults.List{faults.New(faults.WrongType, merge, "expected a %s, got %s", wanted, e.Type().Noun())}
	case isSet:
		n := len(r.Arena)
		r.Arena = append(r.Arena, e)
		return Element{Value: e, Index: i, By: r.ByDefaultKey, Keys: r.Arena[n : n+1 : n+1]}, nil
	}
	return r.mapElement(e, i)
}

// selection returns the selection by a set of recommended keys, which includes the default key.
// present holds the keys that are null in the patch, which an element must have to match.
func (r *Reader) selection(names, present []string) *identity.Selection {
	if len(present) == 0 && len(names) == len(r.defaultKeys) {
		return r.ByDefaultKey
	}
	id := strings.Join(names, ",") + ";" + strings.Join(present, ",")
	if s, ok := r.selections[id]; ok {
		return s
	}
	s := r.node.Selection(names, present)
	if r.selections == nil {
		r.selections = map[string]*identity.Selection{}
	}
	r.selections[id] = s
	return s
}

// An Element is an element of a patch list, or an entry of an order list, with the keys that
// identify it. In a set, the key is the value itself. In a list that is replaced, only Value and
// Index are set.
type Element struct {
	Value model.Value
	Index int // index in its list
	Op    syntax.Operation
	By    *identity.Selection
	Keys  []model.Value
	// HasPatchMergeKey reports whether the element has a $patchMergeKey.
	HasPatchMergeKey bool
	// Fallback is the selection without the null keys (rule keys-null). It is nil if no key is
	// null.
	Fallback *identity.Selection
}

// mapElement reads the keys of a map in a patch list.
func (r *Reader) mapElement(e model.Value, i int) (Element, faults.List) {
	op, f := syntax.OperationOf(e)
	k := Element{Value: e, Index: i, By: r.ByDefaultKey, Op: op}
	var found faults.List
	if f != nil {
		found = append(found, f)
	}
	return r.withKeys(k, rule.KeyedMerge, op != syntax.Delete, found)
}

// OrderEntry reads the keys of a map in an order list.
func (r *Reader) OrderEntry(e model.Value, i int) (Element, faults.List) {
	return r.withKeys(Element{Value: e, Index: i, By: r.ByDefaultKey}, rule.OrderDirective, false, nil)
}

// withKeys reads the keys of k. Its faults, which name the rule violated, follow those in found. nullKeys
// reports whether recommended keys may be null (rule keys-null).
func (r *Reader) withKeys(k Element, violated string, nullKeys bool, found faults.List) (Element, faults.List) {
	e := k.Value
	selected, f := r.Selected(e)
	if f != nil {
		found = append(found, f)
	}
	names := r.defaultKeys
	if selected != nil {
		names, k.HasPatchMergeKey = selected, true
	}
	var present []string
	start := len(r.Arena)
	for i, name := range names {
		v, _ := e.Get(name)
		required := i < len(r.defaultKeys)
		switch {
		case v.IsScalar():
		case v.Type() == model.Null && !required && nullKeys:
			present = append(present, name)
			continue
		case v.Type() == model.Null && k.HasPatchMergeKey:
			found = append(found, faults.New(faults.MissingMergeKey, rule.KeysNull, "merge key %q is null", name))
		case v.Type() == model.Null:
			found = append(found, faults.New(faults.MissingMergeKey, r.keyRule(violated), "merge key %q is null", name))
		case v.Type() != model.Absent:
			found = append(found, faults.New(faults.InvalidMergeKey, violated, "merge key %q: expected a scalar, got %s", name, v.Type().Noun()).Under(model.Field(name)))
		default:
			if !required {
				v = r.node.KeyDefault(name)
			} else if v = r.ByDefaultKey.Defaults[i]; v.Type() == model.Absent {
				found = append(found, faults.New(faults.MissingMergeKey, r.keyRule(violated), "missing merge key %q", name))
			}
		}
		r.Arena = append(r.Arena, v)
	}
	k.Keys = r.Arena[start:len(r.Arena):len(r.Arena)]
	if selected == nil || found != nil {
		return k, found
	}
	if present != nil {
		names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(present, n) })
		k.Fallback = r.selection(names, nil)
	}
	k.By = r.selection(names, present)
	return k, nil
}

// keyRule returns the rule that requires a key. It is keys-multi for lists with several default
// keys, and otherwise the rule for lists with one.
func (r *Reader) keyRule(withOne string) string {
	if len(r.defaultKeys) > 1 {
		return rule.KeysMulti
	}
	return withOne
}

// Selected returns the keys in $patchMergeKey, in the order of the recommended keys (rule
// keys-recommended). It returns nil if the element does not have that directive.
func (r *Reader) Selected(e model.Value) ([]string, *faults.Fault) {
	if !e.HasOwnDollar() {
		return nil, nil
	}
	v, ok := e.Get(syntax.PatchMergeKey)
	if !ok || !r.directive {
		return nil, nil
	}
	known := r.node.AllKeys()
	malformed := func(format string, args ...any) *faults.Fault {
		return faults.New(faults.InvalidDirective, rule.KeysRecommended, format, args...).Under(model.Field(syntax.PatchMergeKey))
	}
	if v.Type() != model.List {
		return nil, malformed("expected a list of key names, got %s", v.Type().Noun())
	}
	listed := make(map[string]bool, v.Len())
	for _, name := range v.Elements() {
		if !slices.Contains(known, name.Text()) || name.Type() != model.String {
			return nil, malformed("expected only the keys %s", strings.Join(known, ", "))
		}
		listed[name.Text()] = true
	}
	var names []string
	for i, name := range known {
		switch {
		case listed[name]:
			names = append(names, name)
		case i < len(r.defaultKeys):
			return nil, malformed("missing default key %q", name)
		}
	}
	return names, nil
}

// Step returns the path step that leads to the element in the result.
func (k *Element) Step() model.Step { return k.By.Step(k.Keys) }

// FinalSelection returns the selection by which a merge of the element makes its last attempt to
// find a match.
func (k *Element) FinalSelection() *identity.Selection { return cmp.Or(k.Fallback, k.By) }

// SelectsAs reports whether two elements select by the same keys, including null keys.
func (k *Element) SelectsAs(u *schema.Node, other *Element) bool {
	return !slices.ContainsFunc(u.AllKeys(), func(name string) bool { return k.By.Selects(name) != other.By.Selects(name) })
}
