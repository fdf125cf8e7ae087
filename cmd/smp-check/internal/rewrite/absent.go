package rewrite

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// Absent finds the maps and lists that a patch creates only because it deletes something in
// them: for example, if a patch deletes an element of env and the original has no env, the
// result has env: [] (rule absent-is-empty). Set Engine.Trace to Hear to find them.
type Absent struct {
	around []model.Path // the created maps and lists around the last event
	root   branch
}

// A branch is a place at or above one of these maps and lists.
type branch struct {
	deletes bool // the place is such a map or list itself
	below   map[string]*branch
	keys    [][]string // the names of the keys of the elements below
}

// Record records an event.
func (a *Absent) Record(event cluster.Event) {
	if event.Divergence != 0 {
		return // a cluster keeps the maps and lists that it adds
	}
	inside := func(p model.Path) bool {
		return len(p) <= len(event.Path) && p.Equal(event.Path[:len(p)])
	}
	for n := len(a.around); n > 0 && !inside(a.around[n-1]); n-- {
		a.around = a.around[:n-1]
	}
	switch event.Rule {
	case smp.RuleAbsentIsEmpty:
		a.around = append(a.around, event.Path)
	case smp.RuleNullDeletes, smp.RuleMapDelete, smp.RuleKeyedDelete, smp.RuleSetDelete, smp.RuleRetainKeys:
		for _, p := range a.around {
			a.root.add(p)
		}
	}
}

func (b *branch) add(path model.Path) {
	for _, step := range path {
		if key, ok := step.(model.Key); ok {
			b.addKey(key)
		}
		if b.below == nil {
			b.below = map[string]*branch{}
		}
		next := b.below[step.String()]
		if next == nil {
			next = &branch{}
			b.below[step.String()] = next
		}
		b = next
	}
	b.deletes = true
}

func (b *branch) addKey(key model.Key) {
	names := make([]string, len(key))
	for i, field := range key {
		names[i] = field.Name
	}
	if !slices.ContainsFunc(b.keys, func(k []string) bool { return slices.Equal(k, names) }) {
		b.keys = append(b.keys, names)
	}
}

// Without removes from the result of the patch the found maps and lists that are empty and
// missing from the original.
func (a *Absent) Without(original, result model.Value) (model.Value, error) {
	return a.root.without(original, result)
}

func (b *branch) without(original, result model.Value) (model.Value, error) {
	if len(b.below) == 0 {
		return result, nil
	}
	var members []model.Member
	for name, member := range result.Members() {
		next := b.below[model.Field(name).String()]
		if next == nil {
			continue
		}
		before, had := original.Get(name)
		after, err := next.without(before, member)
		if err != nil {
			return result, err
		}
		if next.deletes && !had && after.Len() == 0 && !after.IsScalar() {
			after = model.Value{}
		}
		members = append(members, model.Member{Name: name, Value: after})
	}
	if result.Type() == model.Map {
		return result.WithMembers(members...)
	}
	before := map[string]model.Value{}
	for _, element := range original.Elements() {
		for _, key := range b.keys {
			before[keyIn(element, key)] = element
		}
	}
	var elements []model.Element
	for i, element := range result.Elements() {
		for _, key := range b.keys {
			step := keyIn(element, key)
			next := b.below[step]
			if next == nil {
				continue
			}
			after, err := next.without(before[step], element)
			if err != nil {
				return result, err
			}
			elements = append(elements, model.Element{Index: i, Value: after})
			break
		}
	}
	if len(elements) == 0 {
		return result, nil
	}
	return result.WithElements(elements)
}

// keyIn returns the key of an element that consists of these fields, as a step in a path.
func keyIn(element model.Value, names []string) string {
	step := make(model.Key, len(names))
	for i, name := range names {
		v, _ := element.Get(name)
		step[i] = model.KeyField{Name: name, Value: v}
	}
	return step.String()
}
