package corpus

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
	yaml "go.yaml.in/yaml/v3"
)

// yamlWidth is the length below which a map or list is written on one line.
const yamlWidth = 100

// yamlText returns a map as YAML, with maps and lists in flow style if they fit on a line,
// and in block style if not. Its argument must satisfy yamlKeeps.
func yamlText(v model.Value) ([]byte, error) {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	e.CompactSeqIndent()
	root, _ := nodeOf(v, yamlWidth, 0)
	if err := e.Encode(root); err != nil {
		return nil, err
	}
	return b.Bytes(), e.Close()
}

// nodeOf returns a value as a node, and its width on one line. A map or list that fits on a
// line gets flow style. The argument line is the column where the value begins if it follows
// a name or dash. The argument block is the column of the lines below the name or dash.
func nodeOf(v model.Value, line, block int) (n *yaml.Node, width int) {
	switch v.Type() {
	case model.String:
		return stringNode(v.Text())
	case model.Map, model.List:
	default:
		text := v.Canonical()
		return &yaml.Node{Kind: yaml.ScalarNode, Value: text}, len(text)
	}
	n = &yaml.Node{Kind: yaml.SequenceNode}
	width = max(2, 2*v.Len()) // brackets, and separators between the elements
	if v.Type() == model.Map {
		n.Kind = yaml.MappingNode
	}
	for name, member := range v.Members() {
		below := block
		if member.Type() == model.Map {
			below += 2
		}
		key, keyWidth := stringNode(name)
		inner, innerWidth := nodeOf(member, block, below)
		n.Content = append(n.Content, key, inner)
		width += keyWidth + 2 + innerWidth
	}
	for _, element := range v.Elements() {
		inner, innerWidth := nodeOf(element, block, block+2)
		n.Content = append(n.Content, inner)
		width += innerWidth
	}
	if line+width < yamlWidth {
		n.Style = yaml.FlowStyle
	}
	return n, width
}

// plainText matches strings that are written without quotes in cases, if yamldoc allows this
// in both block and flow style.
var plainText = regexp.MustCompile(`^[$/]?[A-Za-z_][A-Za-z0-9_./$-]*$`)

// stringNode returns a string, quoted if a version of YAML could misread it. It uses
// single quotes for text that would need escapes in double quotes.
func stringNode(text string) (n *yaml.Node, width int) {
	n = &yaml.Node{Kind: yaml.ScalarNode, Value: text}
	switch {
	case plainText.MatchString(text) && yamldoc.IsPlain(text):
		return n, len(text)
	case strings.ContainsAny(text, `"\`) && !strings.ContainsFunc(text, unicode.IsControl):
		n.Style = yaml.SingleQuotedStyle
	default:
		n.Style = yaml.DoubleQuotedStyle
	}
	return n, len(text) + 2
}

// yamlKeeps reports whether YAML keeps the spelling of every number in v.
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
