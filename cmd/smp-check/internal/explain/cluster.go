package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Varying is where a cluster gives one of several answers to a patch.
type Varying []model.Path

// Hear takes the place of a decision of a cluster's engine that varies.
func (v *Varying) Hear(event smp.Event) {
	if event.Varies && !slices.ContainsFunc(*v, event.Path.Equal) {
		*v = append(*v, event.Path)
	}
}

// A clusterNote is something that a cluster does otherwise, and where.
type clusterNote struct {
	path model.Path // the root where it is about the whole patch
	text string
}

// String returns the note with its place in front.
func (n clusterNote) String() string {
	if len(n.path) == 0 {
		return n.text
	}
	return n.path.String() + ": " + n.text
}

// RefusedByCluster says of an explanation that no cluster computes it: the patch is
// for a custom resource.
func (x *Explanation) RefusedByCluster() {
	x.cluster = []clusterNote{{text: "a cluster answers 415 to a strategic merge patch of a custom resource; apply --as merge-patch writes one that it takes"}}
}

// clusterNotes says what a cluster would do otherwise, and where its answer varies;
// nothing where it always gives the same result.
func clusterNotes(e smp.Engine, s smp.Schema, original, patch, result model.Value) []clusterNote {
	var notes, varying []clusterNote
	var varies Varying
	known := map[string]bool{}
	add := func(path model.Path, text string) {
		if note := (clusterNote{path, text}); !known[note.String()] {
			known[note.String()] = true
			notes = append(notes, note)
		}
	}
	e.Dialect = smp.Kubernetes
	e.Trace = func(event smp.Event) {
		if event.Divergence != 0 {
			add(event.Path, fmt.Sprintf("%s (%s)", event.Divergence.What(), event.Divergence))
		}
		varies.Hear(event)
	}
	other, err := e.Apply(s, original, patch)
	for _, path := range varies {
		varying = append(varying, clusterNote{path, "a cluster's answer varies from run to run"})
	}
	switch {
	case err != nil:
		add(nil, "a cluster rejects the patch: "+err.Error())
	case model.Equal(other, result):
		return varying
	}
	if err == nil {
		for _, d := range corpus.Differences(s, result, other) {
			_, here := d.Path.Lookup(result)
			add(d.Path, clusterHas(d.How, here))
		}
	}
	return append(notes, varying...)
}

// IsOrder reports whether a difference is the order of a list's elements alone.
func IsOrder(d corpus.Difference) bool { return strings.HasPrefix(d.How, "the order of") }

// clusterHas words a difference for a cluster's result, at a place that the result here
// may have, too.
func clusterHas(how string, here bool) string {
	switch {
	case strings.HasPrefix(how, "the order of"):
		return "on a cluster, elements stand in another order"
	case strings.HasPrefix(how, "a missing"):
		return "is not there on a cluster"
	case strings.HasPrefix(how, "an additional") && here:
		return "stands there once more on a cluster"
	case strings.HasPrefix(how, "an additional"):
		return "is there on a cluster"
	}
	return "on a cluster, " + how
}
