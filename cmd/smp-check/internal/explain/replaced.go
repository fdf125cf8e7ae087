package explain

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
)

// maxReplaced is the maximal number of removed parts, and of added parts, that are shown of a
// replaced list or map.
const maxReplaced = 20

// parts returns the lines for the removed and the added parts of a replaced list or map.
func (c *effect) parts(indent int) []explainedLine {
	if !c.isReplaced() {
		return nil
	}
	var lines []explainedLine
	add := func(sign string, texts []string) {
		for i, text := range texts {
			if i == maxReplaced {
				lines = append(lines, explainedLine{sign: sign, indent: indent, text: fmt.Sprintf("and %d more", len(texts)-i)})
				return
			}
			lines = append(lines, explainedLine{sign: sign, indent: indent, text: text})
		}
	}
	if c.before.Type() == model.List {
		lost, came := without(c.before, c.after), without(c.after, c.before)
		texts := c.briefly(append(slices.Clip(lost), came...))
		add(effectRemoved, texts[:len(lost)])
		add(effectAdded, texts[len(lost):])
		return lines
	}
	var lost, changed, came []string
	for name, v := range c.before.Members() {
		path := c.path.Append(model.Field(name))
		if other, ok := c.after.Get(name); !ok {
			lost = append(lost, fieldText(name)+": "+c.brief(path, v))
		} else if !model.Equal(v, other) {
			changed = append(changed, fieldText(name)+": "+c.change(path, v, other))
		}
	}
	for name, v := range c.after.Members() {
		if _, ok := c.before.Get(name); !ok {
			came = append(came, fieldText(name)+": "+c.brief(c.path.Append(model.Field(name)), v))
		}
	}
	add(effectRemoved, lost)
	add(effectChanged, changed)
	add(effectAdded, came)
	return lines
}

// without returns the elements of a list that another list lacks. If the list has more
// duplicates of an element than the other one, the surplus is returned.
func without(list, other model.Value) []model.Value {
	taken := map[uint64][]model.Value{}
	for _, e := range other.Elements() {
		taken[e.Hash()] = append(taken[e.Hash()], e)
	}
	var left []model.Value
	for _, e := range list.Elements() {
		equal := taken[e.Hash()]
		if i := indexOfEqual(equal, e); i >= 0 {
			taken[e.Hash()] = append(equal[:i:i], equal[i+1:]...)
		} else {
			left = append(left, e)
		}
	}
	return left
}

func indexOfEqual(values []model.Value, v model.Value) int {
	for i, other := range values {
		if model.Equal(v, other) {
			return i
		}
	}
	return -1
}

// briefly returns the elements of a list as short texts. Different elements have different texts.
func (c *effect) briefly(values []model.Value) []string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = c.shown(c.path, v).Canonical()
	}
	return briefly(texts)
}

// fieldText returns a field name as it appears in a path.
func fieldText(name string) string { return model.Path{model.Field(name)}.String() }
