package output

import (
	"bufio"
	"io"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// Patches writes patches as Documents does. YAML may be colored: deletions are red, other
// directives are cyan, and the color of a JSON Patch operation depends on its effect. The
// error is that of writing.
func Patches(out io.Writer, form string, patches ...model.Value) error {
	if form == FormJSON || !Colored(out) {
		return Documents(out, form, patches...)
	}
	return Buffered(out, func(w *bufio.Writer) {
		for i, v := range patches {
			if i > 0 {
				w.WriteString("---\n")
			}
			y := &yamlWriter{w: w, colors: true}
			y.document(v)
		}
	})
}

// colorOf returns the color of a member of a patch. The name is empty for an element.
func colorOf(name string, v model.Value) string {
	patch, _ := v.Get("$patch")
	op, _ := v.Get("op")
	switch {
	case name != "" && v.Type() == model.Null, name == "$patch" && v.Text() == "delete", patch.Text() == "delete",
		strings.HasPrefix(name, "$deleteFromPrimitiveList/"), name == "" && op.Text() == "remove":
		return Red
	case strings.HasPrefix(name, "$"):
		return Cyan
	case name == "" && op.Text() == "add":
		return Green
	case name == "" && op.Text() == "replace":
		return Yellow
	}
	return ""
}

// paint starts the color of a member or element, unless it is inside another colored value.
// The returned function ends the color.
func (y *yamlWriter) paint(name string, v model.Value) func() {
	color := ""
	if y.colors && y.color == "" {
		color = colorOf(name, v)
	}
	if color == "" {
		return func() {}
	}
	y.color = color
	y.w.WriteString(color)
	return func() {
		if !y.paused {
			y.w.WriteString(noColor)
		}
		y.color, y.paused = "", false
	}
}

// newline ends a line. A color ends with each line and starts again after the indentation of
// the next line, because some programs show one line at a time.
func (y *yamlWriter) newline() {
	if y.color != "" && !y.paused {
		y.w.WriteString(noColor)
		y.paused = true
	}
	y.w.WriteByte('\n')
}
