package judge

import (
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// dependsOnObject lists the divergences that depend on the object, and not only on the patch.
var dependsOnObject = []cluster.Divergence{
	cluster.DecodingDropsDirectives, cluster.DeleteListLast, cluster.DirectiveElementsLast, cluster.KeylessOriginalRejected, cluster.NewElementsFirst,
	cluster.OrderInterleaved, cluster.OrderComparator, cluster.SetDedupReorders, cluster.DuplicatesGrouped, cluster.NewListUnmerged,
}

// elsewhere lists cases in which a divergence depends on the object, although other patches
// show the same divergence alone.
var elsewhere = map[string]string{
	"divergence/nulls-kept":                        "the null deletes a field of an element that the object has",
	"kubernetes/pod-new-container-with-directives": "the directives are for an element that the object has",
	"kubernetes/pod-null-container":                "the null is in the object",
	"kubernetes/pod-null-finalizer":                "the null is in the object",
	"kubernetes/pod-order-on-empty":                "the list of the object is empty",
	"kubernetes/pod-order-on-null":                 "the list of the object is null",
}

// TestClusterCases checks every case of a built-in kind in which a cluster gives another
// answer. If the patch alone shows the divergence, lint must report the divergence.
func TestClusterCases(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		in := c.Input
		if in.Op != corpus.OpApply || c.Schema.Kind == "" || in.Patch.Type() != model.Map {
			continue
		}
		divergences := cluster.Differences(in.Schema, in.Original, in.Patch)
		divergences = slices.DeleteFunc(divergences, func(d cluster.Divergence) bool { return slices.Contains(dependsOnObject, d) })
		found := problemsOnCluster(in.Schema, in.Patch, false)
		has := func(d cluster.Divergence) bool {
			return slices.ContainsFunc(found, func(p finding.Finding) bool { return strings.Contains(p.Sentence, "("+d.String()+")") })
		}
		if len(divergences) > 0 && !slices.ContainsFunc(divergences, has) && len(smp.Lint(in.Schema, in.Patch)) == 0 && elsewhere[c.Name] == "" {
			t.Errorf("%s: a cluster differs by %v, and lint finds %v: %s", c.Name, divergences, found, in.Patch.JSON())
		}
	}
}

// TestClusterProblems checks every problem of every case. A cluster must have the reported
// divergence for at least one object.
func TestClusterProblems(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, c := range cases {
		in := c.Input
		if in.Op != corpus.OpApply || c.Schema.Kind == "" || in.Patch.Type() != model.Map {
			continue
		}
		for _, p := range problemsOnCluster(in.Schema, in.Patch, false) {
			id := p.Sentence
			id = strings.TrimSuffix(id[strings.LastIndex(id, "(")+1:], ")")
			differs := false
			for _, original := range objectsFor(in) {
				for _, d := range cluster.Differences(in.Schema, original, in.Patch) {
					differs = differs || d.String() == id
				}
			}
			if differs {
				shown[id] = true
			} else {
				t.Errorf("%s: %v, but no object shows %s: %s", c.Name, p, id, in.Patch.JSON())
			}
		}
	}
	if len(shown) < 15 {
		t.Errorf("the cases show %d divergences, expected 15 or more: %v", len(shown), shown)
	}
}

// objectsFor returns objects for a patch: the object of the case, an empty object, and the
// results of the patch for both.
func objectsFor(in corpus.Input) []model.Value {
	objects := []model.Value{in.Original, model.MustParse("{}")}
	for _, o := range objects[:2] {
		if result, err := smp.Apply(in.Schema, o, in.Patch); err == nil {
			objects = append(objects, result)
		}
		if result, err := (cluster.Engine{}).Apply(in.Schema, o, in.Patch); err == nil {
			objects = append(objects, result)
		}
	}
	return objects
}

// TestClusterDiffs checks that the patches of diff for clusters have no problems on
// clusters.
func TestClusterDiffs(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range cases {
		in := c.Input
		if in.Op != corpus.OpDiff || c.Schema.Kind == "" {
			continue
		}
		patch, err := cluster.Engine{}.Diff(in.Schema, in.Original, in.Modified, smp.DiffOptions{})
		if err != nil || patch.Type() != model.Map {
			continue
		}
		n++
		for _, p := range problemsOnCluster(in.Schema, patch, true) {
			if p.Severity > finding.Note {
				t.Errorf("%s: %v: %s", c.Name, p, patch.JSON())
			}
		}
	}
	if n < 20 {
		t.Errorf("%d diffs, expected 20 or more", n)
	}
}
