package props_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// checksVariable selects the checks that TestChecks runs. They fail, so that only
// TestCheckedNothing runs them, in another process.
const checksVariable = "SMP_TEST_CHECKS"

// skipping skips every input.
type skipping struct{}

func (skipping) Name() string                    { return "skipping" }
func (skipping) Run(corpus.Input) corpus.Outcome { return corpus.Outcome{Skipped: "not today"} }

// keeping applies patches, and copies the null fields of the patch to the result.
var keeping = laws.Applier("keeping", keepNulls)

func keepNulls(e smp.Engine, s smp.Schema, original, patch model.Value) (model.Value, error) {
	result, err := e.Apply(s, original, patch)
	for name, v := range patch.Members() {
		if err == nil && v.Type() == model.Null {
			result, err = result.WithMembers(model.Member{Name: name, Value: v})
		}
	}
	return result, err
}

// marking also marks the result of an empty patch, so it breaks the law identity on every input.
var marking = laws.Applier("marking", func(e smp.Engine, s smp.Schema, original, patch model.Value) (model.Value, error) {
	result, err := keepNulls(e, s, original, patch)
	if err == nil && patch.Len() == 0 {
		result, err = result.WithMembers(model.Member{Name: "marked", Value: model.NewBool(true)})
	}
	return result, err
})

// rare panics on the input of seed 5678 of apply.
type rare struct{ corpus.Subject }

var rareInput = gen.Apply(gen.FromSeed(5678)).Input()

func (s rare) Run(in corpus.Input) corpus.Outcome {
	if in.Op == rareInput.Op && in.Original.JSON() == rareInput.Original.JSON() && in.Patch.JSON() == rareInput.Patch.JSON() {
		panic("rare")
	}
	return s.Subject.Run(in)
}

var checks = map[string]func(t *testing.T){
	"run":       func(t *testing.T) { props.Run(t, skipping{}) },
	"seeds":     func(t *testing.T) { props.RunSeeds(t, skipping{}, props.Seeds{Count: 20}) },
	"agree":     func(t *testing.T) { props.Agree(t, skipping{}, engine) },
	"three-way": func(t *testing.T) { props.AgreeOnThreeWay(t, skipping{}, nil, nil) },
	"no-seeds":  func(t *testing.T) { props.RunSeeds(t, engine, props.Seeds{}) },
	"applier":   func(t *testing.T) { props.RunSeeds(t, laws.Applier("smp", smp.Engine.Apply), props.Seeds{Count: 50}) },
	"inputs": func(t *testing.T) {
		props.Seeds{Count: 20}.EachInput(t, func(uint64) corpus.Input { return corpus.Input{} }, func(uint64, corpus.Input) laws.Verdict { return laws.Verdict{What: "no law"} })
	},
	"broken":  func(t *testing.T) { props.RunSeeds(t, keeping, props.Seeds{Count: 300}) },
	"several": func(t *testing.T) { props.RunSeeds(t, marking, props.Seeds{Count: 300}) },
	"known": func(t *testing.T) {
		props.RunSeeds(t, keeping, props.Seeds{Count: 300}, props.Known{"no-leftovers": "it keeps nulls"})
	},
	"rare": func(t *testing.T) { props.RunSeeds(t, rare{engine}, props.Seeds{First: 5670, Count: 20}) },
	"known-rare": func(t *testing.T) {
		props.RunSeeds(t, rare{engine}, props.Seeds{First: 5670, Count: 20}, props.Known{"no-panic": "rare"})
	},
	"known-no-more": func(t *testing.T) {
		props.RunSeeds(t, engine, props.Seeds{Count: 50}, props.Known{"identity": "it was"})
	},
	"misspelled": func(t *testing.T) {
		props.RunSeeds(t, keeping, props.Seeds{Count: 300}, props.Known{"no-leftover": "it keeps nulls", "gravity": "?"})
	},
}

// FuzzChecks is like TestChecks, for the fuzzer.
func FuzzChecks(f *testing.F) {
	switch os.Getenv(checksVariable) {
	case "fuzz":
		props.Fuzz(f, skipping{})
	case "fuzz-misspelled":
		props.Fuzz(f, engine, props.Known{"gravity": "?"})
	default:
		f.Skip(checksVariable + " does not select it")
	}
}

func TestChecks(t *testing.T) {
	check, ok := checks[os.Getenv(checksVariable)]
	if !ok {
		t.Skip(checksVariable + " selects no check")
	}
	check(t)
}

// A check that checked nothing fails, and skips the operations that the engine skips. A law that is
// known as broken must exist, which is checked before the first input, and must be broken.
func TestCheckedNothing(t *testing.T) {
	for _, test := range []struct {
		check string
		fails bool
		want  []string // parts of the output
	}{
		{"run", true, []string{"--- FAIL: TestChecks", "nothing was checked: no answer to 600 inputs could be judged: not today", "--- SKIP: TestChecks/diff"}},
		{"seeds", true, []string{"no answer to 120 inputs could be judged: not today", "--- SKIP: TestChecks/lint"}},
		{"agree", true, []string{"no answer to 100 inputs could be judged: not today"}},
		{"three-way", true, []string{"no answer to 100 inputs could be judged: not today"}},
		{"no-seeds", true, []string{"nothing was checked: there were no inputs"}},
		{"inputs", true, []string{"no answer to 20 inputs could be judged: no law"}},
		{"applier", false, []string{"--- PASS: TestChecks/apply", "--- SKIP: TestChecks/diff", "no answer to the only input could be judged: it only applies patches"}},
		{"broken", true, []string{"law no-leftovers"}},
		{"several", true, []string{"law identity", "law no-leftovers"}},
		{"known", false, []string{"known as broken (it keeps nulls), and broken on "}},
		{"rare", true, []string{"seed 5678: law no-panic (no input makes an operation panic) is broken: "}},
		{"known-rare", false, []string{"known as broken (rare), and broken on 1"}},
		{"fuzz", true, []string{"--- FAIL: FuzzChecks", "could be judged: not today"}},
		{"known-no-more", true, []string{"law identity: known as broken (it was), but broken on no input; remove it from the list, or check more seeds"}},
		{"misspelled", true, []string{"law gravity: there is no such law", "law no-leftover: there is no such law; smp-check laws --list lists all laws"}},
		{"fuzz-misspelled", true, []string{"law gravity: there is no such law"}},
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^(TestChecks|FuzzChecks)$", "-test.v", "-rapid.checks=100", "-rapid.nofailfile")
		cmd.Env = append(os.Environ(), checksVariable+"="+test.check)
		out, err := cmd.CombinedOutput()
		if (err != nil) != test.fails {
			t.Errorf("%s: %v", test.check, err)
		}
		for _, want := range test.want {
			if !strings.Contains(string(out), want) {
				t.Errorf("%s: the output lacks %q", test.check, want)
			}
		}
		if test.check == "misspelled" && strings.Contains(string(out), "TestChecks/") {
			t.Errorf("%s: the output has a subtest", test.check)
		}
		if t.Failed() {
			t.Fatalf("%s:\n%s", test.check, out)
		}
	}
}
