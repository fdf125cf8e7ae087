package yamldoc

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/strategicpatch/smp/model"
)

// A Note says what an edit could not keep, and where.
type Note struct {
	Document int        // from 0
	Line     int        // in the text before the edit, from 1
	Path     model.Path // of the value
	Text     string
}

// String returns the line, the path and the text.
func (n Note) String() string {
	return fmt.Sprintf("line %d: %s: %s", n.Line, n.Path, n.Text)
}

// Edit returns the text whose documents are the wanted values, one for each of
// [Stream.Documents] in their order; a document that is to be absent goes. Without
// a change the text comes back as it is.
//
// The notes say what could not be kept. The error says that a value cannot be
// written: YAML readers take numbers of more than 64 bits, and decimal fractions of
// more digits than a float64 has, for others.
func (s *Stream) Edit(want []model.Value) ([]byte, []Note, error) {
	if len(want) != len(s.documents) {
		return nil, nil, fmt.Errorf("yaml: %d values for %d documents", len(want), len(s.documents))
	}
	efforts := make([]effort, len(want))
	for {
		t, err := s.try(want, efforts)
		if err != nil {
			return nil, nil, err
		}
		if t.text == nil {
			return s.text, nil, nil
		}
		bad, err := s.check(t, want)
		if len(bad) == 0 && err == nil {
			return t.text, t.notes, nil
		}
		more := false
		for i := range efforts {
			if (err != nil || slices.Contains(bad, i)) && efforts[i] < wholeDocument {
				efforts[i]++
				more = true
			}
		}
		if !more {
			return nil, nil, cmp.Or(err, errors.New("yaml: the wanted value cannot be written"))
		}
	}
}

// An effort says how much of a document is written anew.
type effort int

const (
	smallChanges  effort = iota
	smallestNode         // the smallest collection around all changes
	wholeDocument        // all of it
)

// A trial is an edited text, before it is known to read as wanted. The text is nil
// where nothing changes.
type trial struct {
	text    []byte
	changed []part
	notes   []Note
}

// A part is the text of a document with the separator before it.
type part struct {
	document int
	from, to int
}

// try makes the edits.
func (s *Stream) try(want []model.Value, efforts []effort) (trial, error) {
	var t trial
	done := 0
	for i := range s.documents {
		d := &s.documents[i]
		if model.Equal(d.Value, want[i]) {
			continue
		}
		if s.odd && (len(s.documents) > 1 || !utf8.Valid(s.text)) {
			return t, fmt.Errorf("yaml: line %d: this text has other line breaks, or another encoding, than can be edited", d.Line)
		}
		from := lineStart(s.text, d.start)
		t.text = append(t.text, s.text[done:from]...)
		done = d.end
		if want[i].Kind() == model.Absent {
			continue
		}
		s.place(d)
		e := &editor{Stream: s, doc: d, sites: map[*node]model.Value{}, style: styleOf(d)}
		e.run(want[i], efforts[i])
		if e.err != nil {
			return t, e.err
		}
		start := len(t.text)
		t.text = append(t.text, applied(s.text, from, d.end, e.splices)...)
		t.changed = append(t.changed, part{i, start, len(t.text)})
		for _, note := range e.notes {
			note.Document = i
			t.notes = append(t.notes, note)
		}
	}
	if done > 0 {
		t.text = append(t.text, s.text[done:]...)
	}
	return t, nil
}

// A splice puts a text in the place of some bytes.
type splice struct {
	from, to int
	text     string
}

// applied returns the text from one offset to another with splices made in it that
// lie there.
func applied(text []byte, from, to int, splices []splice) string {
	slices.SortStableFunc(splices, func(a, b splice) int { return a.from - b.from })
	var out strings.Builder
	out.Grow(to - from)
	for _, c := range splices {
		if c.from > from {
			out.Write(text[from:c.from])
			from = c.from
		}
		out.WriteString(c.text)
		from = max(from, c.to)
	}
	if from < to {
		out.Write(text[from:to])
	}
	return out.String()
}

// An editor finds the splices of one document.
type editor struct {
	*Stream
	doc     *Document
	style   style
	splices []splice
	sites   map[*node]model.Value // what anchors come to stand for, if they stay
	rewrite *node                 // to be written anew
	path    model.Path
	notes   []Note
	err     error
}

func (e *editor) run(want model.Value, how effort) {
	if e.doc.root == nil || how == wholeDocument {
		e.whole(want)
		return
	}
	e.value(e.doc.root, e.doc.Value, want, slot{column: -1})
	if how == smallestNode {
		e.rewrite = e.around()
		e.splices, e.notes, e.sites = nil, nil, map[*node]model.Value{}
		e.value(e.doc.root, e.doc.Value, want, slot{column: -1})
	}
}

// around returns the smallest collection around all splices.
func (e *editor) around() *node {
	from, to := e.doc.end, 0
	for _, c := range e.splices {
		from, to = min(from, c.from), max(to, c.to)
	}
	n := e.doc.root
	for {
		i := slices.IndexFunc(n.kids, func(kid *node) bool {
			return len(kid.kids) > 0 && kid.start <= from && to <= kid.end
		})
		if i < 0 {
			return n
		}
		n = n.kids[i]
	}
}

// whole writes a document anew, but for the comments at its beginning.
func (e *editor) whole(want model.Value) {
	from, to := e.doc.start, e.doc.end
	if e.doc.JSON {
		part := e.text[from:to]
		from += len(part) - len(bytes.TrimLeft(part, " \t\r\n"))
		to = from + len(bytes.TrimSpace(part))
		e.splice(from, to, asJSON(want))
		e.note(from, "the document is written anew")
		return
	}
	marked := lineStart(e.text, from) != from
	if !marked || len(bytes.TrimSpace(e.text[from:lineEnd(e.text, from)])) == 0 {
		if marked {
			from, marked = min(lineEnd(e.text, from), to), !bytes.HasSuffix(e.text[:lineEnd(e.text, from)], []byte("\n"))
		}
		for from < to {
			next := lineEnd(e.text, from)
			if line := bytes.TrimSpace(e.text[from:next]); len(line) > 0 && line[0] != '#' {
				break
			}
			from = next
		}
	}
	text := e.lines(want, 0, siblings{})
	if marked {
		text = e.newline + text
	}
	e.splice(from, to, text)
	e.note(from, "the document is written anew: its comments are gone, but for those at the beginning")
}

func (e *editor) splice(from, to int, text string) {
	e.splices = append(e.splices, splice{from, to, text})
}

func (e *editor) note(at int, text string) {
	line := 1 + bytes.Count(e.text[:at], []byte("\n"))
	e.notes = append(e.notes, Note{Line: line, Path: slices.Clone(e.path), Text: text})
}

// A slot is what surrounds a value in the text.
type slot struct {
	column   int  // of the block collection around; -1 for none
	flow     bool // it is inside a flow collection
	element  bool // it stands behind a dash
	siblings siblings
}

// value edits a node to be what is wanted.
func (e *editor) value(n *node, old, want model.Value, at slot) {
	if n.Anchor != "" {
		e.sites[n] = want
	}
	if n.alias != nil {
		if site, ok := e.sites[n.alias]; !ok || !model.Equal(site, want) {
			e.note(n.start, fmt.Sprintf("the alias *%s is written out", n.Node.Value))
			e.replace(n, want, at)
		}
		return
	}
	same := model.Equal(old, want)
	switch {
	case n == e.rewrite:
		e.note(n.start, "this is written anew: its comments are gone")
	case same && !n.anchors && !n.aliases:
		return
	case want.Kind() == model.Map && old.Kind() == model.Map && len(n.kids) > 0 && want.Len() > 0:
		e.mapping(n, old, want, at)
		return
	case want.Kind() == model.List && old.Kind() == model.List && len(n.kids) > 0 && want.Len() > 0:
		e.list(n, old, want, at)
		return
	case same:
		return
	}
	e.replace(n, want, at)
}

// An item is an entry of a collection as it is to be: one that was there, or a new
// one.
type item struct {
	from  int // the entry it was; -1 for a new one
	name  string
	old   model.Value
	value model.Value
}

const added = -1

// entry edits an entry that stays. Merge keys that stay are as they were.
func (e *editor) entry(n *node, it item, at slot) {
	key, value := n.entry(it.from)
	if key != nil && key.isMerge() && !e.doc.JSON {
		return
	}
	if key == nil {
		e.path = append(e.path, model.Index(it.from))
	} else {
		e.path = append(e.path, model.Field(it.name))
		if key.alias != nil {
			if site, ok := e.sites[key.alias]; !ok || site.Kind() != model.String || site.Text() != it.name {
				e.note(key.start, fmt.Sprintf("the alias *%s is written out", key.Node.Value))
				e.splice(key.start, key.end, e.quoted(it.name))
			}
		} else if key.Anchor != "" {
			e.sites[key] = model.NewString(it.name)
		}
	}
	e.value(value, it.old, it.value, at)
	e.path = e.path[:len(e.path)-1]
}

// mapping edits a map that stays one.
func (e *editor) mapping(n *node, old, want model.Value, at slot) {
	items := make([]item, 0, n.entries())
	own := 0
	var merge *merging
	for i := range n.entries() {
		key, _ := n.entry(i)
		if key.isMerge() && !e.doc.JSON {
			if merge == nil {
				merge = e.merging(n, want)
			}
			items = merge.append(items, e, n, i)
			continue
		}
		name := key.Node.Value
		if !e.doc.JSON {
			name, _ = nameOf(key.Node)
		}
		if v, ok := want.Get(name); ok {
			before, _ := old.Get(name)
			items = append(items, item{i, name, before, v})
			own++
		}
	}
	if merge != nil || own < want.Len() {
		seen := make(map[string]bool, len(items))
		for _, it := range items {
			seen[it.name] = true
		}
		for name, v := range want.Members() {
			if !seen[name] && !(merge != nil && merge.brings[name]) {
				items = append(items, item{from: added, name: name, value: v})
			}
		}
	}
	e.entries(n, items, want, at)
}

// list edits a list that stays one.
func (e *editor) list(n *node, old, want model.Value, at slot) {
	before, after := old.AppendElements(nil), want.AppendElements(nil)
	items := make([]item, len(after))
	for i, from := range match(before, after) {
		items[i] = item{from: from, value: after[i]}
		if from != added {
			items[i].old = before[from]
		}
	}
	e.entries(n, items, want, at)
}

// entries gives a collection these entries.
func (e *editor) entries(n *node, items []item, want model.Value, at slot) {
	inner := slot{column: n.column, flow: at.flow || n.isFlow(), element: n.marks != nil && len(n.kids) == len(n.marks)}
	inner.siblings = e.siblingsOf(n)
	unchanged := len(items) == n.entries()
	for i, it := range items {
		unchanged = unchanged && it.from == i
	}
	switch {
	case unchanged:
		for _, it := range items {
			e.entry(n, it, inner)
		}
	case len(items) == 0:
		e.replace(n, want, at)
	case n.isFlow():
		e.composeFlow(n, items, inner, func() { e.replace(n, want, at) })
	default:
		e.composeBlock(n, items, inner)
	}
}
