package props_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// kubernetesLaws returns the laws about an operation on a cluster.
func kubernetesLaws(op corpus.Op) []laws.Law {
	return slices.DeleteFunc(laws.In(corpus.Kubernetes), func(law laws.Law) bool { return law.Op != "" && law.Op != op })
}

// firstBroken checks laws up to the first one that is broken, and returns the verdict that says
// most.
func firstBroken(all []laws.Law, subject corpus.Subject, in corpus.Input) (v laws.Verdict) {
	asked := laws.Asked(subject, in)
	for _, law := range all {
		if v = v.Or(law.Check(asked, in)); v.Status == laws.Broken {
			break
		}
	}
	return v
}

// Patches for clusters obey the laws of diffs when the engine of clusters applies them. The
// result of a three-way merge is the target, except for the positions of elements that only
// current has.
func TestKubernetesLawsSeeds(t *testing.T) {
	subject := corpus.Untraced(corpus.EngineOf(corpus.Kubernetes))
	for _, op := range []corpus.Op{corpus.OpDiff, corpus.OpThreeWay} {
		t.Run(string(op), func(t *testing.T) {
			all := append(kubernetesLaws(op), laws.Law{Check: laws.ClusterRetains}, laws.Law{Check: laws.ClusterSorts})
			if op == corpus.OpThreeWay {
				all = append(all,
					laws.Law{Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
						in.Options.Resend = false
						return laws.ClusterSettles(s, in)
					}},
					laws.Law{Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
						if oddKeys(in.Schema, in.Original) || oddKeys(in.Schema, in.Modified) || oddKeys(in.Schema, in.Current) {
							return laws.Verdict{} // the target has one element for the keys 1.0 and 1
						}
						return laws.ReachesAside(s, reference.TargetOptions{Marks: !in.Options.Resend}, in)
					}},
					laws.Law{Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
						return laws.FindsConflicts(s, reference.TargetOptions{Marks: !in.Options.Resend}.Conflicts, in)
					}})
			}
			input := func(seed uint64) corpus.Input {
				in := gen.For(op, gen.FromSeed(seed)).Input()
				in.Options.Resend = op == corpus.OpThreeWay && seed%3 == 0
				return in
			}
			props.SeedsAsked(t, 1000).EachInput(t, input, func(_ uint64, in corpus.Input) laws.Verdict { return firstBroken(all, subject, in) })
		})
	}
}

// The laws of the other operations hold on a cluster, too.
func TestKubernetesPatchesSeeds(t *testing.T) {
	subject := corpus.Untraced(corpus.EngineOf(corpus.Kubernetes))
	for _, op := range []corpus.Op{corpus.OpApply, corpus.OpCompose, corpus.OpConflicts, corpus.OpLint} {
		t.Run(string(op), func(t *testing.T) {
			all := kubernetesLaws(op)
			input := func(seed uint64) corpus.Input { return gen.For(op, gen.FromSeed(seed)).Input() }
			props.SeedsAsked(t, 1000).EachInput(t, input, func(_ uint64, in corpus.Input) laws.Verdict { return firstBroken(all, subject, in) })
		})
	}
}

// oddKeys reports whether a merge key in a document is a number whose spelling is not that of
// a Go integer.
func oddKeys(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); oddKeys(field, member) {
			return true
		}
	}
	keys := append(s.Keys(), s.Recommended()...)
	return slices.ContainsFunc(v.AppendElements(nil), func(e model.Value) bool {
		return oddKeys(s.Element(), e) || slices.ContainsFunc(keys, func(name string) bool {
			key, _ := e.Get(name)
			return strings.ContainsAny(key.NumberText(), ".eE")
		})
	})
}

// Differences returns divergences if and only if the two results differ.
func TestDifferencesSeeds(t *testing.T) {
	props.SeedsAsked(t, 1000).Each(t, func(seed uint64) error {
		in := gen.For(corpus.OpApply, gen.FromSeed(seed)).Input()
		documented := smp.Engine{Ignore: in.Options.Ignore, Unions: in.Options.Unions}
		server := cluster.Engine{Ignore: in.Options.Ignore}
		ours, ourErr := documented.Apply(in.Schema, in.Original, in.Patch)
		theirs, theirErr := server.Apply(in.Schema, in.Original, in.Patch)
		alike := ourErr != nil && theirErr != nil || ourErr == nil && theirErr == nil && model.Equal(ours, theirs)
		documented.Strict, server.Strict = in.Options.Strict, in.Options.Strict // the option must not matter
		if named := server.Differences(documented, in.Schema, in.Original, in.Patch); alike != (named == nil) {
			return fmt.Errorf("differences %v; documented: %s, %v; a cluster: %s, %v; original %s, patch %s", named,
				ours.JSON(), ourErr, theirs.JSON(), theirErr, in.Original.JSON(), in.Patch.JSON())
		}
		return nil
	})
}
