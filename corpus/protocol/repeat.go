package protocol

import (
	"errors"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// repeated carries something out n times, once at the least, and returns the
// answer if it is always the same. An engine that skips, or that has to be
// started again, is asked once.
func repeated(n int, run func() corpus.Outcome) corpus.Outcome {
	first := run()
	fault := corpus.FaultOf(first.Err)
	if first.Skipped != "" || fault != nil && fault.Code != corpus.Panicked {
		return first
	}
	for range n - 1 {
		if !sameAnswer(first, run()) {
			return corpus.Outcome{Err: &corpus.Fault{Code: corpus.Varies, Message: "the same request gets different answers"}}
		}
	}
	return first
}

// sameAnswer reports whether two answers are the same: results that are equal,
// or rejections whose code, place and rule are. What an engine says to people
// does not count, nor which panic it was.
func sameAnswer(a, b corpus.Outcome) bool {
	if a.Skipped != b.Skipped || (a.Err == nil) != (b.Err == nil) {
		return false
	}
	if a.Err == nil {
		return model.Equal(a.Result, b.Result)
	}
	if x, y := corpus.FaultOf(a.Err), corpus.FaultOf(b.Err); x != nil || y != nil {
		return x != nil && y != nil && x.Code == y.Code
	}
	var c, d *smp.ConflictError
	if errors.As(a.Err, &c) != errors.As(b.Err, &d) {
		return false
	}
	if c != nil {
		return c.Error() == d.Error()
	}
	var x, y *smp.Error
	if errors.As(a.Err, &x) != errors.As(b.Err, &y) {
		return false
	}
	return x == nil || x.Code == y.Code && x.Document == y.Document && x.Path.Equal(y.Path) && x.Rule == y.Rule
}
