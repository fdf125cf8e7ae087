package protocol_test

import (
	"os/exec"
	"testing"
	"time"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// The engine in another language is put to all cases: it does what it says
// that it can, and says what it cannot. That it gets some wrong is its point.
func TestPartialEngine(t *testing.T) {
	const interpreter = "python3"
	if _, err := exec.LookPath(interpreter); err != nil {
		t.Skipf("%s is not here: the engine in another language is not tried", interpreter)
	}
	f := start(t, interpreter+" ../engines/partial.py", time.Minute)
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	passed, failed, skipped, restarts := 0, 0, 0, 0
	for _, c := range cases {
		v := corpus.Run(c, f)
		switch fault := corpus.FaultOf(f.Run(c.Input).Err); {
		case fault == nil || fault.Kind == corpus.Panicked:
		case fault.Kind == corpus.Garbage:
			restarts++ // numbers and strings that its JSON library cannot write
		default:
			t.Errorf("%s: %v", c.Name, fault)
		}
		switch {
		case v.Skipped != "":
			skipped++
		case v.Passed():
			passed++
		default:
			failed++
		}
	}
	t.Logf("%d passed, %d failed, %d skipped", passed, failed, skipped)
	if passed < 150 || skipped < 100 || failed < 10 || restarts > 10 {
		t.Errorf("%d passed, %d failed, %d skipped, %d restarts", passed, failed, skipped, restarts)
	}
	in := patchInput(`{"a":{"b":1,"c":2},"d":[1]}`, `{"a":{"b":null,"e":{"$patch":"replace","f":3}},"d":[2]}`)
	if out := f.Run(in); out.Err != nil || !model.Equal(out.Result, model.MustParse(`{"a":{"c":2,"e":{"f":3}},"d":[2]}`)) {
		t.Errorf("it gives %v, %v", out.Result, out.Err)
	}
}
