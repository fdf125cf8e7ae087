package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/strategicpatch/smp/smp"
)

// A schemaReport is how the places of a schema merge. The exported fields are
// its JSON.
type schemaReport struct {
	Schema string        `json:"schema"`
	Places []placeReport `json:"places"`

	outline *outline
	root    *place
}

// A placeReport is how one place merges.
type placeReport struct {
	Path string `json:"path"`
	merging
	// SameAs is the path of another place, whose inside is also in this one.
	SameAs string `json:"sameAs,omitempty"`
}

// foldPlaces is how many lines may be repeated where a type is used again.
const foldPlaces = 3

// newSchemaReport describes a schema: all its places, or without those that
// are plain.
func newSchemaReport(name string, s smp.Schema, all bool) (*schemaReport, error) {
	o := &outline{
		line:   func(p *place) bool { return all || !mergingOf(p.schema).plain() },
		follow: func(p *place) bool { return merges(p.schema) },
		fold:   foldPlaces,
	}
	root, err := o.collect(s, smp.Schema{})
	if err != nil {
		return nil, err
	}
	r := &schemaReport{Schema: name, Places: []placeReport{}, outline: o, root: root}
	if o.line(root) {
		r.Places = append(r.Places, root.report("."))
	}
	o.each(root, "", func(p *place, path string) { r.Places = append(r.Places, p.report(path)) })
	return r, nil
}

func (p *place) report(path string) placeReport {
	r := placeReport{Path: path, merging: mergingOf(p.schema)}
	if p.sameAs != nil {
		r.SameAs = p.sameAs.place()
	}
	return r
}

// place returns the path of the place, as it is shown.
func (p *place) place() string {
	if p.path == "" {
		return "."
	}
	return p.path
}

// write writes the report in one of its forms.
func (r *schemaReport) write(out io.Writer, f format) error {
	if f.name == formatJSON {
		return writeIndented(out, r)
	}
	return buffered(out, r.writeText)
}

// writeText writes the places as a tree.
func (r *schemaReport) writeText(w *bufio.Writer) {
	t := table{indent: 1}
	if root := r.root.report("."); !root.plain() {
		t.add(root.Path, root.String())
	}
	r.addInside(&t, r.root, "")
	fmt.Fprintln(w, r.Schema)
	if len(t.rows) == 0 {
		fmt.Fprintln(w, "  nothing but maps, which merge by name, and scalars")
	}
	t.write(w)
}

// addInside adds a line for each place inside p with something to say of it,
// and for each that holds several of these. What is on the way to only one is
// part of its path.
func (r *schemaReport) addInside(t *table, p *place, path string) {
	for _, inner := range p.inside {
		if !inner.shown {
			continue
		}
		innerPath := joinPath(path, inner.name)
		line := r.outline.lined(inner)
		if !line && inner.only() {
			r.addInside(t, inner, innerPath)
			continue
		}
		words := ""
		if line {
			words = inner.report(innerPath).String()
		}
		t.add(innerPath, words)
		t.indent++
		r.addInside(t, inner, "")
		t.indent--
	}
}

// only reports whether just one place inside p is shown.
func (p *place) only() bool {
	shown := 0
	for _, inner := range p.inside {
		if inner.shown {
			shown++
		}
	}
	return shown == 1
}

// String is what a person reads of the place.
func (r placeReport) String() string {
	switch words := r.merging.String(); {
	case r.SameAs == "":
		return words
	case r.Type == smp.ListType.String():
		return words + "; elements as " + r.SameAs
	case r.plain():
		return "as " + r.SameAs
	default:
		return words + "; as " + r.SameAs
	}
}
