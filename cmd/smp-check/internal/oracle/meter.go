package oracle

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
)

// A Meter shows on a terminal how far a search is: the size of the documents,
// how many smaller cases were tried, and the time. Elsewhere it shows nothing.
type Meter struct {
	*output.Progress
	started      time.Time
	before, size int
	tried        int
	counters     sync.Mutex
}

// NewMeter returns a meter that writes to out.
func NewMeter(out io.Writer) *Meter {
	return &Meter{Progress: output.NewProgress(out, 0)}
}

func (m *Meter) begin(c corpus.Case) {
	m.started, m.before = time.Now(), SizeOf(c)
	m.size = m.before
}

func (m *Meter) try() { m.count(func() { m.tried++ }) }

func (m *Meter) better(c corpus.Case) { m.count(func() { m.size = SizeOf(c) }) }

func (m *Meter) count(change func()) {
	m.counters.Lock()
	defer m.counters.Unlock()
	change()
	m.Update(func() string {
		return fmt.Sprintf("%s, %s", m, time.Since(m.started).Round(output.ProgressInterval))
	})
}

// String returns how far the search is: "80 bytes of 448 bytes, 25 smaller cases tried".
func (m *Meter) String() string {
	cases := "smaller cases"
	if m.tried == 1 {
		cases = "smaller case"
	}
	return fmt.Sprintf("%s of %s, %d %s tried", bytesText(m.size), bytesText(m.before), m.tried, cases)
}

// SizeOf returns how long the documents of a case are.
func SizeOf(c corpus.Case) int {
	n := 0
	for _, d := range c.Input.Documents() {
		n += len(c.Input.JSON(d.Name))
	}
	return n
}

func bytesText(n int) string {
	if n < 10*1024 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%d KiB", n/1024)
}
