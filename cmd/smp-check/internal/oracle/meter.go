package oracle

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
)

// A Meter shows the progress of a search: the size of the documents, the number of smaller cases
// tried, and the time.
type Meter struct {
	*output.Progress
	started      time.Time
	before, size int
	tried        int
	counters     sync.Mutex
}

// NewMeter returns a meter that writes to out.
func NewMeter(out io.Writer) *Meter {
	return &Meter{Progress: output.NewProgress(out, 0, "")}
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

// String returns the progress, as in "80 bytes of 448 bytes, 25 smaller cases tried".
func (m *Meter) String() string {
	cases := "smaller cases"
	if m.tried == 1 {
		cases = "smaller case"
	}
	return fmt.Sprintf("%s of %s, %d %s tried", bytesText(m.size), bytesText(m.before), m.tried, cases)
}

// SizeOf returns the length of a case's documents, in bytes.
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
