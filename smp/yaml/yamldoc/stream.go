package yamldoc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"sync/atomic"
	"unicode/utf8"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// A Stream is a YAML text that has been read. Only one goroutine at a time may use it.
type Stream struct {
	text      []byte
	documents []Document
	odd       bool         // the text has line breaks that this package does not find
	newline   string       // "\n" or "\r\n", as in the first line
	expanded  atomic.Int64 // total length of the values read so far, as JSON
}

// A Document is one of the documents of a text.
type Document struct {
	Value model.Value // null if the document is empty
	Line  int         // the line where the document begins, after its directives, from 1
	JSON  bool        // the text is JSON and stays JSON, so numbers keep all their digits

	tree       *yaml.Node
	root       *node // nil if the places are unknown
	comments   []span
	placed     bool  // the placer has tried to set root
	start, end int   // of the text between separators
	lines      []int // cache of lineOf: the offset of each line
}

// Read reads the documents of a text, in YAML or JSON. The caller must not change the bytes
// of text while the stream is in use.
//
// Errors in YAML give the line of the mistake. For a list or map in flow style that is not complete,
// this is the line where it begins. The error for an alias without its anchor names the anchor instead.
// Other errors are duplicate names in a map, numbers that JSON does not have, and texts whose expanded
// aliases exceed the limit (see [MaxBytes]).
func Read(text []byte) (*Stream, error) {
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("yaml: the text is longer than %d bytes", MaxBytes)
	}
	s := &Stream{text: text, newline: "\n"}
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		s.newline = "\r\n"
	}
	if s.odd = hasOddBreaks(text); s.odd && loneTag.Match(text) {
		return nil, errors.New("yaml: a tag without a name (!) requires Unix or Windows line breaks")
	}
	if err := s.read(); err != nil {
		v, notJSON := model.Parse(text)
		if notJSON != nil || len(s.documents) > 0 {
			return nil, err
		}
		s.documents = []Document{{Value: v, Line: 1, JSON: true, end: len(text)}}
	}
	return s, nil
}

// read reads the documents, in parallel if the text is long. If there is an error, s contains
// the documents before the faulty one.
func (s *Stream) read() (err error) {
	if runs := s.runs(); len(runs) > 1 {
		found, faults := make([][]Document, len(runs)), make([]error, len(runs))
		inParallel(len(runs), func(i int) { found[i], faults[i] = s.readRun(runs[i]) })
		if !slices.ContainsFunc(faults, func(err error) bool { return err != nil }) {
			s.documents = slices.Concat(found...)
			return nil
		}
	}
	s.expanded.Store(0)
	s.documents, err = s.readRun(Run{To: len(s.text)})
	return err
}

// A Run is a part of a text whose documents can be read independently of the rest.
type Run struct {
	From, To int // in bytes
	Lines    int // the number of lines before the run
}

// runs divides the text into runs. It returns one run if the text is short or has
// directives.
func (s *Stream) runs() []Run {
	if s.odd {
		return []Run{{To: len(s.text)}}
	}
	return runs(s.text, runBytes)
}

// Runs divides a text between documents, into runs of about size bytes. If the text has directives,
// or line breaks other than those of Unix and Windows, Runs returns one run.
func Runs(text []byte, size int) []Run {
	if hasOddBreaks(text) {
		return []Run{{To: len(text)}}
	}
	return runs(text, size)
}

func runs(text []byte, size int) []Run {
	all := []Run{{To: len(text)}}
	if hasDirectives(text) {
		return all
	}
	for {
		last := &all[len(all)-1]
		at := min(last.From+size, len(text))
		for next := 0; ; at += next + 1 {
			if next = bytes.Index(text[at:], []byte("\n---")); next < 0 {
				return all
			}
			if isMarker(text[at+next+1:], "---") {
				at += next + 1
				break
			}
		}
		last.To = at
		all = append(all, Run{at, len(text), last.Lines + bytes.Count(text[last.From:at], []byte("\n"))})
	}
}

// readRun reads consecutive documents. If there is an error, it returns the documents before
// the faulty one.
func (s *Stream) readRun(run Run) (documents []Document, err error) {
	decoder := yaml.NewDecoder(bytes.NewReader(s.text[run.From:run.To]))
	index := lineIndex{text: s.text, line: run.Lines, at: run.From}
	for {
		y := new(yaml.Node)
		err := decoder.Decode(y)
		if errors.Is(err, io.EOF) {
			return documents, nil
		}
		if err != nil {
			if run.From == 0 && run.To == len(s.text) { // a fault in another run is read again
				err = s.located(documents, err)
			}
			return documents, err
		}
		if run.Lines != 0 {
			shift(y, run.Lines)
		}
		d := Document{Line: y.Line, tree: y.Content[0]}
		if d.start, d.end = index.document(y.Line); s.odd {
			d.start, d.end = 0, len(s.text) // such a text can only have one document
		} else {
			d.Line = max(d.Line, index.line+1)
		}
		if bytes.Contains(s.text[d.start:d.end], []byte("*")) {
			if n := strayAlias(d.tree, map[*yaml.Node]bool{}); n != nil {
				return documents, fmt.Errorf("yaml: line %d: unknown anchor '%s' referenced", n.Line, n.Value)
			}
		}
		if bytes.Contains(s.text[d.start:d.end], []byte("!")) {
			s.place(&d) // this finds tags without a name
		}
		if part := s.text[d.start:d.end]; mayBeJSON(part) {
			d.Value, err = model.Parse(part)
			d.JSON = err == nil
		}
		if !d.JSON {
			if d.Value, err = s.valueOf(d.tree); err != nil {
				return documents, err
			}
		}
		documents = append(documents, d)
	}
}

// strayAlias returns the first alias whose anchor is not in the same document before it, or
// nil if there is none. The parser also accepts anchors of earlier documents.
func strayAlias(n *yaml.Node, anchors map[*yaml.Node]bool) *yaml.Node {
	if n.Kind == yaml.AliasNode && !anchors[n.Alias] {
		return n
	}
	if n.Anchor != "" {
		anchors[n] = true
	}
	for _, part := range n.Content {
		if stray := strayAlias(part, anchors); stray != nil {
			return stray
		}
	}
	return nil
}

// shift adds lines to the positions in a tree.
func shift(n *yaml.Node, by int) {
	n.Line += by
	for _, part := range n.Content {
		shift(part, by)
	}
}

// place determines the offsets of all nodes of a document, unless it has been called before.
func (s *Stream) place(d *Document) {
	if d.placed || s.odd || d.tree == nil {
		return
	}
	d.placed = true
	p := placer{text: s.text, pos: d.start, start: d.start, end: d.end, anchors: map[*yaml.Node]*node{}}
	if n, err := p.node(d.tree, -1); err == nil {
		if p.trivia(); p.pos == p.end {
			d.root, d.comments = n, p.comments
		}
	}
}

// loneTag matches texts that may be a tag without a name.
var loneTag = regexp.MustCompile(`!(\s|[,\]}]|$|\x{85}|\x{2028}|\x{2029})`)

// Documents returns the documents of the text, in order. A separator with nothing after
// it begins an empty document. The caller may change the slice.
func (s *Stream) Documents() []Document { return slices.Clone(s.documents) }

// Only returns the only document of the text. If the text has no document, it returns an empty one.
// It is an error if a document after the first one is not empty.
func (s *Stream) Only() (Document, error) {
	if len(s.documents) == 0 {
		return Document{Value: model.NewNull(), Line: 1}, nil
	}
	for _, d := range s.documents[1:] {
		if !d.IsEmpty() { // for example, after a separator at the end
			return Document{}, fmt.Errorf("yaml: line %d: a second document begins here; only one is read", d.Line)
		}
	}
	return s.documents[0], nil
}

// Span returns the offsets at which the document begins and ends in the text, without separators and
// directives.
func (d Document) Span() (from, to int) { return d.start, d.end }

// IsEmpty reports whether the document has no text, or only comments.
func (d Document) IsEmpty() bool {
	if d.tree == nil { // JSON, or the document of a text without one
		return d.Value.Type() == model.Null && !d.JSON
	}
	return d.Value.Type() == model.Null && d.tree.Value == "" && d.tree.Style == 0 && d.tree.Anchor == ""
}

func mayBeJSON(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 0 && bytes.IndexByte([]byte(`{["-0123456789tfn`), text[0]) >= 0
}

// hasOddBreaks reports whether the text has line breaks that this package does not find: a
// carriage return alone, or one of the three other characters that break lines in YAML 1.1.
// It also returns true for text that is not UTF-8, such as UTF-16.
func hasOddBreaks(text []byte) bool {
	if bytes.Count(text, []byte("\r")) != bytes.Count(text, []byte("\r\n")) {
		return true
	}
	for _, r := range []string{"\u0085", "\u2028", "\u2029"} {
		if bytes.Contains(text, []byte(r)) {
			return true
		}
	}
	return !utf8.Valid(text)
}

// A lineIndex finds lines in ascending order.
type lineIndex struct {
	text []byte
	line int // counted from 0
	at   int // the offset where the line begins
}

// document returns the start and the end of the content of the document that begins in
// a line, counted from 1. It leaves l at the line of the document's separator, or at
// its first line if there is no separator.
func (l *lineIndex) document(line int) (start, end int) {
	for ; l.line < line-1; l.line++ {
		l.at = lineEnd(l.text, l.at)
	}
	start = l.at
	if start == 0 && bytes.HasPrefix(l.text, []byte(byteOrderMark)) {
		start = len(byteOrderMark)
	}
	if bytes.HasPrefix(l.text[start:], []byte("%")) { // directives end with a separator
		for start < len(l.text) && !isMarker(l.text[start:], "---") {
			start = lineEnd(l.text, start)
			l.line, l.at = l.line+1, start
		}
	}
	if isMarker(l.text[start:], "---") {
		start += len("---")
	}
	end = lineEnd(l.text, start)
	for end < len(l.text) && !isMarker(l.text[end:], "---") && !isMarker(l.text[end:], "...") {
		end = lineEnd(l.text, end)
	}
	return start, end
}

// isMarker reports whether a line begins with a mark (--- or ...) that begins or ends a
// document.
func isMarker(line []byte, mark string) bool {
	return bytes.HasPrefix(line, []byte(mark)) && (len(line) == len(mark) || isBlank(line[len(mark)]))
}

// Text returns a copy of the text that was read.
func (s *Stream) Text() []byte { return bytes.Clone(s.text) }

// Tree returns the parser's tree of a document, or nil if the text is JSON that is not valid
// YAML. The type is that of the package go.yaml.in/yaml/v3. The caller must not change the tree.
func (d Document) Tree() *yaml.Node { return d.tree }
