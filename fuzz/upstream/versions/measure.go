package versions

import (
	"hash/maphash"
	"sync"
	"sync/atomic"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A form describes how the answer of a release compares with that of package cluster.
type form uint8

const (
	// alike means that both give the same result, or both reject the patch.
	alike form = iota
	// panics means that the release panics, and cluster rejects the patch.
	panics
	// varies means that the answers of the release vary, or may vary according to cluster.
	varies
	// other means that the results differ.
	other
	// accepts means that the release gives a result, and cluster rejects the patch.
	accepts
	// rejects means that the release rejects the patch, and cluster gives a result.
	rejects
	// crashes means that the release panics, and cluster gives a result.
	crashes
)

// differences are the forms that count as unexplained differences.
var differences = []form{other, accepts, rejects, crashes}

// String describes the form.
func (f form) String() string {
	return [...]string{
		"the same", "panics, cluster rejects", "varies", "another result", "a result, cluster rejects",
		"rejects, cluster gives a result", "panics, cluster gives a result",
	}[f]
}

// An answer is the answer of a release to an input.
type answer struct {
	form form
	hash uint64 // the hash of the result; the same for all answers without a result
}

var seed = maphash.MakeSeed()

// judge compares the outcome of a release with that of package cluster.
func judge(want, got corpus.Outcome) answer {
	fault := corpus.FaultOf(got.Err)
	switch {
	case fault != nil && fault.Code == corpus.Varies:
		return answer{form: varies}
	case fault != nil && want.Err != nil:
		return answer{form: panics}
	case fault != nil:
		return answer{form: crashes}
	case got.Err != nil && want.Err != nil:
		return answer{form: alike}
	case got.Err != nil:
		return answer{form: rejects}
	}
	text := spelled(got.Result)
	a := answer{form: other, hash: maphash.String(seed, text)}
	if want.Err != nil {
		a.form = accepts
	} else if spelled(want.Result) == text {
		a.form = alike
	}
	return a
}

// spelled returns the text of a value after apimachinery has read it.
func spelled(v model.Value) string {
	if read, ok := asRead(v); ok {
		return read.Canonical()
	}
	return v.Canonical()
}

// ask runs an input on a server. If the answer differs from that of package cluster, it asks
// many times.
func (s *server) ask(in corpus.Input, want corpus.Outcome) answer {
	a := judge(want, s.once(in))
	if a.form != alike && a.form != varies {
		a = judge(want, s.often(in))
	}
	return a
}

// dialect returns the answer of package cluster before decoding. If report is not nil, it is
// called for each decision.
func dialect(in corpus.Input, report func(cluster.Event)) corpus.Outcome {
	e := cluster.Engine{BeforeDecoding: true, Limits: smp.Limits{Depth: model.HardMaxDepth}, Trace: report}
	result, err := e.Apply(in.Schema, in.Original, in.Patch)
	return corpus.Outcome{Result: result, Err: err}
}

// Patches contains the answers of the releases to the same patches.
type Patches struct {
	trials  []trial
	decided []map[cluster.Divergence]bool
	// answers contains the answers of each release to each trial.
	answers [][]answer
	// varied is set for a trial if the answers of at least one release vary, or may vary
	// according to package cluster.
	varied []bool
}

// measurePatches runs n patches on all servers.
func measurePatches(servers []*server, n, workers int, step func()) Patches {
	p := Patches{trials: trials(corpus.OpApply, n), answers: make([][]answer, len(servers))}
	p.decided, p.varied = make([]map[cluster.Divergence]bool, n), make([]bool, n)
	wants := make([]corpus.Outcome, n)
	forEach(n, workers, func(i int) {
		p.decided[i] = map[cluster.Divergence]bool{}
		wants[i] = dialect(p.trials[i].in, func(e cluster.Event) {
			if e.Divergence != 0 {
				p.decided[i][e.Divergence] = true
			}
			p.varied[i] = p.varied[i] || e.Varies
		})
	})
	forEach(len(servers), workers, func(s int) {
		p.answers[s] = make([]answer, n)
		for i := range n {
			p.answers[s][i] = servers[s].ask(p.trials[i].in, wants[i])
		}
		step()
	})
	for i := range n {
		for s := range servers {
			p.varied[i] = p.varied[i] || p.answers[s][i].form == varies
		}
	}
	return p
}

// form returns the form of a release's answer to a trial. If the answers to the trial vary,
// it returns varies.
func (p Patches) form(release, trial int) form {
	if p.varied[trial] {
		return varies
	}
	return p.answers[release][trial].form
}

// counts returns the number of answers of a release by form.
func (p Patches) counts(release int) map[form]int {
	counts := map[form]int{}
	for i := range p.trials {
		counts[p.form(release, i)]++
	}
	return counts
}

// decidedAlike returns the number of trials whose result a divergence affects, and the first
// release from which on all of them are answered as by package cluster.
func (p Patches) decidedAlike(d cluster.Divergence) (decided, since int) {
	for i := range p.trials {
		if p.varied[i] || !p.decided[i][d] {
			continue
		}
		decided++
		for s := range p.answers {
			if f := p.answers[s][i].form; f != alike && f != panics {
				since = max(since, s+1)
			}
		}
	}
	return decided, since
}

// changed returns the number of trials that two releases answer differently.
func (p Patches) changed(a, b int) int {
	n := 0
	for i := range p.trials {
		if !p.varied[i] && p.answers[a][i] != p.answers[b][i] {
			n++
		}
	}
	return n
}

// forEach calls do for each of n items, from as many goroutines as there are
// workers.
func forEach(n, workers int, do func(int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wait.Wait()
}
