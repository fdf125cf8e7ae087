package protocol

import (
	"errors"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// repeated calls run n times, but at least once. If all outcomes are the same, it returns
// this outcome. If the engine skips the operation or fails, run is called only once.
func repeated(n int, run func() corpus.Outcome) corpus.Outcome {
	first := run()
	fault := corpus.FaultOf(first.Err)
	if first.Skipped != "" || fault != nil && fault.Code != corpus.Panicked {
		return first
	}
	for range n - 1 {
		if !sameAnswer(first, run()) {
			return corpus.Outcome{Err: &corpus.Fault{Code: corpus.Varies, Message: "equal requests got different answers"}}
		}
	}
	return first
}

// sameAnswer reports whether two outcomes are the same: results with equal values, or
// errors with the same code, place and rule. Messages are not compared.
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
