package props

import (
	"maps"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// Known lists the laws that an engine is known to break: the name of each law, and the reason. Run
// and RunSeeds do not fail if such a law is broken. They fail if it is not, so that the list does
// not outlive the fault. For this, they search the inputs of the first few thousand seeds, which are
// always the same. Fuzz ignores such a law.
type Known map[string]string

// merged returns one list with the laws of all.
func merged(lists []Known) Known {
	all := Known{}
	for _, list := range lists {
		maps.Copy(all, list)
	}
	return all
}

// knownSeeds is the number of seeds per operation on which a known fault must show.
const knownSeeds = 3000

// check fails the test for each listed law that does not exist or is not broken.
func (k Known) check(t *testing.T, subject corpus.Subject) {
	t.Helper()
	all := laws.All()
	for _, name := range slices.Sorted(maps.Keys(k)) {
		i := slices.IndexFunc(all, func(law laws.Law) bool { return law.Name == name })
		switch {
		case i < 0:
			t.Errorf("law %s: there is no such law; smp-check laws --list lists all laws", name)
		case !breaks(all[i], subject):
			t.Errorf("law %s: known as broken (%s), but broken on no input; remove it from the list", name, k[name])
		}
	}
}

// breaks reports whether a subject breaks a law on the input of a seed.
func breaks(law laws.Law, subject corpus.Subject) bool {
	for _, op := range laws.Ops() {
		for seed := uint64(0); seed < knownSeeds && (law.Op == "" || law.Op == op); seed++ {
			if law.Check(subject, gen.For(op, gen.FromSeed(seed)).Input()).Status == laws.Broken {
				return true
			}
		}
	}
	return false
}
