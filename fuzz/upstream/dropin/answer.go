package dropin

import (
	"bytes"
	"fmt"
)

// An Answer is the result of a call.
type Answer struct {
	Text []byte
	Err  error
	// Panic is the value of a panic.
	Panic any
	// Varies is set if calls with equal arguments give different answers.
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

// runs is the number of times that apimachinery's package is called. A walk over a Go map
// begins at one of eight places, so two members may swap places with a probability of only
// 1/8. Before a difference counts, the package is therefore called moreRuns times. The
// probability that two members do not swap places in any of these calls is less than 1 in
// 10¹¹.
const (
	runs     = 8
	moreRuns = 200
)

// ask calls a function several times, to detect answers that vary. The text of an error may
// vary, because only differences that callers can detect count.
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

// class returns the part of an error that a caller can detect.
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

// DiffOrNone returns the patch from one document to another, with a schema that is a Go
// struct or a Lookup. If the package returns an error or panics, the result is {}.
func (side Side) DiffOrNone(original, modified map[string]any, schema any) map[string]any {
	patch := once(func() ([]byte, error) { return side.Diff(Encode(original), Encode(modified), schema) })
	if patch.Fails() {
		return map[string]any{}
	}
	return Decode(patch.Text)
}
