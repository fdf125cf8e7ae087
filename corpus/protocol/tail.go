package protocol

import (
	"strings"
	"sync"
)

// A tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// maxTail is how much of an engine's standard error is kept.
const maxTail = 2 << 10

// Write never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p[max(0, len(p)-maxTail):]...)
	t.text = t.text[max(0, len(t.text)-maxTail):]
	return len(p), nil
}

// String returns what is kept, from the beginning of a line where there was
// more.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.ToValidUTF8(string(t.text), "\ufffd")
	if _, rest, ok := strings.Cut(text, "\n"); ok && len(t.text) == maxTail && rest != "" {
		text = rest
	}
	return strings.TrimSpace(text)
}
