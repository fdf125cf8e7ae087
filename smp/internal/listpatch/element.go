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
	k, found := r.keyed(e, i, keyPolicy{by: rule.KeyedMerge, mayBeNull: op != syntax.Delete})
	if k.Op = op; f != nil {
		found = append(faults.List{f}, found...)
	}
	return k, found
}

// OrderEntry reads the keys of a map in an order list.
func (r *Reader) OrderEntry(e model.Value, i int) (Element, faults.List) {
	return r.keyed(e, i, keyPolicy{by: rule.OrderDirective})
}

// A keyPolicy has the requirements for the keys of a map.
type keyPolicy struct {
	by        string // the rule that a fault names
	mayBeNull bool   // recommended keys may be null (rule keys-null)
}

// keyed reads the keys of a map, and returns all their faults.
func (r *Reader) keyed(e model.Value, i int, rules keyPolicy) (Element, faults.List) {
	k := Element{Value: e, Index: i, By: r.ByDefaultKey}
	var found faults.List
	names, f := r.Selected(e)
	if f != nil {
		found = append(found, f)
	}
	if k.HasPatchMergeKey = names != nil; !k.HasPatchMergeKey {
		names = r.defaultKeys
	}
	var null []string // the recommended keys that are null, which select by their presence
	start := len(r.Arena)
	for i, name := range names {
		v, _ := e.Get(name)
		if v.Type() == model.Null && i >= len(r.defaultKeys) && rules.mayBeNull {
			null = append(null, name)
			continue
		}
		if v, f = r.key(i, name, v, k.HasPatchMergeKey, rules); f != nil {
			found = append(found, f)
		}
		r.Arena = append(r.Arena, v)
	}
	k.Keys = r.Arena[start:len(r.Arena):len(r.Arena)]
	if !k.HasPatchMergeKey || found != nil {
		return k, found
	}
	if null != nil {
		names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(null, n) })
		k.Fallback = r.selection(names, nil)
	}
	k.By = r.selection(names, null)
	return k, nil
}

// key returns the key with index i of an element that has the value v for it: the value, or the default
// of the key. selected reports whether $patchMergeKey lists the keys.
func (r *Reader) key(i int, name string, v model.Value, selected bool, rules keyPolicy) (model.Value, *faults.Fault) {
	switch {
	case v.IsScalar():
		return v, nil
	case v.Type() == model.Null && selected:
		return v, faults.New(faults.MissingMergeKey, rule.KeysNull, "merge key %q is null", name)
	case v.Type() == model.Null:
		return v, faults.New(faults.MissingMergeKey, r.keyRule(rules.by), "merge key %q is null", name)
	case v.Type() != model.Absent:
		return v, faults.New(faults.InvalidMergeKey, rules.by, "merge key %q: expected a scalar, got %s", name, v.Type().Noun()).Under(model.Field(name))
	case i >= len(r.defaultKeys):
		return r.node.KeyDefault(name), nil
	}
	v = r.ByDefaultKey.Defaults[i]
	if v.Type() == model.Absent {
		return v, faults.New(faults.MissingMergeKey, r.keyRule(rules.by), "missing merge key %q", name)
	}
	return v, nil
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
func (e *Element) Step() model.Step { return e.By.Step(e.Keys) }

// SelectsSame reports whether two elements select by the same keys with equal values.
func (e *Element) SelectsSame(other Element) bool {
	return slices.Equal(e.By.Names, other.By.Names) && slices.EqualFunc(e.Keys, other.Keys, model.Equal)
}

// FinalSelection returns the selection by which a merge of the element makes its last attempt to
// find a match.
func (e *Element) FinalSelection() *identity.Selection { return cmp.Or(e.Fallback, e.By) }

// SelectsAs reports whether two elements select by the same keys, including null keys.
func (e *Element) SelectsAs(u *schema.Node, other *Element) bool {
	return !slices.ContainsFunc(u.AllKeys(), func(name string) bool { return e.By.Selects(name) != other.By.Selects(name) })
}
