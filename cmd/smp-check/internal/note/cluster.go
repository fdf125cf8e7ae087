package note

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/explain"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Cluster reports how a cluster's answer to a patch differs from the one in a dialect: in
// one note if only the order of elements does, else in a warning. It also reports where
// the answer of clusters varies. Documents of other kinds than the built-in ones have no
// such answer: clusters reject patches of custom resources.
func (n *Notes) Cluster(dialect string, c *load.SchemaChoice, e smp.Engine, s smp.Schema, original, patch model.Value) {
	switch {
	case c.Custom && dialect == corpus.Kubernetes:
		n.Say("a cluster answers 415 to a strategic merge patch of a custom resource; this is as if it did not")
		return
	case c.Custom || c.Schemaless && dialect != corpus.Kubernetes:
		return
	}
	var varying explain.Varying
	e.Trace = varying.Hear
	divergences := e.Differences(s, original, patch)
	ours := "; this is one of its answers"
	if dialect != corpus.Kubernetes {
		ours = ""
		n.different(divergences, e, s, original, patch)
	}
	for _, path := range varying {
		n.Say("a cluster's answer varies from run to run at %s%s", path, ours)
	}
}

// OnCluster replaces an explanation's notes about clusters for two sorts of objects: custom
// resources, whose patches a cluster rejects, and objects that are merged without a schema,
// which have one on a cluster.
func OnCluster(x *explain.Explanation, c *load.SchemaChoice) {
	switch _, builtIn := kubernetes.Lookup(c.Merged.APIVersion, c.Merged.Kind); {
	case c.Custom, c.Schemaless && load.Complete(c.Merged) && !builtIn:
		x.RefusedByCluster()
	case c.Schemaless && builtIn:
		x.OnCluster(fmt.Sprintf("a cluster merges this object by the schema of %s; leave out --schemaless to see how", c.Merged))
	case c.Schemaless:
		x.OnCluster("")
	}
}

// different reports the divergences that make a cluster answer a patch differently.
func (n *Notes) different(divergences []smp.Divergence, e smp.Engine, s smp.Schema, original, patch model.Value) {
	if len(divergences) == 0 {
		return
	}
	e.Trace, e.Strict = nil, false // no cluster is strict
	here, rejected := e.Apply(s, original, patch)
	e.Dialect = smp.Kubernetes
	there, rejectedThere := e.Apply(s, original, patch)
	switch {
	case rejected != nil:
		n.Say("a cluster would accept this patch: %s%s", causes(divergences), n.instead())
	case rejectedThere != nil:
		n.Warn("a cluster would reject this patch: %s%s", causes(divergences), n.instead())
	default:
		differences := corpus.Differences(s, here, there)
		if slices.ContainsFunc(differences, func(d corpus.Difference) bool { return !explain.IsOrder(d) }) {
			n.Warn("a cluster would store a different object: %s%s", causes(divergences), n.instead())
			return
		}
		var lists []model.Path
		for _, d := range differences {
			lists = append(lists, d.Path)
		}
		n.Say("a cluster would order %s differently (%s)%s", patches.Paths(lists), ids(divergences), n.instead())
	}
}

// instead returns the advice how to get a cluster's answer, with a separator before it.
func (n *Notes) instead() string {
	if n.Instead == "" {
		return ""
	}
	return "; " + n.Instead
}

// causes returns what each divergence does, with its id.
func causes(divergences []smp.Divergence) string {
	texts := make([]string, len(divergences))
	for i, d := range divergences {
		texts[i] = fmt.Sprintf("%s (%s)", d.What(), d)
	}
	return strings.Join(texts, "; ")
}

func ids(divergences []smp.Divergence) string {
	texts := make([]string, len(divergences))
	for i, d := range divergences {
		texts[i] = d.String()
	}
	return strings.Join(texts, ", ")
}
