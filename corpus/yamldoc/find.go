package yamldoc

import (
	"bytes"

	"github.com/strategicpatch/smp/model"
)

// A Place is the position of a node in a text.
type Place struct {
	Start, End   int // in bytes
	Line, Column int // of Start, from 1; columns count bytes
}

// Place returns the position of the value at a path of fields and indexes, with its tag and
// anchor. It returns false if the document has no such value, or if the value comes from an
// alias or a merge key.
func (s *Stream) Place(document int, path model.Path) (Place, bool) {
	d := &s.documents[document]
	s.place(d)
	n := d.root
	for _, step := range path {
		if n == nil {
			break
		}
		n = d.below(n, step)
	}
	if n == nil {
		return Place{}, false
	}
	return Place{n.start, n.end, s.lineOf(d, n.start), 1 + n.start - lineStart(s.text, n.start)}, true
}

// lineOf returns the line of an offset in a document, from 1.
func (s *Stream) lineOf(d *Document, at int) int {
	if s.odd {
		return 1 // only the beginning of such a text has notes
	}
	return d.Line + bytes.Count(s.text[d.start:at], []byte("\n"))
}

// below returns the node of a map member or list element, or nil if it is not in the text.
func (d *Document) below(n *node, step model.Step) *node {
	index, isIndex := step.(model.Index)
	field, isField := step.(model.Field)
	for i := range n.entries() {
		key, value := n.entry(i)
		if key == nil {
			if isIndex && int(index) == i {
				return value
			}
			continue
		}
		name := key.Node.Value
		if !d.JSON {
			name, _ = nameOf(key.Node)
		}
		if isField && string(field) == name && (d.JSON || !key.isMerge()) {
			return value
		}
	}
	return nil
}
