package yamldoc

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/strategicpatch/smp/model"
)

// A Note reports a part of the text that an edit could not keep, or a number that clusters
// change when they read it.
type Note struct {
	Document int        // from 0
	Line     int        // in the text before the edit, from 1
	Path     model.Path // of the value in the document before the edit
	Text     string
}

// String returns the line, the path and the text.
func (n Note) String() string {
	return fmt.Sprintf("line %d: %s: %s", n.Line, n.Path, n.Text)
}

// ErrUneditable means that a text can be read but not edited: it is not UTF-8, or it
// has several documents and line breaks other than those of Unix and Windows.
var ErrUneditable = errors.New("cannot edit this text: expected UTF-8 with Unix or Windows line breaks")

// Edit returns a text whose documents have the wanted values, one for each of
// [Stream.Documents], in the same order. A document with an absent wanted value is
// removed. If nothing changes, the text is returned unchanged.
//
// The notes report the parts that could not be kept. The error is [ErrUneditable], or
// reports that a value cannot be written: YAML readers change integers of more than 64
// bits, and fractions with more digits than a float64.
func (s *Stream) Edit(want []model.Value) ([]byte, []Note, error) {
	return s.EditKeyed(want, make([]KeysFunc, len(want)))
}

// A KeysFunc returns the keys by which the schema of a document matches the elements of a list. Names
// and indexes in the path of the list are those before the edit. If the list has several keys, they
// identify an element together. If the schema defines no keys for the list, or nothing is known
// about the list, it returns nothing. Several
// documents are edited in parallel, so their functions must allow parallel calls.
type KeysFunc func(list model.Path) ListKeys

// ListKeys are the keys of a list.
type ListKeys struct {
	// Keys identify an element.
	Keys []Key
	// Recommended are keys that distinguish elements with the same Keys. It may be empty.
	Recommended []Key
	// Change is set if the edit may change the keys of elements. An element in the same place, with
	// other keys but without other changes, is then the same element.
	Change bool
}

// A Key is a field that identifies an element of a list.
type Key struct {
	Name    string
	Default model.Value // the key of elements without this field, or absent
}

// EditKeyed is like [Stream.Edit] for documents whose schemas are known. An element of a list with
// keys is the same element as before the edit if it has the same keys, so its comments stay with
// these keys. keys has a function for each document, which may be nil. Another number of functions
// is an error.
func (s *Stream) EditKeyed(want []model.Value, keys []KeysFunc) ([]byte, []Note, error) {
	if len(want) != len(s.documents) {
		return nil, nil, fmt.Errorf("yaml: expected a value for each document, got %d values for %d documents", len(want), len(s.documents))
	}
	if len(keys) != len(want) {
		return nil, nil, fmt.Errorf("yaml: expected the keys of each document, got %d functions for %d documents", len(keys), len(want))
	}
	efforts := make([]effort, len(want))
	for {
		t, err := s.try(want, keys, efforts)
		if err != nil {
			return nil, nil, err
		}
		if t.text == nil {
			return s.Text(), nil, nil
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
			return nil, nil, cmp.Or(err, errors.New("yaml: cannot write the value"))
		}
	}
}

// An effort determines how large the rewritten part of a document is. It is increased until
// the text has the wanted value.
type effort int

const (
	smallChanges  effort = iota
	smallestNode         // the smallest collection around all changes
	wholeDocument        // the whole document
)

// A trial is an edited text that has not been checked yet. The text is nil if nothing
// changes.
type trial struct {
	text    []byte
	changed []part
	notes   []Note
}

// A part is the text of a document with the separator before it.
type part struct {
	document int
	from, to int
	entries  []changedEntry // all changed entries; nil if they are not known
}

// try makes the edits, in parallel because documents are independent.
func (s *Stream) try(want []model.Value, keys []KeysFunc, efforts []effort) (trial, error) {
	var changed []int
	for i, d := range s.documents {
		if !model.Equal(d.Value, want[i]) {
			changed = append(changed, i)
		}
	}
	if len(changed) == 0 {
		return trial{}, nil
	}
	pieces := make([]piece, len(changed))
	inParallel(len(changed), func(i int) {
		pieces[i] = s.edited(changed[i], want[changed[i]], keys[changed[i]], efforts[changed[i]])
	})
	var t trial
	done, size, removed := 0, len(s.text), 0
	for _, p := range pieces {
		size += len(p.text)
	}
	t.text = make([]byte, 0, size)
	for _, p := range pieces {
		if p.err != nil {
			return t, p.err
		}
		t.text = append(t.text, s.text[done:p.from]...)
		done = s.documents[p.document].end
		t.notes = append(t.notes, p.notes...)
		if p.absent {
			if p.document == removed && isMarker(s.text[done:], "...") { // nothing is left that this line could end
				done = lineEnd(s.text, done)
			}
			removed++
			continue
		}
		start := len(t.text)
		t.text = append(t.text, p.text...)
		t.changed = append(t.changed, part{p.document, start, len(t.text), p.entries})
	}
	t.text = append(t.text, s.text[done:]...)
	return t, nil
}

// A piece is the edited text of one document, from an offset to the document's end.
type piece struct {
	document int
	from     int
	text     string
	absent   bool
	entries  []changedEntry
	notes    []Note
	err      error
}

// edited edits one document.
func (s *Stream) edited(document int, want model.Value, keys KeysFunc, how effort) piece {
	d := &s.documents[document]
	p := piece{document: document, from: lineStart(s.text, d.start), absent: want.Type() == model.Absent}
	if s.odd && (len(s.documents) > 1 || !utf8.Valid(s.text)) {
		p.err = fmt.Errorf("yaml: line %d: %w", d.Line, ErrUneditable)
		return p
	}
	s.place(d)
	e := &editor{Stream: s, doc: d, keys: keys, sites: map[*node]model.Value{}, names: map[*node]map[int]string{}, style: styleOf(d)}
	if p.absent {
		p.from = s.commentsAbove(document)
		e.deletedComments(p.from)
	} else {
		e.run(want, how)
		p.text = applied(s.text, p.from, d.end, e.splices)
		p.entries = e.changedEntries(want)
		e.noteComments(p.text, want)
	}
	p.notes, p.err = e.notes, e.err
	for i := range p.notes {
		p.notes[i].Document = document
	}
	return p
}

// commentsAbove returns the offset of the comments directly above a document without a
// separator, which belong to it. If there are none, it returns the start of the
// document.
func (s *Stream) commentsAbove(document int) int {
	start := s.documents[document].start
	from := lineStart(s.text, start)
	for marked := from < start; !marked && from > 0; { // another document ends with a separator
		above := lineStart(s.text, from-1)
		if !isCommentUpTo(s.text[above:from], 0) {
			break
		}
		from = above
	}
	return from
}

// A splice is a change: it replaces some bytes of the text.
type splice struct {
	from, to int
	text     string
}

// applied returns the text between two offsets with the splices applied, which must be in order.
func applied(text []byte, from, to int, splices []splice) string {
	var out strings.Builder
	out.Grow(to - from)
	for _, c := range splices {
		out.Write(text[from:max(from, c.from)])
		out.WriteString(c.text)
		from = max(from, c.from, c.to)
	}
	out.Write(text[from:max(from, to)])
	return out.String()
}
