package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// little is the duration below which tests are run together.
const little = 200 * time.Millisecond

// A test is one of the package's tests.
type test struct {
	name    string
	took    time.Duration
	reached []byte // for the number of each mutant, whether its effect was reached
}

// suite runs every test of the package alone, in full or in its short form, without a mutant.
// It records whether the test passes, how long it takes and which mutants it can notice.
func (b *build) suite(short bool) ([]*test, error) {
	listed, err := b.list()
	if err != nil {
		return nil, err
	}
	reached := filepath.Join(b.folder, "reached")
	var tests []*test
	for _, name := range listed {
		if err := os.WriteFile(reached, make([]byte, b.size()), 0o666); err != nil {
			return nil, err
		}
		o := b.test(b.records, "^"+name+"$", short, time.Hour, "MUTANTS_REACHED="+reached)
		if o.err != nil {
			return nil, fmt.Errorf("%s fails with the mutants built in, though it meets none: %w\n%s", name, o.err, o.out)
		}
		t := &test{name: name, took: o.took}
		if t.reached, err = os.ReadFile(reached); err != nil {
			return nil, err
		}
		tests = append(tests, t)
	}
	return tests, nil
}

var testName = regexp.MustCompile(`^(Test|Example|Fuzz)`)

// list returns the names of the tests.
func (b *build) list() ([]string, error) {
	list := exec.Command(b.tests, "-test.list", ".")
	list.Dir = b.dir
	out, err := list.Output()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, name := range strings.Fields(string(out)) {
		if testName.MatchString(name) {
			names = append(names, name)
		}
	}
	return names, nil
}
