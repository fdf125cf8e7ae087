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

// ErrUneditable says that a text is read, and cannot be edited: it has several
// documents and other line breaks than those of Unix and Windows, or is no UTF-8.
var ErrUneditable = errors.New("this text has other line breaks, or another encoding, than can be edited")

// Edit returns the text whose documents are the wanted values, one for each of
// [Stream.Documents] in their order; a document that is to be absent goes. Without
// a change the text comes back as it is.
//
// The notes say what could not be kept. The error is [ErrUneditable], or says that a
// value cannot be written: YAML readers take numbers of more than 64 bits, and decimal fractions of
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
	entries  []changedEntry // all that changed in it; none where that is not known
}

// try makes the edits. Documents know nothing of each other, so each processor takes
// some.
func (s *Stream) try(want []model.Value, efforts []effort) (trial, error) {
	var changed []int
	for i, d := range s.documents {
		if !model.Equal(d.Value, want[i]) {
			changed = append(changed, i)
		}
	}
	pieces := make([]piece, len(changed))
	inParallel(len(changed), func(i int) { pieces[i] = s.edited(changed[i], want[changed[i]], efforts[changed[i]]) })
	var t trial
	done, size := 0, len(s.text)
	for _, p := range pieces {
		size += len(p.text)
	}
	if len(pieces) > 0 {
		t.text = make([]byte, 0, size)
	}
	for _, p := range pieces {
		if p.err != nil {
			return t, p.err
		}
		t.text = append(t.text, s.text[done:p.from]...)
		done = s.documents[p.document].end
		if p.absent {
			continue
		}
		start := len(t.text)
		t.text = append(t.text, p.text...)
		t.changed = append(t.changed, part{p.document, start, len(t.text), p.entries})
		t.notes = append(t.notes, p.notes...)
	}
	if done > 0 {
		t.text = append(t.text, s.text[done:]...)
	}
	return t, nil
}

// A piece is what one document becomes: a text that stands from an offset to its end.
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
func (s *Stream) edited(document int, want model.Value, how effort) piece {
	d := &s.documents[document]
	p := piece{document: document, from: lineStart(s.text, d.start), absent: want.Type() == model.Absent}
	if s.odd && (len(s.documents) > 1 || !utf8.Valid(s.text)) {
		p.err = fmt.Errorf("yaml: line %d: %w", d.Line, ErrUneditable)
		return p
	}
	if p.absent {
		p.from = s.commentsAbove(document)
		return p
	}
	s.place(d)
	e := &editor{Stream: s, doc: d, sites: map[*node]model.Value{}, style: styleOf(d)}
	e.run(want, how)
	p.text = applied(s.text, p.from, d.end, e.splices)
	p.entries, p.notes, p.err = e.changedEntries(want), e.notes, e.err
	for i := range p.notes {
		p.notes[i].Document = document
	}
	return p
}

// commentsAbove returns where a document begins with the comments directly above it,
// which are those of a document without a separator.
func (s *Stream) commentsAbove(document int) int {
	start, floor := s.documents[document].start, 0
	if document > 0 {
		floor = s.documents[document-1].end
	}
	from := lineStart(s.text, start)
	for marked := from < start; !marked && from > floor; {
		above := lineStart(s.text, from-1)
		if above < floor || !isCommentUpTo(s.text[above:from], 0) {
			break
		}
		from = above
	}
	return from
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
