package main_test

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

var listMessages = flag.Bool("list-messages", false, "print each message with a text that a test produces")

// A message is a text in the code that users see. It may be a format for fmt.
type message struct {
	format string
	file   string
}

// sayers are the names of functions that produce messages: the first argument with a space is
// a message. Only the last word of a qualified name is listed.
var sayers = []string{
	"Errorf", "New", "newFault", "Usagef", "Say", "Warn", "say", "rejects", "notRepresentable", "malformed", "fault",
	"errorf", "faultf", "newError", "noEffect", "unknownKind", "fail", "reject", "panics",
}

// unproduced are the messages that no test produces, with the reason.
var unproduced = map[string]string{
	// These are internal checks, which fail only if this module has a bug.
	"the result is not valid JSON: %w":                   "an engine of this module would have to write invalid JSON",
	"the schema is different after it is read from %s":   "package openapi would have to write a schema that it reads differently",
	"yaml: expected %d documents after the edit, got %d": "an edit would have to lose a document",
	"yaml: cannot write the value":                       "a document that is rewritten as a whole would have to be read differently",
	"yaml: the places of nodes are unknown":              "it is not returned: such a document is rewritten as a whole",
	"the second patch hides a part of the first one":     "it is not returned: such patches are composed one after the other",
	// These messages require other programs, other users or a certain time.
	"another process created the file; run the command again":                                                     "it needs a second program that writes",
	"interrupted; no file was changed":                                                                            "it needs an interrupt at a certain time; .ci/long kill has one",
	"the file belongs to another user or group, which a new file cannot keep; write the result to another file":   "the superuser can keep the owner",
	"the file has the extended attribute %s, which a new file cannot keep (%w); write the result to another file": "the superuser can keep all attributes",
	"--port %d: cannot listen (%w); choose another port, or omit --port":                                          "it needs a port that may not be used",
	"the smallest case fails only sometimes":                                                                      "it needs a command that fails by chance",
	"the failure is not deterministic: the case fails only sometimes, or in different ways":                       "it needs an engine that fails by chance",
	// Tests produce these messages, but assert only a part of the text.
	"--exec: the command is flaky: it exited with 0 for a case, then with another status for the same case":                    "minimize_bad.txtar asserts its beginning",
	"--exec: the command did not end within %s; --timeout sets the limit":                                                      "minimize_bad.txtar asserts its beginning",
	"%s: %w; only client-side kubectl apply writes it; pass the last applied manifest: smp-check %s ORIGINAL MODIFIED CURRENT": "minimize.txtar asserts parts of it",
}

// TestMessages checks that a test produces every message of the code: the error of a case, or
// a text in a script or another test. With -list-messages, it prints all messages, so that
// their wording can be reviewed.
func TestMessages(t *testing.T) {
	texts := producedTexts(t)
	missing := maps.Clone(unproduced)
	for _, m := range messages(t) {
		example := exampleOf(m.format, texts)
		reason := unproduced[m.format]
		delete(missing, m.format)
		switch {
		case *listMessages:
			fmt.Printf("%s\n\t%s\n\t%s\n", m.file, m.format, cmp.Or(example, reason))
		case example == "" && reason == "":
			t.Errorf("%s: no test produces %q", m.file, m.format)
		case example != "" && reason != "":
			t.Errorf("%s: a test produces %q: %s; remove it from the list of those that no test produces", m.file, m.format, example)
		}
	}
	for format := range missing {
		t.Errorf("the code has no message %q; remove it from the list of those that no test produces", format)
	}
}

// messages returns the messages of all packages of the module.
func messages(t *testing.T) []message {
	t.Helper()
	var all []message
	walkFiles(t, func(file string) {
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") || isTestCode(file) {
			return
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if ok && slices.Contains(sayers, lastWord(call.Fun)) && !isLabel(file, call) {
				if format := firstText(call.Args); hasWords(format) {
					all = append(all, message{format, file})
				}
			}
			return true
		})
	})
	return all
}

// isLabel reports whether a call is one of fail in package corpus. The first text of such a call
// names the failed part of a case, and is not a message.
func isLabel(file string, call *ast.CallExpr) bool {
	return lastWord(call.Fun) == "fail" && strings.HasPrefix(file, "corpus/")
}

// hasWords reports whether a format contains words, and not only arguments.
func hasWords(format string) bool {
	return strings.ContainsFunc(verbs.ReplaceAllString(format, ""), unicode.IsLetter)
}

// isTestCode reports whether a file belongs to a package that only tests use.
func isTestCode(file string) bool {
	return strings.HasPrefix(file, "props/") || strings.HasPrefix(file, "fuzz/") || strings.HasPrefix(file, ".ci/")
}

func lastWord(fun ast.Expr) string {
	switch f := fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// firstText returns the first argument that is a text with a space.
func firstText(args []ast.Expr) string {
	for _, arg := range args {
		if lit, ok := arg.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil && strings.Contains(s, " ") {
				return s
			}
		}
	}
	return ""
}

// walkFiles calls visit with the files of the module, by path below its root.
func walkFiles(t *testing.T, visit func(file string)) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		file, _ := filepath.Rel("../..", path)
		if d.IsDir() {
			if name := d.Name(); file != "." && strings.HasPrefix(name, ".") || name == "fuzz" || name == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		visit(filepath.ToSlash(file))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// producedTexts returns lines that tests produce: the errors of the cases, the scripts with
// their recorded outputs, and the sources of other tests.
func producedTexts(t *testing.T) []string {
	t.Helper()
	var lines []string
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		for _, dialect := range []string{corpus.Documented, corpus.Kubernetes} {
			lines = append(lines, errorTexts(corpus.EngineOf(dialect).Run(c.Input).Err)...)
		}
		lines = append(lines, errorTexts(c.SchemaErr)...)
		if c.Input.Op == corpus.OpLint {
			specification := smp.Engine{Ignore: c.Input.Options.Ignore, Strict: c.Input.Options.Strict, Unions: c.Input.Options.Unions}
			for _, p := range specification.Lint(c.Input.Schema, c.Input.Patch) {
				lines = append(lines, errorTexts(p.Cause)...)
			}
		}
	}
	walkFiles(t, func(file string) {
		switch {
		case file == "cmd/smp-check/messages_test.go":
		case strings.HasSuffix(file, "_test.go"):
			lines = append(lines, literals(readFile(t, file))...)
		case strings.HasSuffix(file, ".txtar"):
			lines = append(lines, scriptTexts(string(readFile(t, file)))...)
		}
	})
	return lines
}

func readFile(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", file))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// literals returns the lines of the texts in Go code.
func literals(code []byte) []string {
	var lines []string
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", fset.Base(), len(code)), code, nil, 0)
	for {
		_, tok, lit := s.Scan()
		switch tok {
		case token.EOF:
			return lines
		case token.STRING:
			if text, err := strconv.Unquote(lit); err == nil {
				lines = append(lines, strings.Split(text, "\n")...)
			}
		}
	}
}

// scriptTexts returns the texts that a script expects on the streams of its commands, and
// the lines of its files.
func scriptTexts(text string) []string {
	script, files, _ := strings.Cut(text, "\n-- ")
	lines := strings.Split(files, "\n")
	for _, line := range strings.Split(script, "\n") {
		if expected := expectation.FindStringSubmatch(line); expected != nil {
			pattern := strings.ReplaceAll(expected[1], "''", "'")
			lines = append(lines, escape.ReplaceAllString(pattern, "$1"))
		}
	}
	return lines
}

var (
	expectation = regexp.MustCompile(`^(?:\[.*\] )?(?:stdout|stderr) (.*)`)
	escape      = regexp.MustCompile(`\\([^\pL\d])`)
)

// errorTexts returns the texts of an error and of its causes.
func errorTexts(err error) []string {
	var texts []string
	for ; err != nil; err = errors.Unwrap(err) {
		texts = append(texts, err.Error())
	}
	return texts
}

var verbs = regexp.MustCompile(`%[-+# 0]*(\[\d+\])?\d*(\.\d+)?[a-zA-Z]`)

// exampleOf returns a line that contains the words of a format in order, or an empty string
// if there is none.
func exampleOf(format string, lines []string) string {
	for _, line := range strings.Split(format, "\n") {
		if len(strings.Fields(line)) > 1 {
			format = strings.TrimSpace(line)
			break
		}
	}
	words := verbs.Split(format, -1)
	for _, line := range lines {
		rest, found := line, true
		for _, w := range words {
			var ok bool
			if _, rest, ok = strings.Cut(rest, strings.TrimSpace(w)); !ok {
				found = false
				break
			}
		}
		if found {
			return line
		}
	}
	return ""
}
