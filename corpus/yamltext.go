package corpus

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// yamlWidth is how long a map or list may be to stand on one line.
const yamlWidth = 100

// appendYAML appends a value that is a map as YAML: block style, but flow style
// for what fits on a line. Every number must be one that yamlKeeps.
func appendYAML(dst []byte, v model.Value) []byte {
	if v.Len() == 0 {
		return append(dst, "{}\n"...)
	}
	return appendBlock(dst, v, 0)
}

// appendBlock appends a map or list that is not empty. Its first line begins
// where dst ends; the others are indented.
func appendBlock(dst []byte, v model.Value, indent int) []byte {
	begin := func() {
		if len(dst) > 0 && dst[len(dst)-1] == '\n' {
			dst = append(dst, strings.Repeat(" ", indent)...)
		}
	}
	for _, element := range v.Elements() {
		begin()
		dst = append(dst, '-')
		dst = appendInside(dst, element, indent, true)
	}
	for name, member := range v.Members() {
		begin()
		dst = append(appendString(dst, name), ':')
		dst = appendInside(dst, member, indent, false)
	}
	return dst
}

// appendInside appends what follows a dash or a name, to the end of its line.
func appendInside(dst []byte, v model.Value, indent int, dash bool) []byte {
	line := appendFlow(append(dst, ' '), v)
	if v.Len() == 0 || len(line)-len(dst)+indent <= yamlWidth {
		return append(line, '\n')
	}
	switch {
	case dash:
		return appendBlock(append(dst, ' '), v, indent+2)
	case v.Kind() == model.List:
		return appendBlock(append(dst, '\n'), v, indent)
	default:
		return appendBlock(append(dst, '\n'), v, indent+2)
	}
}

func appendFlow(dst []byte, v model.Value) []byte {
	switch v.Kind() {
	case model.List:
		dst = append(dst, '[')
		for i, element := range v.Elements() {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = appendFlow(dst, element)
		}
		return append(dst, ']')
	case model.Map:
		separator := "{"
		for name, member := range v.Members() {
			dst = append(appendString(append(dst, separator...), name), ": "...)
			dst = appendFlow(dst, member)
			separator = ", "
		}
		if v.Len() == 0 {
			dst = append(dst, '{')
		}
		return append(dst, '}')
	case model.String:
		return appendString(dst, v.Text())
	default:
		return v.AppendCanonical(dst)
	}
}

// plainText is what every version of YAML reads as the same string without
// quotes, in block style and in flow style, if it is none of the words below.
var plainText = regexp.MustCompile(`^[$/]?[A-Za-z_][A-Za-z0-9_./$-]*$`)

var yamlWords = map[string]bool{
	"null": true, "true": true, "false": true, "yes": true, "no": true, "on": true, "off": true, "y": true, "n": true,
}

// appendString appends a string, in quotes where YAML could misread it: single
// ones for text that would need escapes in double ones.
func appendString(dst []byte, text string) []byte {
	switch {
	case plainText.MatchString(text) && !yamlWords[strings.ToLower(text)]:
		return append(dst, text...)
	case strings.ContainsAny(text, `"\`) && !strings.ContainsFunc(text, escaped):
		dst = append(dst, '\'')
		dst = append(dst, strings.ReplaceAll(text, "'", "''")...)
		return append(dst, '\'')
	}
	dst = append(dst, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case escaped(r):
			dst = fmt.Appendf(dst, `\u%04x`, r)
		default:
			dst = append(dst, string(r)...)
		}
	}
	return append(dst, '"')
}

// escaped holds for characters that YAML does not allow as they are, or takes
// for line breaks or marks.
func escaped(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa1 || r == '\u2028' || r == '\u2029' ||
		r == '\ufeff' || r >= 0xfffe && r <= 0xffff
}

// yamlKeeps reports whether YAML reads every number in v as it is spelled.
func yamlKeeps(v model.Value) bool {
	if text := v.NumberText(); text != "" {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return strconv.FormatInt(n, 10) == text
		}
		read, err := json.Marshal(v.Float64())
		return err == nil && string(read) == text
	}
	for _, element := range v.Elements() {
		if !yamlKeeps(element) {
			return false
		}
	}
	for _, member := range v.Members() {
		if !yamlKeeps(member) {
			return false
		}
	}
	return true
}
