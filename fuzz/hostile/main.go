package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"runtime/coverage"
	"runtime/debug"
	"strconv"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(2)
	}
}

// baseSize is the smallest of the four sizes that are compared.
const baseSize = 1 << 7

// A count is the work of an operation on a shape.
type count struct {
	Shape, Operation string
	Answered         bool
	Length           int // length of the documents, in bytes
	// Blocks is the number of executed blocks.
	Blocks, Allocations, Bytes uint64
}

func run(args []string, out io.Writer) error {
	if len(args) != 2 && len(args) != 3 {
		return fmt.Errorf("want a size, a step between shapes and perhaps an expression, got %d arguments", len(args))
	}
	chosen := regexp.MustCompile("")
	if len(args) == 3 {
		var err error
		if chosen, err = regexp.Compile(args[2]); err != nil {
			return err
		}
	}
	size, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	step, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	lines := json.NewEncoder(out)
	for _, t := range trials(step) {
		if !chosen.MatchString(t.shape + " - " + t.operation) {
			continue
		}
		length, do := t.prepare(size)
		c, err := measure(do)
		if err != nil {
			return err
		}
		c.Shape, c.Operation, c.Length = t.shape, t.operation, length
		if err := lines.Encode(c); err != nil {
			return err
		}
	}
	return nil
}

// measure runs an operation. The garbage collector is off and pools are empty, so that
// every run allocates the same.
func measure(do func() bool) (count, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	runtime.GC()
	runtime.GC() // the second collection empties pools
	if err := coverage.ClearCounters(); err != nil {
		return count{}, err
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	answered := do()
	runtime.ReadMemStats(&after)
	executed, err := blocks()
	return count{
		Answered: answered, Blocks: executed,
		Allocations: after.Mallocs - before.Mallocs, Bytes: after.TotalAlloc - before.TotalAlloc,
	}, err
}
