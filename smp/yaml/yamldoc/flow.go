package yamldoc

import (
	"strings"
)

// A flowEntry is the text of an entry of a flow collection: the white space and
// comments before it, the entry itself, and the text after it up to the end of its
// line, without the comma.
type flowEntry struct{ before, itself, after string }

// composeFlow does the work of composeBlock for flow collections. If the collection has no
// brackets, it calls the function again instead.
func (e *editor) composeFlow(n *node, items []item, inner slot, again func()) {
	if c := e.text[n.body]; c != '{' && c != '[' {
		again()
		return
	}
	head, entries, rest, comma := e.flowEntries(n)
	from := make([]*item, len(entries))
	for i := range items {
		if items[i].from != added {
			from[items[i].from] = &items[i]
		}
	}
	for i, it := range from { // in the order of the text, because anchors come before their aliases
		if it != nil {
			entries[i].itself = e.within(n.marks[i], n.entryEnd(i), func() { e.entry(n, *it, inner) })
		}
	}
	separate := entries[0].before
	if len(entries) > 1 {
		separate = entries[1].before
	}
	if i := strings.LastIndex(separate, "\n"); i >= 0 {
		separate = e.newline + separate[i+1:]
	} else if len(entries) == 1 {
		separate = " "
	}
	var out strings.Builder
	out.WriteString(head)
	after := ""
	for i, it := range items {
		entry := flowEntry{before: separate}
		if it.from == added {
			entry.itself = e.newFlowEntry(n, it, inner)
		} else {
			entry = entries[it.from]
		}
		switch {
		case i == 0 && !strings.Contains(entry.before, "#"):
			entry.before = entries[0].before
			if strings.Contains(entry.before, "#") { // the comment stays with the first entry
				entry.before = e.newline + entry.before[strings.LastIndex(entry.before, "\n")+1:]
			}
		case it.from == 0 && !strings.Contains(entry.before, "#"):
			entry.before = separate
		}
		if strings.Contains(after, "#") && !strings.Contains(entry.before, "\n") {
			entry.before = e.newline + strings.Repeat(" ", n.start-lineStart(e.text, n.start)) + entry.before
		}
		out.WriteString(entry.before + entry.itself)
		if after = entry.after; i < len(items)-1 || comma {
			out.WriteString(",")
		}
		out.WriteString(after)
	}
	if strings.Contains(after, "#") && !strings.Contains(rest, "\n") {
		rest = e.newline + strings.Repeat(" ", n.start-lineStart(e.text, n.start)) + rest
	}
	e.splice(n.body+1, n.end-1, out.String()+rest)
}

// flowEntries returns the comment after the opening bracket of a flow collection, its
// entries, the text after the last entry, and whether a comma follows the last entry.
func (e *editor) flowEntries(n *node) (head string, entries []flowEntry, rest string, comma bool) {
	entries = make([]flowEntry, n.entries())
	head, entries[0].before = lineComment(string(e.text[n.body+1 : n.marks[0]]))
	for i := range entries {
		next := n.end - 1
		if i+1 < len(entries) {
			next = n.marks[i+1]
		}
		var before, after string
		before, after, comma = cutComma(string(e.text[n.entryEnd(i):next]))
		var gap string
		entries[i].after, gap = lineComment(before + after)
		if i+1 < len(entries) {
			entries[i+1].before = gap
		} else {
			rest = gap
		}
	}
	return head, entries, rest, comma
}

// lineComment cuts a text of white space and comments after the comment in its first line, or
// at the beginning if that line has no comment.
func lineComment(text string) (comment, rest string) {
	if line, _, ok := strings.Cut(text, "\n"); ok && strings.Contains(line, "#") {
		comment = strings.TrimSuffix(line, "\r")
	}
	return comment, text[len(comment):]
}

// cutComma cuts a text of white space and comments at its comma.
func cutComma(text string) (before, after string, found bool) {
	comment := false
	for i, c := range text {
		switch {
		case c == '#':
			comment = true
		case c == '\n':
			comment = false
		case c == ',' && !comment:
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
}
