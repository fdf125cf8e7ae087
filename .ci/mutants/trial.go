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

// A trial tries mutants with a package's tests. Slow tests run alone. Their order is
// determined by the number of mutants that they have noticed per time so far.
type trial struct {
	*build
	tests []*test
	mu    sync.Mutex
	score map[string]*score // by the name of a slow test; the empty name is for all other tests
}

// A score is the number of mutants that tests have noticed, and the time that they took.
type score struct {
	noticed int
	took    time.Duration
}

func newTrial(b *build, quick bool, names string) (*trial, error) {
	tests, err := b.suite(quick, names)
	if err != nil {
		return nil, err
	}
	t := &trial{build: b, tests: tests, score: map[string]*score{"": {took: little}}}
	for _, test := range tests {
		if !test.small() {
			t.score[test.name] = &score{took: test.took}
		}
	}
	return t, nil
}

// A round is a set of tests that run together.
type round struct {
	name  string // the key in score
	tests []string
	took  time.Duration
}

// try sets the result of a mutant. The short form of the tests notices most mutants. If it
// does not, the tests run in full, unless quick is set.
func (t *trial) try(m *mutant, quick bool) {
	m.Status = notReached
	for _, short := range []bool{true, false} {
		if !short && quick {
			return
		}
		for _, r := range t.rounds(m) {
			m.Status = lived
			limit := max(4*time.Second, 5*r.took)
			o := t.test(t.build.tests, pattern(r.tests...), short, limit, fmt.Sprintf("MUTANT=%d", m.Number))
			t.count(r.name, o.err != nil, o.took)
			if o.err != nil {
				m.Status, m.By = killed, strings.Join(r.tests, " ")
				if errors.Is(o.err, errTimedOut) {
					m.Status = timedOut
				}
				return
			}
		}
	}
}

// rounds returns the rounds of tests that can notice a mutant.
func (t *trial) rounds(m *mutant) []*round {
	byName := map[string]*round{}
	var rounds []*round
	for _, test := range t.tests {
		if test.reached[m.Number] == 0 {
			continue
		}
		name := ""
		if !test.small() {
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
