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
	text := readReadme(t)
	readTree(t)
	exchanges := consoleExchanges(fences(text, "console"))
	exchanges = append(exchanges, indentedCommands(text)...)
	if len(exchanges) == 0 {
		t.Error("the README shows no command")
	}
	for _, e := range exchanges {
		t.Run(fmt.Sprintf("line %d", e.line), func(t *testing.T) {
			if notRunHere(e.command) {
				t.Skipf("%s: run by CI", e.command)
			}
			got, status, err := runInShell(e.command)
			switch {
			case err != nil:
				t.Fatalf("README.md:%d: $ %s\n%v", e.line, e.command, err)
			case e.works && status != exitDone:
				t.Fatalf("README.md:%d: %s\nexit status %d:\n%s", e.line, e.command, status, got)
			}
			if !matches(e.want, outputLines(got)) {
				t.Errorf("README.md:%d: $ %s\nprints\n%s\nand not\n%s", e.line, e.command, got, strings.Join(e.want, "\n"))
			}
		})
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
	works   bool // it must not fail
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

// indentedCommands returns the runs of the tool that stand in the text as code
// by indentation: to try, without what they print.
func indentedCommands(text string) []exchange {
	var commands []exchange
	for i, line := range strings.Split(text, "\n") {
		if command, ok := strings.CutPrefix(line, "    "); ok && strings.HasPrefix(command, goRun+" ") {
			commands = append(commands, exchange{line: i + 1, command: command, want: []string{anyLines}, works: true})
		}
	}
	return commands
}

// goRun is how the tool is run from its source. The tests run the one that they
// are built with.
const goRun = "go run ./cmd/smp-check"

// notRunHere reports whether a command is one that runs tests.
func notRunHere(command string) bool {
	return strings.HasPrefix(command, "go test ") || strings.HasPrefix(command, "go -C ")
}

// runInShell runs a command in the root of the module and returns what it
// prints, and its exit status. That it cannot be run is an error.
func runInShell(command string) (string, int, error) {
	if command == "" {
		return "", 0, errors.New("a block of a console begins with a command")
	}
	shell := exec.Command("sh", "-c", strings.ReplaceAll(command, goRun, "smp-check"))
	shell.Dir = moduleRoot
	out, err := shell.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() > exitBad) {
		return "", 0, fmt.Errorf("%w: %s", err, out)
	}
	return string(out), shell.ProcessState.ExitCode(), nil
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
	text := "text\n\n    go run ./cmd/smp-check run\n\n```console\n$ a\n1\n...\n$ b\n$ c\n2\n```\n```go\n\tx()\n\t\ty()\n```\n```console\nno command\n```\n"
	exchanges := consoleExchanges(fences(text, "console"))
	var got []string
	for _, e := range slices.Concat(exchanges, indentedCommands(text)) {
		got = append(got, fmt.Sprintf("%d %s %q", e.line, e.command, e.want))
	}
	want := []string{`6 a ["1" "..."]`, `9 b []`, `10 c ["2"]`, `18  ["no command"]`, `3 go run ./cmd/smp-check run ["..."]`}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, _, err := runInShell(""); err == nil {
		t.Error("a block without command is not seen")
	}
	if _, _, err := runInShell("smp-chekc"); err == nil {
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
