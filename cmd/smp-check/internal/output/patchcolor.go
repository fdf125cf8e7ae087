package output

import (
	"bufio"
	"io"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// Patches writes patches as Documents does. YAML may be coloured: deletions are red, other
// directives are cyan, and the colour of a JSON Patch operation depends on its effect. The
// error is that of writing.
func Patches(out io.Writer, form string, patches ...model.Value) error {
	if form == FormJSON || !Coloured(out) {
		return Documents(out, form, patches...)
	}
	return Buffered(out, func(w *bufio.Writer) {
		for i, v := range patches {
			if i > 0 {
				w.WriteString("---\n")
			}
			y := &yamlWriter{w: w, colours: true}
			y.document(v)
		}
	})
}

// colourOf returns the colour of a member of a patch. The name is empty for an element.
func colourOf(name string, v model.Value) string {
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

// paint starts the colour of a member or element, unless it is inside another coloured value.
// The returned function ends the colour.
func (y *yamlWriter) paint(name string, v model.Value) func() {
	colour := ""
	if y.colours && y.colour == "" {
		colour = colourOf(name, v)
	}
	if colour == "" {
		return func() {}
	}
	y.colour = colour
	y.w.WriteString(colour)
	return func() {
		if !y.paused {
			y.w.WriteString(noColour)
		}
		y.colour, y.paused = "", false
	}
}

// newline ends a line. A colour ends with each line and starts again after the indentation of
// the next line, because some programs show one line at a time.
func (y *yamlWriter) newline() {
	if y.colour != "" && !y.paused {
		y.w.WriteString(noColour)
		y.paused = true
	}
	y.w.WriteByte('\n')
}
