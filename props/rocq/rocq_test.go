// Package rocq_test compares the engine that is extracted from the proved model with the
// engine of this module. See README.md.
package rocq_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// build compiles the committed OCaml code, and returns the name of the program. The environment
// variable ROCQ_ENGINE names another program to test.
func build(t *testing.T) string {
	t.Helper()
	if program := os.Getenv("ROCQ_ENGINE"); program != "" {
		return program
	}
	if _, err := exec.LookPath("ocamlfind"); err != nil {
		t.Skip("ocamlfind is not installed")
	}
	program := filepath.Join(t.TempDir(), "engine")
	if out, err := exec.Command("engine/build", program).CombinedOutput(); err != nil {
		t.Fatalf("engine/build: %v\n%s", err, out)
	}
	return program
}

// A pool is a subject that several goroutines can use at the same time: each call has a
// process of its own.
type pool struct{ engines chan *protocol.Foreign }

func newPool(t *testing.T) pool {
	t.Helper()
	program := build(t)
	n := runtime.GOMAXPROCS(0)
	p := pool{make(chan *protocol.Foreign, n)}
	for range n {
		f, err := protocol.Launch{Command: program}.Start()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(f.Close)
		p.engines <- f
	}
	return p
}

func (p pool) Name() string { return "rocq" }

func (p pool) Has(op corpus.Op) bool { return op == corpus.OpApply }

func (p pool) Run(in corpus.Input) corpus.Outcome {
	f := <-p.engines
	defer func() { p.engines <- f }()
	return f.Run(in)
}

// The model answers every case of apply as the specification requires, with the code, the
// place and the rule of each error.
func TestCases(t *testing.T) {
	model := newPool(t)
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range cases {
		if c.Input.Op != corpus.OpApply {
			continue
		}
		n++
		if v := corpus.Run(c, model); !v.Passed() {
			t.Errorf("%s: %s", c.Name, v)
		}
	}
	t.Logf("%d cases of apply", n)
}

// The model and the engine of this module give the same answer for generated inputs. Every
// other input is for an engine with unions.
func TestApplySeeds(t *testing.T) {
	model := newPool(t)
	input := func(seed uint64) corpus.Input {
		in := gen.Apply(gen.FromSeed(seed)).Input()
		in.Options.Unions = seed%2 == 0
		return in
	}
	props.SeedsAsked(t, 2000).EachInput(t, input, func(_ uint64, in corpus.Input) laws.Verdict {
		return laws.Agree(corpus.Engine(), model, in)
	})
}
