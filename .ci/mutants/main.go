// Command mutants changes one operator of a package at a time and checks whether the
// package's tests notice:
//
//	go run ./.ci/mutants [-state DIR] [-workers N] [-quick] [-again DIR] [-tests PACKAGE] [-run PATTERN] PACKAGE LIST [FILE...]
//
// The package is compiled once with all mutants. An environment variable selects one of them
// for a run of the tests. The results of a file are stored in DIR. A file with results in DIR
// is not tried again. Without FILE, all files of the package are tried. The tests run in
// their short form (see testing.Short) first and then, unless -quick is set, in full. If -tests is
// set, the tests of that package run instead of the package's own. If -run is set, only tests with
// matching names run.
//
// LIST contains mutants without an observable effect. Each line has the file, the type of
// mutant, the line of code, and the reason, separated by tabs. It is an error if no test
// notices a mutant that is not listed, or if a line of the list is not needed.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
)

func main() {
	state := flag.String("state", os.TempDir(), "where results are kept")
	workers := flag.Int("workers", 1, "how many mutants are tried at once")
	quick := flag.Bool("quick", false, "run the tests in their short form only")
	again := flag.String("again", "", "try only what the results that are kept there do not explain")
	tests := flag.String("tests", "", "run the tests of this package instead of PACKAGE's own")
	names := flag.String("run", ".", "run only the tests whose names match this regular expression")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: mutants [-state DIR] [-workers N] [-quick] [-again DIR] [-tests PACKAGE] [-run PATTERN] PACKAGE LIST [FILE...]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() < 2 {
		flag.Usage()
		os.Exit(2)
	}
	e := effort{workers: *workers, quick: *quick, again: *again, tests: *tests, names: *names}
	if err := run(flag.Arg(0), flag.Arg(1), flag.Args()[2:], *state, e); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(dir, list string, files []string, state string, e effort) error {
	var err error
	e.equivalent, err = readList(list)
	if err != nil {
		return err
	}
	p, err := load(dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		if !slices.Contains(p.names, f) {
			return fmt.Errorf("%s has no file %s", dir, f)
		}
	}
	if len(files) == 0 {
		files = p.names
	}
	results, err := try(p, files, state, e)
	if err != nil {
		return err
	}
	return report(dir, results, e.equivalent)
}
