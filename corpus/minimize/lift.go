package minimize

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A lift replaces a map with a value inside the map. The functions of a lift do this in a
// type, in a value, and in a path. Lifting a from {"a": {"b": 1}} gives {"b": 1}.
type lift struct {
	typ func(smp.Definition) smp.Definition
	// value returns the replacement of a map, or absent if the map does not have it. Other
	// values are returned unchanged.
	value func(model.Value) model.Value
	// path returns a path after the lift, or false if the place does not exist any more.
	path func(model.Path) (model.Path, bool)
}

// memberType returns the type of a map's field.
func memberType(t smp.Definition, name string) smp.Definition {
	if field, ok := t.Fields[name]; ok {
		return field
	}
	if t.Values != nil {
		return *t.Values
	}
	return smp.Definition{}
}

// memberLift replaces a map with one of its fields.
func memberLift(name string) lift {
	return lift{
		typ:   func(t smp.Definition) smp.Definition { return memberType(t, name) },
		value: func(v model.Value) model.Value { return member(v, name) },
		path: func(p model.Path) (model.Path, bool) {
			if len(p) < 2 || p[0] != model.Step(model.Field(name)) {
				return nil, false
			}
			return p[1:], true
		},
	}
}

// member returns a field of a map, and any other value unchanged.
func member(v model.Value, name string) model.Value {
	if !isMap(v) {
		return v
	}
	m, _ := v.Get(name)
	return m
}

// elementLifts returns the lifts that replace a map with an element of a list in the map.
// There is one lift for each element that is a map.
func elementLifts(name string, list smp.Schema, values []model.Value) []lift {
	var lifts []lift
	known := map[string]bool{}
	for _, v := range values {
		for i, e := range v.Elements() {
			id := identity(list, e, i, byKeys)
			if !isMap(e) || known[id] {
				continue
			}
			known[id] = true
			lifts = append(lifts, elementLift(name, list, id))
		}
	}
	return lifts
}

func elementLift(name string, list smp.Schema, id string) lift {
	l := memberLift(name)
	return lift{
		typ: func(t smp.Definition) smp.Definition {
			if element := l.typ(t).Element; element != nil {
				return *element
			}
			return smp.Definition{}
		},
		value: func(v model.Value) model.Value {
			for i, e := range l.value(v).Elements() {
				if identity(list, e, i, byKeys) == id {
					return e
				}
			}
			if isMap(v) {
				return model.Value{}
			}
			return v
		},
		path: l.path,
	}
}

// then returns a lift that does l and then next.
func (l lift) then(next lift) lift {
	return lift{
		typ:   func(t smp.Definition) smp.Definition { return next.typ(l.typ(t)) },
		value: func(v model.Value) model.Value { return next.value(l.value(v)) },
		path: func(p model.Path) (model.Path, bool) {
			p, ok := l.path(p)
			if !ok {
				return nil, false
			}
			return next.path(p)
		},
	}
}

// inMember returns a lift that does l inside a field of a map.
func (l lift) inMember(name string) lift {
	return lift{
		typ: func(t smp.Definition) smp.Definition {
			if field, ok := t.Fields[name]; ok {
				field = l.typ(field)
				t.Fields = withField(t.Fields, name, &field)
			} else if t.Values != nil {
				values := l.typ(*t.Values)
				t.Values = &values
			}
			return t
		},
		value: func(v model.Value) model.Value {
			return corpus.Rebuilt(v, func(other string, m model.Value) (string, model.Value) {
				if _, field := directiveOf(other); field == name && v.Type() == model.Map {
					m = l.value(m)
				}
				return other, m
			})
		},
		path: func(p model.Path) (model.Path, bool) {
			if len(p) == 0 || p[0] != model.Step(model.Field(name)) {
				return p, true
			}
			inner, ok := l.path(p[1:])
			return append(model.Path{p[0]}, inner...), ok
		},
	}
}

// inElements returns a lift that does l inside all elements of a list.
func (l lift) inElements() lift {
	return lift{
		typ: func(t smp.Definition) smp.Definition {
			if t.Element != nil {
				element := l.typ(*t.Element)
				t.Element = &element
			}
			return t
		},
		value: func(v model.Value) model.Value {
			if v.Type() != model.List {
				return v
			}
			return corpus.Rebuilt(v, func(_ string, m model.Value) (string, model.Value) { return "", l.value(m) })
		},
		path: l.path,
	}
}
