package speed_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/strategicpatch/smp/fuzz/upstream/speed"
)

// The plot is well-formed XML with a point for each time, and the last time next to each
// line.
func TestPlot(t *testing.T) {
	sample := func(d time.Duration) speed.Sample { return speed.Sample{Time: d} }
	points := []speed.Point{
		{Length: 10, Ours: sample(5 * time.Microsecond), Theirs: sample(40 * time.Microsecond)},
		{Length: 1000, Ours: sample(300 * time.Microsecond), Theirs: sample(90 * time.Millisecond)},
	}
	var b strings.Builder
	if err := speed.WritePlot(&b, points); err != nil {
		t.Fatal(err)
	}
	circles := 0
	for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "circle" {
			circles++
		}
	}
	if circles != 4 {
		t.Errorf("%d points, want 4", circles)
	}
	for _, want := range []string{"smp, 300 µs", "shipped, 90.0 ms", "1 µs", "100 ms", ">1000<"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the plot does not say %q:\n%s", want, b.String())
		}
	}
}

// A ratio is the median over the rounds. Each round is compared with the same
// round of the other engine.
func TestRatio(t *testing.T) {
	rounds := func(ms ...time.Duration) speed.Sample { return speed.Sample{Time: ms[0], Rounds: ms} }
	r := speed.Row{Ours: rounds(1, 2, 1, 1, 4), Theirs: rounds(10, 16, 10, 12, 28)}
	if got, want := r.Ratio(), (speed.Ratio{Low: 8, Median: 10, High: 10}); got != want || got.String() != "10× (8.0–10)" {
		t.Errorf("got %v, want %v", got, want)
	}
	once := speed.Row{Ours: rounds(2, 4, 4), Theirs: rounds(40)}
	if got := once.Ratio(); got.Median != 10 || (speed.Row{Ours: rounds(1)}).Ratio() != (speed.Ratio{}) {
		t.Errorf("got %v", got)
	}
}
