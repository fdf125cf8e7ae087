package output

import (
	"bufio"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

const (
	// flowDepth is the depth from which values are written on one line. With indented lines,
	// the size of the output would grow with the square of the depth.
	flowDepth = 64
	// maxSimpleKey is the longest key, in bytes, that is written without a
	// question mark. YAML's limit is 1024 characters.
	maxSimpleKey = 128
)

// A yamlWriter writes values in YAML's block style, with the layout of kubectl. Numbers keep
// their spelling. Strings that a YAML parser could misread are quoted. Flush of w returns the
// first write error.
type yamlWriter struct {
	w       *bufio.Writer
	scratch []byte
	colors  bool   // use the colors of a patch
	color   string // the current color
	paused  bool   // the color is interrupted at the start of a line
}

// YAML writes a value in block style, with the layout of kubectl.
func YAML(w *bufio.Writer, v model.Value) { (&yamlWriter{w: w}).document(v) }

func (y *yamlWriter) document(v model.Value) {
	if v.Len() == 0 {
		y.line(v)
		return
	}
	y.block(v, 0, 0)
}

// block writes a non-empty map or list. The first member is written at the current position,
// and the others are indented.
func (y *yamlWriter) block(v model.Value, indent, depth int) {
	first := true
	begin := func() {
		if !first {
			y.spaces(indent)
		}
		first = false
	}
	if v.Type() == model.List {
		for _, element := range v.Elements() {
			begin()
			end := y.paint("", element)
			y.w.WriteByte('-')
			y.inside(element, indent+2, depth+1, true)
			end()
		}
		return
	}
	for name, member := range v.Members() {
		begin()
		end := y.paint(name, member)
		y.key(name)
		if len(name) > maxSimpleKey {
			y.newline()
			y.spaces(indent)
		}
		y.w.WriteByte(':')
		if member.Type() == model.List {
			// A list has the indentation of its name. Its elements are indented by
			// two more.
			y.inside(member, indent, depth+1, false)
		} else {
			y.inside(member, indent+2, depth+1, false)
		}
		end()
	}
}

// inside writes the value after a dash or after the colon of a name, up to the end of its
// last line. Further lines are indented by indent.
func (y *yamlWriter) inside(v model.Value, indent, depth int, dash bool) {
	switch {
	case v.Len() > 0 && depth < flowDepth:
		if dash {
			y.w.WriteByte(' ')
		} else {
			y.newline()
			y.spaces(indent)
		}
		y.block(v, indent, depth)
	case v.Type() == model.String && strings.Contains(v.Text(), "\n") && yamldoc.IsLiteral(v.Text()):
		y.literal(v.Text(), indent)
	default:
		y.w.WriteByte(' ')
		y.line(v)
	}
}

// line writes a value on the rest of the line.
func (y *yamlWriter) line(v model.Value) {
	if v.Type() == model.String && plain(v.Text()) {
		y.w.WriteString(v.Text())
	} else {
		y.flow(v)
	}
	y.newline()
}

// key writes the name of a member in block style.
func (y *yamlWriter) key(name string) {
	if len(name) > maxSimpleKey {
		y.w.WriteString("? ")
	}
	// A name that begins with a dash could be read as a list element or, at the start
	// of a line, as the end of the document.
	if plain(name) && name[0] != '-' {
		y.w.WriteString(name)
	} else {
		y.quoted(name)
	}
}

// flow writes a value on one line, as JSON. Only long names are marked with a question mark.
func (y *yamlWriter) flow(v model.Value) {
	switch v.Type() {
	case model.Map:
		separator := "{"
		for name, member := range v.Members() {
			y.w.WriteString(separator)
			if len(name) > maxSimpleKey {
				y.w.WriteString("? ")
			}
			y.quoted(name)
			y.w.WriteString(": ")
			y.flow(member)
			separator = ", "
		}
		if v.Len() == 0 {
			y.w.WriteByte('{')
		}
		y.w.WriteByte('}')
	case model.List:
		y.w.WriteByte('[')
		for i, element := range v.Elements() {
			if i > 0 {
				y.w.WriteString(", ")
			}
			y.flow(element)
		}
		y.w.WriteByte(']')
	case model.String:
		y.quoted(v.Text())
	default:
		y.scratch = v.AppendCanonical(y.scratch[:0])
		y.w.Write(y.scratch)
	}
}

// literal writes a text as a block scalar. The header of the scalar defines how many line
// breaks end the text.
func (y *yamlWriter) literal(s string, indent int) {
	switch {
	case !strings.HasSuffix(s, "\n"):
		y.w.WriteString(" |-")
	case strings.HasSuffix(s, "\n\n"):
		y.w.WriteString(" |+")
	default:
		y.w.WriteString(" |")
	}
	y.newline()
	for _, line := range strings.Split(strings.TrimSuffix(s, "\n"), "\n") {
		if line != "" {
			y.spaces(indent)
		}
		y.w.WriteString(line)
		y.newline()
	}
}

func (y *yamlWriter) quoted(s string) {
	y.scratch = yamldoc.AppendQuoted(y.scratch[:0], s)
	y.w.Write(y.scratch)
}

func (y *yamlWriter) spaces(n int) {
	for range n {
		y.w.WriteByte(' ')
	}
	if y.paused {
		y.w.WriteString(y.color)
		y.paused = false
	}
}
