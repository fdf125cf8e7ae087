package corpus

import (
	"fmt"
	"sync"
)

// A Coverage counts the answers of a subject that a check judged, and the inputs for which it
// judged no answer. A check that judged nothing has not passed, because it would pass for any
// subject. The zero Coverage is empty. Several goroutines may use a Coverage.
type Coverage struct {
	mu      sync.Mutex
	judged  int
	reasons map[string]int
}

// Judged counts an input whose answer was judged.
func (c *Coverage) Judged() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.judged++
}

// Unjudged counts an input for which no answer was judged, with the reason.
func (c *Coverage) Unjudged(reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reasons == nil {
		c.reasons = map[string]int{}
	}
	c.reasons[reason]++
}

// Add adds the numbers of another Coverage.
func (c *Coverage) Add(other *Coverage) {
	other.mu.Lock()
	defer other.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.judged += other.judged
	for reason, n := range other.reasons {
		if c.reasons == nil {
			c.reasons = map[string]int{}
		}
		c.reasons[reason] += n
	}
}

// String returns the numbers, such as "160 of 3000 answers judged".
func (c *Coverage) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	inputs := c.judged
	for _, n := range c.reasons {
		inputs += n
	}
	return fmt.Sprintf("%d of %d answers judged", c.judged, inputs)
}

// Err returns an error if no answer was judged, and nil if one was. The error contains the most
// frequent reason.
func (c *Coverage) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.judged > 0 {
		return nil
	}
	inputs, first := 0, ""
	for reason, n := range c.reasons {
		inputs += n
		if most := c.reasons[first]; n > most || n == most && reason < first {
			first = reason
		}
	}
	switch others := len(c.reasons) - 1; {
	case inputs == 0:
		return fmt.Errorf("nothing was checked: there were no inputs")
	case others > 0:
		return fmt.Errorf("nothing was checked: no answer to %d inputs could be judged; %d of them: %s", inputs, c.reasons[first], first)
	case inputs == 1:
		return fmt.Errorf("nothing was checked: no answer to the only input could be judged: %s", first)
	default:
		return fmt.Errorf("nothing was checked: no answer to %d inputs could be judged: %s", inputs, first)
	}
}
