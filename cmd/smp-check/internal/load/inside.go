package load

import (
	"errors"
	"strings"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/model"
)

// Inside returns the documents at a path in a document: the map or list itself, or the
// documents that a string contains. Their positions refer to the file of d. If the string
// cannot be parsed, the error is a *finding.Finding with the position in the file.
func (d Document) Inside(path model.Path) ([]Document, error) {
	v, _ := path.Lookup(d.Value)
	if k := v.Type(); k == model.Map || k == model.List {
		inside := d.source
		inside.list = d.source.list.Append(path...)
		return []Document{{Name: d.Name, Value: v, source: inside}}, nil
	}
	outer := d.outerText(path)
	docs, err := parse(source{place: place{file: d.source.file}, text: []byte(v.Text())}, false)
	if fault := (*finding.Finding)(nil); errors.As(err, &fault) {
		moved := *fault
		moved.Line, moved.Column = outer.place(max(fault.Line, 1), max(fault.Column, 1))
		if fault.Column == 0 {
			moved.Column = 0
		}
		return nil, &moved
	}
	for i := range docs {
		docs[i].source.outer = outer
	}
	return docs, err
}

// An outerText locates a text that is a string in a file.
type outerText struct {
	line, column int // of the string
	// lines is set if each line of the text is a line of the file, except for the
	// indentation. This is the case for block scalars, for example. The first line is then in
	// the line where the string begins or in the next one.
	lines       bool
	first       int        // the file's line with the first line of the text
	indent      int        // characters before each line
	firstIndent int        // characters before the first line
	outer       *outerText // of the text that contains this one; nil for a file
}

// outerText locates the string at a path.
func (d Document) outerText(path model.Path) *outerText {
	line, column := d.Position(path)
	outer := &outerText{line: line, column: column}
	whole := d.source.withTree()
	root := whole.root()
	if root == nil {
		return outer
	}
	inside := root
	for _, step := range d.source.list.Append(path...) {
		_, value := whole.tree.child(inside, step)
		if value == nil {
			return outer
		}
		inside = value
	}
	if inside.Kind == yaml.AliasNode {
		inside = inside.Alias
	}
	outer.outer = d.source.outer
	outer.line, outer.column = d.source.position(inside)
	file := whole.lines()
	text := strings.Split(strings.TrimRight(inside.Value, "\n"), "\n")
	at := func(line int) string {
		if line < 1 || line > len(file) {
			return ""
		}
		return strings.TrimSuffix(file[line-1], "\r")
	}
	switch {
	case inside.Style&yaml.LiteralStyle != 0:
		for i, content := range text {
			raw := at(inside.Line + 1 + i)
			if content != "" && strings.HasSuffix(raw, content) {
				outer.lines, outer.first, outer.indent = true, outer.line+1, len(raw)-len(content)
				outer.firstIndent = outer.indent
				break
			}
		}
	case len(text) == 1 && inside.Style&yaml.FoldedStyle == 0:
		outer.lines, outer.first, outer.firstIndent = true, outer.line, inside.Column-1
		if inside.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 {
			outer.firstIndent++
		}
		outer.lines = strings.HasPrefix(substring(at(inside.Line), outer.firstIndent), text[0])
		outer.firstIndent += outer.column - inside.Column // a JSON document may begin inside a line
	}
	return outer
}

// lines returns the lines of the text.
func (s source) lines() []string {
	if s.tree.lines == nil {
		s.tree.lines = strings.Split(string(s.text), "\n")
	}
	return s.tree.lines
}

// substring returns a text without its first n characters.
func substring(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[i:]
		}
		n--
	}
	return ""
}

// place translates a position in the text to a position in the file.
func (o *outerText) place(line, column int) (int, int) {
	if o == nil {
		return line, column
	}
	switch {
	case !o.lines:
		line, column = o.line, o.column
	case line == 1:
		line, column = o.first, o.firstIndent+column
	default:
		line, column = o.first+line-1, o.indent+column
	}
	return o.outer.place(line, column)
}
