package yamldoc

import (
	"bytes"
	"fmt"
	"sort"
	"strings"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// A span is a part of a text.
type span struct{ from, to int }

// comment records a comment from the current position up to the end of the line.
func (p *placer) comment() {
	end := p.lineEnd(p.pos)
	if n := len(p.comments); n == 0 || p.comments[n-1].from < p.pos { // the position may be visited twice
		p.comments = append(p.comments, span{p.pos, p.pos + len(bytes.TrimRight(p.text[p.pos:end], " \t\r\n"))})
	}
}

// noteComments adds notes about comments that are missing from the edited text of the
// document. The splices must be in order.
func (e *editor) noteComments(edited string, want model.Value) {
	if e.doc.root == nil {
		e.noteTreeComments(edited)
		return
	}
	var touched []span
	next, end := 0, 0 // the next splice, and the end of the last one
	for _, c := range e.doc.comments {
		for ; next < len(e.splices) && e.splices[next].from <= c.from; next++ {
			end = max(end, e.splices[next].to)
		}
		if c.from < end {
			touched = append(touched, c)
		}
	}
	if len(touched) == 0 {
		return
	}
	left := commentsIn(edited)
	for _, c := range e.doc.comments {
		left[string(e.text[c.from:c.to])]--
	}
	var lost lostComments
	for _, c := range touched {
		text := string(e.text[c.from:c.to])
		if left[text] < 0 {
			left[text]++
			lost.add(e, c.from, text, want)
		}
	}
	lost.note(e)
}

// noteTreeComments does the work of noteComments for a document whose offsets are not known.
func (e *editor) noteTreeComments(edited string) {
	left := commentsIn(edited)
	var lost []string
	for _, text := range treeComments(nil, e.doc.tree) {
		if left[text]--; left[text] < 0 {
			lost = append(lost, text)
		}
	}
	if len(lost) > 0 {
		(&lostComments{{at: e.doc.start, texts: lost}}).note(e)
	}
}

// treeComments appends the comments that the parser found at a node and the nodes in it. The node may be
// nil.
func treeComments(found []string, n *yaml.Node) []string {
	if n == nil {
		return found
	}
	for _, comment := range []string{n.HeadComment, n.LineComment, n.FootComment} {
		for _, text := range strings.Split(comment, "\n") {
			if text = strings.TrimSpace(text); text != "" {
				found = append(found, text)
			}
		}
	}
	for _, part := range n.Content {
		found = treeComments(found, part)
	}
	return found
}

// commentsIn counts the comments of a document.
func commentsIn(text string) map[string]int {
	found := map[string]int{}
	s, err := Read([]byte(text))
	if err != nil {
		return found
	}
	for i := range s.documents {
		d := &s.documents[i]
		if s.place(d); d.root == nil {
			for _, c := range treeComments(nil, d.tree) {
				found[c]++
			}
		}
		for _, c := range d.comments {
			found[text[c.from:c.to]]++
		}
	}
	return found
}

// lostComments are comments that an edit removes.
type lostComments []lostComment

type lostComment struct {
	at      int
	path    model.Path
	deleted bool // the value at the path is deleted
	texts   []string
}

func (l *lostComments) add(e *editor, at int, text string, want model.Value) {
	path, deleted := e.owner(at, want)
	if n := len(*l); n > 0 && (*l)[n-1].path.Equal(path) {
		(*l)[n-1].texts = append((*l)[n-1].texts, text)
		return
	}
	*l = append(*l, lostComment{at, path, deleted, []string{text}})
}

func (l *lostComments) note(e *editor) {
	for _, c := range *l {
		what := "loses"
		if c.deleted {
			what = "is deleted with"
		}
		noun := "the comment"
		if len(c.texts) > 1 {
			noun = "the comments"
		}
		e.path = c.path
		e.note(c.at, fmt.Sprintf("%s %s %s", what, noun, strings.Join(c.texts, ", ")))
	}
	e.path = nil
}

// owner returns the path of the value that a comment belongs to, and whether the value is
// deleted. This is the outermost deleted value around the comment or, if there is none, the
// innermost entry.
func (e *editor) owner(at int, want model.Value) (path model.Path, deleted bool) {
	old := e.doc.Value
	for n := e.doc.root; n.entries() > 0; {
		i := e.entryAt(n, at)
		if i < 0 {
			break
		}
		key, value := n.entry(i)
		var stays bool
		if key == nil {
			path = append(path, model.Index(i))
			old, want = old.At(i), e.elementAfter(n, i, old, want, path[:len(path)-1])
			stays = want.Type() != model.Absent
		} else {
			name := e.nameOf(key)
			path = append(path, model.Field(name))
			old, _ = old.Get(name)
			if other, renamed := e.names[n][i]; renamed {
				name = other
			}
			want, stays = want.Get(name)
			stays = stays || key.isMerge()
		}
		if !stays {
			return path, true
		}
		n = value
	}
	return path, false
}

// elementAfter returns the new value of an element of a list. It is absent if the element is
// deleted. The path of the list is in the document before the edit.
func (e *editor) elementAfter(n *node, i int, old, want model.Value, list model.Path) model.Value {
	after, ok := e.after[n]
	if !ok {
		before, wanted := old.AppendElements(nil), want.AppendElements(nil)
		after = make([]model.Value, len(before))
		for to, from := range e.match(before, wanted, list) {
			if from != added {
				after[from] = wanted[to]
			}
		}
		if e.after == nil {
			e.after = map[*node][]model.Value{}
		}
		e.after[n] = after
	}
	if i >= len(after) {
		return model.Value{}
	}
	return after[i]
}

// entryAt returns the entry of a collection that a comment belongs to, or -1 if there is no
// such entry.
func (e *editor) entryAt(n *node, at int) int {
	next := sort.SearchInts(n.marks, at)
	before := next - 1
	if n.isFlow() {
		if before >= 0 && (next == len(n.marks) || lineStart(e.text, at) <= n.entryEnd(before)) {
			return before
		}
		return next
	}
	if next < len(n.marks) && at >= e.startOf(n, next) {
		return next
	}
	if before >= 0 && at < e.tail(n, before) {
		return before
	}
	return -1
}

// An entryStart is the offset where an entry of a block collection begins.
type entryStart struct{ entry, offset int }

// startOf returns the offset where an entry of a block collection begins, including the
// comments above the entry. It caches the last answer for each collection, because an entry may have
// many comments, and the collections around a comment are asked in turn.
func (e *editor) startOf(n *node, i int) int {
	if last, ok := e.starts[n]; ok && last.entry == i {
		return last.offset
	}
	floor := e.doc.start
	if i > 0 {
		floor = e.tail(n, i-1)
	}
	if e.starts == nil {
		e.starts = map[*node]entryStart{}
	}
	start := e.above(n, i, floor)
	e.starts[n] = entryStart{i, start}
	return start
}

// deletedComments adds notes about the comments of a deleted document. The comments above
// the document begin at offset from.
func (e *editor) deletedComments(from int) {
	lost := lostComment{at: e.doc.start, deleted: true}
	for _, line := range strings.Split(string(e.text[from:e.doc.start]), "\n") {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
			lost.texts = append(lost.texts, line)
		}
	}
	for _, c := range e.doc.comments {
		lost.texts = append(lost.texts, string(e.text[c.from:c.to]))
	}
	if len(lost.texts) > 0 {
		(&lostComments{lost}).note(e)
	}
}
