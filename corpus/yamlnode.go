package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	yaml "go.yaml.in/yaml/v3"
)

// checkYAML refuses text that conversion to JSON would get wrong or could not
// bear: several documents, of which it would silently take the first, and
// aliases that stand for more than MaxYAML bytes. Text that cannot have either
// is not looked at.
func checkYAML(src []byte) error {
	aliases := bytes.IndexByte(src, '*') >= 0 && bytes.IndexByte(src, '&') >= 0
	separators := bytes.Contains(src, []byte("\n---")) || bytes.Contains(src, []byte("\n...")) ||
		bytes.HasPrefix(src, []byte("---"))
	if !aliases && !separators {
		return nil
	}
	root, err := parseNode(src)
	if err != nil {
		return err
	}
	sizes := expansion{}
	if sizes.of(root, 0) > MaxYAML {
		return fmt.Errorf("yaml: with its aliases written out, this is more than %d bytes, or endless", MaxYAML)
	}
	return nil
}

// parseNode parses the only document of a YAML text; nil for an empty one.
func parseNode(src []byte) (*yaml.Node, error) {
	d := yaml.NewDecoder(bytes.NewReader(src))
	var root *yaml.Node
	for {
		n := new(yaml.Node)
		err := d.Decode(n)
		if errors.Is(err, io.EOF) {
			return root, nil
		}
		if err != nil {
			return nil, err
		}
		switch {
		case root == nil:
			root = n
		case !isEmpty(n):
			return nil, fmt.Errorf("yaml: line %d: a second document begins here; only one is read", n.Line)
		}
	}
}

// isEmpty reports whether a document holds nothing, as after a separator at
// the end of a text.
func isEmpty(document *yaml.Node) bool {
	return len(document.Content) == 0 ||
		document.Content[0].Kind == yaml.ScalarNode && document.Content[0].Value == "" && document.Content[0].Style == 0
}

// An expansion knows how many bytes nodes take with their aliases written out.
// Nodes that contain themselves take more than MaxYAML.
type expansion map[*yaml.Node]int

func (e expansion) of(n *yaml.Node, depth int) int {
	if n == nil {
		return 0
	}
	if size, ok := e[n]; ok {
		return size
	}
	if depth > maxYAMLDepth {
		return MaxYAML + 1
	}
	e[n] = MaxYAML + 1
	size := 1 + len(n.Value)
	if n.Kind == yaml.AliasNode {
		size = e.of(n.Alias, depth+1)
	}
	for _, part := range n.Content {
		size = min(size+e.of(part, depth+1), MaxYAML+1)
	}
	e[n] = size
	return size
}

// maxYAMLDepth is how deep aliases and collections may nest before the text
// counts as endless. The parsers allow no more.
const maxYAMLDepth = 10000
