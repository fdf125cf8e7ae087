package yamldoc

import (
	"bytes"
	"strings"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// replace rewrites a node. Its anchor is kept, its tag is dropped.
func (e *editor) replace(n *node, want model.Value, at slot) {
	var style pattern
	if !want.IsScalar() || want.Type() == model.String && !isString(n) { // other scalars keep the style of n
		name := ""
		if len(e.path) > 0 && !at.element {
			if field, ok := e.path[len(e.path)-1].(model.Field); ok {
				name = string(field)
			}
		}
		style = e.patternFor(want, name, at.in, at.list)
	}
	anchor := ""
	if n.Anchor != "" {
		anchor = "&" + n.Anchor + " "
	}
	if at.flow || e.doc.JSON {
		text := anchor + e.flowLike(want, style, n)
		switch {
		case n.bare:
			text = ": " + text
		case n.start == n.end:
			text = " " + text
		case e.comments(n.start, n) != "": // there is a comment between the tag or anchor and the value
			e.splice(n.start, n.propertiesEnd, strings.TrimSpace(anchor))
			e.splice(n.body, n.end, text[len(anchor):])
			return
		}
		e.splice(n.start, n.end, text)
		return
	}
	if at.column < 0 {
		e.replaceRoot(n, want)
		return
	}
	inline, below := e.block(want, form{column: at.column, gap: 1, element: at.element, pattern: style, like: n})
	if anchor != "" {
		if at.element && below != "" && strings.TrimSpace(inline) != "" && want.Len() > 0 && !n.isFlow() {
			// a map cannot begin on the line of its own anchor
			inline, below = "", e.lines(want, at.column+2, style)
		}
		inline = " " + strings.TrimSuffix(anchor+strings.TrimLeft(inline, " "), " ")
	}
	e.put(n, inline, below)
}

// isString reports whether a node is a string.
func isString(n *node) bool {
	text, _ := scalarJSON(n.Node)
	return n.Kind == yaml.ScalarNode && text == ""
}

// put replaces a node with a text after the dash or colon and with lines below it. A comment
// at the end of the line is kept.
func (e *editor) put(n *node, inline, below string) {
	switch {
	case n.isBlock():
		chunks := e.chunks(n)
		first, last := chunks[0], chunks[len(chunks)-1].to
		ended := e.text[last-1] == '\n'
		if first.inline {
			text := inline + e.newline + below
			if !ended {
				text = strings.TrimSuffix(text, e.newline)
			}
			e.splice(n.after, last, text)
			return
		}
		e.splice(n.after, n.contentStart(), inline)
		next := lineEnd(e.text, n.contentStart())
		if !ended && below == "" {
			next -= len(e.newline)
		} else if !ended {
			below = strings.TrimSuffix(below, e.newline)
		}
		e.splice(next, last, below)
	case n.isBlockScalar():
		text := inline + e.comments(n.after, n) + e.newline + below
		if e.text[n.end-1] != '\n' {
			text = strings.TrimSuffix(text, e.newline)
		}
		e.splice(n.after, n.end, text)
	default:
		from := n.start
		if inline == "" || !isBlank(e.text[from-1]) {
			from = n.after
		} else {
			inline = strings.TrimPrefix(inline, " ")
		}
		e.splice(from, n.end, inline+e.comments(from, n))
		if below == "" {
			return
		}
		next := min(lineEnd(e.text, n.end), e.doc.end)
		if next == 0 || e.text[next-1] != '\n' {
			below = e.newline + strings.TrimSuffix(below, e.newline)
		}
		e.splice(next, next, below)
	}
}

// comments returns the comments between an offset and the content of a node, on one line.
// They include comments after the header of a block scalar.
func (e *editor) comments(from int, n *node) string {
	var all strings.Builder
	end := n.body
	if n.isBlockScalar() {
		end = min(lineEnd(e.text, n.body), n.end)
	}
	for at := from; at < end; at++ {
		if e.text[at] == '#' {
			next := lineEnd(e.text, at)
			all.WriteString(" " + strings.TrimSpace(string(e.text[at:next])))
			at = next
		}
	}
	return all.String()
}

// contentStart returns the end of tag and anchor, or the offset where they would be.
func (n *node) contentStart() int {
	if n.start == n.body {
		return n.after
	}
	return n.propertiesEnd
}

// replaceRoot rewrites the content of a document. Its anchor is dropped, because no
// alias can refer to it.
func (e *editor) replaceRoot(n *node, want model.Value) {
	text := e.lines(want, 0, pattern{})
	if want.IsScalar() {
		inline, below := e.block(want, form{column: -1, like: n})
		text = strings.TrimLeft(inline, " ") + e.comments(n.start, n) + e.newline + below
	} else if comments := e.comments(n.start, n); comments != "" {
		text = comments[1:] + e.newline + text
	}
	from, end := n.start, n.end
	switch {
	case n.isBlock():
		end = e.tail(n, n.entries()-1)
	case !n.isBlockScalar():
		text = strings.TrimSuffix(text, e.newline)
	}
	if want.Len() > 0 && from > lineStart(e.text, from) {
		from = len(bytes.TrimRight(e.text[:from], " \t"))
		text = e.newline + text
	} else if from > lineStart(e.text, from) && !isBlank(e.text[from-1]) {
		text = " " + text
	}
	if e.text[end-1] != '\n' {
		text = strings.TrimSuffix(text, e.newline)
	}
	e.splice(from, end, text)
}
