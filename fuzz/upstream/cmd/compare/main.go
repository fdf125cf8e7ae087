// Command compare runs the cases and the laws with several engines and writes
// corpus/COMPARISON.md, its chart, and the counterexamples that it shows:
//
//	go -C fuzz/upstream run ./cmd/compare
//
// It builds the programs of the engines, which requires python3 and ocamlfind. The comparison takes some
// minutes. With the argument check, it writes nothing, and fails if the files differ from its
// output.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"

	"github.com/strategicpatch/smp/fuzz/upstream/comparison"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

// programs is the folder for the programs, below the root of the repository.
const programs = ".cache/engines"

func run(args []string) error {
	check := len(args) == 1 && args[0] == "check"
	if len(args) > 0 && !check {
		return errors.New("usage: compare [check]")
	}
	// The commands on the page are relative to the root.
	if err := os.Chdir("../.."); err != nil {
		return err
	}
	if err := comparison.Build(".", programs); err != nil {
		return err
	}
	if err := comparison.BuildModel(".", programs); err != nil {
		return err
	}
	var results []comparison.Result
	for _, e := range comparison.Engines() {
		r, err := comparison.Measure(e, programs, runtime.NumCPU(), comparison.Full(), progress(e.Name))
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	files, err := comparison.Files(results)
	if err != nil {
		return err
	}
	if check {
		return compare("corpus", files)
	}
	return comparison.Write("corpus", files)
}

// compare returns an error if a file differs from its wanted content.
func compare(folder string, files map[string][]byte) error {
	var faults []error
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil || !bytes.Equal(got, want) {
			faults = append(faults, fmt.Errorf("%s is not what would be written now", name))
		}
	}
	return errors.Join(faults...)
}

// progress returns a function that counts the steps of an engine and prints a line after each
// tenth of the steps.
func progress(name string) func(total int) func() {
	return func(total int) func() {
		var done atomic.Int64
		return func() {
			if n := int(done.Add(1)); n%max(1, total/10) == 0 {
				fmt.Fprintf(os.Stderr, "%s: %d of %d\n", name, n, total)
			}
		}
	}
}
