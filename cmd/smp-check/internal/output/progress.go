package output

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/ending"
)

// A Progress shows a line with the number of steps done. End removes the line. If the stream
// is not a terminal, a Progress from NewProgress writes another line every LogInterval. The first
// interrupt stops the work, so that the command can report on the part that is done; the second one
// ends the command. Several goroutines may use a Progress.
type Progress struct {
	out     io.Writer
	logs    bool // whether out is not a terminal, so that lines stay
	total   int
	what    string // the counted things
	stop    func() // handling interrupts; nil if they are not handled
	stopped atomic.Bool

	mu           sync.Mutex
	done, failed int
	width        int // of the text on the line
	shown        time.Time
}

// The minimal times between two lines.
const (
	// ProgressInterval is the time between two changes of the line on a terminal.
	ProgressInterval = 100 * time.Millisecond
	// LogInterval is the time before each line on another stream, such as the log of a build.
	LogInterval = 10 * time.Second
)

// NewProgress returns a Progress for total steps, which writes to out. The line names the counted
// things, such as "cases".
func NewProgress(out io.Writer, total int, what string) *Progress {
	p := NewCounter(out, total, what)
	if p.out == nil {
		p.out, p.logs, p.shown = out, true, time.Now()
	}
	p.stop = ending.OnInterrupt(func() { p.stopped.Store(true) })
	return p
}

// NewCounter returns a Progress that counts up to total. The line names the counted things, such
// as "files". If the stream is not a terminal, no line is shown. The Progress does not handle
// interrupts.
func NewCounter(out io.Writer, total int, what string) *Progress {
	return &Progress{out: progressOn(out), total: total, what: " " + what}
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

// Update shows a line, unless the last one is too recent.
func (p *Progress) Update(line func() string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.show(line)
}

func (p *Progress) show(line func() string) {
	interval := ProgressInterval
	if p.logs {
		interval = LogInterval
	}
	if p.out == nil || time.Since(p.shown) < interval {
		return
	}
	p.shown = time.Now()
	if p.logs {
		fmt.Fprintf(p.out, "smp-check: %s\n", line())
		return
	}
	p.write(line())
}

// End removes the line, and stops handling interrupts.
func (p *Progress) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop != nil {
		p.stop()
		p.stop = nil
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
