package fuzz

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// reachVariable is the environment variable with the time limit within which FuzzApply must
// reach every rule.
const reachVariable = "FUZZ_REACH"

// TestBytesReachEveryRule changes bytes of the cases with which fuzzing begins, like a fuzzer without
// guidance. Every rule of Apply must determine the result of some of these inputs.
func TestBytesReachEveryRule(t *testing.T) {
	const attempts = 50_000
	missing := map[smp.Rule]bool{}
	for _, rule := range smp.ApplyRules() {
		missing[rule] = true
	}
	seeds := firstSeeds(t)
	random := rand.New(rand.NewPCG(1, 2))
	for tried := range attempts {
		data := changed(random, seeds[random.IntN(len(seeds))])
		for _, rule := range rulesOf(data) {
			delete(missing, rule)
		}
		if len(missing) == 0 {
			t.Logf("all rules decide within %d inputs", tried+1)
			return
		}
	}
	t.Errorf("%d inputs never reach %v", attempts, missing)
}

// firstSeeds returns the cases with which fuzzing of FuzzApply begins.
func firstSeeds(t *testing.T) [][]byte {
	all, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	if all, err = covering(all); err != nil {
		t.Fatal(err)
	}
	seeds, err := caseSeeds(all, corpus.OpApply)
	if err != nil {
		t.Fatal(err)
	}
	return seeds
}

// changed returns the bytes with some or all of them replaced.
func changed(random *rand.Rand, seed []byte) []byte {
	data := append([]byte(nil), seed...)
	if random.IntN(2) == 0 {
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		return data
	}
	for range 1 + random.IntN(8) {
		data[random.IntN(len(data))] = byte(random.Uint32())
	}
	return data
}

// outOfTime reports whether fuzzing failed only because its time ended. Go before 1.27 may
// report this as a failure (go.dev/issue/75804).
func outOfTime(said string) bool {
	return !strings.Contains(said, "Failing input written to") && strings.HasSuffix(said, "s)\n    context deadline exceeded\nFAIL\n")
}

// TestFuzzApplyReachesEveryRule fuzzes the target itself. For each rule of Apply, it must reach an
// input that is not a seed and whose result the rule determines.
//
//	FUZZ_REACH=60s go test -run TestFuzzApplyReachesEveryRule -v ./fuzz
func TestFuzzApplyReachesEveryRule(t *testing.T) {
	limit, err := time.ParseDuration(os.Getenv(reachVariable))
	if err != nil {
		t.Skipf("%s is not set to a time", reachVariable)
	}
	binary := filepath.Join(t.TempDir(), "fuzz.test")
	if out, err := exec.Command("go", "test", "-c", "-fuzz", ".", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	reached := t.TempDir()
	run := exec.Command(binary, "-test.fuzz", "^FuzzApply$", "-test.fuzztime", limit.String(),
		"-test.fuzzminimizetime", "200x", "-test.fuzzcachedir", t.TempDir())
	run.Env = append(os.Environ(), rulesVariable+"="+reached)
	start := time.Now()
	out, err := run.CombinedOutput()
	if err != nil && !outOfTime(string(out)) {
		t.Fatalf("%v\n%s", err, out)
	}
	last := time.Duration(0)
	for _, rule := range smp.ApplyRules() {
		info, err := os.Stat(filepath.Join(reached, string(rule)))
		if err != nil {
			t.Errorf("in %v no input reaches rule %s", limit, rule)
			continue
		}
		after := info.ModTime().Sub(start)
		last = max(last, after)
		t.Logf("%6.1fs %s", after.Seconds(), rule)
	}
	said := string(out)
	line, _, _ := strings.Cut(said[max(strings.LastIndex(said, "fuzz: elapsed"), 0):], "\n")
	t.Logf("the last rule was reached after %.1fs; %s", last.Seconds(), line)
}
