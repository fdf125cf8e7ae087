package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
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

// A count is the work of an operation on a shape.
type count struct {
	Shape, Operation string
	Answered         bool
	// Blocks is the number of executed blocks.
	Blocks, Allocations, Bytes uint64
}

func run(args []string, out io.Writer) error {
	if len(args) != 2 {
		return fmt.Errorf("want a size and a step between shapes, got %d arguments", len(args))
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
	s := schema()
	for i, shape := range shapes() {
		if i%step > 0 {
			continue
		}
		sample := shape.of(s, size)
		for _, op := range operations() {
			c, err := measure(op, sample)
			if err != nil {
				return err
			}
			c.Shape = shape.name
			if err := lines.Encode(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// measure runs an operation. The garbage collector is off and pools are empty, so that
// every run allocates the same.
func measure(op operation, s sample) (count, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	runtime.GC()
	runtime.GC() // the second collection empties pools
	if err := coverage.ClearCounters(); err != nil {
		return count{}, err
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	answered := op.do(s)
	runtime.ReadMemStats(&after)
	executed, err := blocks()
	return count{
		Operation: op.name, Answered: answered, Blocks: executed,
		Allocations: after.Mallocs - before.Mallocs, Bytes: after.TotalAlloc - before.TotalAlloc,
	}, err
}
