package speed

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// A FirstCall is the time of the first call in a process, in microseconds: the minimum and the
// median over processes.
type FirstCall struct {
	Operation    string
	Processes    int
	Ours, Theirs struct{ Least, Median int }
}

// FirstCalls runs cmd/firstcall with this number of processes for each operation and engine.
// This is a separate program, so that its first call is not affected by other benchmarks. The
// go command must be able to find it from the working directory.
func FirstCalls(processes int) ([]FirstCall, error) {
	command := exec.Command("go", "run", "./cmd/firstcall", strconv.Itoa(processes))
	command.Stderr = os.Stderr
	printed, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("cmd/firstcall: %w", err)
	}
	return ReadFirstCalls(string(printed), processes)
}

// ReadFirstCalls parses the output of cmd/firstcall for a number of processes: for each
// operation, one line for apimachinery's engine and one for ours. Any other line is an error.
func ReadFirstCalls(printed string, processes int) ([]FirstCall, error) {
	var calls []FirstCall
	for line := range strings.Lines(printed) {
		var operation, side string
		var least, median int
		if _, err := fmt.Sscanf(line, "%s %s least %d, median %d", &operation, &side, &least, &median); err != nil || least <= 0 {
			return nil, fmt.Errorf("cmd/firstcall prints %q", line)
		}
		if side == "shipped" {
			calls = append(calls, FirstCall{Operation: operation, Processes: processes})
		}
		if len(calls) == 0 || calls[len(calls)-1].Operation != operation {
			return nil, fmt.Errorf("cmd/firstcall prints %q before apimachinery's line", line)
		}
		c := &calls[len(calls)-1]
		if side == "shipped" {
			c.Theirs.Least, c.Theirs.Median = least, median
		} else {
			c.Ours.Least, c.Ours.Median = least, median
		}
	}
	if len(calls) == 0 {
		return nil, fmt.Errorf("cmd/firstcall prints nothing")
	}
	return calls, nil
}

// firstCallTitle is the beginning of the section that WriteFirstCalls writes.
const firstCallTitle = "\n## The first call of a process\n"

// WriteFirstCalls writes the results for first calls as a section of the page. There must be
// at least one.
func WriteFirstCalls(w io.Writer, calls []FirstCall) error {
	var b strings.Builder
	b.WriteString(firstCallTitle)
	b.WriteString("\nThis table compares the functions from bytes to bytes of the replacement and of apimachinery, in a process that has\n")
	b.WriteString("called none of them before. kubectl, for example, makes only one call. The object is a small Deployment, and the call reads its Go type.\n")
	b.WriteString("Operation three-way-openapi uses the schema of an OpenAPI v3 document instead, which was read\n")
	b.WriteString("before the call, as in kubectl apply.\n")
	fmt.Fprintf(&b, "The table shows the minimum and the median of %d processes each, started in turn. Ratios are those of the minima.\n\n", calls[0].Processes)
	b.WriteString("| operation | smp | shipped | ratio | smp, median | shipped, median |\n")
	b.WriteString("|---|--:|--:|--:|--:|--:|\n")
	for _, c := range calls {
		fmt.Fprintf(&b, "| %s | %s | %s | %.2f× | %s | %s |\n", c.Operation, microseconds(c.Ours.Least), microseconds(c.Theirs.Least),
			float64(c.Theirs.Least)/float64(c.Ours.Least), microseconds(c.Ours.Median), microseconds(c.Theirs.Median))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func microseconds(n int) string { return duration(time.Duration(n) * time.Microsecond) }

// WithFirstCalls returns the page with the section about first calls replaced. It is an error
// if the page has no such section.
func WithFirstCalls(page string, calls []FirstCall) (string, error) {
	before, old, found := strings.Cut(page, firstCallTitle)
	if !found {
		return "", fmt.Errorf("the page has no section %q", strings.TrimSpace(firstCallTitle))
	}
	next := strings.Index(old, "\n## ")
	if next < 0 {
		next = len(old)
	}
	var section strings.Builder
	if err := WriteFirstCalls(&section, calls); err != nil {
		return "", err
	}
	return before + section.String() + old[next:], nil
}
