package explain

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// othersOf returns the further elements with the keys of c that the patch removes or adds together
// with the first one. Elements with equal keys share one effect.
func (x *Explanation) othersOf(c *effect) []model.Value {
	n := len(c.path) - 1
	if n < 0 || c.keptBy != "" {
		return nil
	}
	list, from := x.original, 1
	switch {
	case c.sign() == effectRemoved:
	case c.sign() == effectAdded:
		list = x.result
	case c.fewer:
		from = x.elements[x.lookup(x.result, c.path[:n])][idOf(c.path[n])].copies
	default:
		return nil
	}
	list = x.lookup(list, c.path[:n])
	rest := x.elements[list][idOf(c.path[n])].rest
	var others []model.Value
	for i := from - 1; i >= 0 && i < len(rest); i++ {
		others = append(others, list.At(rest[i]))
	}
	return others
}

// duplicates returns an effect for each of c.others. If the first element stays, most of its reasons are
// not those of the removed ones.
func (c *effect) duplicates() []*effect {
	reasons := c.reasons
	if sign := c.sign(); sign != effectAdded && sign != effectRemoved {
		reasons = slices.DeleteFunc(slices.Clone(reasons), func(r Reason) bool {
			return r.Rule != smp.RuleKeyedDelete && r.Rule != smp.RuleSetDelete
		})
	}
	var all []*effect
	for _, v := range c.others {
		one := &effect{path: c.path, reasons: reasons, secret: c.secret}
		if c.sign() == effectAdded {
			one.after = v
		} else {
			one.before = v
		}
		all = append(all, one)
	}
	return all
}

// duplicates returns a line for each duplicate of the element at b, up to maxReplaced.
func (b *branch) duplicates(indent int) []explainedLine {
	var lines []explainedLine
	all := b.effect.duplicates()
	for i, c := range all {
		line := explainedLine{sign: c.sign(), indent: indent, text: b.label(), reasons: c.reasons}
		if i == maxReplaced {
			line.text, line.reasons = fmt.Sprintf("and %d more", len(all)-i), nil
			return append(lines, line)
		}
		if _, inSet := b.step().(model.SetValue); !inSet {
			line.text += c.values()
		}
		lines = append(lines, line)
	}
	return lines
}
