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
			return t, fmt.Errorf("yaml: line %d: %w", d.Line, ErrUneditable)
		}
		from := lineStart(s.text, d.start)
		marked := from < d.start
		for absent := want[i].Kind() == model.Absent; absent && !marked && from > done; {
			above := lineStart(s.text, from-1) // comments above a document without a separator
			if absent = above >= done && isCommentUpTo(s.text[above:from], 0); absent {
				from = above
			}
		}
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
