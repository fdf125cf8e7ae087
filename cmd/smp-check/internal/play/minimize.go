package play

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/explain"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/oracle"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/minimize"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A Smaller is a request with the same behavior as another one, and at most its size.
type Smaller struct {
	Error   *Fault   `json:"error,omitempty"`
	Request *Request `json:"request,omitempty"` // the best so far
	Tried   int      `json:"tried"`
	Bytes   int      `json:"bytes"`  // the size of its documents
	Before  int      `json:"before"` // the size of the original documents
	Done    bool     `json:"done"`   // the search is complete
}

// progressInterval is the time between two reports of progress.
const progressInterval = 100 * time.Millisecond

// Minimize finds the smallest request with the same behavior: it is rejected for the same
// reason, or the same rules have the same effects, here and on a cluster. Minimize calls
// progress from time to time with the best request so far, and ends when stop returns true.
// If redact is set, every name and text is replaced, in the result and in the arguments of
// progress.
func Minimize(r Request, redact bool, progress func(Smaller), stop func() bool) (out Smaller) {
	defer recovered(&out.Error)
	in, err := r.read()
	if err != nil {
		return Smaller{Error: faultOf(err, in.docs)}
	}
	c, err := in.toCase()
	if err != nil {
		return Smaller{Error: faultOf(err, in.docs)}
	}
	if makesPatch := r.Op == corpus.OpDiff || r.Op == corpus.OpThreeWay; makesPatch && in.Dialect == "" && in.chosen.BuiltIn {
		in.Dialect = corpus.Kubernetes // the default dialect could be different for a smaller schema
	}
	s := &search{onCluster: in.engine().Cluster, rules: in.Dialect, first: c, redact: redact, now: Smaller{Before: oracle.SizeOf(c)}, next: time.Now().Add(progressInterval), progress: progress}
	trivial := minimize.Trivial(c)
	trivial.Input.Schema = smp.Schemaless
	if s.behavior = s.of(c); s.behavior == s.of(trivial) {
		return Smaller{Error: &Fault{Message: "nothing to minimize: empty documents behave in the same way"}}
	}
	best := minimize.Minimizer{
		Keep:   func(c corpus.Case) bool { s.tried(); return s.of(c) == s.behavior },
		Stop:   stop,
		Better: func(c corpus.Case) { s.best = c; s.better = true },
		Redact: redact, Jobs: 1,
	}.Minimize(c)
	out = s.smaller(best)
	out.Done = !stop()
	switch shared := s.shared(best); {
	case shared == 0:
	case out.Done:
		out.Request, out.Error = nil, &Fault{Message: fmt.Sprintf("%d names or strings cannot be replaced, because the case would no longer behave in the same way; redact them by hand", shared)}
	default:
		out.Request, out.Error = nil, &Fault{Message: "stopped before all names and strings were replaced"}
	}
	return out
}

// A search is the state of a Minimize.
type search struct {
	onCluster bool   // whether the request selects the rules of a cluster
	rules     string // the dialect in the request
	first     corpus.Case
	redact    bool
	behavior  string
	now       Smaller
	next      time.Time // the time of the next report of progress
	best      corpus.Case
	better    bool
	progress  func(Smaller)
}

// tried counts a candidate, and reports the progress of the search.
func (s *search) tried() {
	s.now.Tried++
	if time.Now().Before(s.next) {
		return
	}
	s.next = time.Now().Add(progressInterval)
	now := Smaller{Tried: s.now.Tried, Before: s.now.Before, Bytes: s.now.Before}
	if s.better && s.shared(s.best) == 0 {
		now = s.smaller(s.best)
	}
	s.progress(now)
}

// shared counts the names and texts of the first case that a redacted case still contains.
func (s *search) shared(c corpus.Case) int {
	if !s.redact {
		return 0
	}
	return len(minimize.SharedText(s.first, c))
}

// smaller returns a case in the form for the page.
func (s *search) smaller(c corpus.Case) Smaller {
	out := s.now
	out.Bytes = oracle.SizeOf(c)
	r, err := requestOf(c)
	if err != nil {
		out.Error = &Fault{Message: err.Error()}
		return out
	}
	r.Dialect = s.rules
	out.Request = &r
	return out
}

// of returns a text that describes the behavior of a case without its names and values. Cases
// with equal texts behave alike.
func (s *search) of(c corpus.Case) string {
	in := c.Input
	if in.Op != corpus.OpApply {
		subject := corpus.Engine()
		if s.onCluster {
			subject = corpus.Cluster(cluster.Engine{})
		}
		out := subject.Run(in)
		slices.Sort(out.Rules)
		return outcome(out.Err, fmt.Sprint(slices.Compact(out.Rules), out.Result.Len() > 0))
	}
	e := engine.Engine{Cluster: s.onCluster, Strict: in.Options.Strict, Unions: in.Options.Unions, Ignore: in.Options.Ignore}
	x, err := explain.New(e, in.Schema, in.Original, in.Patch)
	if err != nil {
		return outcome(err, "")
	}
	var does []string
	for _, p := range x.Places() {
		for _, reason := range p.Reasons {
			does = append(does, p.Change+" by "+string(reason.Rule))
		}
	}
	for _, d := range e.Differences(in.Schema, in.Original, in.Patch) {
		does = append(does, "divergence "+d.String())
	}
	e.Trace = func(event cluster.Event) {
		if event.Ambiguous != nil {
			does = append(does, "ambiguous")
		}
	}
	_, _ = e.Apply(in.Schema, in.Original, in.Patch)
	slices.Sort(does)
	return strings.Join(slices.Compact(does), "\n")
}

// outcome returns the reason why a case is rejected or, if err is nil, the text effects.
func outcome(err error, effects string) string {
	var e *smp.Error
	switch {
	case err == nil:
		return effects
	case errors.As(err, &e):
		return fmt.Sprintf("rejected as %s by %s in %s", e.Code, e.Rule, e.Document)
	}
	return "rejected: " + err.Error()
}
