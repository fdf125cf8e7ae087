package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A place is a part of a schema: a field, the values of a map, or the root. A list and its
// elements are one place, so the fields of the elements are directly inside the place of the
// list.
type place struct {
	name   string // the last part of the path; anyName for the values of a map
	path   string // from the root, without the elements of lists
	depth  int    // the number of places around it
	schema smp.Schema
	other  smp.Schema // in a comparison, the other schema
	inside []*place
	// sameAs is another place with the same fields, which are not repeated here. This ends
	// recursion.
	sameAs *place
	rows   int // the maximal number of lines for the fields inside
	open   bool
	shown  bool
}

// anyName is the path element for every name in a free-form map.
const anyName = "*"

// An outline collects the places of a schema that are shown, and their parents.
type outline struct {
	// line reports whether a place has its own line in the output. follow reports whether
	// places inside a place can have lines.
	line, follow func(*place) bool
	// fold is the largest number of lines that are repeated if a type occurs again.
	fold   int
	known  map[string][]*place // places with fields of their own, by the names of the fields
	places []*place            // all places, parents first
	tooBig bool
}

// The bounds of an outline, far above the size of any published schema: Kubernetes kinds
// have a few thousand places, nested about twenty deep.
const (
	maxPlaces     = 100_000
	maxPlaceDepth = 200
)

var errOutlineSize = fmt.Errorf("%s: the schema has more than %d fields, or is nested more than %d levels deep", smp.Limit, maxPlaces, maxPlaceDepth)

// collect returns the root place of a schema. In a comparison, other is the second schema. It
// is an error if the schema is too large to show.
func (o *outline) collect(schema, other smp.Schema) (*place, error) {
	o.known = map[string][]*place{}
	root := o.place("", "", 0, schema, other)
	if o.tooBig {
		return nil, errOutlineSize
	}
	o.settle()
	return root, nil
}

func (o *outline) place(name, path string, depth int, schema, other smp.Schema) *place {
	p := &place{name: name, path: path, depth: depth, schema: schema, other: other}
	o.places = append(o.places, p)
	m, n := members(schema), members(other)
	if m.Type() != smp.MapType || !o.follow(p) || o.tooBig {
		return p
	}
	if depth == maxPlaceDepth || len(o.places) > maxPlaces {
		o.tooBig = true
		return p
	}
	names := strings.Join(namesOf(m), "\x00")
	for _, known := range o.known[names] {
		if !members(known.schema).Equal(m) || !members(known.other).Equal(n) {
			continue
		}
		if known.open || known.rows >= o.fold {
			p.sameAs = known
		} else {
			p.inside, p.rows = known.inside, known.rows
		}
		return p
	}
	o.known[names] = append(o.known[names], p)
	p.open = true
	for _, name := range namesOf(m) {
		p.add(o, name, fieldText(name), m, n)
	}
	if _, free := m.Values(); free {
		p.add(o, anyName, anyName, m, n)
	}
	p.open = false
	return p
}

// add adds the place of a name in the maps m and n, of the first and the second schema. The
// text is the last part of the path of the place.
func (p *place) add(o *outline, name, text string, m, n smp.Schema) {
	at := func(s smp.Schema) smp.Schema {
		if text == anyName {
			values, _ := s.Values()
			return values
		}
		member, _ := s.Member(name)
		return member
	}
	inner := o.place(text, joinPath(p.path, text), p.depth+1, at(m), at(n))
	p.inside = append(p.inside, inner)
	p.rows += inner.rows
	if o.lined(inner) {
		p.rows++
	}
}

// lined reports whether a place has a line of its own, or one that refers to another place.
func (o *outline) lined(p *place) bool { return o.line(p) || p.sameAs != nil }

// settle determines the places that are shown: those with a line, and their parents.
func (o *outline) settle() {
	holds := func(p *place) bool {
		return slices.ContainsFunc(p.inside, func(inner *place) bool { return inner.shown })
	}
	for changed := true; changed; {
		changed = false
		for _, p := range slices.Backward(o.places) {
			if !p.shown && (o.line(p) || holds(p) || p.sameAs != nil && holds(p.sameAs)) {
				p.shown, changed = true, true
			}
		}
	}
}

// each calls visit for every place with a line, in order, with its path.
func (o *outline) each(p *place, path string, visit func(p *place, path string)) {
	for _, inner := range p.inside {
		if !inner.shown {
			continue
		}
		innerPath := joinPath(path, inner.name)
		if o.lined(inner) {
			visit(inner, innerPath)
		}
		o.each(inner, innerPath, visit)
	}
}

// members returns the schema of the map whose fields are inside s: s itself, or the elements
// of a list.
func members(s smp.Schema) smp.Schema {
	if s.Type() == smp.ListType {
		return s.Element()
	}
	return s
}

func namesOf(m smp.Schema) []string {
	var names []string
	for name := range m.Fields() {
		names = append(names, name)
	}
	return names
}

// fieldText returns a field name in the form in which it appears in a path.
func fieldText(name string) string { return model.Path{model.Field(name)}.String() }

// joinPath appends a name from fieldText to a path.
func joinPath(path, name string) string {
	if path == "" || strings.HasPrefix(name, "[") {
		return path + name
	}
	return path + "." + name
}
