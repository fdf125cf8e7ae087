package differential

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/fuzz/upstream/engine"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// OfSchema returns a schema of this module as a Subject, with the lookup of Go types.
func OfSchema(s smp.Schema) Subject {
	return Subject{Schema: s, Lookup: engine.Lookup(s)}
}

// A Record counts comparisons. Only one goroutine may use it.
type Record struct {
	Verdicts    map[Verdict]int
	Divergences map[cluster.Divergence]int
}

// NewRecord returns an empty record.
func NewRecord() *Record {
	return &Record{Verdicts: map[Verdict]int{}, Divergences: map[cluster.Divergence]int{}}
}

// Compare compares both engines. It returns a description of an unexplained difference. The
// text is empty if there is none.
func (r *Record) Compare(s Subject, original, patch model.Value) string {
	decided := map[cluster.Divergence]bool{}
	verdict, text := s.Compare(original, patch, func(v cluster.Divergence) { decided[v] = true })
	r.Verdicts[verdict]++
	for v := range decided {
		r.Divergences[v]++
	}
	return text
}

// Add adds the counts of another record.
func (r *Record) Add(other *Record) {
	for v, n := range other.Verdicts {
		r.Verdicts[v] += n
	}
	for v, n := range other.Divergences {
		r.Divergences[v] += n
	}
}

// Verdict returns the number of comparisons for each verdict, in one line.
func (r *Record) Verdict() string {
	total := 0
	for _, n := range r.Verdicts {
		total += n
	}
	return fmt.Sprintf("%d executions: %d same results, %d rejected by both, %d panics, %d varying, %d not read, %d unexplained",
		total, r.Verdicts[Same], r.Verdicts[BothReject], r.Verdicts[Panics], r.Verdicts[Varies], r.Verdicts[Unread], r.Verdicts[Differs])
}

// String returns the text of Verdict and, for each divergence, the number of results that it
// affected.
func (r *Record) String() string {
	var b strings.Builder
	fmt.Fprintln(&b, r.Verdict())
	for _, v := range cluster.Divergences() {
		if v != cluster.DecodingDropsDirectives {
			fmt.Fprintf(&b, "%8d %s\n", r.Divergences[v], v)
		}
	}
	return b.String()
}

// Unseen returns the divergences that affected no result, except for the given ones.
func (r *Record) Unseen(except ...cluster.Divergence) []cluster.Divergence {
	var unseen []cluster.Divergence
	for _, v := range cluster.Divergences() {
		if r.Divergences[v] == 0 && v != cluster.DecodingDropsDirectives && !slices.Contains(except, v) {
			unseen = append(unseen, v)
		}
	}
	return unseen
}
