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

// A Progress shows a line with the number of steps done. End removes the line. If the stream
// is not a terminal, no line is shown. The first interrupt stops the work, so that the
// command can report on the part that is done; the second one ends the command. Several
// goroutines may use a Progress.
type Progress struct {
	out     io.Writer
	total   int
	what    string // the counted things
	signals chan os.Signal
	stopped atomic.Bool

	mu           sync.Mutex
	done, failed int
	width        int // of the text on the line
	shown        time.Time
}

// ProgressInterval is the minimal time between two changes of the line.
const ProgressInterval = 100 * time.Millisecond

// NewProgress returns a Progress for total steps, which writes to out.
func NewProgress(out io.Writer, total int) *Progress {
	out = progressOn(out)
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

// NewCounter returns a Progress that counts up to total. The line names the counted things, such
// as "files". The Progress does not handle interrupts.
func NewCounter(out io.Writer, total int, what string) *Progress {
	out = progressOn(out)
	return &Progress{out: out, total: total, what: " " + what}
}

// progressOn returns the terminal to which out writes, or nil.
func progressOn(out io.Writer) io.Writer {
	if !terminal(out) {
		return nil
	}
	if m, ok := out.(messages); ok {
		return m.Writer // the line is rewritten with carriage returns
	}
	return out
}

// Stopped reports whether the work must stop, because of an interrupt.
func (p *Progress) Stopped() bool { return p.stopped.Load() }

// Step counts a step, and whether it failed.
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

// Update shows a line, unless less than ProgressInterval has passed since the last one.
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

// End removes the line, and stops handling interrupts.
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
