package oracle

import (
	"strings"
)

// fenced returns a text as a code block in Markdown.
func fenced(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}

// The packages that a test of a case imports.
const (
	modulePathOfCases = "github.com/strategicpatch/smp/corpus"
	modulePathOfLaws  = "github.com/strategicpatch/smp/props/laws"
)
