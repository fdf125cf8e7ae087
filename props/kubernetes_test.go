package props_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
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

// kubernetesLaws are the laws of diffs that hold for dialect kubernetes too.
func kubernetesLaws(op corpus.Op) []laws.Law {
	return slices.DeleteFunc(laws.Of(op), func(law laws.Law) bool { return contradicted[law.Name] != "" })
}

// The patches of dialect kubernetes follow the laws of diffs, by what the shipped
// engine makes of them, and give what has to come of three documents, wherever
// they put what only current has.
func TestKubernetesLawsSeeds(t *testing.T) {
	subject := corpus.EngineOf(smp.KubernetesBeforeDecoding)
	for _, op := range []corpus.Op{corpus.OpDiff, corpus.OpThreeWay} {
		t.Run(string(op), func(t *testing.T) {
			all := kubernetesLaws(op)
			if op == corpus.OpThreeWay {
				all = append(all,
					laws.Law{Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
						return laws.ReachesAside(s, reference.Target, in)
					}},
					laws.Law{Check: func(s corpus.Subject, in corpus.Input) laws.Verdict {
						return laws.FindsConflicts(s, reference.ConflictPaths, in)
					}})
			}
			seeds(t, 3000).Each(t, func(seed uint64) error {
				in := gen.For(op, gen.FromSeed(seed)).Input()
				for _, law := range all {
					if law.Name == "threeway-diff" && oddNumbers(in) {
						continue // Diff tells 1.0 from 1 there, and what meets does not
					}
					if err := law.Check(subject, in).Err(); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
}

// oddNumbers reports whether a document has a number that is spelled as none that
// a Go integer prints.
func oddNumbers(in corpus.Input) bool {
	var odd func(v model.Value) bool
	odd = func(v model.Value) bool {
		for _, member := range v.Members() {
			if odd(member) {
				return true
			}
		}
		return slices.ContainsFunc(v.AppendElements(nil), odd) || strings.ContainsAny(v.NumberText(), ".eE")
	}
	return odd(in.Original) || odd(in.Modified)
}
