package versions

import (
	"fmt"
	"time"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A server applies patches with an engine: apimachinery's engine of a release, or an engine
// of this module.
type server struct {
	name string
	// knows are the directives that the server supports.
	knows smp.Directives
	// real is set for the engine of a release.
	real bool
	// once calls the server once. often calls it as often as necessary to detect varying
	// answers.
	once, often func(corpus.Input) corpus.Outcome
	stop        func()
}

// shipped contains the directives that every release supports.
const shipped = smp.AllDirectives &^ smp.PatchMergeKey

// A walk over a Go map begins at one of eight places, so an answer that depends on the order
// of a map almost certainly varies in manyAsks calls. The probability that it does not is 1
// in 600,000. Every release gets each input fewAsks times. An answer that varies in one
// release counts as varying in all of them.
const (
	fewAsks  = 8
	manyAsks = 100
)

// timeout is the time limit for an answer. It is much longer than any answer takes, so that a
// busy machine does not change the results.
const timeout = 2 * time.Minute

// startRelease starts the program of a release.
func startRelease(release, program string) (*server, error) {
	s := &server{name: release, knows: shipped, real: true}
	var started []*protocol.Foreign
	s.stop = func() {
		for _, f := range started {
			f.Close()
		}
	}
	for _, repeat := range []int{fewAsks, manyAsks} {
		f, err := protocol.Launch{Command: program, Dialect: corpus.Kubernetes, Timeout: timeout, Repeat: repeat}.Start()
		if err != nil {
			s.stop()
			return nil, fmt.Errorf("engine of %s: %w", release, err)
		}
		started = append(started, f)
	}
	s.once, s.often = started[0].Run, started[1].Run
	return s, nil
}

// limits accepts every document that apimachinery reads.
var limits = smp.Limits{Depth: model.HardMaxDepth}

// simulated returns a server that runs package cluster and supports only these directives.
func simulated(name string, knows smp.Directives) *server {
	return serverOf(name, knows, cluster.Engine{Ignore: smp.AllDirectives &^ knows, Limits: limits})
}

// An applier is one of this module's engines.
type applier interface {
	Apply(s smp.Schema, original, patch model.Value) (model.Value, error)
}

// serverOf returns a server that uses an engine of this module.
func serverOf(name string, knows smp.Directives, e applier) *server {
	apply := func(in corpus.Input) corpus.Outcome {
		result, err := e.Apply(in.Schema, in.Original, in.Patch)
		return corpus.Outcome{Result: result, Err: err}
	}
	return &server{name: name, knows: knows, once: apply, often: apply, stop: func() {}}
}

// apply returns the result of a patch after the server has decoded it, and whether there is a
// result.
func (s *server) apply(schema smp.Schema, original, patch model.Value) (model.Value, bool) {
	out := s.once(corpus.Input{Op: corpus.OpApply, Schema: schema, Original: original, Patch: patch})
	if out.Err != nil || out.Skipped != "" {
		return model.Value{}, false
	}
	return decoded(schema, out.Result), true
}

// decoding performs the last step of a server, which drops unknown fields from declared maps.
// To perform only this step, an empty patch is applied.
var decoding = cluster.Engine{Limits: limits}

func decoded(schema smp.Schema, v model.Value) model.Value {
	result, err := decoding.Apply(schema, v, model.MustParse(`{}`))
	if err != nil {
		return v // the value is not a map
	}
	return result
}
