package minimize

import (
	"crypto/sha256"
	"slices"
	"sync"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// A search holds the best case so far, and the candidates that were rejected.
type search struct {
	Minimizer
	best draft
	// refused contains the hashes of the texts that Keep rejected, so that Keep is not called
	// for them again.
	refused map[[sha256.Size]byte]bool
}

func newSearch(m Minimizer, c corpus.Case) *search {
	m.Jobs = max(m.Jobs, 1)
	s := &search{Minimizer: m, best: newDraft(c), refused: map[[sha256.Size]byte]bool{}}
	if m.Answer != nil && !expectsNothing(c) {
		s.best.inStep, s.best.answer = true, m.Answer(s.best.c)
	}
	return s
}

// expectsNothing reports whether the expected answer is an empty list of conflicts or problems. Such
// an answer names no place, so the documents need not be reduced in step with it.
func expectsNothing(c corpus.Case) bool {
	return (c.Input.Op == corpus.OpConflicts || c.Input.Op == corpus.OpLint) && c.Want.Result.Type() == model.List && c.Want.Result.Len() == 0
}

// keeps reports whether a draft shows the fault. In a draft that is reduced in step, it also
// checks that some document is not empty, and that the actual answer is still the same.
func (s *search) keeps(d draft) bool {
	if !d.inStep {
		return s.Keep(d.c)
	}
	return !Empty(d.c) && sameAnswer(s.Answer(d.c), d.answer) && s.Keep(d.c)
}

func (s *search) stopped() bool { return s.Stop != nil && s.Stop() }

func (s *search) adopt(d draft) {
	s.best = d
	if s.Better != nil {
		s.Better(d.c)
	}
}

// inTurn tries n candidates one after the other. The function candidate creates a candidate
// from the best draft so far, or returns false. When a candidate is kept, inTurn calls
// adopted with its index, and continues if adopted returns true.
func (s *search) inTurn(n int, candidate func(i int) (draft, bool), adopted func(i int) bool) {
	for next := 0; next < n && !s.stopped(); {
		// Several candidates are tried at once, and the first one that is kept counts. The
		// candidates after it are created again, from the new best draft.
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

// kept returns the index of the first draft for which Keep is true, or -1 if there is none.
// It skips zero drafts.
func (s *search) kept(drafts []draft) int {
	sums := make([][sha256.Size]byte, len(drafts))
	verdicts := make([]bool, len(drafts))
	var group sync.WaitGroup
	for i, d := range drafts {
		if sums[i] = sha256.Sum256([]byte(d.text)); d.text == "" || s.refused[sums[i]] {
			continue
		}
		if len(drafts) == 1 {
			verdicts[i] = s.keeps(d)
			continue
		}
		group.Add(1)
		go func() {
			defer group.Done()
			verdicts[i] = s.keeps(d)
		}()
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

// halves tries to drop n parts: all of them, then each half, each quarter and so on, down to
// single parts. It returns which parts were dropped. The function without returns the draft
// without the parts whose entry in gone is true.
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
