package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mostAtStart is the maximum number of bytes that all packages of the command may allocate before
// main. They allocate 104 kB. The built-in table alone would add 135 kB.
const mostAtStart = 112 << 10

// No command spends time on the data of another one: tables, cases and pages are read on
// first use.
func TestStartReadsNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates, too")
	}
	command := filepath.Join(t.TempDir(), "smp-check") // this program would allocate the tables of the tests, too
	if out, err := exec.Command("go", "build", "-o", command, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	packages, all, trace := 0, 0, ""
	for i := 0; i < 3 || i < 20 && all > mostAtStart; i++ { // on a busy machine, the runtime often allocates 16 kB at the same time
		var stderr bytes.Buffer
		cmd := exec.Cmd{Path: command, Args: []string{"smp-check", "--help"}, Env: append(os.Environ(), "GODEBUG=inittrace=1"), Stderr: &stderr}
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v\n%s", err, stderr.Bytes())
		}
		if n, size := startCost(stderr.String()); i == 0 || size < all {
			packages, all, trace = n, size, stderr.String()
		}
	}
	if packages < 5 {
		t.Fatalf("%d packages were counted:\n%s", packages, trace)
	}
	if all > mostAtStart {
		t.Errorf("%d bytes are allocated before main, of at most %d:\n%s", all, mostAtStart, trace)
	}
	t.Logf("%d packages allocate %d bytes before main", packages, all)
}

// startCost returns the number of packages of the module in a trace of initialization, and the
// bytes that they allocate.
func startCost(trace string) (packages, all int) {
	for _, line := range strings.SplitAfter(trace, "\n") {
		var name string
		var at, clock float64
		var size int
		if n, _ := fmt.Sscanf(line, "init %s @%f ms, %f ms clock, %d bytes", &name, &at, &clock, &size); n == 4 && (name == "main" || strings.HasPrefix(name, "github.com/strategicpatch/smp/")) {
			packages++
			all += size
		}
	}
	return packages, all
}
