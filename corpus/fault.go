package corpus

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Fault is what an engine in another process does instead of answering. It
// is the error of an Outcome, and fails whatever the case wants.
type Fault struct {
	Kind FaultKind
	// Message says what happened, in a line.
	Message string
	// Stderr is the end of what the engine wrote to its standard error.
	Stderr string
}

// A FaultKind is a class of faults.
type FaultKind string

// The kinds of faults. After all but Panicked and Varies the engine is started
// again.
const (
	// Panicked: the engine says that it failed in a way that it should not.
	Panicked FaultKind = "panic"
	// Died: the engine ended, or closed its output, with an answer due.
	Died FaultKind = "died"
	// Hung: there was no answer in time.
	Hung FaultKind = "hung"
	// Garbage: what it wrote is no answer of the protocol.
	Garbage FaultKind = "garbage"
	// OutOfOrder: it answered another request than the one it was sent.
	OutOfOrder FaultKind = "out-of-order"
	// NotStarted: it could not be started, or did not say what the protocol
	// wants of a beginning, such as its version.
	NotStarted FaultKind = "not-started"
	// Varies: equal requests got different answers.
	Varies FaultKind = "varies"
)

// Error returns the kind, the message and the end of the standard error.
func (f *Fault) Error() string {
	text := string(f.Kind) + ": " + f.Message
	if f.Stderr != "" {
		text += "\nits standard error ends:\n" + f.Stderr
	}
	return text
}

// FaultOf returns the fault in an error's chain, nil if there is none.
func FaultOf(err error) *Fault {
	var f *Fault
	errors.As(err, &f)
	return f
}

func faultf(kind FaultKind, format string, args ...any) *Fault {
	return &Fault{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// shortened returns text for a message: one line of bounded length.
func shortened(text string) string {
	const most = 200
	text = strings.ToValidUTF8(strings.TrimSpace(text), "\ufffd")
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
	if len(text) > most {
		cut := most
		for !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut] + "…"
	}
	return text
}

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
