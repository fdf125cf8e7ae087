package yamlerror

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Of returns the error of a text that is neither binary nor a message of kubectl.
func Of(file string, text []byte, err error) *finding.Finding {
	var fault *model.Error
	switch isJSON := IsJSON(text) && !template().Match(text); {
	case errors.As(err, &fault) && isJSON:
		line, column := Position(text, fault.Offset)
		cause := errors.Unwrap(fault)
		if ext := path.Ext(file); ext == ".yaml" || ext == ".yml" {
			cause = fmt.Errorf("%w (text that begins with a bracket is read as JSON)", cause)
		}
		return at(finding.Unread(file, codeOf(fault), cause), line, column)
	case template().Match(text):
		line, _ := Position(text, int64(template().FindIndex(text)[0]))
		return at(finding.Unread(file, smp.Syntax, ErrTemplate), line, 0)
	case fault != nil:
		// The error is in the JSON text that was made from the YAML text.
		return finding.Unread(file, codeOf(fault), errors.Unwrap(fault))
	}
	message := yamlNoise().ReplaceAllString(err.Error(), "")
	code := smp.Syntax
	if tooMuch().MatchString(message) {
		code = smp.Limit
	}
	line := 0
	if m := yamlLine().FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1])
		message = strings.Replace(message, m[0], "", 1)
	}
	line, message = explainYAML(text, message, line)
	lines := strings.FieldsFunc(message, func(r rune) bool { return r == '\n' })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return at(finding.Unread(file, code, errors.New(strings.Join(lines, "; "))), line, 0)
}

// ErrTemplate is the error of a text that is a template for YAML.
var ErrTemplate = errors.New("this is a template, because it contains {{; render it first, for example with helm template")

// codeOf returns the code of an error in a JSON text.
func codeOf(e *model.Error) smp.Code {
	if e.Code == model.Limit {
		return smp.Limit
	}
	return smp.Syntax
}

// at returns a finding at a position in its file.
func at(f *finding.Finding, line, column int) *finding.Finding {
	f.Line, f.Column = line, column
	return f
}

// pattern returns a function that compiles a pattern on first use, because most runs of the
// program need no patterns.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// template matches the actions of Go and Helm templates.
var template = pattern(`\{\{-?\s*[.$#/(a-zA-Z"]`)

var (
	yamlNoise = pattern(`YAML: |error converting YAML to JSON: |yaml: (unmarshal errors:\s*)?`)
	yamlLine  = pattern(`line ([0-9]+): `)
	tooMuch   = pattern(`exceeded max depth|excessive aliasing|more than [0-9]+ bytes|nested deeper`)
)

// IsJSON reports whether a text is read as JSON: it begins with { or [.
func IsJSON(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 0 && (text[0] == '{' || text[0] == '[')
}

// Position returns the line and column of a byte, both counted from 1.
func Position(text []byte, offset int64) (line, column int) {
	before := text[:min(offset, int64(len(text)))]
	line = 1 + bytes.Count(before, []byte("\n"))
	column = 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	return line, column
}
