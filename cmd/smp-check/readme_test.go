package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// This file tests the README and the links of all pages. TestExamples runs their examples.

const (
	readmePage = "README.md"
	manualPage = "cmd/smp-check/README.md"
)

// maxReadmeLines is the maximum length of the README.
const maxReadmeLines = 150

// testCommand is the command of the README that runs the tests. CI runs it, too.
const testCommand = "GOGC=400 go test -timeout 30m ./...; first=$?; GOGC=400 go -C fuzz/upstream test -timeout 30m ./... && (exit $first)"

func TestReadmeLength(t *testing.T) {
	if n := strings.Count(readPage(t, readmePage), "\n"); n > maxReadmeLines {
		t.Errorf("the README has %d lines, want at most %d: move details to the manual", n, maxReadmeLines)
	}
}

func TestReadmeTestCommand(t *testing.T) {
	found := false
	for _, line := range strings.SplitAfter(readPage(t, readmePage), "\n") {
		line = strings.TrimPrefix(strings.TrimSpace(line), "$ ")
		if line == testCommand {
			found = true
		} else if strings.Contains(line, "go test -timeout") {
			t.Errorf("the README has the command %q, want %q", line, testCommand)
		}
	}
	if !found {
		t.Errorf("the README does not show how to run the tests: %s", testCommand)
	}
}

// If tests fail in the first module, the test command of the README still tests the second
// module, and fails.
func TestReadmeTestCommandRunsBoth(t *testing.T) {
	dir := t.TempDir()
	// The stand-in for go fails in the module that FAILS names, and logs its calls.
	script := "#!/bin/sh\nm=.\n[ \"$1\" = -C ] && m=$2\necho $m >> calls\n[ $m != \"$FAILS\" ]\n"
	check(t, os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o755))
	for _, test := range []struct {
		fails string
		ok    bool
	}{{"", true}, {".", false}, {"fuzz/upstream", false}} {
		check(t, os.RemoveAll(filepath.Join(dir, "calls")))
		command := exec.Command("sh", "-c", testCommand)
		command.Dir = dir
		command.Env = append(os.Environ(), "FAILS="+test.fails, "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		err := command.Run()
		calls, _ := os.ReadFile(filepath.Join(dir, "calls"))
		if (err == nil) != test.ok || string(calls) != ".\nfuzz/upstream\n" {
			t.Errorf("%q fails: got %v after %q", test.fails, err, calls)
		}
	}
}

// Links to files of the repository, and to headings of pages, lead somewhere.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for _, page := range markdownPages(t) {
		for _, found := range link.FindAllStringSubmatch(readPage(t, page), -1) {
			target, anchor, _ := strings.Cut(found[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			file := page
			if target != "" {
				file = path.Join(path.Dir(page), target)
			}
			text, err := os.ReadFile(filepath.Join(moduleRoot, file))
			if info, statErr := os.Stat(filepath.Join(moduleRoot, file)); err != nil && (statErr != nil || !info.IsDir()) {
				t.Errorf("%s: there is no %s", page, found[1])
			} else if anchor != "" && !slices.Contains(anchors(string(text)), anchor) {
				t.Errorf("%s: %s has no heading for %s", page, file, found[1])
			}
		}
	}
}

// anchors returns the anchors of the headings of a page.
func anchors(text string) []string {
	var all []string
	for _, line := range strings.SplitAfter(text, "\n") {
		if _, heading, ok := strings.Cut(line, "# "); ok && strings.HasPrefix(line, "#") {
			all = append(all, strings.ReplaceAll(strings.ToLower(strings.TrimSpace(heading)), " ", "-"))
		}
	}
	return all
}

// unindented joins lines without their common indentation, and without blank lines at both
// ends.
func unindented(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimLeft(line, " \t"))
		b.WriteByte('\n')
	}
	return strings.Trim(b.String(), "\n") + "\n"
}

// readExamples returns the bodies of the examples of the module.
func readExamples(t *testing.T) []string {
	var examples []string
	err := filepath.WalkDir(moduleRoot, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if strings.HasSuffix(name, "_test.go") {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			examples = append(examples, exampleBodies(string(text))...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return examples
}

// exampleBodies returns the bodies of the examples of a file, unindented.
func exampleBodies(text string) []string {
	var bodies []string
	for _, part := range strings.Split(text, "\nfunc Example")[1:] {
		_, body, _ := strings.Cut(part, "\n")
		body, _, _ = strings.Cut(body, "\n}")
		bodies = append(bodies, unindented(strings.Split(body, "\n")))
	}
	return bodies
}

func TestExampleBodies(t *testing.T) {
	source := "package x\n\nfunc ExampleA() {\n\tif x {\n\t\ty()\n\t}\n}\n\nfunc TestB() {\n\tz()\n}\n"
	if bodies := exampleBodies(source); !slices.Equal(bodies, []string{"if x {\ny()\n}\n"}) {
		t.Errorf("examples %q", bodies)
	}
}
