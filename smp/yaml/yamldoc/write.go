package yamldoc

import (
	"strings"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

const (
	// maxSimpleName is the maximum length of a name, in bytes, that is written without
	// a question mark. YAML's limit is 1024 characters.
	maxSimpleName = 128
	// maxColumn is the column after which flow style is used. With block style, the
	// size of a deep document would grow with the square of its depth, because of
	// indentation.
	maxColumn = 160
)

// A form describes the position and style in which to write a value in block style.
type form struct {
	column  int  // of the surrounding collection; -1 if there is none
	gap     int  // spaces after the dash or colon
	element bool // the value follows a dash
	pattern pattern
	like    *node // the node that the value replaces, or nil
}

// block writes a value after a dash or colon. It returns the text after the dash or colon,
// and the lines below it.
func (e *editor) block(v model.Value, f form) (inline, below string) {
	gap := strings.Repeat(" ", max(f.gap, 1))
	flow := f.pattern.isFlow() || f.column > maxColumn || e.doc.JSON
	if f.like != nil && len(f.like.kids) > 0 {
		flow = f.like.isFlow() || e.doc.JSON
	}
	switch {
	case v.Len() > 0 && flow:
		return gap + e.flow(v, f.pattern), ""
	case v.Len() > 0 && f.element:
		column := f.column + 1 + len(gap)
		inline, below, _ = strings.Cut(e.lines(v, column, f.pattern), "\n")
		return gap + strings.TrimSuffix(inline[column:], "\r"), below
	case v.Type() == model.List && v.Len() > 0:
		return "", e.lines(v, max(f.column, 0)+f.pattern.step(e.style.listStep), f.pattern)
	case v.Len() > 0:
		return "", e.lines(v, max(f.column, 0)+f.pattern.step(e.style.mapStep), f.pattern)
	}
	if v.Type() == model.String && !e.doc.JSON {
		header, lines := e.literal(v.Text(), max(f.column, 0)+max(e.style.mapStep, f.gap), f.like)
		if header != "" {
			return gap + header, lines
		}
	}
	return gap + e.scalar(v, f.pattern.quote, f.like, false), ""
}

// lines writes a map or list in block style.
func (e *editor) lines(v model.Value, column int, p pattern) string {
	var out strings.Builder
	indent := strings.Repeat(" ", column)
	if v.Len() == 0 {
		inline, below := e.block(v, form{column: -1})
		return strings.TrimLeft(inline, " ") + e.newline + below
	}
	for _, m := range e.ordered(v, p.like) {
		name, member := m.Name, m.Value
		text := e.name(name, p.like, false)
		if len(text) > maxSimpleName {
			text = "? " + text + e.newline + indent
		}
		inline, below := e.block(member, form{column: column, pattern: e.patternFor(member, name, p.like, nil)})
		out.WriteString(indent + text + ":" + inline + e.newline + below)
	}
	for _, element := range v.Elements() {
		inline, below := e.block(element, form{column: column, gap: p.like.gap(), element: true, pattern: e.patternFor(element, "", p.like, nil)})
		out.WriteString(indent + "-" + inline + e.newline + below)
	}
	return out.String()
}

// literal writes a text line by line as a block scalar: the header, and the lines. It returns
// an empty header if that is not possible. If the text replaces a folded scalar, the new
// scalar is folded, too.
func (e *editor) literal(text string, column int, like *node) (header, lines string) {
	if !IsLiteral(text) || like == nil && !strings.Contains(strings.TrimSuffix(text, "\n"), "\n") {
		if like == nil || !like.isBlockScalar() || !IsLiteral(text) {
			return "", ""
		}
	}
	if like != nil && (like.Style&yaml.DoubleQuotedStyle != 0 || !like.isBlockScalar() && !strings.Contains(text, "\n")) {
		return "", ""
	}
	header = "|"
	separator := "\n"
	if like != nil && like.Style&yaml.FoldedStyle != 0 && !strings.Contains(text, "\n\n") && !strings.Contains(text, "\n ") && !strings.Contains(text, "\n\t") {
		header, separator = ">", "\n\n"
	}
	body := strings.TrimSuffix(text, "\n")
	switch {
	case body == text:
		header += "-"
	case strings.HasSuffix(body, "\n"):
		header += "+"
	}
	var out strings.Builder
	for _, line := range strings.Split(strings.ReplaceAll(body, "\n", separator), "\n") {
		if line != "" {
			out.WriteString(strings.Repeat(" ", column) + line)
		}
		out.WriteString(e.newline)
	}
	return header, out.String()
}

// IsLiteral reports whether a text can be written line by line, as a literal block
// scalar (after |).
func IsLiteral(text string) bool {
	if strings.Trim(text, "\n") == "" || strings.ContainsAny(text[:1], " \t\n") {
		return false
	}
	for _, r := range text {
		if !IsPrintable(r) && r != '\n' && r != '\t' {
			return false
		}
	}
	for _, line := range strings.Split(text, "\n") {
		if line != "" && strings.Trim(line, " \t") == "" {
			return false
		}
	}
	return true
}

// flow writes a value on one line.
func (e *editor) flow(v model.Value, p pattern) string {
	if e.doc.JSON {
		return asJSON(v)
	}
	var out strings.Builder
	switch v.Type() {
	case model.Map:
		separator := "{"
		for _, m := range e.ordered(v, p.like) {
			name, member := m.Name, m.Value
			text := e.name(name, p.like, true)
			if len(text) > maxSimpleName {
				text = "? " + text
			}
			out.WriteString(separator + text + ": " + e.flow(member, e.patternFor(member, name, p.like, nil)))
			separator = ", "
		}
		if v.Len() == 0 {
			out.WriteString("{")
		}
		out.WriteString("}")
	case model.List:
		out.WriteString("[")
		for i, element := range v.Elements() {
			if i > 0 {
				out.WriteString(", ")
			}
			out.WriteString(e.flow(element, e.patternFor(element, "", p.like, nil)))
		}
		out.WriteString("]")
	default:
		return e.scalar(v, p.quote, nil, true)
	}
	return out.String()
}

// asJSON writes a value as JSON that is also YAML: characters that break lines in YAML, and other
// control characters, are escaped.
func asJSON(v model.Value) string {
	return strings.ReplaceAll(model.OneLine(v.Canonical()), "\ufeff", `\ufeff`)
}

// flowLike writes a value on one line in place of another.
func (e *editor) flowLike(v model.Value, p pattern, like *node) string {
	if v.IsScalar() && !e.doc.JSON {
		return e.scalar(v, p.quote, like, true)
	}
	return e.flow(v, p)
}
