package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// A trial tries mutants with a package's tests. Tests that take long are run by
// themselves, first those that have noticed most mutants in their time so far.
type trial struct {
	*build
	tests []*test
	mu    sync.Mutex
	score map[string]*score // by the name of a test that takes long, "" for the others
}

// A score is what tests have noticed, and how long they took.
type score struct {
	noticed int
	took    time.Duration
}

func newTrial(b *build) (*trial, error) {
	tests, err := b.suite()
	if err != nil {
		return nil, err
	}
	t := &trial{build: b, tests: tests, score: map[string]*score{"": {took: short}}}
	for _, test := range tests {
		if test.took > short {
			t.score[test.name] = &score{took: test.took}
		}
	}
	return t, nil
}

// A round is tests that are run together.
type round struct {
	name  string // as in score
	tests []string
	took  time.Duration
}

// try sets what a mutant comes to.
func (t *trial) try(m *mutant) {
	rounds := t.rounds(m)
	m.Status = lived
	if len(rounds) == 0 {
		m.Status = notReached
	}
	for _, r := range rounds {
		limit := max(10*time.Second, 5*r.took)
		start := time.Now()
		_, err := t.test(t.build.tests, "^("+strings.Join(r.tests, "|")+")$", limit, fmt.Sprintf("MUTANT=%d", m.Number))
		t.count(r.name, err != nil, time.Since(start))
		if err != nil {
			m.Status, m.By = killed, cmp.Or(r.name, "short tests")
			if errors.Is(err, errTimedOut) {
				m.Status = timedOut
			}
			return
		}
	}
}

// rounds returns the tests that can notice a mutant.
func (t *trial) rounds(m *mutant) []*round {
	byName := map[string]*round{}
	var rounds []*round
	for _, test := range t.tests {
		if test.reached[m.Number] == 0 {
			continue
		}
		name := ""
		if test.took > short {
			name = test.name
		}
		r := byName[name]
		if r == nil {
			r = &round{name: name}
			byName[name] = r
			rounds = append(rounds, r)
		}
		r.tests = append(r.tests, test.name)
		r.took += test.took
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	rate := func(r *round) float64 {
		s := t.score[r.name]
		return (float64(s.noticed) + 1) / s.took.Seconds()
	}
	slices.SortStableFunc(rounds, func(a, b *round) int { return cmp.Compare(rate(b), rate(a)) })
	return rounds
}

func (t *trial) count(name string, noticed bool, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.score[name]
	s.took += took
	if noticed {
		s.noticed++
	}
}
