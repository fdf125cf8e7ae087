package embedders

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// A Suite is what came of the tests of a project: by package and test, pass, fail
// or skip. A package that does not compile or dies is there as a test without
// name, which fails.
type Suite map[string]string

// A mode is a way to run a suite.
type mode string

const (
	before mode = "before" // as it is
	after  mode = "after"  // over the drop-in
	fault  mode = "fault"  // over a drop-in that does nothing
)

// packages returns the packages of a project that reach the engine and have tests.
func (b bench) packages(p Project) ([]string, error) {
	args := []string{"list", "-e", "-test", "-f", `{{.ImportPath}}{{"\t"}}{{join .Deps " "}}`}
	for _, pattern := range p.Patterns {
		args = append(args, p.Module+"/"+pattern)
	}
	out, err := b.output(p, args...)
	if err != nil {
		return nil, err
	}
	var found []string
	for line := range strings.Lines(string(out)) {
		name, deps, _ := strings.Cut(strings.TrimSpace(line), "\t")
		tested, isTest := strings.CutSuffix(name, ".test")
		if isTest && slices.ContainsFunc(strings.Fields(deps), isEngine) {
			found = append(found, tested)
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

// run runs the suite of a project in one mode. What the tests print is kept beside
// the modules, as are the calls that the shim notes.
func (b bench) run(p Project, m mode) (Suite, error) {
	pkgs, err := b.packages(p)
	if err != nil {
		return nil, err
	}
	args := []string{"test", "-json", "-count=1", "-vet=off", "-timeout=20m"}
	if m != before {
		args = append(args, "-overlay="+b.path("overlay.json"))
	}
	cmd := b.goCommand(b.path(p.build), append(args, pkgs...)...)
	notes := b.notesFile(p)
	switch m {
	case after:
		if err := os.RemoveAll(notes); err != nil {
			return nil, err
		}
		cmd.Env = append(cmd.Env, "SMP_EMBEDDERS_NOTES="+notes)
	case fault:
		cmd.Env = append(cmd.Env, "SMP_EMBEDDERS_FAULT=1")
	}
	var faults bytes.Buffer
	cmd.Stderr = &faults
	b.log("%s, %s: %d packages", p.Name, m, len(pkgs))
	out, err := cmd.Output() // fails where tests fail
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

func (b bench) notesFile(p Project) string { return b.file(p, "notes") + ".jsonl" }

func (b bench) file(p Project, m mode) string {
	return b.path("results", strings.ReplaceAll(p.Name, " ", "-")+"-"+string(m))
}

// disordered is the name of a schema with its fields, in another order every time.
var disordered = regexp.MustCompile(`Kind\(\[[^\]]*\]\)`)

// readSuite reads what go test -json prints.
func readSuite(out []byte) (Suite, error) {
	s := Suite{}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var event struct{ Action, Package, Test string }
		if err := json.Unmarshal(lines.Bytes(), &event); err != nil {
			return nil, fmt.Errorf("go test prints %q: %w", lines.Text(), err)
		}
		name := event.Package
		if event.Test != "" {
			name += " " + disordered.ReplaceAllString(event.Test, "Kind")
		}
		switch event.Action {
		case "run":
			s[name] = "fail" // unless it ends
		case "pass", "fail", "skip":
			s[name] = event.Action
		}
	}
	return s, lines.Err()
}
