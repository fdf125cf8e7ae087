package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// This file reads Markdown pages as far as their examples need it: paragraphs, and blocks of
// code that are fenced or indented.

// A part of a page is a block of code or a paragraph.
type part struct {
	line     int    // the number of the first of its lines
	language string // of a block: the text after its fence, or indented; empty for a paragraph
	lines    []string
}

// indentedBlock is the language of blocks without a fence.
const indentedBlock = "indented"

// readParts returns the parts of a page in their order. An indented line in or after an item
// of a list is text of the item.
func readParts(text string) []part {
	const fence = "```"
	item := regexp.MustCompile(`(?m)^\s*([-*]|\d+\.) `)
	var parts []part
	inList := false
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); {
		if strings.TrimSpace(lines[i]) == "" {
			i++
			continue
		}
		p := part{line: i + 1}
		depth := len(lines[i]) - len(strings.TrimLeft(lines[i], " "))
		end := i + 1
		if language, ok := strings.CutPrefix(lines[i][depth:], fence); ok {
			for end < len(lines) && strings.TrimSpace(lines[end]) != fence {
				end++
			}
			p.line, p.language, p.lines = i+2, language, unindentedBy(depth, lines[i+1:end])
			if language == "" {
				p.language = "no language"
			}
			end++
		} else if depth >= 4 && !inList {
			for end < len(lines) && strings.HasPrefix(lines[end], "    ") {
				end++
			}
			p.language, p.lines = indentedBlock, unindentedBy(4, lines[i:end])
		} else {
			for end < len(lines) && strings.TrimSpace(lines[end]) != "" && !strings.HasPrefix(strings.TrimSpace(lines[end]), fence) {
				end++
			}
			p.lines = lines[i:end]
			inList = item.MatchString(strings.Join(p.lines, "\n")) || inList && depth > 0
		}
		parts = append(parts, p)
		i = end
	}
	return parts
}

// unindentedBy returns lines without a number of blanks at their beginning.
func unindentedBy(depth int, lines []string) []string {
	var all []string
	for _, line := range lines {
		all = append(all, strings.TrimPrefix(line, strings.Repeat(" ", depth)))
	}
	return all
}

// A span is code in a paragraph.
type span struct {
	line int
	text string
}

// spans returns the code in a paragraph. Such code may continue on the next line.
func (p part) spans() []span {
	var all []span
	text := strings.Join(p.lines, "\n")
	for _, at := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatchIndex(text, -1) {
		code := strings.Join(strings.Fields(text[at[2]:at[3]]), " ")
		all = append(all, span{p.line + strings.Count(text[:at[0]], "\n"), code})
	}
	return all
}

// blocksIn returns the blocks of one language.
func blocksIn(text, language string) []part {
	return slices.DeleteFunc(readParts(text), func(p part) bool { return p.language != language })
}

// An exchange is a command and the lines that it prints on both streams, in the order in
// which a terminal shows them.
type exchange struct {
	line    int
	command string
	want    []string
}

// exchanges returns the commands in the block of a console: a line after "$ " is a command,
// and the lines up to the next command are its output. Lines before the first command are an
// exchange without command.
func (p part) exchanges() []exchange {
	var all []exchange
	for i, line := range p.lines {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			all = append(all, exchange{line: p.line + i, command: command})
			continue
		}
		if i == 0 {
			all = append(all, exchange{line: p.line})
		}
		last := &all[len(all)-1]
		last.want = append(last.want, line)
	}
	return all
}

// commands returns the commands in a block of a script. A command with a here-document, or
// with a backslash at the end of a line, has several lines.
func (p part) commands() []exchange {
	here := regexp.MustCompile(`<<'?(\w+)'?`)
	var all []exchange
	for i := 0; i < len(p.lines); {
		end := i + 1
		for end < len(p.lines) && strings.HasSuffix(p.lines[end-1], `\`) {
			end++
		}
		if found := here.FindStringSubmatch(p.lines[i]); found != nil {
			for end < len(p.lines) && p.lines[end-1] != found[1] {
				end++
			}
		}
		if command := strings.Join(p.lines[i:end], "\n"); strings.TrimSpace(command) != "" {
			all = append(all, exchange{line: p.line + i, command: command})
		}
		i = end
	}
	return all
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

// markdownPages returns the Markdown pages of the repository.
func markdownPages(t *testing.T) []string {
	t.Helper()
	var pages []string
	err := filepath.WalkDir(moduleRoot, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == ".git" || d.Name() == ".cache" || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if err == nil && filepath.Ext(name) == ".md" {
			page, _ := filepath.Rel(moduleRoot, name)
			pages = append(pages, filepath.ToSlash(page))
		}
		return err
	})
	check(t, err)
	return pages
}

func readPage(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(moduleRoot, filepath.FromSlash(page)))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("there is no %s", page)
	}
	check(t, err)
	return string(text)
}

// The functions in this file read pages correctly.
func TestPagesAreRead(t *testing.T) {
	text := "Use `a\nb` or\n`c`.\n\n```console\n$ a\n1\n...\n$ b\n$ c\n2\n```\n\n```go\n\tx()\n```\n" +
		"1. item\n\n    text of `the item`\n\nend\n\n    d <<'END'\n    x\n    END\n    e \\\n    f\n\n```console\nno command\n```\n"
	var got []string
	for _, p := range readParts(text) {
		line := fmt.Sprintf("%d %s:", p.line, cmp.Or(p.language, "paragraph"))
		var inside []exchange
		switch p.language {
		case "":
			for _, s := range p.spans() {
				inside = append(inside, exchange{s.line, s.text, nil})
			}
		case "console":
			inside = p.exchanges()
		case indentedBlock:
			inside = p.commands()
		}
		for _, e := range inside {
			line += fmt.Sprintf(" %d %q %q", e.line, e.command, e.want)
		}
		got = append(got, line)
	}
	want := []string{
		`1 paragraph: 1 "a b" [] 3 "c" []`, `6 console: 6 "a" ["1" "..."] 9 "b" [] 10 "c" ["2"]`, `15 go:`,
		`17 paragraph:`, `19 paragraph: 19 "the item" []`, `21 paragraph:`,
		`23 indented: 23 "d <<'END'\nx\nEND" [] 26 "e \\\nf" []`, `30 console: 30 "" ["no command"]`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
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
}
