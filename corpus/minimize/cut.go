package minimize

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// cutTogether drops parts of the documents. It begins with parts that several documents
// share.
func (s *search) cutTogether() {
	if s.best.listed() {
		return
	}
	groupings := []grouping{byKeys, byAllKeys, alone}
	if s.best.inStep {
		groupings = []grouping{inStep, inStepByAllKeys}
	}
	for _, by := range groupings {
		docs := s.best.documents()
		c := cutter{search: s, docs: docs}
		c.inside(placesIn(s.best.c.Input.Op, s.best.c.Input.Schema, docs, by))
	}
}

// A cutter drops places of documents, from the root down.
type cutter struct {
	*search
	docs []corpus.Document // the documents in which the places were found
	gone []spot
}

// inside tries to drop the places inside p, and then the places inside the remaining ones.
func (c *cutter) inside(p *place) {
	if len(p.inside) == 0 {
		return
	}
	before := c.best.text
	gone := c.halves(len(p.inside), func(gone []bool) (draft, bool) {
		spots := c.gone
		for i, inner := range p.inside {
			if gone[i] {
				spots = append(spots[:len(spots):len(spots)], inner.spots...)
			}
		}
		return c.best.without(c.docs, spots)
	})
	for i, inner := range p.inside {
		if gone[i] {
			c.gone = append(c.gone, inner.spots...)
		}
	}
	if c.best.text != before {
		c.pruneSchema()
	}
	for i, inner := range p.inside {
		if !gone[i] {
			c.inside(inner)
		}
	}
}

// without returns the draft with these documents, without the parts at these spots. It returns
// false if this would drop the place of an error, or a part of the value at this place.
func (d draft) without(docs []corpus.Document, spots []spot) (draft, bool) {
	cuts := make([]cut, len(docs))
	for _, at := range spots {
		cuts[at.document].add(at.path)
	}
	left := make([]corpus.Document, len(docs))
	for i, doc := range docs {
		left[i] = corpus.Document{Name: doc.Name, Value: cuts[i].from(doc.Value)}
	}
	if !d.inStep {
		return d.withDocuments(left), true
	}
	d, ok := d.withPaths(func(document string, path model.Path) (model.Path, bool) {
		after, first := path, true
		for i, doc := range docs {
			if doc.Name == wanted || doc.Name == answered || document != "" && document != doc.Name {
				continue
			}
			moved, ok := cuts[i].path(path)
			if !ok || !first && !moved.Equal(after) {
				return nil, false
			}
			after, first = moved, false
		}
		return after, true
	})
	return d.withDocuments(left), ok
}

// A cut is the set of parts to drop from a value: all of it, or parts inside it.
type cut struct {
	all    bool
	inside map[model.Step]*cut
}

func (c *cut) add(path model.Path) {
	for _, step := range path {
		if c.inside == nil {
			c.inside = map[model.Step]*cut{}
		}
		if c.inside[step] == nil {
			c.inside[step] = &cut{}
		}
		c = c.inside[step]
	}
	c.all = true
}

// path returns the path of the same place after the cut. It returns false if the place, or a part
// of the value there, is dropped.
func (c *cut) path(p model.Path) (model.Path, bool) {
	moved := slices.Clone(p)
	for i, step := range p {
		switch {
		case c == nil:
			return moved, true
		case c.all:
			return nil, false
		}
		switch step := step.(type) {
		case model.Field:
		case model.Index:
			for other, before := range c.inside {
				if j, ok := other.(model.Index); ok && j < step && before.all {
					moved[i] = moved[i].(model.Index) - 1
				}
			}
		default: // the step names an element by its values, and the cut by its index
			return moved, c.inside == nil
		}
		c = c.inside[step]
	}
	return moved, c == nil || !c.all && c.inside == nil
}

// from returns the part of a value that is not dropped. It is absent if all of the value is
// dropped.
func (c *cut) from(v model.Value) model.Value {
	switch {
	case c == nil || !c.all && c.inside == nil:
		return v
	case c.all:
		return model.Value{}
	}
	i := -1
	return corpus.Rebuilt(v, func(name string, m model.Value) (string, model.Value) {
		i++
		if v.Type() == model.List {
			return "", c.inside[model.Index(i)].from(m)
		}
		return name, c.inside[model.Field(name)].from(m)
	})
}
