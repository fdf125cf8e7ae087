package minimize

import (
	"crypto/sha256"
	"slices"
	"sync"

	"github.com/strategicpatch/smp/corpus"
)

// A search holds the best case so far, and which ones were no better.
type search struct {
	Minimizer
	best draft
	// refused are the texts of drafts that Keep did not keep. That the steps
	// are repeated until nothing changes costs little for it.
	refused map[[sha256.Size]byte]bool
}

func newSearch(m Minimizer, c corpus.Case) *search {
	m.Jobs = max(m.Jobs, 1)
	return &search{Minimizer: m, best: newDraft(c), refused: map[[sha256.Size]byte]bool{}}
}

func (s *search) stopped() bool { return s.Stop != nil && s.Stop() }

func (s *search) adopt(d draft) {
	s.best = d
	if s.Better != nil {
		s.Better(d.c)
	}
}

// inTurn tries n candidates one after the other. Each is made from the best
// draft of its turn, and there may be none. Where one is kept, adopted is told
// which, and says whether to go on with the next.
func (s *search) inTurn(n int, candidate func(i int) (draft, bool), adopted func(i int) bool) {
	for next := 0; next < n && !s.stopped(); {
		// Of the candidates that are tried at once the first that is kept
		// counts. Those after it are made again, from what is best then.
		drafts := make([]draft, min(s.Jobs, n-next))
		for i := range drafts {
			if d, ok := candidate(next + i); ok && d.better(s.best) {
				drafts[i] = d
			}
		}
		kept := s.kept(drafts)
		if kept < 0 {
			next += len(drafts)
			continue
		}
		s.adopt(drafts[kept])
		if !adopted(next + kept) {
			return
		}
		next += kept + 1
	}
}

// kept returns the index of the first draft for which Keep holds, -1 if there
// is none. The zero draft is none.
func (s *search) kept(drafts []draft) int {
	sums := make([][sha256.Size]byte, len(drafts))
	verdicts := make([]bool, len(drafts))
	var group sync.WaitGroup
	for i, d := range drafts {
		if sums[i] = sha256.Sum256([]byte(d.text)); d.text == "" || s.refused[sums[i]] {
			continue
		}
		if len(drafts) == 1 {
			verdicts[i] = s.Keep(d.c)
			continue
		}
		group.Go(func() { verdicts[i] = s.Keep(d.c) })
	}
	group.Wait()
	kept := slices.Index(verdicts, true)
	for i, sum := range sums {
		if i < kept || kept < 0 {
			s.refused[sum] = true
		}
	}
	return kept
}

// any tries candidates until one is kept, and reports whether one was.
func (s *search) any(n int, candidate func(i int) (draft, bool)) bool {
	found := false
	s.inTurn(n, candidate, func(int) bool { found = true; return false })
	return found
}

// one tries one candidate, and reports whether it was kept.
func (s *search) one(d draft, ok bool) bool {
	return s.any(1, func(int) (draft, bool) { return d, ok })
}

// halves tries to do without n parts: without all of them, without either half,
// each quarter and so on down to single ones. It returns which parts are gone.
// without makes the draft that lacks some.
func (s *search) halves(n int, without func(gone []bool) (draft, bool)) []bool {
	gone := make([]bool, n)
	for size := n; size > 0; size /= 2 {
		var left []int
		for i := range n {
			if !gone[i] {
				left = append(left, i)
			}
		}
		chunks := slices.Collect(slices.Chunk(left, size))
		lacking := func(i int) []bool {
			more := slices.Clone(gone)
			for _, part := range chunks[i] {
				more[part] = true
			}
			return more
		}
		s.inTurn(len(chunks),
			func(i int) (draft, bool) { return without(lacking(i)) },
			func(i int) bool { gone = lacking(i); return true })
	}
	return gone
}
