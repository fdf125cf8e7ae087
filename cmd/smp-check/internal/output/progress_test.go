package output

import (
	"strings"
	"testing"
	"time"
)

// The line is rewritten in place, not more often than somebody can read it. It is removed at
// the end.
func TestProgress(t *testing.T) {
	var out strings.Builder
	p := &Progress{out: &out, total: 12}
	p.Step(true)
	p.shown = time.Now().Add(time.Hour) // so that the next step is too soon, regardless of the speed of the test
	p.Step(false)
	p.shown = time.Time{}
	p.Step(false)
	p.End()
	want := "\r1 of 12, 1 failed" + "\r3 of 12, 1 failed" + "\r" + strings.Repeat(" ", 17) + "\r"
	if got := out.String(); got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
}

// If the stream is not a terminal, lines are written only if the work takes long.
func TestProgressElsewhere(t *testing.T) {
	var out strings.Builder
	p := NewProgress(&out, 3, "cases")
	p.Step(false) // too soon
	p.shown = p.shown.Add(-LogInterval)
	p.Step(true)
	p.Step(true) // too soon
	p.End()
	if got, want := out.String(), "smp-check: 2 of 3 cases, 1 failed\n"; got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
}

// Counters, which are for work that seldom takes long, are only shown on terminals.
func TestCounterElsewhere(t *testing.T) {
	var out strings.Builder
	p := NewCounter(&out, 1, "files")
	p.Step(false)
	p.End()
	if out.Len() > 0 {
		t.Errorf("wrote %q", out.String())
	}
}
