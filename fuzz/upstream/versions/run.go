package versions

import (
	"fmt"
	"sync"

	"github.com/strategicpatch/smp/fuzz/upstream/kinds"
)

// A Size determines the number of inputs.
type Size struct {
	// Patches is the number of patches to compare on all releases. Pairs is the number of
	// pairs of documents for which patches of every level are made.
	Patches, Pairs int
	// Releases are the releases to compare. The last one is the newest.
	Releases []string
}

// Run builds the releases in folders below cache and compares them. The argument root is the
// root of the repository. Run calls log for each step. A release that cannot be built is left
// out and listed in the report.
func Run(root, cache string, size Size, workers int, log func(format string, args ...any)) (Report, func(), error) {
	r := Report{failed: map[string]string{}}
	stop := func() {
		for _, s := range r.servers {
			s.stop()
		}
	}
	for _, release := range size.Releases {
		s, list, err := prepare(root, cache, release)
		if err != nil {
			log("%s: %v", release, err)
			r.failed[release] = shortened(err.Error())
			continue
		}
		log("%s: built", release)
		r.releases, r.servers, r.lists = append(r.releases, release), append(r.servers, s), append(r.lists, list)
	}
	if len(r.releases) == 0 {
		return r, stop, fmt.Errorf("no release can be built")
	}
	var lock sync.Mutex
	steps := func(what string, total int) func() {
		done := 0
		return func() {
			lock.Lock()
			defer lock.Unlock()
			done++
			log("%s: %d of %d", what, done, total)
		}
	}
	r.patches = measurePatches(r.servers, size.Patches, workers, steps("patches", len(r.servers)))
	var err error
	if r.cases, err = measureCases(r.servers, workers, steps("cases", len(r.servers))); err != nil {
		return r, stop, err
	}
	r.skew = measureSkew(r.servers, size.Pairs, workers, steps("skew", len(r.servers)+len(clients())-1))
	return r, stop, nil
}

// Unlike returns the number of patches that the newest release answers differently from
// package cluster. The number should be zero, because package cluster predicts that release.
func (r Report) Unlike() int {
	newest := len(r.servers) - 1
	counts := r.patches.counts(newest)
	n := len(r.patches.trials)
	for _, f := range []form{alike, panics, varies} {
		n -= counts[f]
	}
	return n
}

// prepare builds and starts a release, and reads its kinds.
func prepare(root, cache, release string) (*server, kinds.List, error) {
	program, err := Build(root, cache, release)
	if err != nil {
		return nil, kinds.List{}, err
	}
	list, err := KindsOf(program)
	if err != nil {
		return nil, kinds.List{}, err
	}
	s, err := startRelease(release, program)
	return s, list, err
}
