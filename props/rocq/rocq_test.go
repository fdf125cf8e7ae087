// Package rocq_test compares the engine that is extracted from the proved model with the
// engine of this module. See README.md.
package rocq_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// program is the engine to test: the one that the environment variable ROCQ_ENGINE names, or
// else a file that build writes.
var program = os.Getenv("ROCQ_ENGINE")

// build compiles the committed OCaml code, unless ROCQ_ENGINE is set.
var build = sync.OnceValue(func() error {
	if os.Getenv("ROCQ_ENGINE") != "" {
		return nil
	}
	if out, err := exec.Command("engine/build", program).CombinedOutput(); err != nil {
		return fmt.Errorf("engine/build: %w\n%s", err, out)
	}
	return nil
})

func TestMain(m *testing.M) {
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	if program == "" {
		dir, err := os.MkdirTemp("", "rocq")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		program = filepath.Join(dir, "engine")
	}
	return m.Run()
}

// A pool is a subject that several goroutines can use at the same time: each call has a
// process of its own.
type pool struct{ engines chan *protocol.Foreign }

func newPool(t *testing.T) pool {
	t.Helper()
	if _, err := exec.LookPath("ocamlfind"); err != nil && os.Getenv("ROCQ_ENGINE") == "" {
		t.Skip("ocamlfind is not installed")
	}
	if err := build(); err != nil {
		t.Fatal(err)
	}
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

func (p pool) Has(op corpus.Op) bool {
	return op != corpus.OpLint
}

func (p pool) Run(in corpus.Input) corpus.Outcome {
	f := <-p.engines
	defer func() { p.engines <- f }()
	return f.Run(in)
}

// seeds returns the seeds of a test: ROCQ_CHECKS of them, 2000 by default, or a share of that.
func seeds(t *testing.T, share uint64) props.Seeds {
	t.Helper()
	n := uint64(2000)
	if text, ok := os.LookupEnv("ROCQ_CHECKS"); ok {
		var err error
		if n, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("ROCQ_CHECKS: %v", err)
		}
	}
	return props.Seeds{First: props.SeedsAsked(t, 0).First, Count: n / share}
}

// The model answers every case of apply, diff, threeway and compose as the specification requires, with
// the code, the place and the rule of each error. For a three-way merge it may have another
// patch with the same effect: it lists other elements in order lists, and replaces some sets.
func TestCases(t *testing.T) {
	rocq := newPool(t)
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	tried := map[corpus.Op]int{}
	for _, c := range cases {
		if !rocq.Has(c.Input.Op) {
			continue
		}
		v := corpus.Run(c, rocq)
		switch {
		case v.Skipped != "":
			tried[c.Input.Op+" skipped"]++
		case !v.Passed() && hasSameEffect(c, rocq):
			tried[c.Input.Op+" with another patch"]++
		case !v.Passed():
			t.Errorf("%s: %s", c.Name, v)
		default:
			tried[c.Input.Op]++
		}
	}
	t.Log(tried)
}

// hasSameEffect reports whether the subject's patch of a three-way merge makes the same of
// current as the patch of the case.
func hasSameEffect(c corpus.Case, s corpus.Subject) bool {
	out := s.Run(c.Input)
	if c.Input.Op != corpus.OpThreeWay || out.Err != nil || c.Want.Rejection != nil {
		return false
	}
	want, _ := c.Input.Applying(c.Want.Result)
	got, _ := c.Input.Applying(out.Result)
	a, b := corpus.Engine().Run(want), corpus.Engine().Run(got)
	return a.Err == nil && b.Err == nil && model.Equal(a.Result, b.Result)
}

// The model and the engine of this module give the same answer for generated inputs. Every
// other input is for an engine with unions.
func TestApplySeeds(t *testing.T) {
	rocq := newPool(t)
	input := func(seed uint64) corpus.Input {
		in := gen.Apply(gen.FromSeed(seed)).Input()
		in.Options.Unions = seed%2 == 0
		return in
	}
	seeds(t, 1).EachInput(t, input, func(_ uint64, in corpus.Input) laws.Verdict {
		return laws.Agree(corpus.Engine(), rocq, in)
	})
}

// The laws of diff hold for the model: its patches are exact and minimal. It finds a patch
// where the engine of this module does, except for one of a thousand inputs: elements whose
// recommended keys are maps or lists, next to fields with names of directives.
func TestDiffSeeds(t *testing.T) {
	rocq := newPool(t)
	var equal, fewer, more atomic.Int64
	input := func(seed uint64) corpus.Input {
		in := gen.Diff(gen.FromSeed(seed)).Input()
		in.Options = corpus.Options{}
		return in
	}
	all := seeds(t, 20)
	all.EachInput(t, input, func(seed uint64, in corpus.Input) (v laws.Verdict) {
		for _, check := range []func(corpus.Subject, corpus.Input) laws.Verdict{
			laws.DiffExact, laws.DiffIdentity, laws.DiffEqualFields, laws.DiffNull,
		} {
			if v = v.Or(check(rocq, in)); v.Status == laws.Broken {
				return v
			}
		}
		ours, models := corpus.Engine().Run(in), rocq.Run(in)
		switch {
		case ours.Err == nil && models.Err != nil:
			fewer.Add(1)
			t.Logf("seed %d: only smp finds a patch", seed)
		case ours.Err != nil && models.Err == nil:
			more.Add(1)
			t.Logf("seed %d: only the model finds a patch", seed)
		case ours.Err == nil && model.Equal(ours.Result, models.Result):
			equal.Add(1)
		}
		return v
	})
	t.Logf("%d patches are equal; %d are found only by smp, %d only by the model", equal.Load(), fewer.Load(), more.Load())
	if n := fewer.Load() + more.Load(); n > 1+int64(all.Count)/1000 {
		t.Errorf("for %d of %d inputs only one of the two finds a patch", n, all.Count)
	}
}

// The patches of three-way merges lead to the target of the reference, a second merge finds
// nothing to do, and the conflicts are those of the reference. Some inputs have many
// duplicates, or elements that lack keys. The model finds a patch where the engine of this
// module does, except for one of two hundred inputs.
func TestThreeWaySeeds(t *testing.T) {
	rocq := newPool(t)
	var patches, none, fewer, more, skipped atomic.Int64
	input := func(seed uint64) corpus.Input {
		in := gen.ThreeWay(gen.FromSeed(seed)).Input()
		in.Options = corpus.Options{Overwrite: true}
		if many, ok := laws.Crowded(in, seed%2 == 0); ok && seed%4 > 1 {
			in = many
		}
		if more, ok := laws.Partial(in); ok && seed%8 > 5 {
			in = more
		}
		return in
	}
	all := seeds(t, 100)
	all.EachInput(t, input, func(_ uint64, in corpus.Input) (v laws.Verdict) {
		for _, check := range []func() laws.Verdict{
			func() laws.Verdict { return laws.Reaches(rocq, reference.TargetOptions{}, in) },
			func() laws.Verdict { return laws.FindsConflicts(rocq, reference.Conflicts, in) },
			func() laws.Verdict { return laws.ThreeWayConverges(rocq, in) },
		} {
			if v = v.Or(check()); v.Status == laws.Broken {
				return v
			}
		}
		ours, models := corpus.Engine().Run(in), rocq.Run(in)
		switch {
		case models.Skipped != "":
			skipped.Add(1)
		case ours.Err == nil && models.Err == nil:
			patches.Add(1)
		case ours.Err == nil:
			fewer.Add(1)
		case models.Err == nil:
			more.Add(1)
		default:
			none.Add(1)
		}
		return v
	})
	t.Logf("both find a patch for %d inputs, and none for %d; only smp for %d, only the model for %d; %d are not in the model",
		patches.Load(), none.Load(), fewer.Load(), more.Load(), skipped.Load())
	if n := fewer.Load() + more.Load(); n > 1+int64(all.Count)/200 {
		t.Errorf("for %d of %d inputs only one of the two finds a patch", n, all.Count)
	}
}

// The composed patch of the model has the effect of the patches in turn, and the model refuses
// the patches that the engine of this module refuses, with the same error. Two of a thousand inputs
// may differ: an element that the later patch deletes does not count for the model, a dropped order
// list does, the model composes some patches of unions with values that count as unset, and errors
// about several elements may name different ones.
func TestComposeSeeds(t *testing.T) {
	rocq := newPool(t)
	var found tally
	input := func(seed uint64) corpus.Input {
		in := gen.Compose(gen.FromSeed(seed)).Input()
		in.Options.Unions = seed%2 == 0
		return in
	}
	seeds(t, 1).EachInput(t, input, func(seed uint64, in corpus.Input) laws.Verdict {
		if slices.ContainsFunc(in.Patches, func(p model.Value) bool { return p.Type() == model.Absent }) {
			return laws.Verdict{} // the protocol does not send absent patches
		}
		found.add(t, seed, corpus.Engine().Run(in), rocq.Run(in))
		return laws.ComposeSequence(rocq, in).Or(laws.ComposeRejects(rocq, in))
	})
	found.report(t)
}

// The conflicts of two patches are those of the reference, and patches without conflicts commute.
// The answers of the engine of this module have other spellings of numbers, and another order of
// conflicts with equal paths.
func TestConflictsSeeds(t *testing.T) {
	rocq := newPool(t)
	var found tally
	input := func(seed uint64) corpus.Input {
		in := gen.Conflicts(gen.FromSeed(seed)).Input()
		in.Options.Unions = seed%2 == 0
		return in
	}
	seeds(t, 1).EachInput(t, input, func(seed uint64, in corpus.Input) laws.Verdict {
		found.add(t, seed, corpus.Engine().Run(in), rocq.Run(in))
		v := laws.ConflictsCommute(rocq, in).Or(laws.ConflictsReject(rocq, in))
		return v.Or(laws.FindsPatchConflicts(rocq, reference.PatchConflicts, in))
	})
	found.report(t)
}

// A tally compares the answers of the engine of this module with those of the model.
type tally struct {
	mutex  sync.Mutex
	counts map[string]int
}

const (
	onlyEngine    = "only smp"
	onlyModel     = "only the model"
	otherCodes    = "errors with different codes"
	otherPlaces   = "errors with different paths"
	otherAnswers  = "different answers"
	equalAnswers  = "equal answers"
	equalErrors   = "equal errors"
	notInTheModel = "not in the model"
)

func (c *tally) add(t *testing.T, seed uint64, ours, models corpus.Outcome) {
	t.Helper()
	class := compared(ours, models)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.counts == nil {
		c.counts = map[string]int{}
	}
	c.counts[class]++
	if class == onlyEngine || class == onlyModel || class == otherCodes {
		t.Logf("seed %d: %s: %v %v", seed, class, ours.Err, models.Err)
	}
}

// compared returns how two answers differ.
func compared(ours, models corpus.Outcome) string {
	var a, b *smp.Error
	errors.As(ours.Err, &a)
	errors.As(models.Err, &b)
	switch {
	case models.Skipped != "":
		return notInTheModel
	case ours.Err == nil && models.Err == nil && model.Equal(ours.Result, models.Result):
		return equalAnswers
	case ours.Err == nil && models.Err == nil:
		return otherAnswers
	case ours.Err == nil:
		return onlyEngine
	case models.Err == nil:
		return onlyModel
	case a == nil || b == nil || a.Code != b.Code || a.Document != b.Document:
		return otherCodes
	case a.Path.String() != b.Path.String():
		return otherPlaces
	}
	return equalErrors
}

// report fails the test if more than two of a thousand inputs have an answer in only one of the
// engines, or errors that differ.
func (c *tally) report(t *testing.T) {
	t.Helper()
	all := 0
	for _, n := range c.counts {
		all += n
	}
	if n := c.counts[onlyEngine] + c.counts[onlyModel] + c.counts[otherCodes] + c.counts[otherPlaces]; n > 1+all/500 {
		t.Errorf("for %d of %d inputs the errors differ", n, all)
	}
	t.Log(c.counts)
}
