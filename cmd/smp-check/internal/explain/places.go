package explain

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Place summarizes the change at one place.
type Place struct {
	Path    string   `json:"path"`
	Change  string   `json:"change"` // added, removed, changed or same
	Values  string   `json:"values"` // old and new value, as in ": 1 → 2"; possibly empty
	Reasons []Reason `json:"reasons"`
}

// A Reason is a rule with a short text about its effect at a place.
type Reason struct {
	Rule smp.Rule `json:"rule"`
	Text string   `json:"text"`
}

// String returns the text followed by the id of the rule, as in "replaced (scalar)".
func (r Reason) String() string {
	if text, ok := strings.CutSuffix(r.Text, ")"); ok { // after the id of a divergence
		return text + ", " + string(r.Rule) + ")"
	}
	return r.Text + " (" + string(r.Rule) + ")"
}

// Places returns the changes, in the order of the result.
func (x *Explanation) Places() []Place {
	var places []Place
	x.Tree().each(func(c *effect) {
		places = append(places, Place{c.path.String(), c.word(), c.values(), append([]Reason{}, c.reasons...)})
	})
	return places
}

// Patched returns the result of the patch as if no flag kept a place.
func (x *Explanation) Patched() model.Value { return x.patched }

// Result returns the result of the patch.
func (x *Explanation) Result() model.Value { return x.result }

// Cluster returns the differences on a cluster, one per line.
func (x *Explanation) Cluster() []string {
	var lines []string
	for _, f := range x.cluster {
		lines = append(lines, f.String())
	}
	return lines
}

// Findings returns the likely mistakes in the patch and in its result.
func (x *Explanation) Findings() []finding.Finding { return slices.Clone(x.found) }

// Unknown returns a line for each likely mistake in the patch, and for each element that it finds
// by an ambiguous key.
func (x *Explanation) Unknown() []string {
	var lines []string
	for _, f := range x.unclear.found {
		if related(f.Path, x.place) {
			lines = append(lines, f.String())
		}
	}
	for _, f := range x.found {
		lines = append(lines, f.String())
	}
	return lines
}
