package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A build is the tests of a package, compiled with all its mutants.
type build struct {
	dir     string // of the package
	folder  string // of what is made
	mutants []*mutant
	tests   string // the program that meets mutants
	records string // the program that writes down which it comes by
	flags   []string
}

// newBuild compiles the tests in a folder. What the package consists of stays as
// it is: the go command takes the texts with mutants in its place.
func newBuild(p *pkg, folder string) (*build, error) {
	b := &build{dir: p.dir, folder: folder, tests: filepath.Join(folder, "tests"), records: filepath.Join(folder, "records")}
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
		compile.Dir, compile.Stdout, compile.Stderr = p.dir, os.Stderr, os.Stderr
		if err := compile.Run(); err != nil {
			return nil, fmt.Errorf("compile the mutants: %w", err)
		}
	}
	help, _ := exec.Command(b.tests, "-help").CombinedOutput() // is an error
	if strings.Contains(string(help), "-rapid.seed") {
		b.flags = rapidFlags
	}
	return b, nil
}

// rapidFlags make tests that draw their inputs do the same in every run, leave
// nothing behind, and not look for the smallest input that fails.
var rapidFlags = []string{"-rapid.seed=1", "-rapid.nofailfile", "-rapid.shrinktime=0s"}

// size is that of the file of mutants that a run comes by.
func (b *build) size() int { return len(b.mutants) + 1 }
