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
	law              laws.Law
	held, idle, took atomic.Int64
}

// check checks the law on one input.
func (c *tally) check(subject corpus.Subject, in corpus.Input) laws.Verdict {
	start := time.Now()
	v := c.law.Check(subject, in)
	c.took.Add(int64(time.Since(start)))
	switch v.Status {
	case laws.Held:
		c.held.Add(1)
	case laws.Inapplicable:
		c.idle.Add(1)
	}
	return v
}

func (c *tally) String() string {
	held, idle := c.held.Load(), c.idle.Load()
	return fmt.Sprintf("%-20s held on %d of %d inputs, not applicable to the others, in %v", c.law.Name, held, held+idle, time.Duration(c.took.Load()).Round(time.Millisecond))
}

// tallies contains the tallies of all laws of an operation.
type tallies []*tally

func newTallies(op corpus.Op) tallies {
	var all tallies
	for _, law := range laws.Of(op) {
		all = append(all, &tally{law: law})
	}
	return all
}

func (all tallies) log(t *testing.T) {
	for _, c := range all {
		t.Log(c)
	}
}

// one combines all laws into one. Once a law is broken, only that law is checked, so
// that an input is not shrunk to another failure.
func (all tallies) one(subject corpus.Subject) func(corpus.Input) laws.Verdict {
	broken := ""
	return func(in corpus.Input) laws.Verdict {
		asked := laws.Asked(subject, in)
		for _, c := range all {
			if broken != "" && broken != c.law.Name {
				continue
			}
			if v := c.check(asked, in); v.Status == laws.Broken {
				broken = c.law.Name
				return v
			}
		}
		return laws.Verdict{}
	}
}
