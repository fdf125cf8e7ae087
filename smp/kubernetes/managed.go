package kubernetes

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
)

// ManagedPaths returns the places of a live object that belong to a field manager, as paths for
// smp.DiffOptions.Keep. They are the places that any entry of the manager in metadata.managedFields
// lists. If no other manager has fields in an element of a list, the whole element is kept. If
// another manager has fields in the element, only the fields of the manager are kept. If the
// manager has no entries, there are no paths. The output of kubectl get contains managedFields only
// with the flag --show-managed-fields.
//
//	paths, err := kubernetes.ManagedPaths(live, "horizontal-pod-autoscaler")
//	…
//	opts.Keep = paths
//
// The error is an [*smp.Error] with Code WrongType, Document live and the place of a
// malformed entry.
func ManagedPaths(live model.Value, manager string) ([]smp.KeepPath, error) {
	entries, err := managedEntries(live)
	if err != nil {
		return nil, err
	}
	shared := map[string]bool{} // elements in which other managers have fields
	for _, e := range entries {
		if e.manager != manager {
			e.root.eachElement(nil, func(p model.Path) { shared[p.String()] = true })
		}
	}
	var paths []smp.KeepPath
	seen := map[string]bool{}
	for _, e := range entries {
		if e.manager != manager {
			continue
		}
		e.root.leaves(nil, shared, func(p model.Path) {
			if text := p.String(); !seen[text] {
				seen[text] = true
				paths = append(paths, smp.KeepAt(p))
			}
		})
	}
	return paths, nil
}

// Managers returns the names of the field managers of a live object, in the order of
// metadata.managedFields. The errors are those of [ManagedPaths].
func Managers(live model.Value) ([]string, error) {
	entries, err := managedEntries(live)
	var names []string
	seen := map[string]bool{}
	for _, e := range entries {
		if !seen[e.manager] {
			seen[e.manager] = true
			names = append(names, e.manager)
		}
	}
	return names, err
}

// A managedEntry is one entry of metadata.managedFields.
type managedEntry struct {
	manager string
	root    managedNode
}

// A managedNode is a place in a field set of format FieldsV1. It holds the places below it, and
// whether the manager owns the place itself.
type managedNode struct {
	step  model.Step // nil for the root
	owned bool
	below []managedNode
}

func managedEntries(live model.Value) ([]managedEntry, error) {
	at := model.Path{model.Field("metadata"), model.Field("managedFields")}
	list, ok := at.Lookup(live)
	if !ok || list.Type() == model.Null {
		return nil, nil
	}
	if list.Type() != model.List {
		return nil, malformed(at, "expected a list")
	}
	var entries []managedEntry
	for i, v := range list.Elements() {
		at := at.Append(model.Index(i))
		manager, _ := v.Get("manager")
		form, _ := v.Get("fieldsType")
		fields, has := v.Get("fieldsV1")
		switch {
		case v.Type() != model.Map:
			return nil, malformed(at, "expected a map")
		case manager.Type() != model.String && manager.Type() != model.Absent:
			return nil, malformed(at.Append(model.Field("manager")), "expected a string")
		case form.Text() != "FieldsV1":
			return nil, malformed(at.Append(model.Field("fieldsType")), "expected FieldsV1")
		}
		e := managedEntry{manager: manager.Text()}
		if has && fields.Type() != model.Null {
			var err error
			if e.root, err = readManaged(nil, fields, at.Append(model.Field("fieldsV1"))); err != nil {
				return nil, err
			}
		}
		entries = append(entries, e)
	}
	return entries, nil
}

func malformed(at model.Path, format string, args ...any) error {
	return &smp.Error{Code: smp.WrongType, Document: "live", Path: at, Cause: faults.Errorf(format, args...)}
}

// readManaged reads a place and the places below it. at is the path of fields in the live object,
// for errors.
func readManaged(step model.Step, fields model.Value, at model.Path) (managedNode, error) {
	n := managedNode{step: step}
	if fields.Type() != model.Map {
		return n, malformed(at, "expected a map")
	}
	n.owned = fields.Len() == 0
	for name, v := range fields.Members() {
		here := at.Append(model.Field(name))
		if name == "." {
			n.owned = true
			continue
		}
		step, err := managedStep(name)
		if err != nil {
			return n, malformed(here, "%w", err)
		}
		below, err := readManaged(step, v, here)
		if err != nil {
			return n, err
		}
		n.below = append(n.below, below)
	}
	return n, nil
}

// managedStep returns the path step for a name such as f:spec.
func managedStep(name string) (model.Step, error) {
	form, text, _ := strings.Cut(name, ":")
	switch form {
	case "f":
		return model.Field(text), nil
	case "i":
		i, err := strconv.Atoi(text)
		if err != nil || i < 0 {
			return nil, fmt.Errorf("expected i: and an index")
		}
		return model.Index(i), nil
	case "v":
		v, err := model.Parse([]byte(text))
		if err != nil {
			return nil, fmt.Errorf("expected v: and a JSON value")
		}
		return model.SetValue{Value: v}, nil
	case "k":
		v, err := model.Parse([]byte(text))
		if err != nil || v.Type() != model.Map || v.Len() == 0 {
			return nil, fmt.Errorf("expected k: and a JSON map of keys")
		}
		var key model.Key
		for name, value := range v.Members() {
			key = append(key, model.KeyField{Name: name, Value: value})
		}
		return key, nil
	}
	return nil, fmt.Errorf("expected a name that begins with f:, k:, v: or i:, or a dot")
}

// isElement reports whether the place is an element that is identified by its keys or its value.
func (n managedNode) isElement() bool {
	switch n.step.(type) {
	case model.Key, model.SetValue:
		return true
	}
	return false
}

// eachElement calls visit with the path of each element at or below a place.
func (n managedNode) eachElement(around model.Path, visit func(model.Path)) {
	if n.step != nil {
		around = around.Append(n.step)
	}
	if n.isElement() {
		visit(around)
	}
	for _, b := range n.below {
		b.eachElement(around, visit)
	}
}

// leaves calls visit with the path of each place that the manager owns with everything in it.
func (n managedNode) leaves(around model.Path, shared map[string]bool, visit func(model.Path)) {
	if n.step != nil {
		around = around.Append(n.step)
	}
	switch {
	case n.step != nil && n.owned && n.isElement() && !shared[around.String()],
		n.step != nil && n.owned && len(n.below) == 0 && !n.isElement():
		visit(around)
		return
	case n.owned && len(n.below) == 0 && n.isElement():
		return // others have fields in the element
	}
	for _, b := range n.below {
		b.leaves(around, shared, visit)
	}
}
