package yamldoc

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// MaxBytes is the maximum length of a text, in bytes. Expanding aliases may make a text longer: up
// to 20 times its length, or up to 1 MiB if that is more, but not longer than MaxBytes.
const MaxBytes = 64 << 20

const (
	maxExpansion = 20 // times the length of the text
	minExpansion = 1 << 20
)

// expansionLimit returns the maximum length of the values of a text as JSON.
func expansionLimit(text []byte) int {
	return min(MaxBytes, max(minExpansion, maxExpansion*len(text)))
}

// A depthError is the error for a document that is nested too deeply, maybe only because an alias
// refers to a value around it.
type depthError struct{}

func (depthError) Error() string {
	return fmt.Sprintf("yaml: nested deeper than %d levels, with aliases expanded", model.DefaultMaxDepth)
}

// Unwrap returns the *model.Error for JSON that is nested too deeply, without a place.
func (depthError) Unwrap() error {
	_, err := model.Parse(bytes.Repeat([]byte("["), model.DefaultMaxDepth+1))
	var deep *model.Error
	if errors.As(err, &deep) {
		deep.Offset, deep.Path = 0, nil
	}
	return err
}

// valueOf returns the value of a tree.
func valueOf(root *yaml.Node) (model.Value, error) {
	return (&jsonWriter{limit: MaxBytes}).value(root)
}

// valueOf returns the value of a document's tree. The limit applies to all documents
// together.
func (s *Stream) valueOf(root *yaml.Node) (model.Value, error) {
	w := jsonWriter{limit: expansionLimit(s.text)}
	v, err := w.value(root)
	if s.expanded.Add(int64(len(w.out))) > int64(w.limit) && err == nil {
		return model.Value{}, w.tooLong(root)
	}
	return v, err
}

// value returns the value of a document's tree, or of a part of the tree.
func (w *jsonWriter) value(root *yaml.Node) (model.Value, error) {
	if err := w.node(root, 0); err != nil {
		return model.Value{}, err
	}
	v, err := model.Parse(w.out)
	var e *model.Error
	if errors.As(err, &e) && e.Code != model.Limit {
		if duplicate := w.duplicate(root); duplicate != nil {
			return model.Value{}, duplicate
		}
	}
	return v, err
}

// A jsonWriter writes the values of nodes as JSON.
type jsonWriter struct {
	limit   int // largest length of out, in bytes
	out     []byte
	anchors map[*yaml.Node][2]int         // start and end of the JSON of anchored nodes in out
	sources map[*yaml.Node][]mergedMember // cached results of allMembers
	merged  int                           // number of members read from merge keys so far
}

// tooLong returns the error for a node with which the limit is exceeded.
func (w *jsonWriter) tooLong(n *yaml.Node) error {
	return fmt.Errorf("yaml: line %d: with aliases expanded, the document is longer than %d bytes; expected at most %d times the length of the text, or 1 MiB", n.Line, w.limit, maxExpansion)
}

// memberBytes is the minimum length of a member, with the comma after it.
const memberBytes = len(`"":0,`)

// node writes a node. For aliases, it copies the JSON of the anchored node.
func (w *jsonWriter) node(n *yaml.Node, depth int) error {
	if n.Anchor == "" {
		return w.plain(n, depth)
	}
	start := len(w.out)
	if err := w.plain(n, depth); err != nil {
		return err
	}
	if w.anchors == nil {
		w.anchors = map[*yaml.Node][2]int{}
	}
	w.anchors[n] = [2]int{start, len(w.out)}
	return nil
}

func (w *jsonWriter) plain(n *yaml.Node, depth int) error {
	switch {
	case len(w.out) > w.limit:
		return w.tooLong(n)
	case depth > model.DefaultMaxDepth+1:
		return depthError{}
	}
	switch n.Kind {
	case yaml.AliasNode:
		if at, ok := w.anchors[n.Alias]; ok {
			if len(w.out)+at[1]-at[0] > w.limit {
				return w.tooLong(n)
			}
			w.out = append(w.out, w.out[at[0]:at[1]]...)
			return nil
		}
		return w.node(n.Alias, depth+1)
	case yaml.SequenceNode:
		w.out = append(w.out, '[')
		for i, element := range n.Content {
			if i > 0 {
				w.out = append(w.out, ',')
			}
			if err := w.node(element, depth+1); err != nil {
				return err
			}
		}
		w.out = append(w.out, ']')
		return nil
	case yaml.MappingNode:
		return w.mapping(n, depth)
	}
	text, err := scalarJSON(n)
	if text == "" && err == nil {
		w.out = appendString(w.out, n.Value)
		return nil
	}
	w.out = append(w.out, text...)
	return err
}

// appendString appends the JSON of a string.
func appendString(out []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' {
			return model.NewString(s).AppendJSON(out)
		}
	}
	return append(append(append(out, '"'), s...), '"')
}

func (w *jsonWriter) mapping(n *yaml.Node, depth int) error {
	w.out = append(w.out, '{')
	first := true
	write := func(name string, value *yaml.Node) error {
		if !first {
			w.out = append(w.out, ',')
		}
		first = false
		w.out = append(appendString(w.out, name), ':')
		return w.node(value, depth+1)
	}
	merges := false
	for i := 0; i < len(n.Content); i += 2 {
		if isMergeKey(n.Content[i]) {
			merges = true
			continue
		}
		name, err := nameOf(n.Content[i])
		if err != nil {
			return err
		}
		if err := write(name, n.Content[i+1]); err != nil {
			return err
		}
	}
	if merges {
		merged, err := w.mergedMembers(n, depth)
		if err != nil {
			return err
		}
		for _, m := range merged {
			if err := write(m.name, m.value); err != nil {
				return err
			}
		}
	}
	w.out = append(w.out, '}')
	return nil
}

// A mergedMember is a member that a map gets from a merge key (<<).
type mergedMember struct {
	name  string
	value *yaml.Node
}

// mergedMembers returns the members that a map gets from its merge keys, without members that
// it sets itself. It is an error if the map sets a name before the merge key, and the merge
// key has the same name, because readers disagree about which value counts.
func (w *jsonWriter) mergedMembers(n *yaml.Node, depth int) ([]mergedMember, error) {
	if depth > model.DefaultMaxDepth {
		return nil, depthError{}
	}
	own, found := map[string]int{}, []mergedMember{}
	for i := 0; i < len(n.Content); i += 2 {
		if name, err := nameOf(n.Content[i]); err == nil && !isMergeKey(n.Content[i]) {
			own[name] = i
		}
	}
	for i := 0; i < len(n.Content); i += 2 {
		if !isMergeKey(n.Content[i]) {
			continue
		}
		sources, err := mergeSources(n.Content[i+1])
		if err != nil {
			return nil, err
		}
		for _, source := range sources {
			members, err := w.allMembers(source, depth+1)
			if err != nil {
				return nil, err
			}
			if w.merged += len(members); w.merged > w.limit/memberBytes {
				return nil, w.tooLong(n.Content[i])
			}
			for _, m := range members {
				at, ok := own[m.name]
				if ok && at >= 0 && at < i {
					return nil, fmt.Errorf("yaml: line %d: << sets %q again, and YAML readers disagree on which value counts; put << first", n.Content[i].Line, m.name)
				}
				if !ok {
					own[m.name] = -1
					found = append(found, m)
				}
			}
		}
	}
	return found, nil
}

// mergeSources returns the maps that a merge key refers to.
func mergeSources(value *yaml.Node) ([]*yaml.Node, error) {
	list := []*yaml.Node{value}
	if value.Kind == yaml.SequenceNode {
		list = value.Content
	}
	sources := make([]*yaml.Node, 0, len(list))
	for _, source := range list {
		if source.Kind == yaml.AliasNode {
			source = source.Alias
		}
		if source.Kind != yaml.MappingNode {
			return nil, fmt.Errorf("yaml: line %d: <<: expected a map or a list of maps", value.Line)
		}
		sources = append(sources, source)
	}
	return sources, nil
}

// allMembers returns the members of a map, including those from its merge keys. The
// result is cached, because a short text can refer to a map in many ways.
func (w *jsonWriter) allMembers(n *yaml.Node, depth int) ([]mergedMember, error) {
	if members, ok := w.sources[n]; ok {
		return members, nil
	}
	var members []mergedMember
	for i := 0; i < len(n.Content); i += 2 {
		if isMergeKey(n.Content[i]) {
			continue
		}
		name, err := nameOf(n.Content[i])
		if err != nil {
			return nil, err
		}
		members = append(members, mergedMember{name, n.Content[i+1]})
	}
	merged, err := w.mergedMembers(n, depth)
	if err != nil {
		return nil, err
	}
	if w.sources == nil {
		w.sources = map[*yaml.Node][]mergedMember{}
	}
	w.sources[n] = append(members, merged...)
	return w.sources[n], nil
}

func isMergeKey(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "<<" && n.Tag == "!!merge"
}

// scalarJSON returns the JSON of a scalar, or an empty string for a string.
func scalarJSON(n *yaml.Node) (string, error) {
	const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	switch {
	case n.Style&yaml.TaggedStyle != 0:
		return resolveTagged(n)
	case n.Style&quoted != 0:
		return "", nil
	}
	text, err := resolve(n.Value)
	if err != nil {
		return "", fmt.Errorf("yaml: line %d: %w", n.Line, err)
	}
	return text, nil
}

// nameOf returns the name of a member. Names that are not strings become strings, as in
// clusters.
func nameOf(key *yaml.Node) (string, error) {
	if key.Kind == yaml.AliasNode {
		key = key.Alias
	}
	if key.Kind != yaml.ScalarNode {
		return "", fmt.Errorf("yaml: line %d: expected a string as field name, got a map or list", key.Line)
	}
	text, err := scalarJSON(key)
	switch {
	case err != nil:
		return "", err
	case text == "":
		return key.Value, nil
	case text == "null":
		return "", fmt.Errorf("yaml: line %d: expected a string as field name, got null", key.Line)
	case text[0] == '"':
		v, err := model.ParseString(text)
		return v.Text(), err
	}
	if _, err := strconv.ParseInt(text, 10, 64); err == nil || text == "true" || text == "false" {
		return text, nil
	}
	f, err := strconv.ParseFloat(text, 64)
	return strconv.FormatFloat(f, 'g', -1, 32), err
}

// duplicate returns an error with the line of the first duplicate name in a map, or nil if
// there is none.
func (w *jsonWriter) duplicate(n *yaml.Node) error {
	if n.Kind == yaml.MappingNode {
		lines := map[string]int{}
		for i := 0; i < len(n.Content); i += 2 {
			name, err := nameOf(n.Content[i])
			if err != nil || isMergeKey(n.Content[i]) {
				continue
			}
			if line, ok := lines[name]; ok {
				return fmt.Errorf("yaml: line %d: key %q is already set in line %d", n.Content[i].Line, name, line)
			}
			lines[name] = n.Content[i].Line
		}
	}
	for _, part := range n.Content {
		if err := w.duplicate(part); err != nil {
			return err
		}
	}
	return nil
}
