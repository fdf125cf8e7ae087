package load

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

	"github.com/strategicpatch/smp/model"
)

// A Fault is an error in a file: it cannot be opened, is empty, is not valid YAML or JSON, or
// exceeds a limit.
type Fault struct {
	File         string
	Line, Column int        // from 1; 0 if unknown
	Code         model.Code // 0 if the error is not in the text
	Cause        error
	Template     bool // the file is a template for YAML
}

// Error returns one line: file, line and column if known, code and cause.
func (f *Fault) Error() string {
	place := f.File
	for _, n := range []int{f.Line, f.Column} {
		if n > 0 {
			place += ":" + strconv.Itoa(n)
		}
	}
	if f.Code == 0 {
		return fmt.Sprintf("%s: %v", place, f.Cause)
	}
	return fmt.Sprintf("%s: %s: %v", place, f.Code, f.Cause)
}

// Unwrap returns the Cause.
func (f *Fault) Unwrap() error { return f.Cause }

// isBinary reports whether a file is not text: it contains a NUL byte and is not UTF-16.
func isBinary(text []byte) bool {
	isUTF16 := bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff"))
	return !isUTF16 && bytes.ContainsRune(text, 0)
}

// ParseError returns the error of a text that cannot be parsed, with its position: line and
// column for JSON, and the line for YAML if the YAML library reports it.
//
// If the first line of the text or the faulty line begins with an error message of kubectl, the error
// is that of a message.
func ParseError(file string, text []byte, err error) *Fault {
	if isBinary(text) {
		return &Fault{File: file, Cause: errors.New("not a text file")}
	}
	fault := syntaxError(file, text, err)
	if begin := messageAt(text, fault.Line); begin != "" {
		return messageError(file, "an error message", begin)
	}
	return fault
}

// messageAt returns the beginning of the error message of kubectl in a text that cannot be parsed. The
// message begins in the first line with content or in the faulty line, which is not indented. Other
// lines of a document may quote messages.
func messageAt(text []byte, faulty int) string {
	first := true
	for i, line := range bytes.Split(text, []byte("\n")) {
		content, separated := afterSeparator(line)
		if separated {
			content = bytes.TrimLeft(content, " ")
		}
		if !hasContent(content) || !first && i+1 != faulty {
			continue
		}
		first = false
		if begin := errorOfKubectl(string(content)); begin != "" {
			return begin
		}
	}
	return ""
}

// syntaxError returns the error of a text that is neither binary nor a message of kubectl.
func syntaxError(file string, text []byte, err error) *Fault {
	var fault *model.Error
	switch isJSON := isJSON(text) && !template().Match(text); {
	case errors.As(err, &fault) && isJSON:
		line, column := Position(text, fault.Offset)
		cause := errors.Unwrap(fault)
		if ext := path.Ext(file); ext == ".yaml" || ext == ".yml" {
			cause = fmt.Errorf("%w (text that begins with a bracket is read as JSON)", cause)
		}
		return &Fault{File: file, Line: line, Column: column, Code: fault.Code, Cause: cause}
	case template().Match(text):
		line, _ := Position(text, int64(template().FindIndex(text)[0]))
		cause := errors.New("this is a template, because it contains {{; render it first, for example with helm template")
		return &Fault{File: file, Line: line, Code: model.Syntax, Cause: cause, Template: true}
	case fault != nil:
		// The error is in the JSON text that was made from the YAML text.
		return &Fault{File: file, Code: fault.Code, Cause: errors.Unwrap(fault)}
	}
	message := yamlNoise().ReplaceAllString(err.Error(), "")
	kind := model.Syntax
	if tooMuch().MatchString(message) {
		kind = model.Limit
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
	return &Fault{File: file, Line: line, Code: kind, Cause: errors.New(strings.Join(lines, "; "))}
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

// isJSON reports whether a text is read as JSON: it begins with { or [.
func isJSON(text []byte) bool {
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
