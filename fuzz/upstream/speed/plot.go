package speed

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"
)

// PlotFile is the name of the plot, in the folder of the page.
const PlotFile = "speed.svg"

// These are the measures of the plot, in pixels, and the colors of its lines.
const (
	plotWidth, plotHeight = 760, 420
	left, right           = 80, 150
	top, bottom           = 40, 50
	oursColor             = "#2f7d4f"
	theirsColor           = "#c4472f"
	ink, faint            = "#1f2328", "#d9dde1"
)

// WritePlot draws the points as an SVG picture: time against length on logarithmic scales. If
// the time is proportional to the length, the line has slope one.
func WritePlot(w io.Writer, points []Point) error {
	p := plot{points: points}
	p.low, p.high = math.Inf(1), math.Inf(-1)
	for _, point := range points {
		for _, s := range []Sample{point.Ours, point.Theirs} {
			p.low = min(p.low, math.Floor(math.Log10(s.Time.Seconds())))
			p.high = max(p.high, math.Ceil(math.Log10(s.Time.Seconds())))
		}
	}
	p.axes()
	p.line(Ours, oursColor, func(x Point) Sample { return x.Ours })
	p.line(Theirs, theirsColor, func(x Point) Sample { return x.Theirs })
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13" role="img">
<title>Time of ApplyJSON against the length of a list, by engine</title>
<rect width="%d" height="%d" fill="#ffffff"/>
%s</svg>
`, plotWidth, plotHeight, plotWidth, plotHeight, plotWidth, plotHeight, p.shapes.String())
	return err
}

type plot struct {
	points    []Point
	low, high float64 // powers of ten, as exponents of seconds
	shapes    strings.Builder
}

func (p *plot) x(length int) float64 {
	first, last := math.Log10(float64(p.points[0].Length)), math.Log10(float64(p.points[len(p.points)-1].Length))
	return left + (math.Log10(float64(length))-first)/max(last-first, 1e-9)*(plotWidth-left-right)
}

func (p *plot) y(log float64) float64 {
	return plotHeight - bottom - (log-p.low)/max(p.high-p.low, 1e-9)*(plotHeight-top-bottom)
}

func (p *plot) text(x, y float64, color, anchor, text string) {
	fmt.Fprintf(&p.shapes, "<text x=\"%.0f\" y=\"%.0f\" fill=\"%s\" text-anchor=\"%s\">%s</text>\n", x, y, color, anchor, text)
}

func (p *plot) axes() {
	p.text(left, top-18, ink, "start", "Time to apply a patch with $setElementOrder, by the length of the list (both scales logarithmic)")
	for power := p.low; power <= p.high; power++ {
		y := p.y(power)
		fmt.Fprintf(&p.shapes, "<line x1=\"%d\" y1=\"%.0f\" x2=\"%d\" y2=\"%.0f\" stroke=\"%s\"/>\n", left, y, plotWidth-right, y, faint)
		p.text(left-8, y+4, ink, "end", power10(power))
	}
	for _, point := range p.points {
		p.text(p.x(point.Length), plotHeight-bottom+20, ink, "middle", fmt.Sprint(point.Length))
	}
	p.text((left+plotWidth-right)/2, plotHeight-10, ink, "middle", "elements in the list")
}

// power10 formats a power of ten seconds: 1 ms.
func power10(power float64) string {
	d := time.Duration(math.Pow(10, power+9) + 0.5)
	return strings.Replace(strings.Replace(d.String(), "µs", " µs", 1), "ms", " ms", 1)
}

func (p *plot) line(name, color string, of func(Point) Sample) {
	var path []string
	var x, y float64
	for _, point := range p.points {
		x, y = p.x(point.Length), p.y(math.Log10(of(point).Time.Seconds()))
		path = append(path, fmt.Sprintf("%.1f,%.1f", x, y))
		fmt.Fprintf(&p.shapes, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n", x, y, color)
	}
	fmt.Fprintf(&p.shapes, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", strings.Join(path, " "), color)
	last := of(p.points[len(p.points)-1]).Time
	p.text(x+10, y+4, color, "start", name+", "+duration(last))
}
