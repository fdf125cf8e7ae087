package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// This file checks commands that take too long for a test of examples, such as go test and the
// scripts in .ci, without running them: the packages, tests, scripts and parts that they name
// exist.

// onlyNamed reports whether a line has such a command. The line is then not run. It returns
// the names in the line that do not exist.
func onlyNamed(line string) (only bool, faults []string) {
	for _, words := range simpleCommands(line) {
		var is bool
		var found []string
		switch {
		case len(words) == 0:
		case words[0] == "go":
			is, found = goNamed(words[1:])
		case isScript(words[0]):
			is, found = true, scriptNamed(words)
		}
		only = only || is
		faults = append(faults, found...)
	}
	return only, faults
}

// simpleCommands returns the words of each command in a line of a shell, without quotes,
// comments, and assignments at the beginning of a command.
func simpleCommands(line string) [][]string {
	var all [][]string
	var words []string
	var word strings.Builder
	inWord, quote := false, rune(0)
	endWord := func() {
		assignment := regexp.MustCompile(`^\w+=`).MatchString(word.String())
		if inWord && (len(words) > 0 || !assignment) {
			words = append(words, word.String())
		}
		word.Reset()
		inWord = false
	}
	line = regexp.MustCompile(`(?m)(^|\s)#\s[^'"\n]*$`).ReplaceAllString(line, "")
	for _, r := range line + "\n" {
		switch {
		case r == quote:
			quote = 0
		case quote == 0 && strings.ContainsRune(`'"`, r):
			quote, inWord = r, true
		case quote == 0 && strings.ContainsRune(" \t;&|()\n", r):
			endWord()
			if !strings.ContainsRune(" \t", r) && len(words) > 0 {
				all = append(all, words)
				words = nil
			}
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	return all
}

// isScript reports whether a word is the name of a script of the repository.
func isScript(word string) bool {
	return strings.HasPrefix(word, ".ci/") || strings.HasPrefix(word, "props/rocq/")
}

// scriptNamed checks the name of a script and, for .ci/long, its part.
func scriptNamed(words []string) (faults []string) {
	file := filepath.Join(moduleRoot, filepath.FromSlash(words[0]))
	info, err := os.Stat(file)
	if err != nil || info.Mode()&0o100 == 0 {
		return []string{"there is no script " + words[0]}
	}
	if words[0] == ".ci/long" && len(words) > 1 {
		text, _ := os.ReadFile(file)
		if !regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(words[1]) + `\)$`).Match(text) {
			return []string{".ci/long has no part " + words[1]}
		}
	}
	return nil
}

// goNamed checks the packages and tests that the arguments of the go command name. The
// command is run, and not only checked, if it runs or installs smp-check or the current folder.
func goNamed(args []string) (only bool, faults []string) {
	dir := "."
	if len(args) > 1 && args[0] == "-C" {
		dir, args = args[1], args[2:]
	}
	if len(args) < 2 || !slices.Contains([]string{"test", "run", "build", "generate"}, args[0]) {
		return false, nil
	}
	if args[0] == "run" && dir == "." && (args[1] == "./cmd/smp-check" || args[1] == ".") {
		return false, nil
	}
	valued := map[string]bool{"-run": true, "-bench": true, "-fuzz": true, "-timeout": true, "-cpu": true, "-count": true, "-o": true}
	flags := map[string]string{}
	var packages []string
	for i := 1; i < len(args); i++ {
		flag, value, hasValue := strings.Cut(args[i], "=")
		switch {
		case !strings.HasPrefix(flag, "-"):
			packages = append(packages, args[i])
			if args[0] == "run" {
				i = len(args) // the others are those of the program
			}
		case valued[flag] && !hasValue && i+1 < len(args):
			i++
			flags[flag] = args[i]
		default:
			flags[flag] = value
		}
	}
	if len(packages) == 0 {
		packages = []string{"."}
	}
	var source strings.Builder // of the tests
	for _, pattern := range packages {
		folder, below := strings.CutSuffix(pattern, "...")
		files, err := sourceIn(filepath.Join(moduleRoot, dir, filepath.FromSlash(folder)), below, args[0] == "test")
		if err != nil || len(files) == 0 {
			faults = append(faults, fmt.Sprintf("go %s: there is no such package: %s", args[0], pattern))
		}
		for _, file := range files {
			text, _ := os.ReadFile(file)
			source.Write(text)
		}
	}
	if args[0] == "generate" && len(faults) == 0 && !strings.Contains(source.String(), "\n//go:generate ") {
		faults = append(faults, "go generate: no package has a directive")
	}
	if args[0] != "test" {
		return true, faults
	}
	if _, ok := flags["-update"]; ok && !regexp.MustCompile(`flag\.\w+\("update"`).MatchString(source.String()) {
		faults = append(faults, "go test: no package has the flag -update")
	}
	for flag, kind := range map[string]string{"-run": "Test|Example|Fuzz", "-bench": "Benchmark", "-fuzz": "Fuzz"} {
		faults = append(faults, testsNamed(source.String(), kind, flags[flag])...)
	}
	return true, faults
}

// sourceIn returns the files of Go in a folder: those with tests, or the others.
func sourceIn(folder string, below, tests bool) (files []string, err error) {
	err = filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && name != folder && (!below || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if err == nil && strings.HasSuffix(name, ".go") && strings.HasSuffix(name, "_test.go") == tests {
			files = append(files, name)
		}
		return err
	})
	return files, err
}

// testsNamed checks that every alternative of an expression for names of tests matches a test
// in the source. Of subtests, only those of TestScripts are known: each is a file.
func testsNamed(source, kind, expression string) (faults []string) {
	if expression == "" || expression == "^$" {
		return nil
	}
	name, inner, _ := strings.Cut(expression, "/")
	for _, alternative := range strings.Split(name, "|") {
		matching, err := regexp.Compile(alternative)
		found := false
		for _, f := range regexp.MustCompile(`(?m)^func ((?:`+kind+`)\w*)\(`).FindAllStringSubmatch(source, -1) {
			found = found || err == nil && matching.MatchString(f[1])
		}
		if !found {
			faults = append(faults, "no test matches "+alternative)
		}
	}
	if name == "TestScripts" && inner != "" {
		if _, err := os.Stat(filepath.Join("testdata", "script", strings.Trim(inner, "^$")+".txtar")); err != nil {
			faults = append(faults, "there is no script "+inner)
		}
	}
	return faults
}

func TestNamesInCommands(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{`smp-check run --name '^set/'`, "false []"},
		{"go run ./cmd/smp-check run && go install ./cmd/smp-check", "false []"},
		{"go test ./smp -run TestRuleTable", "true []"},
		{"go test ./smpp -run TestRuleTable", "true [go test: there is no such package: ./smpp no test matches TestRuleTable]"},
		{"SMP_CHECKS=1 go test ./smp -run 'TestRuleTable|TestRuleTabel' # x", "true [no test matches TestRuleTabel]"},
		{"go test ./cmd/smp-check -run TestScripts/^diff$", "true []"},
		{"go test ./cmd/smp-check -run TestScripts/^dif$", "true [there is no script ^dif$]"},
		{"go test ./corpus -run TestVectors -update", "true []"},
		{"go test ./model -update", "true [go test: no package has the flag -update]"},
		{"go generate ./corpus", "true []"},
		{"go generate ./model", "true [go generate: no package has a directive]"},
		{"go test -fuzz=FuzzApply ./fuzz", "true []"},
		{"go test -fuzz=FuzzAply ./fuzz", "true [no test matches FuzzAply]"},
		{"go -C fuzz/upstream run ./cmd/compare -", "true []"},
		{"go -C fuzz/upstream run ./cmd/compere", "true [go run: there is no such package: ./cmd/compere]"},
		{"first=$?; (GOGC=400 go test -timeout 30m ./...)", "true []"},
		{".ci/long laws && .ci/run", "true []"},
		{".ci/long lawz", "true [.ci/long has no part lawz]"},
		{".ci/rum", "true [there is no script .ci/rum]"},
	} {
		only, faults := onlyNamed(test.line)
		if got := fmt.Sprint(only, " ", faults); got != test.want {
			t.Errorf("%s: got %s, want %s", test.line, got, test.want)
		}
	}
}
