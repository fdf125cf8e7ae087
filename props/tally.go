package props

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/laws"
)

// A tally counts the verdicts of one law. Several goroutines may use it.
type tally struct {
	law                      laws.Law
	known                    string // the reason why the law is known as broken; empty if it is not
	held, broken, idle, took atomic.Int64
}

// check checks the law on one input. If the law is known as broken, the verdict is never Broken.
func (c *tally) check(subject corpus.Subject, in corpus.Input) laws.Verdict {
	start := time.Now()
	v := c.law.Check(subject, in)
	c.took.Add(int64(time.Since(start)))
	switch v.Status {
	case laws.Held:
		c.held.Add(1)
	case laws.Inapplicable:
		c.idle.Add(1)
	case laws.Broken:
		if c.broken.Add(1); c.known != "" {
			v.Status = laws.Held // the verdict is an expected one
		}
	}
	return v
}

func (c *tally) String() string {
	held, broken, idle := c.held.Load(), c.broken.Load(), c.idle.Load()
	text := fmt.Sprintf("%-20s held on %d of %d inputs, not applicable to %d, in %v", c.law.Name, held, held+broken+idle, idle, time.Duration(c.took.Load()).Round(time.Millisecond))
	if c.known != "" {
		text += fmt.Sprintf("; known as broken (%s), and broken on %d", c.known, broken)
	}
	return text
}

// tallies contains the tallies of all laws of an operation.
type tallies struct {
	laws     []*tally
	coverage corpus.Coverage // of all laws together
}

func newTallies(op corpus.Op, known Known) *tallies {
	all := &tallies{}
	for _, law := range laws.Of(op) {
		all.laws = append(all.laws, &tally{law: law, known: known[law.Name]})
	}
	return all
}

func (all *tallies) log(t *testing.T) {
	for _, c := range all.laws {
		t.Log(c)
	}
}

// check checks the laws on one input until one is broken, and returns the verdict that says most.
// skip, if not nil, selects laws that are not checked.
func (all *tallies) check(subject corpus.Subject, in corpus.Input, skip func(laws.Law) bool) (v laws.Verdict) {
	asked := laws.Asked(subject, in)
	for _, c := range all.laws {
		if skip != nil && skip(c.law) {
			continue
		}
		if v = v.Or(c.check(asked, in)); v.Status == laws.Broken {
			break
		}
	}
	v.Cover(&all.coverage)
	return v
}

// one combines all laws into one. Once a law is broken, only that law is checked, so
// that an input is not shrunk to another failure.
func (all *tallies) one(subject corpus.Subject) func(corpus.Input) laws.Verdict {
	broken := ""
	return func(in corpus.Input) laws.Verdict {
		v := all.check(subject, in, func(law laws.Law) bool { return broken != "" && law.Name != broken })
		if v.Status == laws.Broken {
			broken = v.Law
		}
		return v
	}
}
