package minimize

import (
	"maps"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// hoist replaces maps with parts of themselves, and their schemas with the schemas of these
// parts, as long as that is possible. It begins with the outermost maps.
func (s *search) hoist() {
	for depth := 0; s.best.typ != nil; {
		docs := s.best.documents()
		lifts, deeper := liftsAt(depth, *s.best.typ, s.best.c.Input.Schema, rootsOf(docs), !s.best.inStep)
		switch {
		case s.any(len(lifts), func(i int) (draft, bool) { return s.best.lifted(docs, lifts[i]) }):
		case deeper:
			depth++
		default:
			return
		}
	}
}

// hoistFar replaces the root with a map as deep inside it as possible, along the largest
// maps. The fault is often deep inside the documents, and does not depend on the maps around
// it.
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

// largestMaps returns the names that lead from a map to the largest map in it, then to the
// largest map in that map, and so on.
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
	for _, name := range slices.Sorted(maps.Keys(inside)) {
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

// lifted returns the draft after a lift. If the answers are reduced in step, it returns false if
// the answers or the place of an error would disappear.
func (d draft) lifted(docs []corpus.Document, l lift) (draft, bool) {
	if d.listed() {
		return draft{}, false
	}
	if d.inStep {
		var ok bool
		if d, ok = d.withPaths(func(_ string, path model.Path) (model.Path, bool) { return l.path(path) }); !ok {
			return draft{}, false
		}
	}
	var after []corpus.Document
	for _, doc := range docs {
		v := l.value(doc.Value)
		if isAnswer := doc.Name == wanted || doc.Name == answered; d.inStep && isAnswer && !isMap(v) {
			return draft{}, false
		}
		if v.Type() == model.Absent {
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

// liftsAt returns the lifts at a depth below a place with these values, and reports whether
// the values contain anything below that depth. With inLists, elements of lists are lifted, too.
func liftsAt(depth int, t smp.Definition, s smp.Schema, values []model.Value, inLists bool) (lifts []lift, deeper bool) {
	inside := map[string][]model.Value{}
	var elements []model.Value
	for _, v := range values {
		if inLists {
			elements = v.AppendElements(elements)
		}
		for name, m := range v.Members() {
			_, field := directiveOf(name)
			inside[field] = append(inside[field], m)
		}
	}
	if depth == 0 {
		return liftsOf(s, inside, inLists), len(inside)+len(elements) > 0
	}
	for _, name := range slices.Sorted(maps.Keys(inside)) {
		schema, _ := s.Member(name)
		below, more := liftsAt(depth-1, memberType(t, name), schema, inside[name], inLists)
		for _, l := range below {
			lifts = append(lifts, l.inMember(name))
		}
		deeper = deeper || more
	}
	if len(elements) > 0 && t.Element != nil {
		below, more := liftsAt(depth-1, *t.Element, s.Element(), elements, inLists)
		for _, l := range below {
			lifts = append(lifts, l.inElements())
		}
		deeper = deeper || more
	}
	return lifts, deeper
}

// liftsOf returns the lifts for a map. The values of its fields are in inside, by name.
func liftsOf(s smp.Schema, inside map[string][]model.Value, inLists bool) []lift {
	var lifts []lift
	for _, name := range slices.Sorted(maps.Keys(inside)) {
		schema, _ := s.Member(name)
		if slices.ContainsFunc(inside[name], isMap) {
			lifts = append(lifts, memberLift(name))
		} else if inLists {
			lifts = append(lifts, elementLifts(name, schema, inside[name])...)
		}
	}
	return lifts
}

func isMap(v model.Value) bool { return v.Type() == model.Map }
