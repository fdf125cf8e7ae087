package dropin

import (
	"bytes"
	"fmt"
)

// An Answer is what a call gives.
type Answer struct {
	Text []byte
	Err  error
	// Panic is what the call panicked with.
	Panic any
	// Varies says that calls with equal arguments gave different answers.
	Varies bool
}

// String returns the answer for a message.
func (a Answer) String() string {
	switch {
	case a.Panic != nil:
		return fmt.Sprintf("panic: %v", a.Panic)
	case a.Varies:
		return fmt.Sprintf("varies, for one %s", a.plain())
	}
	return a.plain()
}

func (a Answer) plain() string {
	if a.Err != nil {
		return "error: " + a.Err.Error()
	}
	return string(a.Text)
}

// Fails reports whether there is no result.
func (a Answer) Fails() bool { return a.Err != nil || a.Panic != nil }

// runs is how often the shipped package is asked. Go's maps begin their walk at
// one of eight places: two members may change theirs as seldom as once in eight
// times. So it is asked moreRuns times before a difference counts as one: that
// they keep them so often happens less than once in a hundred thousand million.
const (
	runs     = 8
	moreRuns = 200
)

// ask calls a function as often as it takes to see whether its answer varies.
// The text of errors may: only what callers can tell apart counts.
func ask(side Side, times int, call func() ([]byte, error)) Answer {
	first := once(call)
	for range times - 1 {
		if next := once(call); !side.alike(first, next) {
			if next.Panic != nil {
				first = next
			}
			first.Varies = true
			return first
		}
	}
	return first
}

func (side Side) alike(a, b Answer) bool {
	return (a.Panic != nil) == (b.Panic != nil) && (a.Err != nil) == (b.Err != nil) &&
		bytes.Equal(a.Text, b.Text) && side.class(a.Err) == side.class(b.Err)
}

// class is what a caller can tell of an error.
func (side Side) class(err error) string {
	switch {
	case err == nil:
		return ""
	case side.IsConflict(err):
		return "conflict"
	case side.IsPreconditionFailed(err):
		return "precondition"
	default:
		return "error " + side.Known(err)
	}
}

func once(call func() ([]byte, error)) (a Answer) {
	defer func() {
		if p := recover(); p != nil {
			a = Answer{Panic: p}
		}
	}()
	text, err := call()
	return Answer{Text: text, Err: err}
}

// DiffOrNone returns the patch that a side makes from one document to another,
// by a schema that is a Go struct or a Lookup; {} where the side gives an error or
// panics.
func (side Side) DiffOrNone(original, modified map[string]any, schema any) map[string]any {
	patch := once(func() ([]byte, error) { return side.Diff(Encode(original), Encode(modified), schema) })
	if patch.Fails() {
		return map[string]any{}
	}
	return Decode(patch.Text)
}
