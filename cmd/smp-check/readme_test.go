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

func TestReadmeLength(t *testing.T) {
	if n := strings.Count(readPage(t, readmePage), "\n"); n > maxReadmeLines {
		t.Errorf("the README has %d lines, want at most %d: move details to the manual", n, maxReadmeLines)
	}
}

// If tests fail in one module, .ci/test still runs the tests of the other modules, and fails.
func TestAllModulesAreTested(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	dir := t.TempDir()
	// The stand-in for go fails in the module that FAILS names, and logs its calls.
	script := "#!/bin/sh\n[ \"$1 $3 $5\" = \"-C test 30m\" ] || exit 2\necho \"$2\" >> \"$CALLS\"\n[ \"$2\" != \"$FAILS\" ]\n"
	check(t, os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o755))
	modules := []string{"."}
	for _, file := range moduleFiles(t) {
		if name := filepath.ToSlash(filepath.Dir(file)); name != "." && name != "fuzz/cluster" {
			modules = append(modules, name)
		}
	}
	slices.Sort(modules)
	for _, fails := range append([]string{""}, modules...) {
		log := filepath.Join(t.TempDir(), "calls")
		command := exec.Command("bash", filepath.Join(moduleRoot, ".ci", "test"))
		command.Env = append(os.Environ(), "FAILS="+fails, "CALLS="+log, "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := command.CombinedOutput()
		text, _ := os.ReadFile(log)
		calls := strings.Fields(string(text))
		slices.Sort(calls)
		if (err == nil) != (fails == "") || !slices.Equal(calls, modules) {
			t.Errorf("%q fails: got %v after %q\n%s", fails, err, calls, out)
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
