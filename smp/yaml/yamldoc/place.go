package yamldoc

import (
	"bytes"
	"errors"

	yaml "go.yaml.in/yaml/v3"
)

// errUnplaced means that the text does not match the parser's tree. Such a document can
// be read, but it is rewritten as a whole when it changes.
var errUnplaced = errors.New("yaml: the places of nodes are unknown")

// A placer finds the places of all nodes of a document. The parser's tree contains only the
// beginnings of nodes, so the placer goes through the text in the order of the tree. Between
// nodes, it accepts only text that YAML allows there.
type placer struct {
	text     []byte // of the stream
	pos      int
	start    int // of the document
	end      int // of the document
	anchors  map[*yaml.Node]*node
	comments []span // in order
	free     []node // unused nodes, allocated in blocks
}

// node places one node. The indent is the column of the surrounding block collection, or -1
// if there is none.
func (p *placer) node(y *yaml.Node, indent int) (*node, error) {
	if len(p.free) == 0 {
		p.free = make([]node, 16)
	}
	n := &p.free[0]
	p.free = p.free[1:]
	n.Node, n.after, n.start = y, p.pos, p.pos
	if y.Anchor != "" || y.Style&yaml.TaggedStyle != 0 || !isEmpty(y) || p.atLoneTag(indent) {
		p.trivia()
		n.start = p.pos
		p.properties(n, indent)
	}
	n.body = p.pos
	if y.Anchor != "" {
		n.anchors = true
		p.anchors[y] = n
	}
	var err error
	switch {
	case isEmpty(y):
	case y.Kind == yaml.AliasNode:
		n.aliases = true
		n.alias = p.anchors[y.Alias]
		if n.alias == nil || !p.take("*"+y.Value) {
			err = errUnplaced
		}
	case y.Kind == yaml.ScalarNode:
		err = p.scalar(y, indent)
	case y.Kind == yaml.MappingNode && n.isFlow():
		err = p.flowMap(n)
	case y.Kind == yaml.SequenceNode && n.isFlow():
		err = p.flowList(n)
	case y.Kind == yaml.MappingNode:
		err = p.blockMap(n)
	case y.Kind == yaml.SequenceNode:
		err = p.blockList(n)
	default:
		err = errUnplaced
	}
	n.end = p.pos
	for _, kid := range n.kids {
		n.anchors = n.anchors || kid.anchors
		n.aliases = n.aliases || kid.aliases
	}
	return n, err
}

// atLoneTag reports whether a node without text has a tag without a name (!), which is
// not in the parser's tree. The tag must be indented further than the surrounding collection, which
// it always is in the node's line.
func (p *placer) atLoneTag(indent int) bool {
	ahead := *p
	ahead.trivia()
	return ahead.columnOf(ahead.pos) > indent && ahead.take("!") && (ahead.pos == ahead.end || isBlank(ahead.text[ahead.pos]))
}

// kid places the next node in a collection.
func (p *placer) kid(n *node, indent int) error {
	kid, err := p.node(n.Content[len(n.kids)], indent)
	n.kids = append(n.kids, kid)
	return err
}

// properties skips the tag and the anchor of a node, in any order. On later lines, they must
// be indented further than indent.
func (p *placer) properties(n *node, indent int) {
	anchor, tag := n.Anchor != "", n.isTagged() || n.Kind == yaml.ScalarNode
	for {
		switch {
		case anchor && p.at('&'):
			anchor = false
		case tag && p.at('!'):
			tag = false
			if !n.isTagged() { // a tag without a name makes the node a string, but is not in the parser's tree
				n.Tag, n.Style = "!", n.Style|yaml.TaggedStyle
			}
		default:
			return
		}
		for p.pos < p.end && !isBlank(p.text[p.pos]) {
			if c := p.text[p.pos]; c == ',' || c == ']' || c == '}' {
				break
			}
			p.pos++
		}
		n.propertiesEnd = p.pos
		if isEmpty(n.Node) && !anchor && !(tag && (n.isTagged() || p.atLoneTag(indent))) {
			return
		}
		p.trivia()
	}
}

func (p *placer) blockMap(n *node) error {
	n.column = p.columnOf(p.pos)
	n.kids = make([]*node, 0, len(n.Content))
	n.marks = make([]int, 0, len(n.Content)/2)
	for len(n.kids) < len(n.Content) {
		p.trivia()
		n.marks = append(n.marks, p.pos)
		explicit := p.indicator('?')
		if err := p.kid(n, n.column); err != nil {
			return err
		}
		before := p.pos
		p.trivia()
		if !p.indicator(':') {
			if !explicit || !isEmpty(n.Content[len(n.kids)]) {
				return errUnplaced
			}
			p.pos = before
		}
		if err := p.kid(n, n.column); err != nil {
			return err
		}
		value := n.kids[len(n.kids)-1]
		value.step = value.column - n.column
	}
	return nil
}

func (p *placer) blockList(n *node) error {
	n.column = p.columnOf(p.pos)
	n.kids = make([]*node, 0, len(n.Content))
	n.marks = make([]int, 0, len(n.Content))
	for len(n.kids) < len(n.Content) {
		p.trivia()
		n.marks = append(n.marks, p.pos)
		if !p.indicator('-') {
			return errUnplaced
		}
		if err := p.kid(n, n.column); err != nil {
			return err
		}
	}
	return nil
}

func (p *placer) flowList(n *node) error {
	if !p.take("[") {
		return errUnplaced
	}
	for len(n.kids) < len(n.Content) {
		p.trivia()
		n.marks = append(n.marks, p.pos)
		if err := p.kid(n, -1); err != nil {
			return err
		}
		p.trivia()
		if !p.take(",") && !p.at(']') {
			return errUnplaced
		}
	}
	p.trivia()
	if !p.take("]") {
		return errUnplaced
	}
	return nil
}

// flowMap places a map in braces. It also places a map with one member that is an element of
// a list, because such a map needs no braces.
func (p *placer) flowMap(n *node) error {
	if !p.at('{') {
		n.marks = append(n.marks, p.pos)
		return p.flowEntry(n)
	}
	p.pos++
	for len(n.kids) < len(n.Content) {
		p.trivia()
		n.marks = append(n.marks, p.pos)
		if err := p.flowEntry(n); err != nil {
			return err
		}
		p.trivia()
		if !p.take(",") && !p.at('}') {
			return errUnplaced
		}
	}
	p.trivia()
	if !p.take("}") {
		return errUnplaced
	}
	return nil
}

func (p *placer) flowEntry(n *node) error {
	p.indicator('?')
	if err := p.kid(n, -1); err != nil {
		return err
	}
	before := p.pos
	p.trivia()
	colon := p.take(":")
	if !colon {
		p.pos = before
		if !isEmpty(n.Content[len(n.kids)]) {
			return errUnplaced
		}
	}
	err := p.kid(n, -1)
	n.kids[len(n.kids)-1].bare = !colon
	return err
}

// trivia skips white space and comments.
func (p *placer) trivia() {
	for p.pos < p.end {
		switch c := p.text[p.pos]; {
		case isBlank(c):
			p.pos++
		case c == '#':
			p.comment()
			p.pos = p.lineEnd(p.pos)
		default:
			return
		}
	}
}

// indicator skips a character that is an indicator only before white space.
func (p *placer) indicator(c byte) bool {
	if !p.at(c) || p.pos+1 < p.end && !isBlank(p.text[p.pos+1]) {
		return false
	}
	p.pos++
	return true
}

func (p *placer) at(c byte) bool { return p.pos < p.end && p.text[p.pos] == c }

func (p *placer) take(s string) bool {
	if p.end-p.pos < len(s) || string(p.text[p.pos:p.pos+len(s)]) != s {
		return false
	}
	p.pos += len(s)
	return true
}

func (p *placer) lineEnd(at int) int { return min(lineEnd(p.text, at), p.end) }

func (p *placer) columnOf(at int) int { return at - lineStart(p.text, at) }

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// lineStart returns the start of the line of an offset, but not before the byte order mark of
// the text.
func lineStart(text []byte, at int) int {
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	if start == 0 && bytes.HasPrefix(text, []byte(byteOrderMark)) {
		start = min(at, len(byteOrderMark))
	}
	return start
}

// lineEnd returns the end of the line of an offset, after its line break.
func lineEnd(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

const byteOrderMark = "\ufeff"
