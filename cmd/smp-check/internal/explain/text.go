package explain

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A line is one line of an explanation as text.
type explainedLine struct {
	sign    string
	indent  int
	text    string
	reasons []Reason
}

// lines returns the tree below b as lines.
func (b *branch) lines(indent int) []explainedLine {
	var lines []explainedLine
	for _, inner := range b.inside {
		line := explainedLine{sign: " ", indent: indent, text: inner.label()}
		if c := inner.effect; c != nil {
			line.sign, line.reasons = c.kind(), c.reasons
			if _, inSet := inner.step().(model.SetValue); !inSet {
				line.text += c.values()
			}
		}
		lines = append(lines, line)
		if c := inner.effect; c != nil {
			lines = append(lines, c.parts(indent+1)...)
		}
		lines = append(lines, inner.lines(indent+1)...)
	}
	return lines
}

// label is what a place is called in the one around it.
func (b *branch) label() string {
	text := strings.TrimPrefix(model.Path{b.step()}.String(), ".")
	if m := report.MergingOf(b.schema); b.schema.Type() == smp.ListType && len(b.inside) > 0 {
		m.Unions = nil // where one decides, its rule says it
		text += " (" + m.String() + ")"
	}
	return text
}

// values says what an effect is from and to, in short.
func (c *effect) values() string {
	switch {
	case c.kind() == effectChanged && c.after.IsScalar():
		return ": " + brief(c.before) + " → " + brief(c.after)
	case c.kind() == effectChanged && c.before.Type() != c.after.Type():
		return ": " + brief(c.before) + " → " + brief(c.after)
	case c.kind() == effectAdded:
		return ": " + brief(c.after)
	case c.kind() == effectRemoved:
		return ": " + brief(c.before)
	case c.kind() == effectNone && c.after.IsScalar():
		return ": " + brief(c.after)
	}
	return ""
}

// brief returns a value in a few characters.
func brief(v model.Value) string {
	const most = 40
	text := v.Canonical()
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most]) + "…"
	}
	return text
}

var colourOfSign = map[string]string{effectAdded: output.Green, effectRemoved: output.Red, effectChanged: output.Yellow}

// reasonColumn is where the reasons of short lines begin.
const reasonColumn = 40

// A Named is the explanation of a patch for one of several documents; of a single
// one the name is empty.
type Named struct {
	Name string
	*Explanation
}

// WriteText writes explanations, each below the name of its document where it has
// one. The error is that of writing.
func WriteText(out io.Writer, all []Named) error {
	colour := output.Coloured(out)
	return output.Buffered(out, func(w *bufio.Writer) {
		for i, x := range all {
			if i > 0 {
				w.WriteByte('\n')
			}
			if x.Name != "" {
				fmt.Fprintln(w, x.Name)
			}
			x.writeText(w, colour)
		}
	})
}

func (x *Explanation) writeText(w *bufio.Writer, colour bool) {
	tree := x.Tree()
	lines := tree.lines(0)
	if root := tree.effect; root != nil {
		lines = append([]explainedLine{{sign: root.kind(), text: ".", reasons: root.reasons}}, lines...)
	}
	fmt.Fprintln(w, x.Summary())
	if x.deletesObject() {
		lines = nil
	}
	if len(lines) > 0 {
		w.WriteByte('\n')
	}
	for _, line := range lines {
		line.write(w, colour)
	}
	if len(x.slips) > 0 {
		fmt.Fprintln(w, "\nLikely mistakes:")
		for _, slip := range x.slips {
			fmt.Fprintln(w, "  "+slip.String())
		}
	}
	if len(x.cluster) > 0 {
		fmt.Fprintln(w, "\nOn a cluster:")
		for _, note := range x.cluster {
			fmt.Fprintln(w, "  "+note.String())
		}
		if x.differs && x.Instead != "" {
			fmt.Fprintln(w, "  "+x.Instead)
		}
	}
}

// write writes a line: the place, and behind it why, one reason a line.
func (l explainedLine) write(w *bufio.Writer, colour bool) {
	text := l.sign + " " + strings.Repeat("  ", l.indent) + l.text
	width := utf8.RuneCountInString(text)
	w.WriteString(output.Paint(text, colourOfSign[l.sign], colour))
	for i, r := range l.reasons {
		if i > 0 {
			w.WriteByte('\n')
			width = 0
		}
		comment := "# " + r.String()
		w.WriteString(strings.Repeat(" ", max(reasonColumn-width, 2)))
		w.WriteString(output.Paint(comment, output.Dim, colour))
	}
	w.WriteByte('\n')
}
