package output

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A Progress is a line that counts up on a terminal while there is work, and is
// gone when it is done. Where the stream is no terminal it is never there. The first
// interrupt stops the work, so that it can be told what was done; the second one ends
// the command. Several goroutines may use it.
type Progress struct {
	out     io.Writer
	total   int
	what    string // that is counted
	signals chan os.Signal
	stopped atomic.Bool

	mu           sync.Mutex
	done, failed int
	width        int // of what stands on the line
	shown        time.Time
}

// ProgressInterval is how often the line changes at the most.
const ProgressInterval = 100 * time.Millisecond

// NewProgress returns a progress of total steps.
func NewProgress(out io.Writer, total int) *Progress {
	if !terminal(out) {
		out = nil
	}
	p := &Progress{out: out, total: total, signals: make(chan os.Signal, 1)}
	signal.Notify(p.signals, os.Interrupt)
	go func(signals chan os.Signal) {
		if _, ok := <-signals; ok {
			p.stopped.Store(true)
			signal.Stop(signals)
		}
	}(p.signals)
	return p
}

// NewCounter returns a progress of total files or objects. It leaves interrupts alone.
func NewCounter(out io.Writer, total int, what string) *Progress {
	if !terminal(out) {
		out = nil
	}
	return &Progress{out: out, total: total, what: " " + what}
}

// Stopped reports whether the work is to stop.
func (p *Progress) Stopped() bool { return p.stopped.Load() }

// Step counts one step, which may be a failure.
func (p *Progress) Step(failed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	if failed {
		p.failed++
	}
	p.show(func() string {
		line := fmt.Sprintf("%d of %d%s", p.done, p.total, p.what)
		if p.failed > 0 {
			line += fmt.Sprintf(", %d failed", p.failed)
		}
		return line
	})
}

// Update shows a line, unless the last one is too new.
func (p *Progress) Update(line func() string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.show(line)
}

func (p *Progress) show(line func() string) {
	if p.out == nil || time.Since(p.shown) < ProgressInterval {
		return
	}
	p.shown = time.Now()
	p.write(line())
}

// End takes the line away, and leaves interrupts to others.
func (p *Progress) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.signals != nil {
		signal.Stop(p.signals)
		close(p.signals)
		p.signals = nil
	}
	if p.width > 0 {
		p.write("")
		fmt.Fprint(p.out, "\r")
	}
}

func (p *Progress) write(line string) {
	blanks := max(0, p.width-len(line))
	p.width = len(line)
	fmt.Fprint(p.out, "\r", line, strings.Repeat(" ", blanks))
}
