package play

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/strategicpatch/smp/model"
)

// A Line is a line of the result, or a line of the original that the result lacks.
type Line struct {
	Change string `json:"change,omitempty"` // added, removed or changed; empty for an unchanged line
	Text   string `json:"text"`             // without a line break
}

// The changes of a Line.
const (
	lineAdded   = "added"
	lineRemoved = "removed"
	lineChanged = "changed"
)

// linesBetween returns the lines of the result of a patch, with the changes to the original
// marked. If the two documents are equal, it returns no lines.
func linesBetween(original, result model.Value) ([]Line, error) {
	before, err := yamlOf(original)
	if err != nil {
		return nil, err
	}
	after, err := yamlOf(result)
	if err != nil {
		return nil, err
	}
	_, hunks, different := strings.Cut(string(diff.Diff("original", []byte(before), "result", []byte(after))), "\n@@ ")
	if !different {
		return nil, nil
	}
	var w lineWriter
	unread := linesIn(after)
	same := func(n int) {
		w.settle()
		for _, line := range unread[:n] {
			w.add("", line)
		}
		unread = unread[n:]
	}
	next := 1 // the next line of the result
	for _, line := range linesIn("@@ " + hunks) {
		switch line[0] {
		case '@':
			var from, length, to int // to is a line, because the result has at least one
			if _, err := fmt.Sscanf(line, "@@ -%d,%d +%d,", &from, &length, &to); err != nil {
				return nil, err
			}
			same(to - next)
			next = to
		case ' ':
			same(1)
			next++
		case '-':
			w.removed = append(w.removed, line[1:])
		case '+':
			w.added = append(w.added, line[1:])
			unread = unread[1:]
			next++
		}
	}
	same(len(unread))
	alignElements(w.lines)
	return w.lines, nil
}

// A lineWriter collects lines.
type lineWriter struct {
	lines          []Line
	removed, added []string // lines since the last unchanged line; settle moves them to lines
}

func (w *lineWriter) add(change string, lines ...string) {
	for _, line := range lines {
		w.lines = append(w.lines, Line{change, strings.TrimSuffix(line, "\n")})
	}
}

// settle adds the removed and the added lines. A line that is both removed and added is
// unchanged. A removed and an added line that set the same field become a changed one.
func (w *lineWriter) settle() {
	const ahead = 100 // the number of lines to search, so that the time is linear
	removed := w.removed
	for _, line := range w.added {
		near := removed[:min(len(removed), ahead)]
		change, at := "", slices.Index(near, line)
		if at < 0 {
			change = lineChanged
			at = slices.IndexFunc(near, func(other string) bool { return fieldOf(line) != "" && fieldOf(other) == fieldOf(line) })
		}
		if at < 0 {
			w.add(lineAdded, line)
			continue
		}
		w.add(lineRemoved, removed[:at]...)
		w.add(change, line)
		removed = removed[at+1:]
	}
	w.add(lineRemoved, removed...)
	w.removed, w.added = nil, nil
}

// alignElements moves runs of added or removed lines up, so that a run begins with the first
// line of an element or field. The text stays the same. This is possible if the last lines of
// a run are equal to the lines before the run:
//
//	before              after
//	  - image: x        + - image: x
//	+   name: b         +   name: b
//	+ - image: x          - image: x
//	    name: a             name: a
func alignElements(lines []Line) {
	for start := 0; start < len(lines); {
		end := start + 1
		for end < len(lines) && lines[end].Change == lines[start].Change {
			end++
		}
		if change := lines[start].Change; change == lineAdded || change == lineRemoved {
			best, least := start, indentOf(lines[start].Text)
			for first, last := start, end-1; first > 0 && lines[first-1].Change == "" && lines[first-1].Text == lines[last].Text; {
				first, last = first-1, last-1
				if indent := indentOf(lines[first].Text); indent < least {
					best, least = first, indent
				}
			}
			for i := best; i < end; i++ {
				lines[i].Change = ""
				if i < best+end-start {
					lines[i].Change = change
				}
			}
		}
		start = end
	}
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// fieldOf returns the indentation and the name of the field that a line of YAML sets, or an
// empty name if it sets none.
func fieldOf(line string) string {
	line = strings.TrimSuffix(line, "\n")
	if name, _, ok := strings.Cut(line, ": "); ok {
		return name
	}
	name, _ := strings.CutSuffix(line, ":")
	if name == line {
		return ""
	}
	return name
}

// linesIn returns the lines of a text, each with its line break.
func linesIn(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
