package minimize

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A grouping says which parts of documents belong together.
type grouping int

const (
	// byKeys: members of a name, elements with equal merge keys and equal
	// values, in all documents.
	byKeys grouping = iota
	// byAllKeys: as byKeys, but by the recommended keys where there are any.
	byAllKeys
	// alone: each part of each document.
	alone
)

// A spot is one part of one document.
type spot struct {
	document int
	path     model.Path // of fields and indexes
	value    model.Value
}

// A place is the spots that belong together, and the places inside it.
type place struct {
	spots  []spot
	inside []*place
	weight int // the length of the spots' text
}

// The directives that name a field behind them, and those that list fields.
const (
	orderPrefix  = "$setElementOrder/"
	deletePrefix = "$deleteFromPrimitiveList/"
	retainKeys   = "$retainKeys"
	mergeKeys    = "$patchMergeKey"
	patchMark    = "$patch"
)

// directiveOf splits the name of a member into a directive and the field it is
// about; the directive is empty where the name is that of a field.
func directiveOf(name string) (directive, field string) {
	for _, prefix := range []string{orderPrefix, deletePrefix} {
		if field, ok := strings.CutPrefix(name, prefix); ok {
			return prefix, field
		}
	}
	return "", name
}

// listsFields reports whether the elements of a directive are names of fields.
func listsFields(name string) bool { return name == retainKeys || name == mergeKeys }

// placesIn returns the root of all documents' places.
func placesIn(s smp.Schema, docs []corpus.Document, by grouping) *place {
	root := &place{}
	for i, doc := range docs {
		root.spots = append(root.spots, spot{document: i, value: doc.Value})
	}
	root.fill(s, by)
	return root
}

// fill finds the places inside a place.
func (p *place) fill(s smp.Schema, by grouping) {
	g := group{by: by, places: map[string]*place{}}
	schemas := map[*place]smp.Schema{}
	for _, at := range p.spots {
		p.weight += len(at.value.JSON())
		for name, m := range at.value.Members() {
			_, field := directiveOf(name)
			schema, _ := s.Member(field)
			inner := g.add("."+field, spot{at.document, at.path.Append(model.Field(name)), m})
			schemas[inner] = schema
			if !listsFields(name) || by == alone {
				continue
			}
			for i, e := range m.Elements() {
				// Where a field goes, the directive need not list it.
				g.add("."+e.Text(), spot{at.document, at.path.Append(model.Field(name), model.Index(i)), e})
			}
		}
		for i, e := range at.value.Elements() {
			inner := g.add(identity(s, e, i, by), spot{at.document, at.path.Append(model.Index(i)), e})
			schemas[inner] = s.Element()
		}
	}
	p.inside = g.order
	for _, inner := range p.inside {
		inner.fill(schemas[inner], by)
	}
	// What is large comes first: the documents are soon small then.
	slices.SortStableFunc(p.inside, func(a, b *place) int { return b.weight - a.weight })
}

// A group collects places by what their spots have in common.
type group struct {
	by     grouping
	places map[string]*place
	order  []*place
}

func (g *group) add(id string, at spot) *place {
	if g.by == alone {
		id = fmt.Sprint(at.document, at.path)
	}
	p, ok := g.places[id]
	if !ok {
		p = &place{}
		g.places[id] = p
		g.order = append(g.order, p)
	}
	p.spots = append(p.spots, at)
	return p
}

// identity returns what an element has in common with those that belong
// together with it: its merge keys, its value where it is a scalar, else where
// it stands.
func identity(s smp.Schema, e model.Value, i int, by grouping) string {
	keys := s.Keys()
	if all := s.Recommended(); by == byAllKeys && all != nil {
		keys = all
	}
	if e.Type() != model.Map || len(keys) == 0 {
		if e.IsScalar() {
			return "=" + e.Canonical()
		}
		return fmt.Sprint("#", i)
	}
	id := "["
	for _, key := range keys {
		v, ok := e.Get(key)
		if !ok {
			v, _ = s.KeyDefault(key)
		}
		id += v.Canonical() + ","
	}
	return id
}
