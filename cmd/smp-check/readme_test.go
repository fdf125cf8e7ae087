package main

import (
	"errors"
	"fmt"
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

// This file tests the pages that users read: every command prints the output that the page
// shows, and all Go code is part of an example that runs. With -update, the tests write the
// real outputs to the pages, except where a page shows "...".

const (
	readmePage = "README.md"
	manualPage = "cmd/smp-check/README.md"
)

// pages are the pages with commands. Those of the README run in the root of a clone, and
// those of other pages in a directory with the example files.
var pages = []string{readmePage, manualPage, "corpus/README.md", "fuzz/README.md"}

// maxReadmeLines is the maximum length of the README.
const maxReadmeLines = 150

// testCommand is the command of the README that runs the tests. CI runs it, too.
const testCommand = "GOGC=400 go test -timeout 30m ./...; first=$?; GOGC=400 go -C fuzz/upstream test -timeout 30m ./... && (exit $first)"

func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("the scripts try the same commands")
	}
	readTree(t)
	for _, page := range pages {
		t.Run(page, func(t *testing.T) {
			text, dir := readPage(t, page), moduleRoot
			if page != readmePage {
				dir = exampleFiles(t)
			}
			if page == manualPage {
				runManualScript(t, text, dir)
			}
			exchanges := consoleExchanges(fences(text, "console"))
			if len(exchanges) == 0 && (page == readmePage || page == manualPage) {
				t.Errorf("%s shows no command", page)
			}
			for i, e := range exchanges {
				got, err := runInShell(dir, e.command)
				switch {
				case err != nil:
					t.Errorf("%s:%d: $ %s\n%v", page, e.line, e.command, err)
				case matches(e.want, outputLines(got)):
				case *update && !slices.Contains(e.want, anyLines):
					exchanges[i].want, exchanges[i].updated = outputLines(got), len(e.want)
				default:
					t.Errorf("%s:%d: $ %s\nprints\n%s\nand not\n%s", page, e.line, e.command, got, strings.Join(e.want, "\n"))
				}
			}
			if updated := withOutputs(text, exchanges); updated != text {
				check(t, os.WriteFile(filepath.Join(moduleRoot, page), []byte(updated), 0o644))
			}
		})
	}
}

// withOutputs returns the text of a page with the updated outputs of commands.
func withOutputs(text string, exchanges []exchange) string {
	lines := strings.Split(text, "\n")
	for _, e := range slices.Backward(exchanges) { // so that line numbers before it stay valid
		if e.updated > 0 {
			lines = slices.Replace(lines, e.line, e.line+e.updated, e.want...)
		}
	}
	return strings.Join(lines, "\n")
}

// exampleFiles returns a directory with the files that the commands use.
func exampleFiles(t *testing.T) string {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/example")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// runManualScript runs the script of the manual, which prints the YAML block after it. The
// script leaves files that later commands read.
func runManualScript(t *testing.T, text, dir string) {
	t.Helper()
	scripts, outputs := fences(text, "sh"), fences(text, "yaml")
	if len(scripts) != 1 || len(outputs) != 1 {
		t.Fatalf("%s has %d scripts and %d outputs, want one of each", manualPage, len(scripts), len(outputs))
	}
	script := exec.Command("sh", "-ec", strings.Join(scripts[0].lines, "\n"))
	script.Dir = dir
	var stderr strings.Builder
	script.Stderr = &stderr
	got, err := script.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	if want := strings.Join(outputs[0].lines, "\n") + "\n"; string(got) != want {
		t.Errorf("%s:%d: the script prints\n%s\nand not\n%s", manualPage, scripts[0].line, got, want)
	}
	// The patch is correct in both dialects, and --result writes the same object.
	ways := []string{"smp-check diff --result dns.yaml dns-new.yaml"}
	for _, dialect := range []string{"documented", "kubernetes"} {
		ways = append(ways, "smp-check diff dns.yaml dns-new.yaml | smp-check apply --dialect "+dialect+" dns.yaml -")
	}
	for _, way := range ways {
		got, err := runInShell(dir, way+" > made.yaml && smp-check diff --schemaless dns-new.yaml made.yaml")
		if err != nil || got != "{}\n" {
			t.Errorf("%s does not make dns-new.yaml: %s %v", way, got, err)
		}
	}
}

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

// Each block of Go is part of an example, which go test compiles and runs.
func TestReadmeGo(t *testing.T) {
	examples := readExamples(t)
	for _, page := range pages {
		blocks := fences(readPage(t, page), "go")
		if len(blocks) == 0 && page == readmePage {
			t.Error("the README shows no Go")
		}
		for _, block := range blocks {
			if isProgram(block) {
				continue // TestReadmeProgram runs it
			}
			code := unindented(block.lines)
			if !slices.ContainsFunc(examples, func(example string) bool { return strings.Contains(example, code) }) {
				t.Errorf("%s:%d: no example of a _test.go file has this code:\n%s", page, block.line, code)
			}
		}
	}
}

// The program of the README runs next to a clone after the commands that follow it, and
// prints the output in its comment.
func TestReadmeProgram(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("it compiles a program")
	}
	text := readPage(t, readmePage)
	readTree(t)
	folder := t.TempDir()
	root, err := filepath.Abs(moduleRoot)
	check(t, err)
	if err := os.Symlink(root, filepath.Join(folder, "smp")); err != nil {
		t.Skip(err) // it needs a privilege on Windows
	}
	dir := filepath.Join(folder, "try")
	check(t, os.Mkdir(dir, 0o777))
	programs := 0
	for _, block := range fences(text, "go") {
		if !isProgram(block) {
			continue
		}
		programs++
		code := strings.Join(block.lines, "\n") + "\n"
		check(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(code), 0o666))
		_, want, _ := strings.Cut(code, "// Output: ")
		want, _, _ = strings.Cut(want, "\n")
		for _, commands := range fences(text, "sh") {
			if !strings.HasPrefix(commands.lines[0], "go mod init ") {
				continue
			}
			script := exec.Command("sh", "-ec", strings.Join(commands.lines, "\n"))
			script.Dir = dir
			script.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
			var stderr strings.Builder
			script.Stderr = &stderr
			if got, err := script.Output(); err != nil || string(got) != want+"\n" {
				t.Errorf("%s:%d: the program prints\n%s\nand not\n%s\n%v\n%s", readmePage, block.line, got, want, err, &stderr)
			}
			return
		}
	}
	t.Errorf("the README has %d programs, and no commands to run one", programs)
}

// isProgram reports whether a block of Go is a whole program.
func isProgram(block fence) bool {
	return len(block.lines) > 0 && block.lines[0] == "package main"
}

// Links to files of the repository, and to headings of pages, lead somewhere.
func TestReadmeLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for _, page := range pages {
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

func readPage(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(moduleRoot, page))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("there is no %s", page)
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A fence is the content of a fenced block, and the line where it begins.
type fence struct {
	line  int
	lines []string
}

// fences returns the fenced blocks of one language.
func fences(text, language string) []fence {
	const mark = "```"
	var found []fence
	inside, wanted := false, false
	for i, line := range strings.Split(text, "\n") {
		switch rest, isMark := strings.CutPrefix(line, mark); {
		case isMark && !inside:
			inside, wanted = true, rest == language
			if wanted {
				found = append(found, fence{line: i + 2})
			}
		case isMark:
			inside, wanted = false, false
		case wanted:
			last := &found[len(found)-1]
			last.lines = append(last.lines, line)
		}
	}
	return found
}

// An exchange is a command and the lines that it prints on both streams, in the order in
// which a terminal shows them.
type exchange struct {
	line    int
	command string
	want    []string
	updated int // the number of lines of the page that -update replaces
}

// consoleExchanges returns the commands of blocks of a console: a line after "$ " is a
// command, and the lines up to the next command are its output. Lines before the first
// command are an exchange without command.
func consoleExchanges(blocks []fence) []exchange {
	var exchanges []exchange
	for _, block := range blocks {
		for i, line := range block.lines {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				exchanges = append(exchanges, exchange{line: block.line + i, command: command})
				continue
			}
			if i == 0 {
				exchanges = append(exchanges, exchange{line: block.line})
			}
			last := &exchanges[len(exchanges)-1]
			last.want = append(last.want, line)
		}
	}
	return exchanges
}

// runInShell runs a command in a directory and returns its output. It is an error if the
// command cannot be run.
func runInShell(dir, command string) (string, error) {
	if command == "" {
		return "", errors.New("a block of a console begins with a command")
	}
	shell := exec.Command("sh", "-c", command)
	shell.Dir = dir
	out, err := shell.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() > exitBad) {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return string(out), nil
}

// anyLines in an expected output matches any lines, or none.
const anyLines = "..."

// matches reports whether an output matches the expected one.
func matches(want, got []string) bool {
	switch {
	case len(want) == 0:
		return len(got) == 0
	case want[0] == anyLines:
		return matches(want[1:], got) || len(got) > 0 && matches(want, got[1:])
	default:
		return len(got) > 0 && got[0] == want[0] && matches(want[1:], got[1:])
	}
}

func outputLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
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

// The functions in this file read pages correctly, and find faults in them.
func TestReadmeIsRead(t *testing.T) {
	text := "text\n\n```console\n$ a\n1\n...\n$ b\n$ c\n2\n```\n```go\n\tx()\n\t\ty()\n```\n```console\nno command\n```\n"
	exchanges := consoleExchanges(fences(text, "console"))
	var got []string
	for _, e := range exchanges {
		got = append(got, fmt.Sprintf("%d %s %q", e.line, e.command, e.want))
	}
	want := []string{`4 a ["1" "..."]`, `7 b []`, `8 c ["2"]`, `16  ["no command"]`}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, err := runInShell(".", ""); err == nil {
		t.Error("a block without command is not seen")
	}
	if _, err := runInShell(".", "smp-chekc"); err == nil {
		t.Error("a command that does not exist is not seen")
	}
	for _, test := range []struct {
		want, got string
		match     bool
	}{
		{"", "", true}, {"a", "a", true}, {"a", "a b", false}, {"a b", "a", false}, {"", "a", false},
		{"...", "", true}, {"... b", "a a b", true}, {"a ... c", "a c", true}, {"a ...", "b", false}, {"a ... c", "a b c d", false},
	} {
		if matches(strings.Fields(test.want), strings.Fields(test.got)) != test.match {
			t.Errorf("%q, %q: not %t", test.want, test.got, test.match)
		}
	}
	source := "package x\n\nfunc ExampleA() {\n\tif x {\n\t\ty()\n\t}\n}\n\nfunc TestB() {\n\tz()\n}\n"
	if bodies := exampleBodies(source); !slices.Equal(bodies, []string{"if x {\ny()\n}\n"}) {
		t.Errorf("examples %q", bodies)
	}
}
