package yamldoc

import (
	"bytes"
	"math"
	"sort"
	"strings"

	yaml "go.yaml.in/yaml/v3"
)

// A chunk is the text of an entry of a block collection with the comments that belong to the
// entry. These are the comments directly above the entry, and comments after it that are
// indented further than the entry.
//
//	# chunk of b
//	b: 1
//	  # also of b
type chunk struct {
	from, to int
	inline   bool // the chunk begins after a dash, not on its own line
}

func (e *editor) chunks(n *node) []chunk {
	chunks := make([]chunk, n.entries())
	floor := e.doc.start
	for i := range chunks {
		mark := n.marks[i]
		from := lineStart(e.text, mark)
		inline := i == 0 && (from < e.doc.start || len(bytes.Trim(e.text[from:mark], " ")) > 0)
		if inline {
			from = mark
		} else {
			from = e.above(n, i, floor)
		}
		floor = e.tail(n, i)
		chunks[i] = chunk{from, floor, inline}
	}
	return chunks
}

// above returns where the comments directly above an entry of a block collection begin,
// at or after floor.
func (e *editor) above(n *node, i, floor int) int {
	from := lineStart(e.text, n.marks[i])
	for from > floor {
		line := lineStart(e.text, from-1)
		if line < floor || !isCommentUpTo(e.text[line:from], n.column) {
			break
		}
		from = line
	}
	return from
}

// isCommentUpTo reports whether a line is a comment that begins at or before a column.
func isCommentUpTo(line []byte, column int) bool {
	rest := bytes.TrimLeft(line, " \t")
	return bytes.HasPrefix(rest, []byte("#")) && len(line)-len(rest) <= column
}

// tail returns the end of the last line of an entry of a block collection. This includes the comments
// below the entry that begin after the column of the collection.
func (e *editor) tail(n *node, i int) int {
	_, value := n.entry(i)
	end := e.behind(value.end)
	below := e.commentsBelow(end)
	if last := sort.Search(len(below), func(j int) bool { return below[j].column <= n.column }) - 1; last >= 0 {
		return below[last].end
	}
	return end
}

// A commentLine is a comment in a run of comments. column is the smallest column of the comments from
// the beginning of the run up to this one.
type commentLine struct{ end, column int }

// commentsBelow returns the comments in the lines from an offset on, up to the first line that is
// neither blank nor a comment. It caches the runs, because the collections around a comment are asked in
// turn, once for each comment of a run.
func (e *editor) commentsBelow(from int) []commentLine {
	if run, ok := e.below[from]; ok {
		return run
	}
	var run []commentLine
	least := math.MaxInt
	for at := from; at < e.doc.end; {
		next := min(lineEnd(e.text, at), e.doc.end)
		line := e.text[at:next]
		rest := bytes.TrimLeft(line, " \t")
		switch {
		case bytes.HasPrefix(rest, []byte("#")):
			least = min(least, len(line)-len(rest))
			run = append(run, commentLine{next, least})
		case len(bytes.TrimRight(rest, "\r\n")) > 0:
			next = e.doc.end
		}
		at = next
	}
	if run != nil {
		if e.below == nil {
			e.below = map[int][]commentLine{}
		}
		e.below[from] = run
	}
	return run
}

// behind returns the end of the line that contains an offset, the end of a node. A node of
// several lines may already end after a line break; the offset is then returned unchanged.
func (e *editor) behind(end int) int {
	if e.text[end-1] == '\n' {
		return end
	}
	return min(lineEnd(e.text, end), e.doc.end)
}

// within returns the text between two offsets with the changes that the function edit makes
// there.
func (e *editor) within(from, to int, edit func()) string {
	outer := e.splices
	e.splices = nil
	edit()
	text := applied(e.text, from, to, e.splices)
	e.splices = outer
	return text
}

// composeBlock rewrites a block collection whose entries are reordered, removed or added.
func (e *editor) composeBlock(n *node, items []item, at slot) {
	chunks := e.chunks(n)
	last := chunks[len(chunks)-1].to
	kept := e.keptChunks(n, chunks, items, at)
	gaps, usual := e.gaps(chunks)
	var out strings.Builder
	put := func(text string) {
		if out.Len() > 0 && !strings.HasSuffix(out.String()[out.Len()-1:], "\n") {
			out.WriteString(e.newline)
		}
		out.WriteString(text)
	}
	gone := 0
	for i, it := range items {
		gap := usual
		if it.from != added {
			gap = ""
			for ; gone < it.from; gone++ { // these comments belonged to no entry
				if kept[gone] == "" && strings.Contains(gaps[gone], "#") {
					gap += gaps[gone]
				}
			}
			gap += gaps[it.from]
		}
		if i > 0 || strings.Contains(gap, "#") {
			put(gap)
		}
		if it.from == added {
			put(e.newEntry(n, it, at))
		} else {
			put(kept[it.from])
		}
	}
	for ; gone < len(kept); gone++ {
		if kept[gone] == "" && strings.Contains(gaps[gone], "#") {
			put(strings.TrimRight(gaps[gone], "\r\n") + e.newline)
		}
	}
	e.putBlock(n, chunks[0], last, out.String())
}

// keptChunks returns the edited texts of the entries that stay. The text of any other entry
// is empty.
func (e *editor) keptChunks(n *node, chunks []chunk, items []item, at slot) []string {
	// Edit in the order of the text, because anchors come before their aliases.
	ordered := make([]*item, len(chunks))
	for i := range items {
		if items[i].from != added {
			ordered[items[i].from] = &items[i]
		}
	}
	kept := make([]string, len(chunks))
	for i, it := range ordered {
		if it == nil {
			continue
		}
		c := chunks[i]
		kept[i] = e.within(c.from, c.to, func() {
			e.entry(n, *it, at)
			if c.to == len(e.text) && it != &items[len(items)-1] {
				_, value := n.entry(i)
				e.strip(value)
			}
		})
		if c.inline {
			kept[i] = strings.Repeat(" ", n.column) + kept[i]
		}
	}
	return kept
}

// putBlock replaces all entries of a block collection with a text of whole lines.
func (e *editor) putBlock(n *node, first chunk, last int, text string) {
	from := first.from
	if first.inline {
		if rest := strings.TrimLeft(text, " "); strings.HasPrefix(rest, "#") {
			from = len(bytes.TrimRight(e.text[:from], " "))
			text = e.newline + text
		} else {
			text = text[n.column:]
		}
	}
	if e.text[last-1] != '\n' {
		text = strings.TrimSuffix(text, e.newline)
	}
	e.splice(from, last, text)
}

// gaps returns the text before each chunk that belongs to no chunk. If all these texts are
// equal and blank, new entries get the same text, which is the result usual.
func (e *editor) gaps(chunks []chunk) (gaps []string, usual string) {
	gaps = make([]string, len(chunks))
	same := len(chunks) > 1
	for i := 1; i < len(chunks); i++ {
		gaps[i] = string(e.text[chunks[i-1].to:chunks[i].from])
		same = same && gaps[i] == gaps[1]
	}
	if same && strings.TrimSpace(gaps[1]) == "" {
		usual = gaps[1]
	}
	return gaps, usual
}

// strip preserves the value of a block scalar at the end of a text without a final line break
// if another entry is inserted after it: it adds the indicator - to the header.
func (e *editor) strip(n *node) {
	for len(n.kids) > 0 {
		n = n.kids[len(n.kids)-1]
	}
	if !n.isBlockScalar() || e.text[n.end-1] == '\n' {
		return
	}
	if last := len(e.splices) - 1; last >= 0 && e.splices[last].to > n.body { // the scalar is rewritten
		return
	}
	header := bytes.Fields(e.text[n.body:n.end])[0]
	if before, _, ok := bytes.Cut(header, []byte("+")); ok {
		at := n.body + len(before)
		e.splice(at, at+1, "-")
	} else if !bytes.Contains(header, []byte("-")) {
		at := n.body + len(header)
		e.splice(at, at, "-")
	}
}

// patternOf returns the style of a new entry of a collection.
func (e *editor) patternOf(it item, at slot) pattern {
	p := e.patternFor(it.value, it.name, at.in, at.list)
	if it.like != nil {
		q := quotes{}
		q.add(it.like)
		p = pattern{quote: q.usual()}
		if shapeOfNode(it.like).kind == shapeOf(it.value).kind {
			p.like = it.like
		}
	}
	return p
}

func (e *editor) newEntry(n *node, it item, at slot) string {
	head := strings.Repeat(" ", n.column)
	var inline, below string
	if n.Kind == yaml.SequenceNode {
		head += "-"
		inline, below = e.block(it.value, form{column: n.column, gap: n.gap(), element: true, pattern: e.patternOf(it, at)})
	} else {
		name := e.name(it.name, n, false)
		if len(name) > maxSimpleName {
			name = "? " + name + e.newline + strings.Repeat(" ", n.column)
		}
		head += name + ":"
		inline, below = e.block(it.value, form{column: n.column, gap: 1, pattern: e.patternOf(it, at)})
	}
	return head + inline + e.newline + below
}

func (e *editor) newFlowEntry(n *node, it item, at slot) string {
	if n.Kind == yaml.SequenceNode {
		return e.flow(it.value, e.patternOf(it, at))
	}
	name := e.name(it.name, n, true)
	if len(name) > maxSimpleName {
		name = "? " + name
	}
	colon := ": "
	if key, value := n.entry(0); name[0] == '"' && string(e.text[key.end:value.start]) == ":" {
		colon = ":"
	}
	return name + colon + e.flow(it.value, e.patternOf(it, at))
}
