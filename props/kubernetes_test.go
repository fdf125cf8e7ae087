package props_test

import (
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
)

// contradicted are the laws that a divergence of dialect kubernetes, or another
// promise of it, contradicts, each with the name of that.
var contradicted = map[string]string{
	"number-spelling": string(smp.IntegerFloatDistinct),
	"diff-lints":      "lint knows the documented rules only",
	"diff-retain":     string(smp.DirectivesKept),
	"threeway-retain": string(smp.DirectivesKept),
	"diff-superset":   string(smp.OrderInterleaved),
	"diff-older":      string(smp.KeylessOriginalRejected),
	"diff-unchanged":  string(smp.DirectivesKept),
	"threeway-narrow": string(smp.PatchMergeKeyUnknown),
}

// byValue are the laws that take 1.0 for the key that is 1, as what meets in a
// three-way merge does. Patches of dialect kubernetes tell them apart (divergence
// integer-float-distinct).
var byValue = map[string]bool{
	"threeway-diff": true, "threeway-converges": true,
	"diff-directives": true, "threeway-directives": true, "threeway-target": true,
}

// byName are the laws that take a declared field, or a member of a free-form map, for
// data, whatever its name. In dialect kubernetes the names of directives are reserved
// (divergence directive-names-reserved): a null of that name cannot be sent, and what
// looks like a delete list is one.
var byName = map[string]bool{"diff-null": true, "threeway-unchanged": true}

// kubernetesLaws are the laws of diffs that hold for dialect kubernetes too.
func kubernetesLaws(op corpus.Op) []laws.Law {
	return slices.DeleteFunc(laws.Of(op), func(law laws.Law) bool { return contradicted[law.Name] != "" })
}

// The patches of dialect kubernetes follow the laws of diffs, by what the shipped
// engine makes of them, and give what has to come of three documents, wherever
// they put what only current has.
func TestKubernetesLawsSeeds(t *testing.T) {
	subject := corpus.Untraced(smp.KubernetesBeforeDecoding)
	for _, op := range []corpus.Op{corpus.OpDiff, corpus.OpThreeWay} {
		t.Run(string(op), func(t *testing.T) {
			all := kubernetesLaws(op)
			if op == corpus.OpThreeWay {
				all = append(all,
					laws.Law{Name: "threeway-target", Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
						return laws.ReachesAside(s, reference.Target, in)
					}},
					laws.Law{Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
						return laws.FindsConflicts(s, reference.ConflictPaths, in)
					}})
			}
			props.SeedsAsked(t, 3000).Each(t, func(seed uint64) error {
				in := gen.For(op, gen.FromSeed(seed)).Input()
				odd := oddKeys(in.Schema, in.Original) || oddKeys(in.Schema, in.Modified) || oddKeys(in.Schema, in.Current)
				reserved := slices.ContainsFunc([]model.Value{in.Original, in.Modified, in.Current}, hasReservedName)
				asked := laws.Asked(subject, in)
				likeDirectives := likeDirectives(in.Schema, in.Original) || likeDirectives(in.Schema, in.Modified)
				for _, law := range all {
					if byValue[law.Name] && odd || byName[law.Name] && reserved || law.Name == "diff-equal-fields" && likeDirectives {
						continue
					}
					if err := law.Check(asked, in).Err(); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
}

// likeDirectives reports whether a document has a declared field that dialect
// kubernetes takes for a directive of another in a patch: what is there of that name
// says nothing of the field (divergence directive-names-reserved).
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

// hasReservedName reports whether a member in a document is called like a directive.
func hasReservedName(v model.Value) bool {
	for name, member := range v.Members() {
		if strings.HasPrefix(name, "$") && (name == "$retainKeys" || strings.Contains(name, "/")) || hasReservedName(member) {
			return true
		}
	}
	return slices.ContainsFunc(v.AppendElements(nil), hasReservedName)
}

// oddKeys reports whether a document has a merge key that is a number spelled as
// none that a Go integer prints.
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
