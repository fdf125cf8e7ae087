package gen

import "slices"

// Choices is a Source that makes given choices and records them. When they are used up,
// every choice is zero.
type Choices struct {
	given []int
	made  []int
}

// FromChoices returns a Source that makes these choices. The Source does not change the
// slice. A choice that is too large counts as the largest one possible.
func FromChoices(choices []int) *Choices { return &Choices{given: choices} }

// Intn returns the next choice, or n-1 if the choice is too large.
func (c *Choices) Intn(_ string, n int) int {
	choice := 0
	if at := len(c.made); at < len(c.given) {
		choice = min(c.given[at], n-1)
	}
	c.made = append(c.made, choice)
	return choice
}

// Made returns the choices made so far, without trailing zeros.
func (c *Choices) Made() []int { return trimmed(c.made) }

var _ Source = (*Choices)(nil)

// Record calls the function make and returns the choices that it reads from src.
func Record(src Source, make func(Source)) []int {
	r := &recorder{src: src}
	make(r)
	return trimmed(r.made)
}

// A recorder records the choices of another Source.
type recorder struct {
	src  Source
	made []int
}

func (r *recorder) Intn(label string, n int) int {
	choice := r.src.Intn(label, n)
	r.made = append(r.made, choice)
	return choice
}

func trimmed(choices []int) []int {
	for len(choices) > 0 && choices[len(choices)-1] == 0 {
		choices = choices[:len(choices)-1]
	}
	return slices.Clone(choices)
}

// Shrink returns the simplest choices found for which keep is true. The function keep must be
// true for the given choices. Choices are simpler if there are fewer of them. If the numbers
// of choices are equal, those with the smaller choice at the first difference are simpler.
// Shrink calls keep at most steps times. The result depends only on the arguments.
func Shrink(choices []int, steps int, keep func([]int) bool) []int {
	s := shrinker{best: trimmed(choices), steps: steps, keep: keep}
	for before := -1; before != s.kept && s.steps > 0; {
		before = s.kept
		s.deleteRuns()
		s.lowerRuns()
		s.lowerSingly()
		s.lowerAndDelete()
	}
	return s.best
}

// A shrinker holds the simplest choices so far.
type shrinker struct {
	best  []int
	steps int
	kept  int // number of times that simpler choices were found
	keep  func([]int) bool
}

// try adopts a candidate if it is simpler and keep returns true for it.
func (s *shrinker) try(candidate []int) bool {
	candidate = trimmed(candidate)
	if s.steps == 0 || !simpler(candidate, s.best) {
		return false
	}
	s.steps--
	if !s.keep(candidate) {
		return false
	}
	s.best = candidate
	s.kept++
	return true
}

func simpler(a, b []int) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return slices.Compare(a, b) < 0
}

// deleteRuns leaves out runs of choices, beginning with long runs.
func (s *shrinker) deleteRuns() {
	for size := max(1, len(s.best)/2); size > 0; size /= 2 {
		for at := len(s.best) - size; at >= 0; {
			if !s.try(slices.Delete(slices.Clone(s.best), at, at+size)) {
				at -= max(1, size/2)
			} else {
				at = min(at, len(s.best)-size)
			}
		}
	}
}

// lowerRuns sets runs of choices to zero, beginning with long runs.
func (s *shrinker) lowerRuns() {
	for size := max(1, len(s.best)/4); size > 1; size /= 2 {
		for at := 0; at+size <= len(s.best); at += size {
			lower := slices.Clone(s.best)
			clear(lower[at : at+size])
			s.try(lower)
		}
	}
}

// lowerSingly sets single choices to zero, half, or one less.
func (s *shrinker) lowerSingly() {
	for at := 0; at < len(s.best); at++ {
		for _, lower := range []func(int) int{
			func(int) int { return 0 }, func(n int) int { return n / 2 }, func(n int) int { return n - 1 },
		} {
			for at < len(s.best) && s.best[at] > 0 {
				candidate := slices.Clone(s.best)
				candidate[at] = lower(candidate[at])
				if !s.try(candidate) {
					break
				}
			}
		}
	}
}

// lowerAndDelete lowers a choice by one and leaves out some choices after it. If the choice
// is the number of elements, for example, this removes one element together with the choices
// for it.
func (s *shrinker) lowerAndDelete() {
	for at := 0; at < len(s.best); at++ {
		for size := 1; size <= 12 && at+size < len(s.best) && s.best[at] > 0; size++ {
			for from := at + 1; from+size <= min(len(s.best), at+9); from++ {
				candidate := slices.Delete(slices.Clone(s.best), from, from+size)
				candidate[at]--
				if s.try(candidate) {
					break
				}
			}
		}
	}
}
