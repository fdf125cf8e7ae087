package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A build contains the tests of a package, compiled with all its mutants.
type build struct {
	dir     string // the folder of the tests
	folder  string // the folder for the generated files
	mutants []*mutant
	tests   string // the test program with mutants
	records string // the test program that records the mutants it reaches
	flags   []string
}

// newBuild compiles the tests in the folder tests with the mutants of package p, and writes files
// into folder. The files of the package do not change: an overlay replaces them by files with
// mutants for the go command.
func newBuild(p *pkg, tests, folder string) (*build, error) {
	b := &build{dir: tests, folder: folder, tests: filepath.Join(folder, "tests"), records: filepath.Join(folder, "records")}
	replaced := map[string]string{}
	write := func(name, text string) error {
		replaced[filepath.Join(p.dir, name)] = filepath.Join(folder, name)
		return os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666)
	}
	for i, name := range p.names {
		if err := write(name, p.rewrite(i, &b.mutants)); err != nil {
			return nil, err
		}
	}
	for program, recorded := range map[string]bool{b.tests: false, b.records: true} {
		if err := write("mutant_switchboard.go", fmt.Sprintf(switchboard, p.object.Name(), recorded, b.size())); err != nil {
			return nil, err
		}
		overlay, err := json.Marshal(map[string]any{"Replace": replaced})
		if err != nil {
			return nil, err
		}
		name := filepath.Join(folder, "overlay.json")
		if err := os.WriteFile(name, overlay, 0o666); err != nil {
			return nil, err
		}
		compile := exec.Command("go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay", name, "-o", program, ".")
		compile.Dir, compile.Stdout, compile.Stderr = b.dir, os.Stderr, os.Stderr
		if err := compile.Run(); err != nil {
			return nil, fmt.Errorf("compile the mutants: %w", err)
		}
	}
	help, _ := exec.Command(b.tests, "-help").CombinedOutput() // -help exits with an error
	if strings.Contains(string(help), "-rapid.seed") {
		b.flags = rapidFlags
	}
	return b, nil
}

// With rapidFlags, property tests use the same inputs in every run, write no files, and do
// not shrink failing inputs.
var rapidFlags = []string{"-rapid.seed=1", "-rapid.nofailfile", "-rapid.shrinktime=0s"}

// size returns the size of the file with the reached mutants.
func (b *build) size() int { return len(b.mutants) + 1 }
