package note

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/explain"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Cluster reports how a cluster's answer to a patch differs from the answer in a dialect. It
// adds a note if only the order of elements is different, and a warning if not. It also
// reports the places where a cluster's answer varies. For custom resources, it reports only
// that clusters reject the patch.
func (n *Notes) Cluster(dialect string, c schemas.Chosen, e engine.Engine, s smp.Schema, original, patch model.Value) {
	switch {
	case c.Custom && dialect == corpus.Kubernetes:
		n.Say("a cluster rejects strategic merge patches of custom resources (status 415); if it accepted the patch, this would be the result")
		return
	case c.Custom || c.Flags.Schemaless && dialect != corpus.Kubernetes:
		return
	}
	var varying explain.Varying
	e.Trace = varying.Record
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

// OnCluster replaces the notes about clusters in an explanation for two kinds of objects:
// custom resources, because a cluster rejects their patches, and objects merged with
// --schemaless, because a cluster merges them with a schema.
func OnCluster(x *explain.Explanation, c schemas.Chosen) {
	switch _, builtIn := kubernetes.Lookup(c.Kind.APIVersion, c.Kind.Kind); {
	case c.Custom, c.Flags.Schemaless && kinds.Complete(c.Kind) && !builtIn:
		x.RefusedByCluster()
	case c.Flags.Schemaless && builtIn:
		x.OnCluster(fmt.Sprintf("a cluster merges this object with the schema of %s; omit --schemaless to see how", kinds.Text(c.Kind)))
	case c.Flags.Schemaless:
		x.OnCluster("")
	}
}

// TypesOnCluster adds the values of the result that have the wrong type to an explanation. A
// cluster rejects an object of a built-in kind that contains such a value.
func TypesOnCluster(x *explain.Explanation, c schemas.Chosen) {
	if c.OfTable {
		x.RejectedByCluster(judge.WrongTypes(c.Schema, load.Document{Value: x.Result()}))
	}
}

// different reports the divergences that make a cluster's answer to a patch different.
func (n *Notes) different(divergences []cluster.Divergence, e engine.Engine, s smp.Schema, original, patch model.Value) {
	if len(divergences) == 0 {
		return
	}
	e.Trace, e.Strict = nil, false // clusters are never strict
	here, rejected := e.Apply(s, original, patch)
	e.Cluster = true
	there, rejectedThere := e.Apply(s, original, patch)
	switch {
	case rejected != nil:
		if found := judge.Rejecting(s, original, there); rejectedThere == nil && len(found) > 0 {
			first := found[0]
			first.InResult = false
			n.Warn("a cluster would apply this patch, and reject the result: %s", first)
			return
		}
		n.Say("a cluster would accept this patch: %s%s", causes(divergences), n.instead())
	case rejectedThere != nil:
		n.Warn("a cluster would reject this patch: %s%s", causes(divergences), n.instead())
	default:
		differences := corpus.Differences(s, judge.Stored(s, here), judge.Stored(s, there))
		if len(differences) == 0 {
			return
		}
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

// instead returns the advice on how to get a cluster's answer, after a separator.
func (n *Notes) instead() string {
	if n.Instead == "" {
		return ""
	}
	return "; " + n.Instead
}

// causes describes each divergence, with its id.
func causes(divergences []cluster.Divergence) string {
	texts := make([]string, len(divergences))
	for i, d := range divergences {
		texts[i] = fmt.Sprintf("%s (%s)", d.What(), d)
	}
	return strings.Join(texts, "; ")
}

func ids(divergences []cluster.Divergence) string {
	texts := make([]string, len(divergences))
	for i, d := range divergences {
		texts[i] = d.String()
	}
	return strings.Join(texts, ", ")
}
