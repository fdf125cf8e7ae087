package yamldoc

import yaml "go.yaml.in/yaml/v3"

// A node is one of the parser's, with its place in the text. Offsets are in bytes.
type node struct {
	*yaml.Node
	after int // behind the colon or dash before it
	start int // of its tag or anchor, or else of the content
	body  int // of the content: behind tag and anchor
	end   int // behind the content

	propertiesEnd int // behind tag and anchor, without what follows them

	column int     // of the entries of a collection in block style
	kids   []*node // names and values in turns, or elements
	marks  []int   // where each entry begins: its dash, question mark or name
	alias  *node   // what an alias stands for
	bare   bool    // an empty value in a flow collection that has no colon

	anchors bool // there are anchors in it
	aliases bool // there are aliases in it
}

func (n *node) isFlow() bool { return n.Style&yaml.FlowStyle != 0 }

func (n *node) isBlock() bool {
	return (n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode) && !n.isFlow()
}

func (n *node) isBlockScalar() bool {
	return n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
}

func (n *node) isTagged() bool { return n.Style&yaml.TaggedStyle != 0 }

// isMerge reports whether a name is the merge key.
func (n *node) isMerge() bool {
	return n.Kind == yaml.ScalarNode && n.Value == "<<" && n.Tag == "!!merge"
}

// isEmpty reports whether a node has no text, apart from a tag or an anchor.
func isEmpty(n *yaml.Node) bool {
	const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	return n.Kind == yaml.ScalarNode && n.Value == "" && n.Style&quoted == 0
}

// entries is how many entries a collection has.
func (n *node) entries() int { return len(n.marks) }

// entry returns the name and the value of an entry; an element has no name.
func (n *node) entry(i int) (key, value *node) {
	if n.Kind == yaml.MappingNode {
		return n.kids[2*i], n.kids[2*i+1]
	}
	return nil, n.kids[i]
}

// entryEnd is where the text of an entry of a collection in flow style ends.
func (n *node) entryEnd(i int) int {
	_, value := n.entry(i)
	return value.end
}
