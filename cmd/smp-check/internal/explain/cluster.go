package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/cluster"
)

// Varying collects the places at which a cluster's answer to a patch varies.
type Varying []model.Path

// Record adds the place of an event whose outcome varies. An Engine calls it as its Trace.
func (v *Varying) Record(event cluster.Event) {
	if event.Varies && !slices.ContainsFunc(*v, event.Path.Equal) {
		*v = append(*v, event.Path)
	}
}

// onCluster returns a finding about a cluster. The path is empty if it is about the whole patch.
func onCluster(path model.Path, sentence string) finding.Finding {
	if len(path) == 0 {
		path = nil
	}
	return finding.Finding{Path: path, Code: judge.ClusterDiffers, Sentence: sentence}
}

// RefusedByCluster replaces the findings about clusters by one: clusters reject strategic merge patches
// of custom resources.
func (x *Explanation) RefusedByCluster() {
	x.OnCluster("a cluster rejects strategic merge patches of custom resources (status 415); apply --as merge-patch writes a patch that it accepts")
}

// OnCluster replaces the findings about clusters by a text. If the text is empty, it removes the
// findings.
func (x *Explanation) OnCluster(text string) {
	x.cluster, x.differs = nil, false
	if text != "" {
		x.cluster = []finding.Finding{onCluster(nil, text)}
	}
}

// RejectedByCluster adds values for which a cluster rejects the result, up to maxReplaced. Those that are
// likely mistakes are not repeated.
func (x *Explanation) RejectedByCluster(found []finding.Finding) {
	others := judge.Others(found, judge.AtKeys(x.schema, x.patch, x.found))
	for _, f := range others[:min(len(others), maxReplaced)] {
		f.Sentence = "a cluster rejects the object: " + f.Sentence
		x.cluster = append(x.cluster, f)
	}
	if len(others) < len(found) {
		x.cluster = append(x.cluster, onCluster(nil, "a cluster rejects the object because of values of the wrong type"))
	}
}

// differencesOnCluster returns findings on how and where a cluster's answer differs, and on where it
// varies. If a list differs only in the order of its elements, there is only one finding for it.
func (x *Explanation) differencesOnCluster(e engine.Engine) []finding.Finding {
	var found, varying []finding.Finding
	var varies Varying
	var events []cluster.Event
	known := map[string]bool{}
	add := func(path model.Path, text string) {
		if f := onCluster(path, text); !known[f.String()] {
			known[f.String()] = true
			found = append(found, f)
		}
	}
	effective := e.Differences(x.schema, x.original, x.patch)
	e.Cluster = true
	e.Trace = func(event cluster.Event) {
		if slices.Contains(effective, event.Divergence) {
			events = append(events, event)
		}
		varies.Record(event)
	}
	other, err := e.Apply(x.schema, x.original, x.patch)
	for _, path := range varies {
		varying = append(varying, onCluster(path, "a cluster's answer varies from run to run"))
	}
	here, there := judge.Stored(x.schema, x.patched), judge.Stored(x.schema, other)
	if err == nil && model.Equal(here, there) {
		return varying
	}
	x.differs = true
	if err != nil {
		for _, event := range events {
			add(event.Path, cause(event.Divergence))
		}
		add(nil, "a cluster rejects the patch: "+err.Error())
		return append(found, varying...)
	}
	decided := map[string][]cluster.Divergence{} // by place
	for i, event := range events {
		events[i].Path = x.canonical(event.Path)
		place := events[i].Path.String()
		if !slices.Contains(decided[place], event.Divergence) {
			decided[place] = append(decided[place], event.Divergence)
		}
	}
	var others differing
	told := map[cluster.Divergence]bool{}
	for _, d := range corpus.Differences(x.schema, here, there) {
		if !IsOrder(d) {
			others.add(d, x.canonical(d.Path))
			continue
		}
		text := "elements are in a different order"
		var ids []string
		for _, divergence := range decided[x.canonical(d.Path).String()] {
			ids = append(ids, divergence.String())
			told[divergence] = true
		}
		if len(ids) > 0 {
			text += " (" + strings.Join(ids, ", ") + ")"
		}
		add(d.Path, text)
	}
	for _, event := range events {
		told[event.Divergence] = told[event.Divergence] || others.related(event.Path)
	}
	for _, event := range events {
		// A divergence that is not near any difference is named where it first appears.
		if others.related(event.Path) || !told[event.Divergence] {
			told[event.Divergence] = true
			add(event.Path, cause(event.Divergence))
		}
	}
	for _, d := range others.all {
		here := x.lookup(x.patched, x.canonical(d.Path)).Type() != model.Absent
		add(d.Path, clusterHas(d, here))
	}
	return append(found, varying...)
}

// differing holds differences. The paths of the differences are in at, and these paths with
// those of all parents are in around.
type differing struct {
	all    []corpus.Difference
	at     map[string]bool // paths
	around map[string]bool // paths, and those of all parents
}

func (f *differing) add(d corpus.Difference, path model.Path) {
	if f.at == nil {
		f.at, f.around = map[string]bool{}, map[string]bool{}
	}
	f.all = append(f.all, d)
	f.at[path.String()] = true
	for _, place := range append(around(path), path.String()) {
		f.around[place] = true
	}
}

// related reports whether a path is equal to the path of a difference, or inside or around
// it.
func (f *differing) related(path model.Path) bool {
	return f.around[path.String()] || slices.ContainsFunc(around(path), func(place string) bool { return f.at[place] })
}

// cause describes a divergence, as in "new elements come first (new-elements-first)".
func cause(d cluster.Divergence) string { return fmt.Sprintf("%s (%s)", d.What(), d) }

// IsOrder reports whether a difference is only one of order: a list has the same elements in
// another order.
func IsOrder(d corpus.Difference) bool { return d.Code == corpus.Reordered }

// clusterHas describes a difference in the result of a cluster. here is set if the
// specification's result has the place, too.
func clusterHas(d corpus.Difference, here bool) string {
	switch {
	case d.Code == corpus.Missing:
		return "is missing on a cluster"
	case d.Code == corpus.Additional && here:
		return "appears one more time on a cluster"
	case d.Code == corpus.Additional:
		return "is kept on a cluster"
	}
	return "on a cluster, " + d.How
}
