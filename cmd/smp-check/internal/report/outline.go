package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A place is where a schema says how something merges: a field, the values of
// a map, or the root. What is in the elements of a list is in the place of the
// list.
type place struct {
	name   string // below the place it is in; anyName for the values of a map
	path   string // from the root, through lists without naming their elements
	schema smp.Schema
	other  smp.Schema // in a comparison, what the schema is compared with
	inside []*place
	// sameAs is the place whose inside is also the inside of this one. Here it
	// is not repeated, which ends recursion.
	sameAs *place
	rows   int // how many lines the inside takes, at most
	open   bool
	shown  bool
}

// anyName stands for every name of a map that is no field.
const anyName = "*"

// An outline collects the places of a schema that are worth a line, and those
// on the way to them.
type outline struct {
	// line reports whether a place gets a line of its own; follow, whether
	// anything inside it can matter.
	line, follow func(*place) bool
	// fold is how many lines an inside has that is not repeated where it occurs
	// again.
	fold   int
	known  map[string][]*place // with an inside of its own, by the names in it
	places []*place            // all of them, each after the one it is in
	depth  int
	tooBig bool
}

// The bounds of an outline, far above what any published schema needs: kinds
// of Kubernetes have some thousand places, nested about twenty deep.
const (
	maxPlaces     = 100_000
	maxPlaceDepth = 200
)

var errOutlineSize = fmt.Errorf("%s: the schema has more than %d places, or nests deeper than %d", smp.Limit, maxPlaces, maxPlaceDepth)

// collect returns the root place of a schema, and of the one that it is
// compared with; an error when the schema is too large to show.
func (o *outline) collect(schema, other smp.Schema) (*place, error) {
	o.known = map[string][]*place{}
	root := o.place("", "", schema, other)
	if o.tooBig {
		return nil, errOutlineSize
	}
	o.settle()
	return root, nil
}

func (o *outline) place(name, path string, schema, other smp.Schema) *place {
	p := &place{name: name, path: path, schema: schema, other: other}
	o.places = append(o.places, p)
	m, n := members(schema), members(other)
	if m.Type() != smp.MapType || !o.follow(p) || o.tooBig {
		return p
	}
	if o.depth == maxPlaceDepth || len(o.places) > maxPlaces {
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
	o.depth++
	for _, name := range namesOf(m) {
		p.add(o, name, fieldText(name), m, n)
	}
	if _, free := m.Values(); free {
		p.add(o, anyName, anyName, m, n)
	}
	p.open = false
	o.depth--
	return p
}

// add adds the place of one name in the maps m and n.
func (p *place) add(o *outline, name, text string, m, n smp.Schema) {
	at := func(s smp.Schema) smp.Schema {
		if text == anyName {
			values, _ := s.Values()
			return values
		}
		member, _ := s.Member(name)
		return member
	}
	inner := o.place(text, joinPath(p.path, text), at(m), at(n))
	p.inside = append(p.inside, inner)
	p.rows += inner.rows
	if o.lined(inner) {
		p.rows++
	}
}

// lined reports whether a place has a line, for what it is or for where its
// inside is shown.
func (o *outline) lined(p *place) bool { return o.line(p) || p.sameAs != nil }

// settle finds out which places are shown: those with a line of their own, and
// those that hold one, be it by reference.
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

// each calls visit for every place with a line of its own, in order, with its
// path.
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

// members returns the map whose members are in the place of s: s itself, or
// the elements of a list.
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

// fieldText is a field name as a path has it.
func fieldText(name string) string { return model.Path{model.Field(name)}.String() }

// joinPath puts what fieldText returns behind a path.
func joinPath(path, name string) string {
	if path == "" || strings.HasPrefix(name, "[") {
		return path + name
	}
	return path + "." + name
}
