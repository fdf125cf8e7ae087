package load

import (
	"bytes"
	"fmt"
	"regexp"
	"sort"

	yaml "go.yaml.in/yaml/v3"
)

// yamlHelp says in other words what the reader of YAML says, and what to do.
var yamlHelp = []struct {
	message string // a pattern
	better  string
}{
	{`^did not find expected key$|^did not find expected '-' indicator$`, "this does not fit here: look at the indentation, and at quotation marks"},
	{`^mapping values are not allowed in this context$`, "a colon stands inside a value: put the value in quotes, or see whether the indentation is right"},
	{`^could not find expected ':'$`, "a name is here without a colon; a text of several lines has to be indented"},
	{`^did not find expected ',' or '([}\]])'$`, "a comma or a closing $1 is missing"},
	{`^did not find expected node content$`, "a value is missing"},
	{`^found unexpected end of stream$`, "a quotation mark is not closed"},
	{`^found a tab character`, "a tab; YAML is indented with spaces"},
	{`UTF-8 octet|^control characters are not allowed$`, "this is not text in UTF-8"},
}

// tokenFault is what the reader says of a line that begins with a tab, and of a value
// that begins with a character that YAML keeps for itself.
const tokenFault = "found character that cannot start any token"

// parserFault is what the reader says of the order of tokens, with a line that is one
// too low.
var parserFault = pattern(`^did not find expected (key|node|'-'|',')`)

var unknownAnchor = pattern(`^unknown anchor '([^']*)'`)

// explainYAML returns the line of a fault, and what to do about it, from what the reader
// says, with line 0 for none. The reader tells where the map or list begins that the
// fault is in; it is in the line with which it first shows.
func explainYAML(text []byte, message string, line int) (int, string) {
	if line > 0 && parserFault().MatchString(message) {
		line = min(line+1, 1+bytes.Count(bytes.TrimRight(text, " \t\r\n"), []byte("\n")))
	}
	if m := unknownAnchor().FindStringSubmatch(message); m != nil {
		if line == 0 {
			line, _ = Position(text, int64(max(0, bytes.Index(text, []byte("*"+m[1])))))
		}
		return line, fmt.Sprintf("the alias *%s has no anchor &%[1]s before it", m[1])
	}
	if shown := firstFaulty(text, message); shown > 0 {
		line = shown
	}
	if message == tokenFault {
		if lines := bytes.Split(text, []byte("\n")); 0 < line && line <= len(lines) && bytes.Contains(lines[line-1], []byte("\t")) {
			return line, "a tab; YAML is indented with spaces"
		}
		return line, "a value begins with a character that YAML keeps for itself (@, ` or %): put it in quotes"
	}
	for _, help := range yamlHelp {
		said := regexp.MustCompile(help.message)
		if m := said.FindStringSubmatchIndex(message); m != nil {
			return line, string(said.ExpandString(nil, help.better, message, m))
		}
	}
	return line, message
}

// maxSearched is how long a text may be for its faulty line to be searched.
const maxSearched = 1 << 20

// firstFaulty returns how many lines of a text it takes for the reader to find the
// fault that it finds in all of it; 0 if that is not known.
func firstFaulty(text []byte, message string) int {
	lines := bytes.SplitAfter(text, []byte("\n"))
	if len(text) > maxSearched || !isFaulty(text, message) {
		return 0
	}
	first := sort.Search(len(lines), func(i int) bool {
		before := bytes.Join(lines[:i+1], nil)
		if !parserFault().MatchString(message) {
			return isFaulty(before, message)
		}
		// What is only not closed yet is closed by one of these.
		for _, end := range []string{"", "}", "]"} {
			if !isFaulty(append(before[:len(before):len(before)], end...), message) {
				return false
			}
		}
		return true
	})
	if first == len(lines) {
		return 0
	}
	return first + 1
}

// isFaulty reports whether the reader says just this of a text.
func isFaulty(text []byte, message string) bool {
	err := yaml.Unmarshal(text, new(yaml.Node))
	return err != nil && yamlLine().ReplaceAllString(yamlNoise().ReplaceAllString(err.Error(), ""), "") == message
}
