package protocol_test

import (
	"os/exec"
	"testing"
	"time"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/model"
)

// watched is a subject that records the last fault of an engine.
type watched struct {
	*protocol.Foreign
	fault *corpus.Fault
}

func (w *watched) Run(in corpus.Input) corpus.Outcome {
	out := w.Foreign.Run(in)
	if fault := corpus.FaultOf(out.Err); fault != nil {
		w.fault = fault
	}
	return out
}

// Engines in other languages run all cases. They support what they declare, and
// skip everything else.
func TestEnginesInOtherLanguages(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes all cases")
	}
	for _, test := range []struct {
		interpreter, file                 string
		passed, failed, skipped, restarts [2]int // the least and the greatest number of each
	}{
		// This engine gives some wrong answers on purpose.
		{"python3", "partial.py", [2]int{150, 400}, [2]int{10, 400}, [2]int{100, 2000}, [2]int{0, 10}},
		// This engine supports all of apply, except for the options.
		{"node", "apply.mjs", [2]int{750, 2000}, [2]int{0, 0}, [2]int{900, 2000}, [2]int{0, 0}},
	} {
		t.Run(test.file, func(t *testing.T) {
			if _, err := exec.LookPath(test.interpreter); err != nil {
				t.Skipf("%s is not here: this engine is not tried", test.interpreter)
			}
			cases, err := corpus.Cases()
			if err != nil {
				t.Fatal(err)
			}
			w := &watched{Foreign: start(t, test.interpreter+" ../engines/"+test.file, time.Minute)}
			passed, failed, skipped, restarts := 0, 0, 0, 0
			for _, c := range cases {
				w.fault = nil
				v := corpus.Run(c, w)
				switch {
				case w.fault == nil || w.fault.Code == corpus.Panicked:
				case w.fault.Code == corpus.Garbage:
					restarts++ // the engine fails for values that its JSON library cannot write
				default:
					t.Errorf("%s: %v", c.Name, w.fault)
				}
				switch {
				case v.Skipped != "":
					skipped++
				case v.Passed():
					passed++
				default:
					failed++
					t.Logf("fails %s", c.Name)
				}
			}
			for _, count := range []struct {
				what   string
				n      int
				bounds [2]int
			}{{"passed", passed, test.passed}, {"failed", failed, test.failed}, {"skipped", skipped, test.skipped}, {"restarts", restarts, test.restarts}} {
				if t.Logf("%s: %d", count.what, count.n); count.n < count.bounds[0] || count.n > count.bounds[1] {
					t.Errorf("%s: %d, which is to be in %v", count.what, count.n, count.bounds)
				}
			}
			in := patchInput(`{"a":{"b":1,"c":2},"d":[1]}`, `{"a":{"b":null,"e":{"$patch":"replace","f":3}},"d":[2]}`)
			if out := w.Run(in); out.Err != nil || !model.Equal(out.Result, model.MustParse(`{"a":{"c":2,"e":{"f":3}},"d":[2]}`)) {
				t.Errorf("it gives %v, %v", out.Result, out.Err)
			}
		})
	}
}
