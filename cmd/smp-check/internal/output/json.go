package output

import (
	"bufio"
	"bytes"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// OneLine returns a value as one line of JSON that is safe for terminals. It is empty for an
// absent value.
func OneLine(v model.Value) string {
	if v.Type() == model.Absent {
		return ""
	}
	var text bytes.Buffer
	w := bufio.NewWriter(&text)
	j := jsonWriter{w: w}
	j.value(v, flowDepth)
	_ = w.Flush() // writing to a bytes.Buffer cannot fail
	return text.String()
}

// A jsonWriter writes values as indented JSON: one member or element per line, and values
// below flowDepth on one line. Numbers keep their spelling. Flush of w returns the first
// write error.
type jsonWriter struct {
	w       *bufio.Writer
	scratch []byte
}

// JSON writes a value as indented JSON and a line break.
func JSON(w *bufio.Writer, v model.Value) {
	j := &jsonWriter{w: w}
	j.value(v, 0)
	w.WriteByte('\n')
}

func (j *jsonWriter) value(v model.Value, depth int) {
	switch v.Type() {
	case model.Map:
		j.w.WriteByte('{')
		first := true
		for name, member := range v.Members() {
			j.next(&first, depth+1)
			j.quoted(name)
			j.w.WriteString(": ")
			j.value(member, depth+1)
		}
		j.end(first, depth)
		j.w.WriteByte('}')
	case model.List:
		j.w.WriteByte('[')
		first := true
		for _, element := range v.Elements() {
			j.next(&first, depth+1)
			j.value(element, depth+1)
		}
		j.end(first, depth)
		j.w.WriteByte(']')
	case model.String:
		j.quoted(v.Text())
	default:
		j.scratch = v.AppendCanonical(j.scratch[:0])
		j.w.Write(j.scratch)
	}
}

// next begins the next member or element at a depth.
func (j *jsonWriter) next(first *bool, depth int) {
	if !*first {
		j.w.WriteByte(',')
		if depth > flowDepth {
			j.w.WriteByte(' ')
		}
	}
	*first = false
	j.newLine(depth)
}

// end ends the members or elements of a value at a depth.
func (j *jsonWriter) end(empty bool, depth int) {
	if !empty && depth < flowDepth {
		j.newLine(depth)
	}
}

func (j *jsonWriter) newLine(depth int) {
	if depth > flowDepth {
		return
	}
	j.w.WriteByte('\n')
	for range depth {
		j.w.WriteString("  ")
	}
}

func (j *jsonWriter) quoted(s string) {
	j.scratch = yamldoc.AppendQuoted(j.scratch[:0], s)
	j.w.Write(j.scratch)
}
