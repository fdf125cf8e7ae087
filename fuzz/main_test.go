package fuzz

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/fuzzing"
)

func TestMain(m *testing.M) { fuzzing.Main(m) }

// Fuzzing begins without tests, and with few of the seeds that targets try as tests. FuzzGeneral has the
// most seeds, because its seeds are the cases of all operations.
func TestFuzzingBeginsAtOnce(t *testing.T) {
	const mostSeeds = 400
	fuzz := func(flags ...string) (tests []string, seeds int) {
		t.Helper()
		own, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		run := exec.Command(own, append(flags, "-test.skip", "^"+t.Name()+"$", "-test.v", "-test.fuzz", "^FuzzGeneral$", "-test.fuzztime", "1x", "-test.fuzzcachedir", t.TempDir())...)
		out, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, match := range regexp.MustCompile(`(?m)^=== RUN +(\S+)$`).FindAllSubmatch(out, -1) {
			tests = append(tests, string(match[1]))
		}
		if match := regexp.MustCompile(`: 0/(\d+) completed`).FindSubmatch(out); match != nil {
			seeds, _ = strconv.Atoi(string(match[1]))
		}
		return tests, seeds
	}
	tests, seeds := fuzz()
	if len(tests) != 1 || tests[0] != "FuzzGeneral" {
		t.Errorf("go test -fuzz runs %v, want only FuzzGeneral", tests)
	}
	all, err := corpusCases()
	if err != nil {
		t.Fatal(err)
	}
	if seeds == 0 || seeds > mostSeeds {
		t.Errorf("fuzzing begins with %d seeds; want at most %d, for the corpus has %d cases", seeds, mostSeeds, len(all))
	}
	if len(all) < 5*mostSeeds {
		t.Errorf("without fuzzing, only %d cases are seeds", len(all))
	}
	if tests, _ := fuzz("-test.run", "^TestDictionaries$"); len(tests) != 2 || tests[0] != "TestDictionaries" {
		t.Errorf("go test -run TestDictionaries -fuzz runs %v, want TestDictionaries and FuzzGeneral", tests)
	}
}

// All packages with targets begin to fuzz without tests. .ci/fuzz runs targets of this folder.
func TestTargetsHaveMain(t *testing.T) {
	target, main := regexp.MustCompile(`(?m)^func Fuzz\w+\(\w+ \*testing\.F\)`), []byte("\nfunc TestMain(m *testing.M) { fuzzing.Main(m) }\n")
	targets, mains := map[string]int{}, map[string]bool{}
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		targets[filepath.Dir(path)] += len(target.FindAll(text, -1))
		mains[filepath.Dir(path)] = mains[filepath.Dir(path)] || bytes.Contains(text, main)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	packages := 0
	for dir, n := range targets {
		if n > 0 {
			packages++
			if !mains[dir] {
				t.Errorf("%s has %d targets, and no TestMain that calls fuzzing.Main", dir, n)
			}
		}
	}
	if packages < 3 {
		t.Errorf("%d packages have targets, want at least 3", packages)
	}
}
