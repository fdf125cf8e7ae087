package yamldoc

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// MaxBytes is how long a text may be, in bytes, before and after its aliases are
// written out.
const MaxBytes = 64 << 20

var errTooLong = fmt.Errorf("yaml: with its aliases written out, this is more than %d bytes, or endless", MaxBytes)

var errTooDeep = fmt.Errorf("yaml: nested deeper than %d levels, or endless by its aliases", model.DefaultMaxDepth)

// valueOf returns what the tree of a document stands for.
func valueOf(root *yaml.Node) (model.Value, error) {
	w := jsonWriter{}
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

// A jsonWriter writes what nodes stand for as JSON.
type jsonWriter struct {
	out     []byte
	anchors map[*yaml.Node][2]int         // where in out their JSON is
	sources map[*yaml.Node][]mergedMember // of maps that merge keys name
	merged  int                           // how many members merge keys have brought, used or not
}

// memberBytes is how long a member is at least, with the comma after it.
const memberBytes = len(`"":0,`)

// node writes a node. What an anchor stands for is written once, and copied for its
// aliases.
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
	case len(w.out) > MaxBytes:
		return errTooLong
	case depth > model.DefaultMaxDepth+1:
		return errTooDeep
	}
	switch n.Kind {
	case yaml.AliasNode:
		if at, ok := w.anchors[n.Alias]; ok && len(w.out)+at[1]-at[0] <= MaxBytes {
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
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
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

// A mergedMember is a member that a map has from a merge key.
type mergedMember struct {
	name  string
	value *yaml.Node
}

// mergedMembers returns the members that a map has from its merge keys and not
// itself. A name that it sets before the merge key is an error where that has it
// too: readers differ on which of the two counts.
func (w *jsonWriter) mergedMembers(n *yaml.Node, depth int) ([]mergedMember, error) {
	if depth > model.DefaultMaxDepth {
		return nil, errTooDeep
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
			if w.merged += len(members); w.merged > MaxBytes/memberBytes {
				return nil, errTooLong
			}
			for _, m := range members {
				at, ok := own[m.name]
				if ok && at >= 0 && at < i {
					return nil, fmt.Errorf("yaml: line %d: << brings %q, which is set before it: readers differ on which counts; put << first", n.Content[i].Line, m.name)
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

// mergeSources returns the maps that the value of a merge key names.
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
			return nil, fmt.Errorf("yaml: line %d: << takes a map or a list of maps", value.Line)
		}
		sources = append(sources, source)
	}
	return sources, nil
}

// allMembers returns the members of a map with those from its merge keys. They are
// read once for each map, as texts of a few lines name one in many ways.
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

// scalarJSON returns the JSON of a scalar, "" for a string.
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

// nameOf returns the name of a member: names that are no strings become strings,
// as for clusters.
func nameOf(key *yaml.Node) (string, error) {
	if key.Kind == yaml.AliasNode {
		key = key.Alias
	}
	if key.Kind != yaml.ScalarNode {
		return "", fmt.Errorf("yaml: line %d: a name in a map is a map or a list; names are strings", key.Line)
	}
	text, err := scalarJSON(key)
	switch {
	case err != nil:
		return "", err
	case text == "":
		return key.Value, nil
	case text == "null":
		return "", fmt.Errorf("yaml: line %d: a name in a map is null; names are strings", key.Line)
	case text[0] == '"':
		v, err := model.ParseString(text)
		return v.Text(), err
	}
	if _, err := strconv.ParseInt(text, 10, 64); err == nil || text == "true" || text == "false" {
		return text, nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return "", err
	}
	return strconv.FormatFloat(f, 'g', -1, 32), nil
}

// duplicate returns an error with the line of the first name that stands twice in
// a map; nil if there is none.
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
