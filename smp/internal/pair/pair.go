// Package pair reads two patches of one place together, to compose them or to find their conflicts.
package pair

import (
	"errors"
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A Pair holds two patches of one map, field by field.
type Pair struct {
	Names                       []string // names of the fields, in the order of the patches
	First, Second               map[string]syntax.Field
	FirstRetains, SecondRetains syntax.Retained
}

// Read reads two patches of the map that m describes. The Patch of m is not used. strict leaves out unrecognized
// directives even if the map has a directive for a field with this name.
func Read(m syntax.Map, first, second model.Value, strict bool) (Pair, *faults.Fault) {
	var p Pair
	var f *faults.Fault
	if p.First, p.FirstRetains, f = readInto(m, &p, first, strict); f == nil {
		p.Second, p.SecondRetains, f = readInto(m, &p, second, strict)
	}
	return p, f
}

// readInto groups the members of one patch map by field, and adds the names of the fields to p.
func readInto(m syntax.Map, p *Pair, patch model.Value, strict bool) (map[string]syntax.Field, syntax.Retained, *faults.Fault) {
	m.Patch = patch
	retained, f := m.Retained()
	if f != nil {
		return nil, nil, f
	}
	fields := map[string]syntax.Field{}
	for _, t := range m.Fields(nil) {
		if t.Unrecognized && (strict || t.IsEmpty()) {
			continue
		}
		if _, seen := p.First[t.Name]; !seen {
			p.Names = append(p.Names, t.Name)
		}
		fields[t.Name] = t
	}
	return fields, retained, nil
}

// Swapped returns the same patches in the other order.
func (p Pair) Swapped() Pair {
	return Pair{Names: p.Names, First: p.Second, Second: p.First, FirstRetains: p.SecondRetains, SecondRetains: p.FirstRetains}
}

// At returns the two patches of a field.
func (p *Pair) At(name string) (first, second syntax.Field) {
	first, second = p.First[name], p.Second[name]
	first.Name, second.Name = name, name
	return first, second
}

// Retains reports whether one of the patches has $retainKeys.
func (p *Pair) Retains() bool { return p.FirstRetains != nil || p.SecondRetains != nil }

// Composed composes the two patches field by field, by calling compose. If $retainKeys of the first
// patch clears a field that the second patch sets, the first patch counts as a deletion of the field.
// The members of the result have the order of the patches. A $retainKeys of the result lists the names
// that both patches keep, and the names that the result sets.
//
// Fields are composed in the order of their names, so the fault is that of the first field by name.
func (p *Pair) Composed(compose func(first, second syntax.Field) (syntax.Field, *faults.Fault)) (model.Value, *faults.Fault) {
	composed, seen := map[string][]model.Member{}, map[string]bool{}
	retained := map[string]bool{}
	for _, name := range slices.Sorted(slices.Values(p.Names)) {
		if p.SecondRetains.Clears(name) {
			continue // the second patch has no value for the field
		}
		first, second := p.At(name)
		if p.FirstRetains.Clears(name) {
			first = syntax.Field{Name: name, Value: model.NewNull()}
		}
		t, f := compose(first, second)
		if f != nil {
			return model.Value{}, f.UnderField(name)
		}
		if p.FirstRetains.Clears(name) && syntax.IsDeletion(t.Value) {
			continue // $retainKeys of the result does not list the field, and so clears it
		}
		if t.Value.Type() != model.Absent && !syntax.IsDeletion(t.Value) {
			retained[name] = true
		}
		t.Name = name
		composed[name] = t.AppendMembers(nil)
		for _, member := range composed[name] {
			if seen[member.Name] {
				return model.Value{}, TwoRolesFault().Under(model.Field(member.Name))
			}
			seen[member.Name] = true
		}
	}
	var members []model.Member
	for _, name := range p.Names {
		members = append(members, composed[name]...)
	}
	if p.Retains() {
		if seen[syntax.RetainKeys] {
			return model.Value{}, TwoRolesFault().Under(model.Field(syntax.RetainKeys))
		}
		list, f := p.retained(retained)
		if f != nil {
			return model.Value{}, f
		}
		members = append(members, model.Member{Name: syntax.RetainKeys, Value: list})
	}
	return faults.Built(model.NewMap(members...))
}

// retained returns the value of the $retainKeys of the composed patch, which sets the fields set.
func (p *Pair) retained(set map[string]bool) (model.Value, *faults.Fault) {
	for _, both := range [2]syntax.Retained{p.FirstRetains, p.SecondRetains} {
		for _, name := range both {
			if !p.FirstRetains.Clears(name) && !p.SecondRetains.Clears(name) {
				set[name] = true
			}
		}
	}
	var values []model.Value
	for _, name := range slices.Sorted(maps.Keys(set)) {
		values = append(values, model.NewString(name))
	}
	return faults.Built(model.NewList(values...))
}

// ComposedData composes two patch maps in which all members are data. compose composes the values of
// a field that both have. If several fields have a fault, the result is that of the first one by
// name.
func ComposedData(first, second model.Value, compose func(name string, first, second model.Value) (model.Value, *faults.Fault)) (model.Value, *faults.Fault) {
	members := make([]model.Member, 0, first.Len()+second.Len())
	var failed faults.ByName
	for name, value := range first.Members() {
		if after, ok := second.Get(name); ok {
			both, f := compose(name, value, after)
			if f != nil {
				failed.Add(name, f.UnderField(name))
			}
			value = both
		}
		members = append(members, model.Member{Name: name, Value: value})
	}
	if failed.Fault != nil {
		return model.Value{}, failed.Fault
	}
	for name, value := range second.Members() {
		if _, ok := first.Get(name); !ok {
			members = append(members, model.Member{Name: name, Value: value})
		}
	}
	return faults.Built(model.NewMap(members...))
}

// NotComposable returns a fault with the reason why two patches cannot be composed (rule compose).
func NotComposable(cause error) *faults.Fault {
	return &faults.Fault{Code: faults.NotComposable, Rule: rule.Compose, Cause: cause}
}

// TwoRolesFault returns the fault of two patches in which the same name has different roles.
func TwoRolesFault() *faults.Fault { return NotComposable(errTwoRoles) }

var errTwoRoles = errors.New("the name is data in one patch and a directive in the other")
