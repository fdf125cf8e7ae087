package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// About returns the part of an explanation that is about one place: the effects in this place
// and below it. If there are none, the part is the effect at the nearest parent. For the
// root, About returns the whole explanation. It is an error if neither the original nor the
// result has the place.
func (x *Explanation) About(path model.Path) (*Explanation, error) {
	if len(path) == 0 {
		return x, nil
	}
	path = x.named(path, true)
	within := func(c *effect) bool { return len(c.path) >= len(path) && c.path[:len(path)].Equal(path) }
	part := *x
	part.place = path
	part.effects = slices.DeleteFunc(slices.Clone(x.effects), func(c *effect) bool { return !within(c) })
	part.cluster = slices.DeleteFunc(slices.Clone(x.cluster), func(f finding.Finding) bool { return !related(f.Path, path) })
	part.found = nil // their paths are in the patch, not in the result
	if len(part.effects) > 0 {
		return &part, nil
	}
	c := &effect{path: path, reasons: []Reason{{smp.RuleMapMerge, "not in the patch; unchanged"}}, secret: x.secret}
	c.before, c.after = x.beforeAndAfter(path)
	if c.before.Type() == model.Absent && c.after.Type() == model.Absent {
		advice, _ := judge.KeepSlip(x.schema, smp.KeepAt(path))
		if _, meant, ok := strings.Cut(advice, "; did you mean "); ok {
			advice = "; did you mean " + meant
		} else {
			advice = ""
		}
		return nil, fmt.Errorf("there is nothing at %s, neither in the original nor in the result%s", path, advice)
	}
	part.effects = []*effect{c}
	for _, place := range around(path) {
		if outer := x.byPath[place]; outer != nil && outer.decidesInside() {
			part.effects = []*effect{outer}
			return &part, nil
		}
	}
	return &part, nil
}

// around returns the paths of a place's parents as texts, beginning with the root.
func around(path model.Path) []string {
	var text []byte
	ends := make([]int, len(path))
	for i, step := range path {
		ends[i] = len(text)
		name := step.String()
		if i > 0 && name[0] != '[' {
			text = append(text, '.')
		}
		text = append(text, name...)
	}
	texts := make([]string, len(path))
	for i, all := 0, string(text); i < len(path); i++ {
		texts[i] = all[:ends[i]]
	}
	if len(texts) > 0 {
		texts[0] = model.Path{}.String()
	}
	return texts
}

// related reports whether one of two paths is a prefix of the other.
func related(a, b model.Path) bool {
	n := min(len(a), len(b))
	return a[:n].Equal(b[:n])
}

// decidesInside reports whether an effect applies to all values inside its place.
func (c *effect) decidesInside() bool {
	return c.sign() == effectAdded || c.sign() == effectRemoved || slices.ContainsFunc(c.events, func(e cluster.Event) bool {
		return slices.Contains(replacing, e.Rule) || slices.Contains(clearing, e.Rule)
	})
}
