package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// A progress is a line that counts up on a terminal while there is work, and is
// gone when it is done. Where the stream is no terminal it is never there.
// Several goroutines may use it.
type progress struct {
	out   io.Writer
	total int

	mu           sync.Mutex
	done, failed int
	width        int // of what stands on the line
	shown        time.Time
}

// progressInterval is how often the line changes at the most.
const progressInterval = 100 * time.Millisecond

// newProgress returns a progress of total steps.
func newProgress(out io.Writer, total int) *progress {
	if !terminal(out) {
		out = nil
	}
	return &progress{out: out, total: total}
}

// step counts one step, which may be a failure.
func (p *progress) step(failed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	if failed {
		p.failed++
	}
	if p.out == nil || time.Since(p.shown) < progressInterval {
		return
	}
	p.shown = time.Now()
	line := fmt.Sprintf("%d of %d", p.done, p.total)
	if p.failed > 0 {
		line += fmt.Sprintf(", %d failed", p.failed)
	}
	p.write(line)
}

// end takes the line away.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width > 0 {
		p.write("")
		fmt.Fprint(p.out, "\r")
	}
}

func (p *progress) write(line string) {
	blanks := max(0, p.width-len(line))
	p.width = len(line)
	fmt.Fprint(p.out, "\r", line, strings.Repeat(" ", blanks))
}
