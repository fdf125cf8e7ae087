package yamlerror

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"

	yaml "go.yaml.in/yaml/v3"
)

// yamlHelp translates messages of the YAML library into descriptions of the problem and its
// remedy.
var yamlHelp = []struct {
	message string // a pattern
	better  string
}{
	{`^did not find expected key$|^did not find expected '-' indicator$`, "unexpected token; check the indentation and quotes"},
	{`^mapping values are not allowed in this context$`, "unexpected colon in a value; put the value in quotes, or check the indentation"},
	{`^could not find expected ':'$`, "expected a colon after the name; indent text of several lines"},
	{`^did not find expected ',' or '([}\]])'$`, "missing comma or closing $1"},
	{`^did not find expected node content$`, "missing value"},
	{`^found unexpected end of stream$`, "missing closing quote"},
	{`^found a tab character`, "unexpected tab; indent YAML with spaces"},
	{`UTF-8 octet|^control characters are not allowed$`, "expected text in UTF-8"},
}

// tokenFault is the message of the YAML library for a line that begins with a tab, for a value that
// begins with a reserved character, and for a block scalar inside { } or [ ].
const tokenFault = "found character that cannot start any token"

// reservedStart matches the beginning of a value with a reserved character, and blockStart the
// beginning of a block scalar inside { } or [ ], and tabIndent a line that is indented with a tab.
var (
	reservedStart = pattern("(^|[:,{[-])\\s*[@`%]")
	blockStart    = pattern(`(^|[:,{[])\s*[|>]`)
	tabIndent     = pattern(`^ *\t`)
)

// parserFault matches the messages of the YAML library about unexpected tokens.
var parserFault = pattern(`^did not find expected (key|node|'-'|',')`)

var unknownAnchor = pattern(`^unknown anchor '([^']*)'`)

// missingComma matches the message of the YAML library about a flow map or flow list.
var missingComma = pattern(`^did not find expected ',' or '[}\]]'$`)

// joinedStart matches the beginning of a field in flow style whose colon YAML reads as a part of
// the name, because no space follows:
//
//	{spec:{replicas: 3}}
var joinedStart = pattern(`[\w$./-]+:[{\[]`)

// JoinedField returns the first name, in quotes, that a colon without a space follows in a text without a fault,
// such as replicas in {spec: {replicas:3}}, or an empty string if there is none. YAML reads
// replicas:3 as the whole name.
func JoinedField(text []byte) string {
	var root yaml.Node
	if json.Valid(text) || yaml.Unmarshal(text, &root) != nil {
		return ""
	}
	if name := joinedIn(&root); name != "" {
		return beforeColon(name)
	}
	return ""
}

func joinedIn(n *yaml.Node) string {
	if n.Kind == yaml.ScalarNode && n.Style == 0 && joinedText().MatchString(n.Value) {
		return n.Value
	}
	for i, inner := range n.Content {
		switch {
		case n.Kind == yaml.MappingNode && i%2 == 1:
			if inner.Kind == yaml.ScalarNode {
				continue // a value may contain a colon
			}
		case n.Kind == yaml.MappingNode && !isEmpty(n.Content[i+1]), n.Kind == yaml.SequenceNode && inner.Kind == yaml.ScalarNode:
			continue
		}
		if name := joinedIn(inner); name != "" {
			return name
		}
	}
	return ""
}

var joinedText = pattern(`^[\w$./-]+:([^/\s]\S*)?$`)

// isEmpty reports whether a value is missing in the text. An explicit null is not empty.
func isEmpty(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Style == 0 && n.Value == "" }

// explainYAML returns the line and an explanation of an error of the YAML library. The line
// is 0 if it is unknown. For a flow map or list, package yamldoc reports the line where it begins, but
// explainYAML returns the line where the error occurs.
func explainYAML(text []byte, message string, line int) (int, string) {
	if m := unknownAnchor().FindStringSubmatch(message); m != nil {
		if line == 0 {
			line, _ = Position(text, int64(max(0, bytes.Index(text, []byte("*"+m[1])))))
		}
		return line, "an alias has no anchor before it; put a value that begins with * in quotes"
	}
	if shown := firstFaulty(text, message); shown > 0 {
		line = shown
	}
	if message == tokenFault {
		switch shown := lineOf(text, line); {
		case tabIndent().Match(shown):
			return line, "unexpected tab; indent YAML with spaces"
		case !reservedStart().Match(shown) && blockStart().Match(shown):
			return line, "a text after | or > is not allowed inside { } or [ ]; put the text in quotes"
		case bytes.Contains(shown, []byte("\t")):
			return line, "unexpected tab; indent YAML with spaces"
		}
		return line, "a value cannot begin with @, ` or %; put it in quotes"
	}
	if missingComma().MatchString(message) {
		if joined := joinedStart().Find(lineOf(text, line)); joined != nil {
			return line, fmt.Sprintf("expected a space after the colon of %s", beforeColon(string(joined)))
		}
	}
	for _, help := range yamlHelp {
		said := regexp.MustCompile(help.message)
		if m := said.FindStringSubmatchIndex(message); m != nil {
			return line, string(said.ExpandString(nil, help.better, message, m))
		}
	}
	return line, message
}

// beforeColon returns the name before a colon, in quotes. What follows may be secret.
func beforeColon(joined string) string {
	name, _, _ := strings.Cut(joined, ":")
	return strconv.Quote(name)
}

// lineOf returns a line of a text, or nil if the text has no line with this number. The YAML
// library counts more characters as line breaks.
func lineOf(text []byte, number int) []byte {
	for i, line := range bytes.Split(text, []byte("\n")) {
		if i+1 == number {
			return line
		}
	}
	return nil
}

// maxSearched is the length of a text above which firstFaulty does not search.
const maxSearched = 1 << 20

// firstFaulty returns the number of the first line up to which the YAML library reports the
// same error as for the whole text, or 0 if there is none.
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
		// If closing the text here removes the error, the error only means that something is
		// not closed yet.
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

// isFaulty reports whether the YAML library reports exactly this message for a text.
func isFaulty(text []byte, message string) bool {
	err := yaml.Unmarshal(text, new(yaml.Node))
	return err != nil && yamlLine().ReplaceAllString(yamlNoise().ReplaceAllString(err.Error(), ""), "") == message
}
