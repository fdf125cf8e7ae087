package smp

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A keyReader reads the keys of the elements in a patch of one merging list. It creates
// each selection only once.
type keyReader struct {
	node         *schema.Node
	defaultKeys  []string // the fields of the default key
	directive    bool     // $patchMergeKey is recognized
	selections   map[string]*identity.Selection
	byDefaultKey *identity.Selection // selection by the default key or, in a set, by value
	arena        []model.Value       // memory for the keys that are read
}

// newKeyReader returns a reader of the keys in a patch of one merging list.
func newKeyReader(d syntax.Dialect, u *schema.Node) keyReader {
	data := u.Shape.Element.Names(syntax.PatchMergeKey)
	return keyReader{node: u, defaultKeys: u.Keys, directive: !data && !d.Ignored(syntax.MergeKeyRole), byDefaultKey: u.ByDefaultKey}
}

// element reads the keys of an element of a patch list. The element may be any value. It returns all
// faults of the element's own type, operation and keys.
func (r *keyReader) element(e model.Value, i int) (patchElement, faults.List) {
	isSet := len(r.node.Keys) == 0
	merge, wanted := rule.KeyedMerge, "map"
	if isSet {
		merge, wanted = rule.SetMerge, "scalar"
	}
	switch {
	case e.Type() == model.List:
		return patchElement{}, faults.List{faults.New(faults.WrongType, rule.NoNestedLists, "a list cannot be an element of a merging list")}
	case isSet && !e.IsScalar() || !isSet && e.Type() != model.Map:
		return patchElement{}, faults.List{faults.New(faults.WrongType, merge, "expected a %s, got %s", wanted, e.Type().Noun())}
	case isSet:
		n := len(r.arena)
		r.arena = append(r.arena, e)
		return patchElement{value: e, index: i, by: r.byDefaultKey, keys: r.arena[n : n+1 : n+1]}, nil
	}
	return r.mapElement(e, i)
}

// selection returns the selection by a set of recommended keys, which includes the default key.
// present holds the keys that are null in the patch, which an element must have to match.
func (r *keyReader) selection(names, present []string) *identity.Selection {
	if len(present) == 0 && len(names) == len(r.defaultKeys) {
		return r.byDefaultKey
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

// A patchElement is an element of a patch list, or an entry of an order list, with the keys that
// identify it. In a set, the key is the value itself. In a list that is replaced, only value and
// index are set.
type patchElement struct {
	value model.Value
	index int // index in its list
	op    syntax.Operation
	by    *identity.Selection
	keys  []model.Value
	// hasPatchMergeKey reports whether the element has a $patchMergeKey.
	hasPatchMergeKey bool
	// fallback is the selection without the null keys (rule keys-null). It is nil if no key is
	// null.
	fallback *identity.Selection
}

// mapElement reads the keys of a map in a patch list.
func (r *keyReader) mapElement(e model.Value, i int) (patchElement, faults.List) {
	op, f := syntax.OperationOf(e)
	k := patchElement{value: e, index: i, by: r.byDefaultKey, op: op}
	var found faults.List
	if f != nil {
		found = append(found, f)
	}
	return r.withKeys(k, rule.KeyedMerge, op != syntax.Delete, found)
}

// orderEntry reads the keys of a map in an order list.
func (r *keyReader) orderEntry(e model.Value, i int) (patchElement, faults.List) {
	return r.withKeys(patchElement{value: e, index: i, by: r.byDefaultKey}, rule.OrderDirective, false, nil)
}

// withKeys reads the keys of k. Its faults, which name the rule violated, follow those in found. nullKeys
// reports whether recommended keys may be null (rule keys-null).
func (r *keyReader) withKeys(k patchElement, violated string, nullKeys bool, found faults.List) (patchElement, faults.List) {
	e := k.value
	selected, f := r.mergeKey(e)
	if f != nil {
		found = append(found, f)
	}
	names := r.defaultKeys
	if selected != nil {
		names, k.hasPatchMergeKey = selected, true
	}
	var present []string
	start := len(r.arena)
	for i, name := range names {
		v, _ := e.Get(name)
		required := i < len(r.defaultKeys)
		switch {
		case v.IsScalar():
		case v.Type() == model.Null && !required && nullKeys:
			present = append(present, name)
			continue
		case v.Type() == model.Null && k.hasPatchMergeKey:
			found = append(found, faults.New(faults.MissingMergeKey, rule.KeysNull, "merge key %q is null", name))
		case v.Type() == model.Null:
			found = append(found, faults.New(faults.MissingMergeKey, r.keyRule(violated), "merge key %q is null", name))
		case v.Type() != model.Absent:
			found = append(found, faults.New(faults.InvalidMergeKey, violated, "merge key %q: expected a scalar, got %s", name, v.Type().Noun()).Under(model.Field(name)))
		default:
			if !required {
				v = r.node.KeyDefault(name)
			} else if v = r.byDefaultKey.Defaults[i]; v.Type() == model.Absent {
				found = append(found, faults.New(faults.MissingMergeKey, r.keyRule(violated), "missing merge key %q", name))
			}
		}
		r.arena = append(r.arena, v)
	}
	k.keys = r.arena[start:len(r.arena):len(r.arena)]
	if selected == nil || found != nil {
		return k, found
	}
	if present != nil {
		names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(present, n) })
		k.fallback = r.selection(names, nil)
	}
	k.by = r.selection(names, present)
	return k, nil
}

// keyRule returns the rule that requires a key. It is keys-multi for lists with several default
// keys, and otherwise the rule for lists with one.
func (r *keyReader) keyRule(withOne string) string {
	if len(r.defaultKeys) > 1 {
		return rule.KeysMulti
	}
	return withOne
}

// mergeKey returns the keys in $patchMergeKey, in the order of the recommended keys (rule
// keys-recommended). It returns nil if the element does not have that directive.
func (r *keyReader) mergeKey(e model.Value) ([]string, *faults.Fault) {
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
