package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

const (
	// sizeVariable is an environment variable with another size than smallSize, for a longer test.
	sizeVariable = "HOSTILE_SIZE"
	// gateVariable is set by the gate, in which all shapes are measured.
	gateVariable = "SMP_CHECKS"
	smallSize    = 1 << 11
	// maxGrowth is the maximum growth of the work if the size doubles. For n log n it is smaller.
	maxGrowth = 2.3
	// maxSteps is the maximum growth of the allocated bytes, which grow in steps. For n², it would
	// be 4 if the size doubles.
	maxSteps = 3.7
)

// openFaults are known operations that grow more. An entry that no longer does is a failure, too.
var openFaults = map[string]bool{}

// TestWorkGrowsWithSize counts the blocks of packages model, smp and yamldoc that every operation
// executes with every shape, and its allocations. At twice the size, each may be at most maxGrowth
// times as large. Blocks of the standard library do not count, but blocks that it calls do, such as
// comparisons in sorting. Allocated bytes are compared at four times the size.
func TestWorkGrowsWithSize(t *testing.T) {
	if raceEnabled {
		t.Skip("what is counted is another process, without the race detector")
	}
	size := smallSize
	if text := os.Getenv(sizeVariable); text != "" {
		var err error
		if size, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	step := 3 // measure every third shape
	if os.Getenv(sizeVariable) != "" || os.Getenv(gateVariable) != "" {
		step = 1
	}
	measured := (len(shapes()) + step - 1) / step
	m := newMeter(t)
	once, twice := m.counts(size, step, measured), m.counts(2*size, step, measured)
	answered := map[string]int{}
	for i, before := range once {
		after, name := twice[i], before.Shape+" - "+before.Operation
		t.Logf("%-65s %9d blocks %7d allocations", name, after.Blocks, after.Allocations)
		if after.Answered {
			answered[after.Operation]++
		}
		faults := grown("blocks", before.Blocks, after.Blocks, maxGrowth, 1000) +
			grown("allocations", before.Allocations, after.Allocations, maxGrowth, 100) +
			grown("bytes", before.Bytes, after.Bytes, maxSteps, 1<<17)
		switch {
		case faults != "" && !openFaults[name]:
			t.Errorf("%s: from size %d on, %s", name, size, faults)
		case faults == "" && openFaults[name]:
			t.Errorf("%s: is no open fault any more; strike it off the list", name)
		}
	}
	for _, op := range operations() {
		if answered[op.name] < measured/2 {
			t.Errorf("%s answers %d of %d shapes", op.name, answered[op.name], measured)
		}
	}
}

// grown returns a sentence for a count that grows too much. Below the floor, the constant part of
// the work dominates.
func grown(what string, before, after uint64, most float64, floor uint64) string {
	growth := float64(after) / float64(max(before, 1))
	if growth <= most || after <= floor {
		return ""
	}
	return fmt.Sprintf("%d %s become %d, %.2f times as many; ", before, what, after, growth)
}

// A meter is this command, compiled with counters.
type meter struct {
	t       *testing.T
	command string
}

func newMeter(t *testing.T) *meter {
	m := &meter{t, filepath.Join(t.TempDir(), "hostile")}
	m.output(exec.Command("go", "build", "-cover", "-covermode", "atomic", "-coverpkg", "../../model,../../smp,../../corpus/yamldoc,.", "-o", m.command, "."))
	return m
}

// counts runs the command at a size, for every shape that is a multiple of step.
func (m *meter) counts(size, step, measured int) []count {
	run := exec.Command(m.command, strconv.Itoa(size), strconv.Itoa(step))
	run.Env = append(os.Environ(), "GOCOVERDIR="+m.t.TempDir())
	var all []count
	for lines := json.NewDecoder(bytes.NewReader(m.output(run))); ; {
		var c count
		if err := lines.Decode(&c); err == io.EOF {
			break
		} else if err != nil {
			m.t.Fatal(err)
		}
		if c.Blocks == 0 {
			m.t.Fatalf("%s - %s: nothing is counted", c.Shape, c.Operation)
		}
		all = append(all, c)
	}
	if want := measured * len(operations()); len(all) != want {
		m.t.Fatalf("%d counts, want %d", len(all), want)
	}
	return all
}

func (m *meter) output(c *exec.Cmd) []byte {
	m.t.Helper()
	var problems bytes.Buffer
	c.Stderr = &problems
	out, err := c.Output()
	if err != nil {
		m.t.Fatalf("%v: %v\n%s", c, err, problems.Bytes())
	}
	return out
}
