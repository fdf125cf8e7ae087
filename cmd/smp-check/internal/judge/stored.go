package judge

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Stored returns an object of a built-in kind without what a server does not store: null fields, values such
// as "" and {} of fields in which a server drops them or fills in another value, and status, which has
// requests of its own. The marks of the schema name these fields. Two objects that a server stores alike
// have equal results. An object of another kind is returned as it is.
func Stored(s smp.Schema, object model.Value) model.Value {
	kind := corpus.DeclaredKind(object)
	if _, builtIn := kubernetes.Lookup(kind.APIVersion, kind.Kind); !builtIn {
		return object
	}
	if status, known := s.Field("status"); known && status.Type() == smp.MapType {
		if dropped, err := object.WithMembers(model.Member{Name: "status"}); err == nil && object.Type() == model.Map {
			object = dropped
		}
	}
	return storedIn(s, object)
}

func storedIn(s smp.Schema, v model.Value) model.Value {
	var changes []model.Member
	for name, member := range v.Members() {
		field, declared := s.Field(name)
		inner, known := s.Member(name)
		if !known {
			continue
		}
		kept := storedIn(inner, member)
		switch {
		case declared && dropsEmpty(field, kept):
			changes = append(changes, model.Member{Name: name})
		case !model.Same(kept, member):
			changes = append(changes, model.Member{Name: name, Value: kept})
		}
	}
	if len(changes) > 0 {
		if changed, err := v.WithMembers(changes...); err == nil {
			return changed
		}
	}
	if v.Type() != model.List {
		return v
	}
	elements, changed := v.AppendElements(nil), false
	for i, e := range elements {
		kept := storedIn(s.Element(), e)
		changed = changed || !model.Same(kept, e)
		elements[i] = kept
	}
	if changed {
		if list, err := model.NewList(elements...); err == nil {
			return list
		}
	}
	return v
}

// dropsEmpty reports whether a server stores the value of a declared field as if the field were missing.
func dropsEmpty(s smp.Schema, v model.Value) bool {
	if v.Type() == model.Null {
		return true
	}
	empty := v.Type() == model.String && v.Text() == "" || (v.Type() == model.Map || v.Type() == model.List) && v.Len() == 0
	zero := empty || v.Type() == model.Bool && !v.Bool() || v.Type() == model.Number && model.Equal(v, model.NewInt(0))
	marks := s.Marks()
	return zero && marks.NotStored || empty && marks.FilledIn || zero && !empty && marks.ZeroFilledIn
}
