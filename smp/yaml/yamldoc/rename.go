package yamldoc

import (
	"bytes"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// renamed finds the fields of a map that get another name, and returns their new names by
// index. Such a field keeps its place and its comments. A removed field and a new field are
// the same field in two cases: they have the same map or list as value, or they are the only
// ones and their values are similar.
func (e *editor) renamed(n *node, old, want model.Value) map[int]string {
	var gone []item
	for i := range n.entries() {
		key, _ := n.entry(i)
		if key.isMerge() && !e.doc.JSON {
			return nil
		}
		name := e.nameOf(key)
		if _, stays := want.Get(name); stays {
			continue
		}
		if before, _ := old.Get(name); e.takesName(key) {
			gone = append(gone, item{from: i, name: name, value: before})
		}
	}
	if len(gone) == 0 {
		return nil
	}
	var fresh []item
	for name, v := range want.Members() {
		if _, had := old.Get(name); !had && len(name) <= maxSimpleName {
			fresh = append(fresh, item{name: name, value: v})
		}
	}
	names := map[int]string{}
	if len(gone) == 1 && len(fresh) == 1 {
		if e.compare.isSimilar(gone[0].value, fresh[0].value, similarLevels) {
			names[gone[0].from] = fresh[0].name
		}
		return names
	}
	places := map[uint64][]item{}
	for _, it := range gone {
		if it.value.Len() > 0 {
			places[e.compare.hash(it.value)] = append(places[e.compare.hash(it.value)], it)
		}
	}
	for _, it := range fresh {
		same := places[e.compare.hash(it.value)]
		if len(same) > 0 && e.compare.equal(same[0].value, it.value) {
			names[same[0].from] = it.name
			places[e.compare.hash(it.value)] = same[1:]
		}
	}
	return names
}

// nameOf returns the name of a field.
func (e *editor) nameOf(key *node) string {
	if e.doc.JSON {
		return key.Node.Value
	}
	name, _ := nameOf(key.Node)
	return name
}

// takesName reports whether the text of the name can be replaced by another name.
func (e *editor) takesName(key *node) bool {
	return key.Kind == yaml.ScalarNode && key.Anchor == "" && !key.isTagged() && !key.isBlockScalar() &&
		!bytes.Contains(e.text[key.start:key.end], []byte("\n"))
}

// rename replaces the text of a name, and keeps its quotes.
func (e *editor) rename(key *node, name string, flow bool) {
	var q quote
	switch {
	case e.doc.JSON:
		e.splice(key.start, key.end, asJSON(model.NewString(name)))
		return
	case key.Style&yaml.SingleQuotedStyle != 0:
		q = quote{'\'', true}
	case key.Style&yaml.DoubleQuotedStyle != 0:
		q = quote{'"', true}
	}
	e.splice(key.start, key.end, e.str(name, q, flow))
}

// similarLevels is the number of levels that isSimilar compares.
const similarLevels = 4

// isSimilar reports whether two values are equal, or are maps or lists with an equal value in
// the same place, at most some levels below.
func (c *comparison) isSimilar(a, b model.Value, levels int) bool {
	if levels == 0 || c.equal(a, b) {
		return levels > 0
	}
	if a.Len() > b.Len() {
		a, b = b, a // the time depends on the size of the smaller value
	}
	for name, member := range a.Members() {
		if other, ok := b.Get(name); ok && c.isSimilar(member, other, levels-1) {
			return true
		}
	}
	if a.Type() == model.List && b.Type() == model.List {
		for i := range min(a.Len(), b.Len()) {
			if c.isSimilar(a.At(i), b.At(i), levels-1) {
				return true
			}
		}
	}
	return false
}
