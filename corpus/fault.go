package corpus

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// A Fault means that an engine in another process failed to give any answer. A Fault is the error
// of an Outcome. A case with a Fault fails, even if it expects an error.
type Fault struct {
	Code FaultCode
	// Message describes the failure in one line.
	Message string
	// Stderr is the end of the engine's standard error output.
	Stderr string
}

// A FaultCode is the class of a Fault.
type FaultCode string

// The fault codes. The engine is restarted after each of them, except Panicked and
// Varies.
const (
	// Panicked means that the engine reported an internal error.
	Panicked FaultCode = "panic"
	// Died means that the engine exited, or closed its output, before it answered.
	Died FaultCode = "died"
	// Hung means that the engine did not answer in time.
	Hung FaultCode = "hung"
	// Garbage means that the engine wrote something other than an answer of the
	// protocol.
	Garbage FaultCode = "garbage"
	// OutOfOrder means that the engine answered a different request.
	OutOfOrder FaultCode = "out-of-order"
	// NotStarted means that the engine could not be started, or that its first message lacks
	// a required field, such as the version.
	NotStarted FaultCode = "not-started"
	// Varies means that equal requests got different answers.
	Varies FaultCode = "varies"
)

// Error returns the code, the message and the end of the standard error output.
func (f *Fault) Error() string {
	text := string(f.Code) + ": " + f.Message
	if f.Stderr != "" {
		text += "\nend of its standard error:\n" + f.Stderr
	}
	return text
}

// FaultOf returns the fault in an error's chain, or nil if there is none.
func FaultOf(err error) *Fault {
	var f *Fault
	errors.As(err, &f)
	return f
}

// An Unclassified is an engine's error with none of the error codes of this module. All
// Unclassified errors count as the same answer.
type Unclassified struct {
	// Message is the engine's message, for people.
	Message string
}

// Error returns the message.
func (e *Unclassified) Error() string { return e.Message }

// A Pathless is the cause of an engine's *smp.Error that has a code, but no path.
type Pathless struct {
	// Message is the engine's message, for people.
	Message string
}

// Error returns the message.
func (e *Pathless) Error() string { return e.Message }

// Shortened returns text in the form that messages quote: one line of at most about 200
// bytes, without control characters.
func Shortened(text string) string {
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

// FaultKind is the former name of [FaultCode].
//
// Deprecated: use FaultCode. FaultKind will be removed in the next minor version.
type FaultKind = FaultCode
