package comparison

import (
	"fmt"
	"io"
	"strings"
)

// These are the measures of the chart, in pixels.
const (
	chartWidth = 760
	labelWidth = 110
	barWidth   = 560
	barHeight  = 18
	barGap     = 8
	lineHeight = 20
)

// A part is a piece of a bar.
type part struct {
	name, color string
	count       int
}

// writeChart draws two groups of bars: one for cases and one for laws. Each group has one bar
// for each engine.
func writeChart(w io.Writer, results []Result) {
	d := &drawing{}
	d.heading("Cases: right, wrong, and skipped because the engine does not support them")
	d.legend(caseParts(Tally{}))
	for _, r := range results {
		d.bar(r.Engine.Name, caseParts(r.total()))
	}
	d.y += lineHeight
	d.heading("Laws: kept on all generated inputs, broken on some, never applicable")
	d.legend(lawParts(Result{}))
	for _, r := range results {
		d.bar(r.Engine.Name, lawParts(r))
	}
	d.y += barGap
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13" role="img">
<title>Cases and laws of strategic merge patch, by engine</title>
<rect width="%d" height="%d" fill="#ffffff"/>
%s</svg>
`, chartWidth, d.y, chartWidth, d.y, chartWidth, d.y, d.shapes.String())
}

func caseParts(t Tally) []part {
	return []part{{"right", "#2f7d4f", t.Right}, {"wrong", "#c4472f", t.Wrong}, {"skipped", "#b9bec4", t.Skipped}}
}

func lawParts(r Result) []part {
	kept, broken, none := r.lawTotals()
	return []part{{"kept", "#2f7d4f", kept}, {"broken", "#c4472f", broken}, {"not applicable", "#b9bec4", none}}
}

// A drawing is an SVG image that grows downwards.
type drawing struct {
	shapes strings.Builder
	y      int
}

func (d *drawing) text(x, y int, color, anchor, text string) {
	fmt.Fprintf(&d.shapes, "<text x=\"%d\" y=\"%d\" fill=\"%s\" text-anchor=\"%s\">%s</text>\n", x, y, color, anchor, text)
}

func (d *drawing) rect(x, y, width, height int, color string) {
	fmt.Fprintf(&d.shapes, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", x, y, width, height, color)
}

func (d *drawing) heading(text string) {
	d.y += lineHeight + 4
	d.text(16, d.y, "#1f2328", "start", text)
	d.y += barGap
}

// legend explains the colors.
func (d *drawing) legend(parts []part) {
	x := labelWidth + 16
	for _, p := range parts {
		d.rect(x, d.y+2, 12, 12, p.color)
		d.text(x+18, d.y+13, "#1f2328", "start", p.name)
		x += 120
	}
	d.y += lineHeight + 4
}

// bar draws the parts of a bar. A part that is wide enough contains its count.
func (d *drawing) bar(label string, parts []part) {
	total := 0
	for _, p := range parts {
		total += p.count
	}
	d.text(labelWidth, d.y+14, "#1f2328", "end", label)
	done := 0
	for _, p := range parts {
		from, to := share(done, total), share(done+p.count, total)
		done += p.count
		if p.count == 0 {
			continue
		}
		d.rect(labelWidth+16+from, d.y, to-from, barHeight, p.color)
		if count := fmt.Sprint(p.count); to-from > 9*len(count)+6 {
			color := "#ffffff"
			if p.color == "#b9bec4" {
				color = "#1f2328"
			}
			d.text(labelWidth+16+(from+to)/2, d.y+14, color, "middle", count)
		}
	}
	d.y += barHeight + barGap
}

func share(count, total int) int {
	if total == 0 {
		return 0
	}
	return count * barWidth / total
}
