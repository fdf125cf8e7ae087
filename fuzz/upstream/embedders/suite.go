package embedders

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Suite contains the results of a project's tests, by package and test: pass, fail or skip.
// A package that does not compile, or that crashes, counts as a failed test without a name.
type Suite map[string]string

// A mode is a way to run a suite.
type mode string

const (
	before mode = "before" // the unchanged suite
	after  mode = "after"  // with the replacement
	fault  mode = "fault"  // with a replacement that does nothing
)

// packages returns the packages of a project that have tests and use the engine, by their
// folders.
func (b bench) packages(p Project) (map[string]string, error) {
	args := []string{"list", "-e", "-test", "-f", `{{.ImportPath}}{{"\t"}}{{.Dir}}{{"\t"}}{{join .Deps " "}}`}
	for _, pattern := range p.Patterns {
		args = append(args, p.Module+"/"+pattern)
	}
	out, err := b.output(p, args...)
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		tested, isTest := strings.CutSuffix(fields[0], ".test")
		if isTest && len(fields) == 3 && slices.ContainsFunc(strings.Fields(fields[2]), b.subject.reaches) {
			found[fields[1]] = tested
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s: no package reaches the engine", p.Name)
	}
	return found, nil
}

func isEngine(pkg string) bool {
	rest, ok := strings.CutPrefix(pkg, "k8s.io/apimachinery/"+engine+"/")
	return ok && slices.Contains(engineParts, rest)
}

func (b bench) output(p Project, args ...string) ([]byte, error) {
	cmd := b.goCommand(b.path(p.build), args...)
	var faults bytes.Buffer
	cmd.Stderr = &faults
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, tail(faults.String()))
	}
	return out, nil
}

func tail(text string) string { return text[max(0, len(text)-4000):] }

// asIs runs the suite of a project without the replacement.
func (b bench) asIs(p Project) (Suite, error) {
	pkgs, err := b.packages(p)
	if err != nil {
		return nil, err
	}
	return b.test(p, before, pkgs)
}

// over runs the suite of a project with the replacement. Each test program runs twice, the
// second time with the planted fault. The output of the tests and the calls recorded by the
// shim are stored next to the modules.
func (b bench) over(p Project) (Suite, Suite, error) {
	pkgs, err := b.packages(p)
	if err != nil {
		return nil, nil, err
	}
	folder := b.file(p, fault)
	if err := errors.Join(os.RemoveAll(b.notesFile(p)), os.RemoveAll(folder), os.MkdirAll(folder, 0o755)); err != nil {
		return nil, nil, err
	}
	command, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	clean, err := b.test(p, after, pkgs, "-overlay="+b.path("overlay.json"), fmt.Sprintf("-exec=%s twice %s %s", command, b.notesFile(p), folder))
	if err != nil {
		return nil, nil, err
	}
	faulty := Suite{}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	for _, file := range files {
		out, missing := os.ReadFile(file)
		part, unread := readSuite(out)
		err = errors.Join(err, missing, unread)
		for name, status := range part {
			dir, test, isTest := strings.Cut(name, " ")
			if name = pkgs[dir]; isTest {
				name += " " + test
			}
			faulty[name] = status
		}
	}
	return clean, faulty, err
}

// test runs go test.
func (b bench) test(p Project, m mode, pkgs map[string]string, flags ...string) (Suite, error) {
	args := append([]string{"test", "-json", "-count=1", "-vet=off", "-timeout=20m", "-ldflags=-s -w"}, flags...)
	cmd := b.goCommand(b.path(p.build), append(args, slices.Sorted(maps.Values(pkgs))...)...)
	var faults bytes.Buffer
	cmd.Stderr = &faults
	b.log("%s, %s: %d packages", p.Name, m, len(pkgs))
	out, err := cmd.Output() // go test fails if a test fails
	if err := os.WriteFile(b.file(p, m)+".log", out, 0o644); err != nil {
		return nil, err
	}
	suite, read := readSuite(out)
	for _, pkg := range pkgs {
		if _, ok := suite[pkg]; !ok && read == nil {
			read = fmt.Errorf("package %s was not run", pkg)
		}
	}
	if read != nil {
		return nil, errors.Join(read, err, errors.New(tail(faults.String())))
	}
	return suite, nil
}

// Twice runs a test program for the go command. Unknown to the go command, it then runs the
// program a second time with the planted fault. It writes the output of the second run to a
// file in the folder, in the form of go test -json, with the working folder as the package.
// The result is the exit status of the first run.
func Twice(notes, folder string, program ...string) (int, error) {
	first := exec.Command(program[0], program[1:]...)
	first.Env = append(os.Environ(), "SMP_EMBEDDERS_NOTES="+notes)
	first.Stdin, first.Stdout, first.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := first.Run()
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		return 0, err
	}
	dir, err := os.Getwd()
	if err != nil {
		return 0, err
	}
	args := append([]string{"tool", "test2json", "-p", dir}, program...)
	second := exec.Command("go", args...)
	second.Env = append(os.Environ(), "SMP_EMBEDDERS_FAULT=1", "GOFLAGS=")
	out, err := second.Output()
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		return 0, err
	}
	name := strings.NewReplacer("/", "-").Replace(dir)
	return first.ProcessState.ExitCode(), os.WriteFile(filepath.Join(folder, name), out, 0o644)
}

func (b bench) notesFile(p Project) string { return b.file(p, "notes") + ".jsonl" }

func (b bench) file(p Project, m mode) string {
	return b.path("results", strings.ReplaceAll(p.Name, " ", "-")+"-"+string(m))
}

// disordered matches the name of a schema in which the order of the fields varies.
var disordered = regexp.MustCompile(`Kind\(\[[^\]]*\]\)`)

// address matches a pointer, which varies, in the name of a subtest.
var address = regexp.MustCompile(`0x[0-9a-f]{6,}`)

// A naming replaces the parts of test names that vary from run to run.
type naming map[string]map[string]int // for each text before a pointer, the numbers of the pointers

func (n naming) name(test string) string {
	test = disordered.ReplaceAllString(test, "Kind")
	at := address.FindStringIndex(test)
	if at == nil {
		return test
	}
	before, pointer, after := test[:at[0]], test[at[0]:at[1]], test[at[1]:]
	if n[before] == nil {
		n[before] = map[string]int{}
	}
	if n[before][pointer] == 0 {
		n[before][pointer] = len(n[before]) + 1
	}
	return fmt.Sprintf("%spointer %d%s", before, n[before][pointer], after)
}

// specs matches Ginkgo's summary at the end of a test. Ginkgo calls subtests specs.
var specs = regexp.MustCompile(`(\d+) Passed.* (?:\S*m)?(\d+) Failed.* (?:\S*m)?(\d+) Pending.* (?:\S*m)?(\d+) Skipped`)

// addSpecs adds the specs that a summary counts, as numbered subtests of a test.
func (s Suite) addSpecs(test, line string) {
	counts := specs.FindStringSubmatch(line)
	if counts == nil {
		return
	}
	number := 0
	for i, status := range []string{"pass", "fail", "skip", "skip"} {
		n, _ := strconv.Atoi(counts[i+1]) // the match consists of digits
		for range n {
			number++
			s[fmt.Sprintf("%s/spec %d", test, number)] = status
		}
	}
}

// readSuite reads the output of go test -json.
func readSuite(out []byte) (Suite, error) {
	s, names := Suite{}, naming{}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var event struct{ Action, Package, Test, Output string }
		if err := json.Unmarshal(lines.Bytes(), &event); err != nil {
			return nil, fmt.Errorf("go test prints %q: %w", lines.Text(), err)
		}
		name := event.Package
		if event.Test != "" {
			name = names.name(name + " " + event.Test)
		}
		switch event.Action {
		case "run":
			s[name] = "fail" // until the test ends
		case "pass", "fail", "skip":
			s[name] = event.Action
		case "output":
			s.addSpecs(name, event.Output)
		}
	}
	return s, lines.Err()
}
