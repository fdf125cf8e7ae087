package minimize

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// hoist puts what is inside maps in their place, with its schema, for as long
// as that is possible: the outermost maps first.
func (s *search) hoist() {
	for depth := 0; s.best.typ != nil; {
		docs := s.best.documents()
		lifts, deeper := liftsAt(depth, *s.best.typ, s.best.c.Input.Schema, rootsOf(docs))
		switch {
		case s.any(len(lifts), func(i int) (draft, bool) { return s.best.lifted(docs, lifts[i]) }):
			depth = 0
		case deeper:
			depth++
		default:
			return
		}
	}
}

// hoistFar puts a map in the place of the root from as deep as possible, along
// the largest maps: what matters is often far down, and with nothing beside it.
func (s *search) hoistFar() {
	for found := true; found && s.best.typ != nil; {
		docs := s.best.documents()
		names := largestMaps(rootsOf(docs))
		found = false
		for n := len(names); n > 0 && !found; n /= 2 {
			l := memberLift(names[0])
			for _, name := range names[1:n] {
				l = l.then(memberLift(name))
			}
			found = s.one(s.best.lifted(docs, l))
		}
	}
}

// largestMaps returns the names that lead from one map to the largest one in it,
// as far down as there are any.
func largestMaps(values []model.Value) []string {
	sizes := map[string]int{}
	inside := map[string][]model.Value{}
	for _, v := range values {
		for name, m := range v.Members() {
			if isMap(m) {
				sizes[name] += len(m.JSON())
				inside[name] = append(inside[name], m)
			}
		}
	}
	largest := ""
	for _, name := range sortedNames(inside) {
		if sizes[name] > sizes[largest] {
			largest = name
		}
	}
	if sizes[largest] == 0 {
		return nil
	}
	return append([]string{largest}, largestMaps(inside[largest])...)
}

func rootsOf(docs []corpus.Document) []model.Value {
	var roots []model.Value
	for _, doc := range docs {
		roots = append(roots, doc.Value)
	}
	return roots
}

// lifted returns the draft after a lift.
func (d draft) lifted(docs []corpus.Document, l lift) (draft, bool) {
	var after []corpus.Document
	for _, doc := range docs {
		v := l.value(doc.Value)
		if v.Kind() == model.Absent {
			v, _ = model.NewMap()
		}
		after = append(after, corpus.Document{Name: doc.Name, Value: v})
	}
	var preconditions []model.Path
	for _, path := range d.c.Input.Options.Preconditions {
		if path, ok := l.path(path); ok {
			preconditions = append(preconditions, path)
		}
	}
	d.c.Input.Options.Preconditions = preconditions
	return d.withDocuments(after).withType(l.typ(*d.typ))
}

// A lift puts something inside a map in the place of the map: of its type, of
// its values, and in paths of fields that lead through it.
type lift struct {
	typ func(smp.Type) smp.Type
	// value returns what stands in the place of a map; absent if it has nothing
	// to offer. What is no map stays.
	value func(model.Value) model.Value
	// path returns where a path leads afterwards, if anywhere.
	path func(model.Path) (model.Path, bool)
}

// liftsAt returns the lifts that are done this deep below a place, given the
// values there, and whether there is anything deeper.
func liftsAt(depth int, t smp.Type, s smp.Schema, values []model.Value) (lifts []lift, deeper bool) {
	inside := map[string][]model.Value{}
	var elements []model.Value
	for _, v := range values {
		elements = v.AppendElements(elements)
		for name, m := range v.Members() {
			_, field := directiveOf(name)
			inside[field] = append(inside[field], m)
		}
	}
	if depth == 0 {
		return liftsOf(s, inside), len(inside)+len(elements) > 0
	}
	for _, name := range sortedNames(inside) {
		schema, _ := s.Member(name)
		below, more := liftsAt(depth-1, memberType(t, name), schema, inside[name])
		for _, l := range below {
			lifts = append(lifts, l.inMember(name))
		}
		deeper = deeper || more
	}
	if len(elements) > 0 && t.Element != nil {
		below, more := liftsAt(depth-1, *t.Element, s.Element(), elements)
		for _, l := range below {
			lifts = append(lifts, l.inElements())
		}
		deeper = deeper || more
	}
	return lifts, deeper
}

// liftsOf returns what can take the place of maps, given the values in them by
// name.
func liftsOf(s smp.Schema, inside map[string][]model.Value) []lift {
	var lifts []lift
	for _, name := range sortedNames(inside) {
		schema, _ := s.Member(name)
		if slices.ContainsFunc(inside[name], isMap) {
			lifts = append(lifts, memberLift(name))
		} else {
			lifts = append(lifts, elementLifts(name, schema, inside[name])...)
		}
	}
	return lifts
}

func isMap(v model.Value) bool { return v.Kind() == model.Map }

func sortedNames(m map[string][]model.Value) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// memberType returns the type of a map's member.
func memberType(t smp.Type, name string) smp.Type {
	if field, ok := t.Fields[name]; ok {
		return field
	}
	if t.Values != nil {
		return *t.Values
	}
	return smp.Type{}
}

// memberLift puts a member in the place of the map it is in.
func memberLift(name string) lift {
	return lift{
		typ:   func(t smp.Type) smp.Type { return memberType(t, name) },
		value: func(v model.Value) model.Value { return member(v, name) },
		path: func(p model.Path) (model.Path, bool) {
			if len(p) < 2 || p[0] != model.Step(model.Field(name)) {
				return nil, false
			}
			return p[1:], true
		},
	}
}

// member returns a member of a map; anything else comes back as it is.
func member(v model.Value, name string) model.Value {
	if !isMap(v) {
		return v
	}
	m, _ := v.Get(name)
	return m
}

// elementLifts puts an element of a list in the place of the map that the list
// is in: one lift for each element that is a map.
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
		typ: func(t smp.Type) smp.Type {
			if element := l.typ(t).Element; element != nil {
				return *element
			}
			return smp.Type{}
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

// then returns a lift that is done after l, of what l has put there.
func (l lift) then(next lift) lift {
	return lift{
		typ:   func(t smp.Type) smp.Type { return next.typ(l.typ(t)) },
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

// inMember returns a lift that is done inside the member of a map.
func (l lift) inMember(name string) lift {
	return lift{
		typ: func(t smp.Type) smp.Type {
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
				if _, field := directiveOf(other); field == name && v.Kind() == model.Map {
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

// inElements returns a lift that is done inside all elements of a list.
func (l lift) inElements() lift {
	return lift{
		typ: func(t smp.Type) smp.Type {
			if t.Element != nil {
				element := l.typ(*t.Element)
				t.Element = &element
			}
			return t
		},
		value: func(v model.Value) model.Value {
			if v.Kind() != model.List {
				return v
			}
			return corpus.Rebuilt(v, func(_ string, m model.Value) (string, model.Value) { return "", l.value(m) })
		},
		path: l.path,
	}
}
