package props

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// Known lists the laws that an engine is known to break: the name of each law, and the reason. Run
// and RunSeeds do not fail if such a law is broken. They fail if it is not, so that the list does
// not outlive the fault: the law must be broken on an input of the run, or of the first few thousand
// seeds, which are always the same. If only rare inputs break a law, check enough seeds to find one of
// them. Fuzz ignores such a law. If only the inputs of the fuzzer, such as the cases of the corpus, break a law,
// give Fuzz a list of its own, because the law would fail the others. All three fail at once if there is no law with a listed name.
type Known map[string]string

// merged returns one list with the laws of all. It fails the test if a law does not exist.
func merged(t testing.TB, lists []Known) Known {
	t.Helper()
	all := Known{}
	for _, list := range lists {
		maps.Copy(all, list)
	}
	var unknown []error
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !slices.ContainsFunc(laws.All(), func(law laws.Law) bool { return law.Name == name }) {
			unknown = append(unknown, fmt.Errorf("law %s: there is no such law; smp-check laws --list lists all laws", name))
		}
	}
	if len(unknown) > 0 {
		t.Fatal(errors.Join(unknown...))
	}
	return all
}

// knownSeeds is the number of seeds per operation on which a known fault may show, in addition to the
// inputs of the run.
const knownSeeds = 3000

// check fails the test for each listed law that is not broken.
func (k Known) check(t *testing.T, subject corpus.Subject, done *record) {
	t.Helper()
	for _, law := range laws.All() {
		if reason, ok := k[law.Name]; ok && !done.breaks(law, subject) {
			t.Errorf("law %s: known as broken (%s), but broken on no input; remove it from the list, or check more seeds", law.Name, reason)
		}
	}
}

// A record contains the results of a run. Several goroutines may add to it.
type record struct {
	seeds  Seeds // the seeds of each operation; none if the run draws its inputs
	mu     sync.Mutex
	ops    []corpus.Op // the operations that the run has checked
	broken []string    // the names of the laws that were broken
}

// add adds the results of an operation.
func (r *record) add(op corpus.Op, all *tallies) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ops = append(r.ops, op)
	for _, c := range all.laws {
		if c.broken.Load() > 0 {
			r.broken = append(r.broken, c.law.Name)
		}
	}
}

// breaks reports whether a subject breaks a law on an input of the run or of the first seeds. It
// also checks the seeds of the operations that -run left out, if the subject supports them.
func (r *record) breaks(law laws.Law, subject corpus.Subject) bool {
	if slices.Contains(r.broken, law.Name) {
		return true
	}
	for _, op := range laws.Ops() {
		if law.Op != "" && law.Op != op || !corpus.Supports(subject, op) {
			continue
		}
		done := slices.Contains(r.ops, op)
		for _, seeds := range []Seeds{{Count: knownSeeds}, r.seeds} {
			for i := range seeds.Count {
				seed := seeds.First + i
				if done && seed-r.seeds.First < r.seeds.Count {
					continue // the run has checked it
				}
				if law.Check(subject, gen.For(op, gen.FromSeed(seed)).Input()).Status == laws.Broken {
					return true
				}
			}
		}
	}
	return false
}
