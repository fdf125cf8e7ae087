package yamldoc

import (
	"slices"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// A style describes how a document is written.
type style struct {
	mapStep  int  // indentation of a map inside a map
	listStep int  // indentation of a list inside a map
	quote    byte // for strings that need quotes
}

// styleOf returns the style of a document, given by the first map, list and quoted
// string in it.
func styleOf(d *Document) style {
	s := style{mapStep: 2}
	if d.root == nil {
		s.quote = '"'
		return s
	}
	steps := struct{ maps, lists bool }{}
	var look func(n *node)
	look = func(n *node) {
		switch {
		case s.quote != 0:
		case n.Style&yaml.SingleQuotedStyle != 0:
			s.quote = '\''
		case n.Style&yaml.DoubleQuotedStyle != 0:
			s.quote = '"'
		}
		if n.Kind == yaml.MappingNode && n.isBlock() {
			for i := range n.entries() {
				_, value := n.entry(i)
				switch step := value.column - n.column; {
				case !value.isBlock():
				case value.Kind == yaml.SequenceNode && !steps.lists:
					s.listStep, steps.lists = step, true
				case value.Kind == yaml.MappingNode && !steps.maps:
					s.mapStep, steps.maps = step, true
				}
			}
		}
		for _, kid := range n.kids {
			if s.quote != 0 && steps.maps && steps.lists {
				return
			}
			look(kid)
		}
	}
	look(d.root)
	if s.quote == 0 {
		s.quote = '"'
	}
	return s
}

// A pattern describes the existing values whose style a new value gets.
type pattern struct {
	like   *node // a value of the same type; nil if there is none
	indent *node // if like is nil, a value with the indentation to use, or nil
	flow   bool  // if like is nil, whether to use flow style
	quote  quote
}

// A quote describes how strings are quoted.
type quote struct {
	char   byte // 0 for the document's usual quote
	always bool // quote even strings that do not need quotes
}

// isFlow reports whether a new map or list should be in flow style.
func (p pattern) isFlow() bool {
	if p.like != nil {
		return p.like.isFlow()
	}
	return p.flow
}

// step returns the indentation of a new list or map relative to the map around it. The
// argument is the document's usual indentation.
func (p pattern) step(usual int) int {
	n := p.like
	if n == nil {
		n = p.indent
	}
	if n != nil && n.isBlock() {
		return n.step
	}
	return usual
}

// gap returns the number of spaces after the dashes of a list.
func (n *node) gap() int {
	if n == nil || !n.isBlock() || n.Kind != yaml.SequenceNode || len(n.kids) == 0 {
		return 1
	}
	if w := n.kids[0].start - n.marks[0] - 1; w < 8 && n.kids[0].Line == n.Line {
		return w
	}
	return 1
}

// A shape is the type of a value, together with whether the value contains maps or lists. It
// is zero for scalars and empty values.
type shape struct {
	kind yaml.Kind
	deep bool
}

func shapeOfNode(n *node) shape {
	if len(n.kids) == 0 {
		return shape{}
	}
	return shape{n.Kind, slices.ContainsFunc(n.kids, func(kid *node) bool { return len(kid.kids) > 0 })}
}

func shapeOf(v model.Value) shape {
	if v.Len() == 0 {
		return shape{}
	}
	s := shape{kind: yaml.SequenceNode}
	if v.Type() == model.Map {
		s.kind = yaml.MappingNode
	}
	for _, member := range v.Members() {
		s.deep = s.deep || member.Len() > 0
	}
	for _, element := range v.Elements() {
		s.deep = s.deep || element.Len() > 0
	}
	return s
}

// A field is the name of a field and the type of its value, which is 0 for a scalar.
type field struct {
	name string
	kind yaml.Kind
}

// siblings describes how the entries of a collection are written. It holds the first entry
// with each name, type and shape.
type siblings struct {
	fields map[field]*node
	kinds  map[yaml.Kind]*node
	shapes map[shape]*node
	places map[string]int // the order of the names, from 1

	flow, block, deep bool // whether some of the maps and lists are in flow style, in block style, or contain maps or lists
	quotes, names     quotes
}

// add adds an entry of a collection.
func (s *siblings) add(key, value *node) {
	what := shapeOfNode(value)
	if key != nil {
		s.names.add(key)
		first(s.fields, field{key.Node.Value, what.kind}, value)
		first(s.places, key.Node.Value, len(s.places)+1)
	}
	if what.kind == 0 {
		s.quotes.add(value)
		return
	}
	first(s.kinds, what.kind, value)
	first(s.shapes, what, value)
	s.flow, s.block, s.deep = s.flow || value.isFlow(), s.block || !value.isFlow(), s.deep || what.deep
}

// first sets a key of a map, unless the map already has the key.
func first[K comparable, V any](m map[K]V, key K, value V) {
	if _, ok := m[key]; !ok {
		m[key] = value
	}
}

// newSiblings returns an empty description.
func newSiblings() *siblings {
	return &siblings{fields: map[field]*node{}, kinds: map[yaml.Kind]*node{}, shapes: map[shape]*node{}, places: map[string]int{}}
}

// entriesOf describes the entries of a collection. For nil, the description is empty.
func (e *editor) entriesOf(n *node) *siblings {
	if s := e.known[n]; s != nil {
		return s
	}
	s := newSiblings()
	if n != nil {
		for i := range n.entries() {
			s.add(n.entry(i))
		}
	}
	if e.known == nil {
		e.known = map[*node]*siblings{}
	}
	e.known[n] = s
	return s
}

// fieldsOf describes the fields of all elements of a list.
func (e *editor) fieldsOf(list *node) *siblings {
	if s := e.elements[list]; s != nil {
		return s
	}
	s := newSiblings()
	if list != nil && list.Kind == yaml.SequenceNode {
		for _, element := range list.kids {
			if element.Kind == yaml.MappingNode {
				for i := range element.entries() {
					s.add(element.entry(i))
				}
			}
		}
	}
	if e.elements == nil {
		e.elements = map[*node]*siblings{}
	}
	e.elements[list] = s
	return s
}

// everywhere describes the entries of all collections in the document.
func (e *editor) everywhere() *siblings {
	if e.all == nil {
		e.all = newSiblings()
		var look func(n *node)
		look = func(n *node) {
			for i := range n.entries() {
				key, value := n.entry(i)
				e.all.add(key, value)
				look(value)
			}
		}
		if e.doc.root != nil { // a text with unusual line breaks has no lines
			look(e.doc.root)
		}
	}
	return e.all
}

// patternFor returns the style of a new entry of a collection. It is the style of a field
// with the same name: in the collection, in the elements of the list around it, or anywhere
// in the document. If there is no such field, it is the style of the other entries.
func (e *editor) patternFor(v model.Value, name string, in, list *node) pattern {
	s, around := e.entriesOf(in), e.fieldsOf(list)
	what := shapeOf(v)
	if what.kind == 0 {
		for _, s := range []*siblings{s, around} {
			if named := s.fields[field{name, 0}]; named != nil {
				q := quotes{}
				if q.add(named); q != (quotes{}) {
					return pattern{quote: q.usual()}
				}
			}
		}
		return pattern{quote: s.quotes.usual()}
	}
	p := pattern{flow: s.flow && !s.block && (s.deep || !what.deep), quote: s.quotes.usual()}
	if in != nil && in.Kind == yaml.SequenceNode {
		p.like = s.kinds[what.kind]
		return p
	}
	named := field{name, what.kind}
	for _, p.like = range []*node{s.fields[named], around.fields[named], e.everywhere().fields[named]} {
		if p.like != nil {
			return p
		}
	}
	for _, p.like = range []*node{s.shapes[what], around.shapes[what]} {
		if p.like != nil && (p.like.isFlow() || !what.deep) { // other elements may be written differently
			return p
		}
	}
	p.like = nil
	p.indent = s.kinds[what.kind]
	return p
}

// ordered returns the fields of a new map in the order of an existing map, followed by the
// fields that the existing map does not have.
func (e *editor) ordered(v model.Value, like *node) []model.Member {
	members := v.AppendMembers(nil)
	places := e.entriesOf(like).places
	if len(places) == 0 || len(members) < 2 {
		return members
	}
	place := func(m model.Member) int {
		if at := places[m.Name]; at > 0 {
			return at
		}
		return len(places) + 1
	}
	slices.SortStableFunc(members, func(a, b model.Member) int { return place(a) - place(b) })
	return members
}

// quotes counts how strings are quoted.
type quotes struct {
	single, double int
	none           bool // some strings have no quotes
	needless       bool // some quoted strings need no quotes
}

func (q *quotes) add(n *node) {
	if n.Kind != yaml.ScalarNode {
		return
	}
	switch text, _ := scalarJSON(n.Node); {
	case n.Style&yaml.SingleQuotedStyle != 0:
		q.single++
	case n.Style&yaml.DoubleQuotedStyle != 0:
		q.double++
	case text == "" && !n.isBlockScalar():
		q.none = true
		return
	default:
		return
	}
	if isPlain(n.Value, false) {
		q.needless = true
	}
}

// usual returns the most frequent quotes. Strings that need no quotes are quoted if all such
// strings in the document are quoted.
func (q *quotes) usual() quote {
	usual := quote{always: !q.none && q.needless}
	switch {
	case q.single > q.double:
		usual.char = '\''
	case q.double > 0:
		usual.char = '"'
	}
	return usual
}
