package yamldoc

import (
	"sort"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// A Place is the position of a node in a text.
type Place struct {
	Start, End   int // in bytes
	Line, Column int // of Start, from 1; columns count bytes
}

// Place returns the position of the value at a path of fields and indexes, with its tag and
// anchor. Documents are counted from 0, as in [Stream.Documents]. Place returns false if there is no
// such document or value, or if the value comes from an alias or a merge key. A map or list in block style begins at its first entry, which is usually in
// the line after its name. For example, in this text the place of spec.contaners is line 3, not 2:
//
//	spec:
//	  contaners:
//	  - name: app
func (s *Stream) Place(document int, path model.Path) (Place, bool) {
	if document < 0 || document >= len(s.documents) {
		return Place{}, false
	}
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
	line, start := s.lineOf(d, n.start)
	return Place{n.start, n.end, line, 1 + n.start - start}, true
}

// lineOf returns the line of an offset in a document, from 1, and the offset where this line begins.
func (s *Stream) lineOf(d *Document, at int) (line, start int) {
	if s.odd {
		return 1, lineStart(s.text, at) // only the beginning of such a text has notes
	}
	if d.lines == nil {
		d.lines = []int{lineStart(s.text, d.start)}
		for next := lineEnd(s.text, d.start); next < d.end; next = lineEnd(s.text, next) {
			d.lines = append(d.lines, next)
		}
	}
	before := sort.SearchInts(d.lines, at+1) - 1
	return d.Line + before, d.lines[before]
}

// below returns the node of a map member or list element, or nil if it is not in the text.
func (d *Document) below(n *node, step model.Step) *node {
	switch step := step.(type) {
	case model.Field:
		if n.members == nil && n.Kind == yaml.MappingNode {
			n.members = d.membersOf(n)
		}
		return n.members[string(step)]
	case model.Index:
		if n.Kind == yaml.SequenceNode && uint(step) < uint(n.entries()) { // a negative index is too large, too
			return n.kids[step]
		}
	}
	return nil
}

// membersOf returns the values of a map by name, without those of a merge key.
func (d *Document) membersOf(n *node) map[string]*node {
	members := make(map[string]*node, n.entries())
	for i := range n.entries() {
		key, value := n.entry(i)
		name := key.Node.Value
		if !d.JSON {
			if key.isMerge() {
				continue
			}
			name, _ = nameOf(key.Node)
		}
		members[name] = value
	}
	return members
}
