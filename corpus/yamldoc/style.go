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
				case value.Kind == yaml.SequenceNode && !steps.lists && step >= 0:
					s.listStep, steps.lists = step, true
				case value.Kind == yaml.MappingNode && !steps.maps && step > 0:
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

// siblings describes how the entries of a collection are written, as far as they are
// all written in the same way.
type siblings struct {
	quote     byte  // for strings that need no quotes; 0 for none
	nameQuote byte  // for names
	flow      bool  // maps and lists are in flow style
	deep      bool  // those contain maps or lists
	one       *node // an element of a list; new elements are written like it
}

// follow reports whether a new value should be in flow style, like its siblings.
func (s siblings) follow(v model.Value) bool {
	if !s.flow || s.deep {
		return s.flow
	}
	for _, member := range v.Members() {
		if member.Len() > 0 {
			return false
		}
	}
	for _, element := range v.Elements() {
		if element.Len() > 0 {
			return false
		}
	}
	return true
}

// below returns the siblings for a field of a new element, taken from the same field in
// another element.
func (s siblings) below(name string) siblings {
	if s.one == nil {
		return siblings{}
	}
	for i := range s.one.entries() {
		key, value := s.one.entry(i)
		if key == nil || key.Node.Value != name {
			continue
		}
		q := quotes{}
		q.add(value)
		below := siblings{quote: q.usual(), flow: len(value.kids) > 0 && value.isFlow(), deep: true}
		if value.Kind == yaml.MappingNode {
			below.one = value
		} else if value.Kind == yaml.SequenceNode && len(value.kids) > 0 {
			below.one = value.kids[0]
		}
		return below
	}
	return siblings{}
}

// ordered returns the fields of a new map in the order of another element of the list,
// followed by the fields that the other element does not have.
func (s siblings) ordered(v model.Value) []model.Member {
	members := v.AppendMembers(nil)
	if s.one == nil || len(members) < 2 {
		return members
	}
	places := make(map[string]int, s.one.entries())
	for i := range s.one.entries() {
		if key, _ := s.one.entry(i); key != nil {
			places[key.Node.Value] = i + 1
		}
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

func (e *editor) siblingsOf(n *node) siblings {
	var s siblings
	flow, block := false, false
	quotes, names := quotes{}, quotes{}
	for i := range n.entries() {
		key, value := n.entry(i)
		if key != nil {
			names.add(key)
		}
		if value.Kind == yaml.ScalarNode {
			quotes.add(value)
		} else if len(value.kids) > 0 {
			flow, block = flow || value.isFlow(), block || !value.isFlow()
			for _, inside := range value.kids {
				s.deep = s.deep || len(inside.kids) > 0
			}
		}
	}
	s.flow = flow && !block
	if n.Kind == yaml.SequenceNode {
		s.deep = true
		if len(n.kids) > 0 {
			s.one = n.kids[0]
		}
	}
	s.quote, s.nameQuote = quotes.usual(), names.usual()
	return s
}

// quotes counts how strings are quoted.
type quotes struct{ single, double, none int }

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
		q.none++
	}
}

// usual returns the most frequent quotes; 0 if some strings have none.
func (q *quotes) usual() byte {
	switch {
	case q.none > 0 || q.single+q.double == 0:
		return 0
	case q.single > q.double:
		return '\''
	}
	return '"'
}
