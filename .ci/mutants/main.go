// Command mutants changes one operator of a package at a time and asks the
// package's own tests whether they notice:
//
//	go run ./.ci/mutants [-state DIR] [-workers N] [-quick] [-again DIR] PACKAGE LIST [FILE...]
//
// The package is compiled once with all mutants built in; a variable of the
// environment says which of them a run of the tests is to meet. What a file's
// mutants came to is kept in DIR, and a file that has its result there is not
// tried again. Without FILE all files of the package are tried. The tests are run
// in their short form (see testing.Short), and then, unless it is quick, whole.
//
// LIST names mutants that change nothing that can be observed. A line of it has
// the file, the kind of mutant, the line of code, and the reason, with tabs
// between them. Mutants that no test notices and that are not listed are an
// error, and so are lines of the list that no mutant needs.
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
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: mutants [-state DIR] [-workers N] [-quick] [-again DIR] PACKAGE LIST [FILE...]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() < 2 {
		flag.Usage()
		os.Exit(2)
	}
	e := effort{workers: *workers, quick: *quick, again: *again}
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
