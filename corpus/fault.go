package corpus

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// A Fault is what an engine in another process does instead of answering. It
// is the error of an Outcome, and fails whatever the case wants.
type Fault struct {
	Code FaultCode
	// Message says what happened, in a line.
	Message string
	// Stderr is the end of what the engine wrote to its standard error.
	Stderr string
}

// A FaultCode is the class of a Fault.
type FaultCode string

// The fault codes. After all but Panicked and Varies the engine is started
// again.
const (
	// Panicked: the engine says that it failed in a way that it should not.
	Panicked FaultCode = "panic"
	// Died: the engine ended, or closed its output, with an answer due.
	Died FaultCode = "died"
	// Hung: there was no answer in time.
	Hung FaultCode = "hung"
	// Garbage: what it wrote is no answer of the protocol.
	Garbage FaultCode = "garbage"
	// OutOfOrder: it answered another request than the one it was sent.
	OutOfOrder FaultCode = "out-of-order"
	// NotStarted: it could not be started, or did not say what the protocol
	// wants of a beginning, such as its version.
	NotStarted FaultCode = "not-started"
	// Varies: equal requests got different answers.
	Varies FaultCode = "varies"
)

// Error returns the code, the message and the end of the standard error.
func (f *Fault) Error() string {
	text := string(f.Code) + ": " + f.Message
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

// An Unclassified error is what an engine gives that rejects an input and does
// not say why in the terms of this module. Any two of them are the same answer.
type Unclassified struct {
	// Message is what the engine says, for people.
	Message string
}

// Error returns the message.
func (e *Unclassified) Error() string { return e.Message }

// Shortened returns text as messages quote it: one line of bounded length, without
// control characters.
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
