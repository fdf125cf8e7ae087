package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// This file holds the README to its word: what it shows of the command line is
// what the command prints, and its Go code stands in an example that runs.

// testCommand is how the README says that the tests are run, which is what CI
// does.
const testCommand = "go test ./... && go -C fuzz/upstream test ./..."

func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("the scripts try the same commands")
	}
	text := readReadme(t)
	readTree(t)
	dir := exampleFiles(t)
	firstScreen(t, text, dir, func(line string) bool { return !strings.HasPrefix(line, "go install ") })
	exchanges := consoleExchanges(fences(text, "console"))
	if len(exchanges) == 0 {
		t.Error("the README shows no command")
	}
	for _, e := range exchanges {
		t.Run(fmt.Sprintf("line %d", e.line), func(t *testing.T) {
			got, err := runInShell(dir, e.command)
			if err != nil {
				t.Fatalf("README.md:%d: $ %s\n%v", e.line, e.command, err)
			}
			if !matches(e.want, outputLines(got)) {
				t.Errorf("README.md:%d: $ %s\nprints\n%s\nand not\n%s", e.line, e.command, got, strings.Join(e.want, "\n"))
			}
		})
	}
}

// exampleFiles returns a directory with the files that the commands are about.
func exampleFiles(t *testing.T) string {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/example")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// firstLines is within how many lines of the README its first script has to be
// done.
const firstLines = 40

// firstScreen runs those lines of the script that the README begins with that are
// wanted. The script prints what the block of YAML after it shows.
func firstScreen(t *testing.T, text, dir string, wanted func(string) bool) {
	t.Helper()
	scripts, outputs := fences(text, "sh"), fences(text, "yaml")
	if len(scripts) != 1 || len(outputs) != 1 || outputs[0].line+len(outputs[0].lines) > firstLines {
		t.Fatalf("the README does not begin with a script and what it prints")
	}
	var lines []string
	for _, line := range scripts[0].lines {
		if wanted(line) {
			lines = append(lines, line)
		}
	}
	script := exec.Command("sh", "-ec", strings.Join(lines, "\n"))
	script.Dir = dir
	var stderr strings.Builder // go install says there what it downloads
	script.Stderr = &stderr
	got, err := script.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	if want := strings.Join(outputs[0].lines, "\n") + "\n"; string(got) != want {
		t.Errorf("README.md:%d: the script prints\n%s\nand not\n%s", scripts[0].line, got, want)
	}
	// The patch is right, in either dialect.
	for _, dialect := range []string{"documented", "kubernetes"} {
		got, err := runInShell(dir, "smp-check diff dns.yaml dns-new.yaml | smp-check apply --dialect "+dialect+" dns.yaml - > made.yaml && smp-check diff --schemaless dns-new.yaml made.yaml")
		if err != nil || got != "{}\n" {
			t.Errorf("in dialect %s the patch does not make dns-new.yaml: %s %v", dialect, got, err)
		}
	}
}

func TestReadmeTestCommand(t *testing.T) {
	found := false
	for line := range strings.Lines(readReadme(t)) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "$ ")
		if line == testCommand {
			found = true
		} else if strings.HasPrefix(line, "go test ./...") {
			t.Errorf("the README says %q, and not %q", line, testCommand)
		}
	}
	if !found {
		t.Errorf("the README does not say how to run the tests: %s", testCommand)
	}
}

// Each block of Go is in an example, which go test compiles and runs.
func TestReadmeGo(t *testing.T) {
	blocks := fences(readReadme(t), "go")
	if len(blocks) == 0 {
		t.Error("the README shows no Go")
	}
	examples := readExamples(t)
	for _, block := range blocks {
		code := unindented(block.lines)
		if !slices.ContainsFunc(examples, func(example string) bool { return strings.Contains(example, code) }) {
			t.Errorf("README.md:%d: no example of a _test.go file has this code:\n%s", block.line, code)
		}
	}
}

func readReadme(t *testing.T) string {
	text, err := os.ReadFile(filepath.Join(moduleRoot, "README.md"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("there is no README.md to hold to its word")
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A fence is a fenced block and the line it begins at, the fence itself aside.
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

// An exchange is a command and the lines that it prints, on both streams as on
// a terminal.
type exchange struct {
	line    int
	command string
	want    []string
}

// consoleExchanges returns the commands of blocks of a console: a line after
// "$ " is a command, the lines up to the next one are what it prints. What
// stands before the first command is an exchange without command.
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

// runInShell runs a command in a directory and returns what it prints. That it
// cannot be run is an error.
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

// anyLines in what a command is to print stands for any lines, or none.
const anyLines = "..."

// matches reports whether got is what is wanted.
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

// unindented joins lines without what they begin with, which differs with
// where the code stands, and without blank lines around.
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

// The README is read as it is meant, and faults in it would be seen.
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
