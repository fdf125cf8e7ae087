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

// contradicted lists the laws that are not true for clusters, each with the divergence or the
// property that contradicts it.
var contradicted = map[string]string{
	"number-spelling": cluster.IntegerFloatDistinct.String(),
	"diff-lints":      "lint follows the specification only",
	"diff-retain":     cluster.DirectivesKept.String(),
	"threeway-retain": cluster.DirectivesKept.String(),
	"diff-superset":   cluster.OrderInterleaved.String(),
	"diff-older":      cluster.KeylessOriginalRejected.String(),
	"diff-unchanged":  cluster.DirectivesKept.String(),
	"threeway-narrow": cluster.PatchMergeKeyUnknown.String(),
}

// byValue lists the laws that treat 1.0 and 1 as the same key, as a three-way merge does.
// Patches for clusters distinguish these keys (divergence integer-float-distinct).
var byValue = map[string]bool{
	"threeway-diff": true, "threeway-converges": true,
	"diff-directives": true, "threeway-directives": true, "threeway-target": true, "diff-no-less": true,
}

// byName contains functions that select the inputs for which a law is not true on a cluster
// because of the names of members. The law treats a member as data, but on a cluster the
// names of directives are reserved (divergence directive-names-reserved). A null with such a
// name cannot be sent, and a member that looks like a directive for a place affects that
// place.
var byName = map[string]func(in corpus.Input) bool{
	"diff-null": func(in corpus.Input) bool { return hasNullRetainKeys(in.Modified) },
	// If an element is deleted together with its duplicate, the whole element is sent again,
	// and a cluster copies it.
	"diff-directives": func(in corpus.Input) bool {
		return hasDuplicates(in.Schema, in.Original) || hasFoldedNames(in.Schema, in.Modified)
	},
	"threeway-directives": func(in corpus.Input) bool {
		return hasDuplicates(in.Schema, in.Current) || hasFoldedNames(in.Schema, in.Modified)
	},
	"threeway-unchanged": func(in corpus.Input) bool {
		return slices.ContainsFunc(in.Options.Preconditions, func(place model.Path) bool {
			return slices.ContainsFunc([]model.Value{in.Original, in.Modified, in.Current}, func(v model.Value) bool { return speaksOf(v, place) })
		})
	},
}

// hasFoldedNames reports whether a name in a document differs from that of a field only in
// case, such as Name for name. A cluster takes it for the field (divergence
// field-case-folded).
func hasFoldedNames(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		field, declared := s.Field(name)
		if !declared {
			for other := range s.Fields() {
				if strings.EqualFold(name, other) {
					return true
				}
			}
			field, _ = s.Member(name)
		}
		if hasFoldedNames(field, member) {
			return true
		}
	}
	for _, element := range v.Elements() {
		if hasFoldedNames(s.Element(), element) {
			return true
		}
	}
	return false
}

// hasDuplicates reports whether a keyed list of a document has two elements with the same
// default key.
func hasDuplicates(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); hasDuplicates(field, member) {
			return true
		}
	}
	elements := v.AppendElements(nil)
	for i, element := range elements {
		same := func(other model.Value) bool {
			return s.Keyed() && !slices.ContainsFunc(s.Keys(), func(name string) bool {
				a, _ := element.Get(name)
				b, _ := other.Get(name)
				return !model.Equal(a, b)
			})
		}
		if slices.ContainsFunc(elements[:i], same) || hasDuplicates(s.Element(), element) {
			return true
		}
	}
	return false
}

// kubernetesLaws are the laws of diffs that also hold for clusters.
func kubernetesLaws(op corpus.Op) []laws.Law {
	return slices.DeleteFunc(laws.Of(op), func(law laws.Law) bool { return contradicted[law.Name] != "" })
}

// Patches for clusters obey the laws of diffs when the engine of clusters applies them. The
// result of a three-way merge is the target, except for the positions of elements that only
// current has.
func TestKubernetesLawsSeeds(t *testing.T) {
	subject := corpus.Untraced(corpus.EngineOf(corpus.Kubernetes))
	for _, op := range []corpus.Op{corpus.OpDiff, corpus.OpThreeWay} {
		t.Run(string(op), func(t *testing.T) {
			all := append(kubernetesLaws(op), laws.Law{Check: laws.ClusterRetains}, laws.Law{Check: laws.ClusterSorts})
			compared := len(all) // the other merges leave out values that a server does not store
			if op == corpus.OpThreeWay {
				all = append(all,
					laws.Law{Name: "threeway-target", Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
						return laws.ReachesAside(s, reference.TargetOptions{Marks: !in.Options.Resend}, in)
					}},
					laws.Law{Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
						return laws.FindsConflicts(s, reference.TargetOptions{Marks: !in.Options.Resend}.Conflicts, in)
					}})
			}
			input := func(seed uint64) corpus.Input { return gen.For(op, gen.FromSeed(seed)).Input() }
			props.SeedsAsked(t, 1000).EachInput(t, input, func(seed uint64, in corpus.Input) (v laws.Verdict) {
				odd := oddKeys(in.Schema, in.Original) || oddKeys(in.Schema, in.Modified) || oddKeys(in.Schema, in.Current)
				likeDirectives := likeDirectives(in.Schema, in.Original) || likeDirectives(in.Schema, in.Modified)
				in.Options.Resend = op == corpus.OpThreeWay
				asked := laws.Asked(subject, in)
				for i, law := range all {
					if i == compared && seed%3 > 0 {
						in.Options.Resend = false
						asked = laws.Asked(subject, in) // the answer without these values, which the remaining laws share
					}
					if byValue[law.Name] && odd || byName[law.Name] != nil && byName[law.Name](in) || law.Name == "diff-equal-fields" && likeDirectives {
						continue
					}
					if v = law.Check(asked, in); v.Status == laws.Broken {
						break
					}
				}
				return v
			})
		})
	}
}

// The position of a deletion in its patch list does not affect the result on a cluster.
func TestKubernetesApplySeeds(t *testing.T) {
	subject := corpus.Untraced(corpus.EngineOf(corpus.Kubernetes))
	input := func(seed uint64) corpus.Input { return gen.Apply(gen.FromSeed(seed)).Input() }
	props.SeedsAsked(t, 2000).EachInput(t, input, func(_ uint64, in corpus.Input) laws.Verdict {
		return laws.DeletionsAnywhere(subject, in)
	})
}

// On a cluster, a composed patch has the effect of the patches applied in order, and patches
// without conflicts can be applied in either order. A cluster may accept a patch alone but
// reject it after another one (divergences unknown-field-rejected and map-values-rejected).
// In this case, it must reject the patches in both orders.
func TestKubernetesPatchesSeeds(t *testing.T) {
	subject := corpus.Untraced(corpus.EngineOf(corpus.Kubernetes))
	for _, op := range []corpus.Op{corpus.OpCompose, corpus.OpConflicts} {
		t.Run(string(op), func(t *testing.T) {
			all := kubernetesLaws(op)
			input := func(seed uint64) corpus.Input { return gen.For(op, gen.FromSeed(seed)).Input() }
			props.SeedsAsked(t, 1000).EachInput(t, input, func(_ uint64, in corpus.Input) (v laws.Verdict) {
				asked := laws.Asked(subject, in)
				bothRejected := op == corpus.OpConflicts && rejectsInTurn(in, in.Left, in.Right) && rejectsInTurn(in, in.Right, in.Left)
				for _, law := range all {
					if bothRejected && (law.Name == "conflicts-commute" || law.Name == "conflicts-unions") {
						continue
					}
					if v = law.Check(asked, in); v.Status == laws.Broken {
						break
					}
				}
				return v
			})
		})
	}
}

// rejectsInTurn reports whether a cluster rejects one of two patches when they are applied in
// order to the original of an input.
func rejectsInTurn(in corpus.Input, first, second model.Value) bool {
	e := cluster.Engine{BeforeDecoding: true, Ignore: in.Options.Ignore, Strict: in.Options.Strict}
	result, err := e.Apply(in.Schema, in.Original, first)
	if err == nil {
		_, err = e.Apply(in.Schema, result, second)
	}
	return err != nil
}

// likeDirectives reports whether a document has a declared field that a cluster treats as a
// directive for another field. The value of such a field is not stored (divergence
// directive-names-reserved).
func likeDirectives(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		field, known := s.Member(name)
		_, other, slash := strings.Cut(name, "/")
		_, declared := s.Field(other)
		if known && slash && declared || likeDirectives(field, member) {
			return true
		}
	}
	return slices.ContainsFunc(v.AppendElements(nil), func(e model.Value) bool { return likeDirectives(s.Element(), e) })
}

// hasNullRetainKeys reports whether a document has a null member $retainKeys.
func hasNullRetainKeys(v model.Value) bool {
	for name, member := range v.Members() {
		if name == "$retainKeys" && member.Type() == model.Null || hasNullRetainKeys(member) {
			return true
		}
	}
	return slices.ContainsFunc(v.AppendElements(nil), hasNullRetainKeys)
}

// speaksOf reports whether a document contains, on the path to a place, a member with the
// name of a directive for the place.
func speaksOf(v model.Value, place model.Path) bool {
	for _, step := range place {
		name := string(step.(model.Field))
		for _, other := range []string{"$retainKeys", "$deleteFromPrimitiveList/" + name, "$setElementOrder/" + name} {
			if _, has := v.Get(other); has {
				return true
			}
		}
		v, _ = v.Get(name)
	}
	return false
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
