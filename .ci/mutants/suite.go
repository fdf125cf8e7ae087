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

// little is the duration below which tests are run together. Of a test that takes longer than
// long, each subtest is a test of its own.
const (
	little = 200 * time.Millisecond
	long   = 4 * time.Second
)

// A test is one of the package's tests, or a subtest of a long one.
type test struct {
	name    string // the name, or the names of test and subtest with a slash in between
	took    time.Duration
	reached []byte // for the number of each mutant, whether its effect was reached
}

// small reports whether the test runs together with others.
func (t *test) small() bool { return t.took <= little && !strings.Contains(t.name, "/") }

// suite runs every test whose name matches, in full or in its short form, alone and without a
// mutant. It records whether the test passes, how long it takes and which mutants it can notice.
func (b *build) suite(short bool, names string) ([]*test, error) {
	listed, err := b.list(names)
	if err != nil {
		return nil, err
	}
	var tests []*test
	for _, name := range listed {
		t, out, err := b.record(name, short)
		if err != nil {
			return nil, err
		}
		var below []string
		if t.took > long {
			below = subtests(out)
		}
		if len(below) == 0 {
			tests = append(tests, t)
		}
		for _, name := range below {
			t, _, err := b.record(name, short)
			if err != nil {
				return nil, err
			}
			tests = append(tests, t)
		}
	}
	return tests, nil
}

// record runs one test without a mutant. It returns its output, too.
func (b *build) record(name string, short bool) (*test, []byte, error) {
	reached := filepath.Join(b.folder, "reached")
	if err := os.WriteFile(reached, make([]byte, b.size()), 0o666); err != nil {
		return nil, nil, err
	}
	o := b.test(b.records, pattern(name), short, time.Hour, "MUTANTS_REACHED="+reached, "MUTANT=0")
	if o.err != nil {
		return nil, nil, fmt.Errorf("%s fails with the mutants built in, though it meets none: %w\n%s", name, o.err, o.out)
	}
	marks, err := os.ReadFile(reached)
	return &test{name, o.took, marks}, o.out, err
}

// pattern returns the pattern for the argument -test.run that matches only these tests. Several
// tests must not include a subtest.
func pattern(names ...string) string {
	if test, subtest, found := strings.Cut(names[0], "/"); found {
		return "^" + test + "$/^" + regexp.QuoteMeta(subtest) + "$"
	}
	return "^(" + strings.Join(names, "|") + ")$"
}

var subtest = regexp.MustCompile(`(?m)^=== RUN +([^/\s]+/[^/\s]+)$`)

// subtests returns the names of the subtests in the output of a test, without those further
// down.
func subtests(out []byte) []string {
	var names []string
	for _, match := range subtest.FindAllSubmatch(out, -1) {
		names = append(names, string(match[1]))
	}
	return names
}

var testName = regexp.MustCompile(`^(Test|Example|Fuzz)`)

// list returns the names of the tests that match a regular expression.
func (b *build) list(matching string) ([]string, error) {
	list := exec.Command(b.tests, "-test.list", matching)
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
