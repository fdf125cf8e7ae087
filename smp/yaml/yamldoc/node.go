package yamldoc

import yaml "go.yaml.in/yaml/v3"

// A node is a node of the parser's tree with its place in the text. Offsets are in
// bytes.
type node struct {
	*yaml.Node
	after int // end of the colon or dash before the node
	start int // start of the tag or anchor, or else of the content
	body  int // start of the content, after tag and anchor
	end   int // end of the content

	propertiesEnd int // end of tag and anchor

	column int     // column of the entries of a block collection
	step   int     // indentation relative to the map around the node
	kids   []*node // names and values in turn, or elements
	marks  []int   // offset where each entry begins: its dash, question mark or name
	alias  *node   // the anchored node, if this node is an alias
	bare   bool    // the node is an empty value in a flow collection, without a colon

	members map[string]*node // cache of membersOf

	anchors bool // the node contains anchors
	aliases bool // the node contains aliases
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

// isEmpty reports whether a node has no text except for a tag or an anchor.
func isEmpty(n *yaml.Node) bool {
	const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	return n.Kind == yaml.ScalarNode && n.Value == "" && n.Style&quoted == 0
}

// entries returns the number of entries of a collection.
func (n *node) entries() int { return len(n.marks) }

// entry returns the name and the value of an entry. An element has no name.
func (n *node) entry(i int) (key, value *node) {
	if n.Kind == yaml.MappingNode {
		return n.kids[2*i], n.kids[2*i+1]
	}
	return nil, n.kids[i]
}

// entryEnd returns the end of the text of an entry in a flow collection.
func (n *node) entryEnd(i int) int {
	_, value := n.entry(i)
	return value.end
}
