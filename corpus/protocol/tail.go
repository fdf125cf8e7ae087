package protocol

import (
	"strings"
	"sync"
)

// A tail keeps the end of the text written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// maxTail is the size of the part of an engine's standard error that is kept, in bytes.
const maxTail = 2 << 10

// Write never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p[max(0, len(p)-maxTail):]...)
	t.text = t.text[max(0, len(t.text)-maxTail):]
	return len(p), nil
}

// String returns the text that was kept. If text was dropped, the result begins at the start
// of a line.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.ToValidUTF8(string(t.text), "\ufffd")
	if _, rest, ok := strings.Cut(text, "\n"); ok && len(t.text) == maxTail && rest != "" {
		text = rest
	}
	return strings.TrimSpace(text)
}
