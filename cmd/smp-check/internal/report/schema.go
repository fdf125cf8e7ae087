package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// NoteIgnored writes a note for each union of a schema that has no effect.
func NoteIgnored(stderr io.Writer, n schemas.Named) error {
	for _, p := range n.Ignored {
		if _, err := fmt.Fprintf(stderr, "smp-check: note: %s: %s (rule %s)\n", p.Path, p.Text, smp.RuleUnionMember); err != nil {
			return err
		}
	}
	return nil
}

// NoteListTypes writes a note on the lists of a schema that would merge with --list-types.
func NoteListTypes(stderr io.Writer, n schemas.Named) error {
	o := &outline{
		line:   func(p *place) bool { return TypedOnly(p.schema, p.other) },
		follow: func(p *place) bool { return merges(p.schema) },
		fold:   foldPlaces,
	}
	root, err := o.collect(n.Schema, n.ListTyped)
	if err != nil {
		return err
	}
	first, count := "", 0
	o.each(root, "", func(p *place, path string) {
		// A line that refers to another place needs no note.
		if !o.line(p) {
			return
		}
		if first == "" {
			first = path
		}
		count++
	})
	if count == 0 {
		return nil
	}
	lists := fmt.Sprintf("1 list (%s) has a list type but no patch strategy, and is", first)
	if count > 1 {
		lists = fmt.Sprintf("%d lists (the first at %s) have a list type but no patch strategy, and are", count, first)
	}
	_, err = fmt.Fprintf(stderr, "smp-check: note: %s treated as atomic; --list-types merges by list type\n", lists)
	return err
}

// TypedOnly reports whether a list merges only by its list type.
func TypedOnly(s, typed smp.Schema) bool {
	return s.Type() == smp.ListType && !s.Merging() && typed.Merging()
}

// WriteKinds writes a list of kinds.
func WriteKinds(out io.Writer, form string, kinds []kubernetes.Kind) error {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.String()
	}
	if form == output.FormJSON {
		return output.Indented(out, struct {
			Kinds []string `json:"kinds"`
		}{names})
	}
	return output.Buffered(out, func(w *bufio.Writer) {
		for _, name := range names {
			fmt.Fprintln(w, name)
		}
	})
}

// A Schema describes how the places of a schema merge. The exported fields are its JSON.
type Schema struct {
	Schema string        `json:"schema"`
	Places []placeReport `json:"places"`

	outline *outline
	root    *place
}

// A placeReport describes how one place merges.
type placeReport struct {
	Path string `json:"path"`
	merging
	// SameAs is the path of another place with the same fields, which are shown there.
	SameAs string `json:"sameAs,omitempty"`
}

// foldPlaces is the number of lines that may be repeated when a type is used again.
const foldPlaces = 3

// NewSchema describes the places of a schema. If all is false, it leaves out plain places:
// scalars and maps that merge by name.
func NewSchema(name string, s smp.Schema, all bool) (*Schema, error) {
	o := &outline{
		line:   func(p *place) bool { return all || !MergingOf(p.schema).plain() },
		follow: func(p *place) bool { return merges(p.schema) },
		fold:   foldPlaces,
	}
	root, err := o.collect(s, smp.Schemaless)
	if err != nil {
		return nil, err
	}
	r := &Schema{Schema: name, Places: []placeReport{}, outline: o, root: root}
	if o.line(root) {
		r.Places = append(r.Places, root.report("."))
	}
	o.each(root, "", func(p *place, path string) { r.Places = append(r.Places, p.report(path)) })
	return r, nil
}

func (p *place) report(path string) placeReport {
	r := placeReport{Path: path, merging: MergingOf(p.schema)}
	if p.sameAs != nil {
		r.SameAs = p.sameAs.place()
	}
	return r
}

// place returns the path of the place for text and JSON.
func (p *place) place() string {
	if p.path == "" {
		return "."
	}
	return p.path
}

// Write writes the report in an output format.
func (r *Schema) Write(out io.Writer, form string) error {
	if form == output.FormJSON {
		return output.Indented(out, r)
	}
	return output.Buffered(out, r.writeText)
}

// writeText writes the places as a tree.
func (r *Schema) writeText(w *bufio.Writer) {
	t := output.Table{Indent: 1}
	if root := r.root.report("."); !root.plain() {
		t.Add(root.Path, root.String())
	}
	r.addInside(&t, r.root, "")
	fmt.Fprintln(w, r.Schema)
	if len(t.Rows) == 0 {
		fmt.Fprintln(w, "  only maps that merge by name, and scalars")
	}
	t.Write(w)
}

// addInside adds a line for each shown place inside p, and for each parent of several shown
// places. If a parent contains only one shown place, it has no line, but is a part of the
// path of that place.
func (r *Schema) addInside(t *output.Table, p *place, path string) {
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
		t.Add(innerPath, words)
		t.Indent++
		r.addInside(t, inner, "")
		t.Indent--
	}
}

// only reports whether exactly one place inside p is shown.
func (p *place) only() bool {
	shown := 0
	for _, inner := range p.inside {
		if inner.shown {
			shown++
		}
	}
	return shown == 1
}

// String describes the place, as in "list keyed by name".
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
