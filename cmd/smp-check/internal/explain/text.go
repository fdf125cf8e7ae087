package explain

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An explainedLine is one line of an explanation as text.
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
			line.sign, line.reasons = c.sign(), c.reasons
			if _, inSet := inner.step().(model.SetValue); !inSet {
				line.text += c.values()
			}
		}
		lines = append(lines, line)
		if c := inner.effect; c != nil {
			lines = append(lines, c.parts(indent+1)...)
			lines = append(lines, inner.duplicates(indent)...)
		}
		lines = append(lines, inner.lines(indent+1)...)
	}
	return lines
}

// label returns the text for the last step of a place. A list with effects inside also gets
// its merge strategy.
func (b *branch) label() string {
	text := strings.TrimPrefix(model.Path{b.step()}.String(), ".")
	if m := report.MergingOf(b.schema); b.schema.Type() == smp.ListType && len(b.inside) > 0 {
		m.Unions = nil // the rule of an effect of a union is shown anyway
		text += " (" + m.String() + ")"
	}
	return text
}

// values returns the old and the new value of an effect, as in ": 1 → 2".
func (c *effect) values() string {
	switch {
	case c.sign() == effectChanged && (c.after.IsScalar() || c.before.Type() != c.after.Type()):
		return ": " + c.change(c.path, c.before, c.after)
	case c.sign() == effectAdded:
		return ": " + c.brief(c.path, c.after)
	case c.sign() == effectRemoved:
		return ": " + c.brief(c.path, c.before)
	case c.sign() == effectNone && c.after.IsScalar():
		return ": " + c.brief(c.path, c.after)
	}
	return ""
}

// brief returns a value in the place of an effect or below it, at a path.
func (c *effect) brief(path model.Path, v model.Value) string { return brief(c.shown(path, v)) }

// change returns two values in the place of an effect or below it, at a path, as in "1 → 2".
func (c *effect) change(path model.Path, before, after model.Value) string {
	texts := briefly([]string{c.shown(path, before).Canonical(), c.shown(path, after).Canonical()})
	return texts[0] + " → " + texts[1]
}

// mostRunes is the length to which the JSON of a value is shortened.
const mostRunes = 40

// brief returns a value as JSON, shortened to mostRunes.
func brief(v model.Value) string { return shortened([]rune(v.Canonical()), 0) }

// shortened returns at most mostRunes of a text, beginning at a rune.
func shortened(text []rune, from int) string {
	short := string(text[from:min(len(text), from+mostRunes)])
	if from > 0 {
		short = "…" + short
	}
	if from+mostRunes < len(text) {
		short += "…"
	}
	return short
}

// briefly shortens texts. A text that others begin like is shown from a little before the place in which it
// differs from all of them, so that different texts stay different.
func briefly(texts []string) []string {
	const before = 12
	order := make([]int, len(texts)) // neighbors share the longest beginnings
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(texts[a], texts[b]) })
	short := make([]string, len(texts))
	common := 0 // with the text before it in the order, unless they are equal
	for n, i := range order {
		next := 0
		if n+1 < len(order) {
			next = commonRunes(texts[i], texts[order[n+1]])
		}
		text, from := []rune(texts[i]), 0
		if alike := max(common, next); len(text) > mostRunes && alike > mostRunes-before {
			from = min(alike-before, len(text)-mostRunes/2)
		}
		short[i] = shortened(text, from)
		if n+1 < len(order) && texts[i] != texts[order[n+1]] {
			common = next
		}
	}
	return short
}

// commonRunes returns the number of runes with which two texts begin alike. It is 0 if the texts are equal.
func commonRunes(a, b string) int {
	if a == b {
		return 0
	}
	x, y := []rune(a), []rune(b)
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

var colorOfSign = map[string]string{effectAdded: output.Green, effectRemoved: output.Red, effectChanged: output.Yellow}

// reasonColumn is the column in which reasons begin. After a longer line, the reason begins
// further right.
const reasonColumn = 40

// A Named is an explanation with the name of its document. The name is empty if there is
// only one document.
type Named struct {
	Name string
	*Explanation
}

// WriteText writes explanations. If an explanation has a name, the name is above it.
// WriteText returns the error of out.
func WriteText(out io.Writer, all []Named) error {
	color := output.Colored(out)
	return output.Buffered(out, func(w *bufio.Writer) {
		for i, x := range all {
			if i > 0 {
				w.WriteByte('\n')
			}
			if x.Name != "" {
				fmt.Fprintln(w, x.Name)
			}
			x.writeText(w, color)
		}
	})
}

func (x *Explanation) writeText(w *bufio.Writer, color bool) {
	tree := x.Tree()
	lines := tree.lines(0)
	if root := tree.effect; root != nil {
		lines = append([]explainedLine{{sign: root.sign(), text: ".", reasons: root.reasons}}, lines...)
	}
	fmt.Fprintln(w, x.Summary())
	if x.deletesObject() {
		lines = nil
	}
	if len(lines) > 0 {
		w.WriteByte('\n')
	}
	for _, line := range lines {
		line.write(w, color)
	}
	if mistakes := x.Unknown(); len(mistakes) > 0 {
		fmt.Fprintln(w, "\nLikely mistakes:")
		for _, line := range mistakes {
			fmt.Fprintln(w, "  "+model.OneLine(line))
		}
	}
	if len(x.cluster) > 0 {
		fmt.Fprintln(w, "\nOn a cluster:")
		for _, f := range x.cluster {
			fmt.Fprintln(w, "  "+model.OneLine(f.String()))
		}
		if x.differs && x.Instead != "" {
			fmt.Fprintln(w, "  "+x.Instead)
		}
	}
}

// write writes a line with its first reason. Further reasons follow on lines of their own.
func (l explainedLine) write(w *bufio.Writer, color bool) {
	text := model.OneLine(l.sign + " " + strings.Repeat("  ", l.indent) + l.text)
	width := utf8.RuneCountInString(text)
	w.WriteString(output.Paint(text, colorOfSign[l.sign], color))
	for i, r := range l.reasons {
		if i > 0 {
			w.WriteByte('\n')
			width = 0
		}
		comment := "# " + r.String()
		w.WriteString(strings.Repeat(" ", max(reasonColumn-width, 2)))
		w.WriteString(output.Paint(comment, output.Dim, color))
	}
	w.WriteByte('\n')
}
