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

// A server applies patches: the shipped engine of a release, or this module's
// engine in its place.
type server struct {
	name string
	// knows are the directives that it recognises.
	knows smp.Directives
	// real says that it is the engine of a release.
	real bool
	// once asks once; often as many times as it takes to see an answer vary.
	once, often func(corpus.Input) corpus.Outcome
	stop        func()
}

// shipped are the directives that every release knows.
const shipped = smp.AllDirectives &^ smp.PatchMergeKey

// Go's maps begin their walk at one of eight places: what depends on it shows in
// manyAsks but once in 600000 times. All inputs are put fewAsks times to every
// release, and what varies in one counts as varying in all.
const (
	fewAsks  = 8
	manyAsks = 100
)

// timeout is much longer than any answer takes, so that a busy machine changes
// nothing.
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

// limits accept every document that the shipped engine reads.
var limits = smp.Limits{Depth: model.HardMaxDepth}

// simulated returns a server of this module's engine for clusters that recognises these
// directives.
func simulated(name string, knows smp.Directives) *server {
	return serverOf(name, knows, cluster.Engine{Ignore: smp.AllDirectives &^ knows, Limits: limits})
}

// An applier is one of this module's engines.
type applier interface {
	Apply(s smp.Schema, original, patch model.Value) (model.Value, error)
}

// serverOf returns a server of an engine.
func serverOf(name string, knows smp.Directives, e applier) *server {
	apply := func(in corpus.Input) corpus.Outcome {
		result, err := e.Apply(in.Schema, in.Original, in.Patch)
		return corpus.Outcome{Result: result, Err: err}
	}
	return &server{name: name, knows: knows, once: apply, often: apply, stop: func() {}}
}

// apply returns what a patch gives on a server once the server has decoded it,
// and whether it gives anything.
func (s *server) apply(schema smp.Schema, original, patch model.Value) (model.Value, bool) {
	out := s.once(corpus.Input{Op: corpus.OpApply, Schema: schema, Original: original, Patch: patch})
	if out.Err != nil || out.Skipped != "" {
		return model.Value{}, false
	}
	return decoded(schema, out.Result), true
}

// decoding is for the last step of a server, which drops what declared maps have
// no field for: a patch that says nothing changes nothing else.
var decoding = cluster.Engine{Limits: limits}

func decoded(schema smp.Schema, v model.Value) model.Value {
	result, err := decoding.Apply(schema, v, model.MustParse(`{}`))
	if err != nil {
		return v // what is no map
	}
	return result
}
