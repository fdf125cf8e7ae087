package protocol

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// A Launch defines how to run an engine in another process. The engine must speak the engine
// protocol.
type Launch struct {
	// Command is a command line. A shell runs it.
	Command string
	// Dialect is the wanted dialect. An empty value means Documented. If the engine does not
	// support the dialect, its first dialect is used.
	Dialect string
	// Timeout is the longest time to wait for an answer; zero means DefaultTimeout.
	Timeout time.Duration
	// StartTimeout is the longest time to wait for the engine's answer to the start;
	// zero means DefaultStartTimeout.
	StartTimeout time.Duration
	// Repeat, if more than 1, is the number of times that each request is carried out.
	// If the answers differ, the outcome is a *Fault with Code Varies.
	Repeat int
	// Stop, if not nil, cancels a start when the channel is closed. The engine is killed, and
	// Start returns an error. After the start, Stop has no effect; use Close instead.
	Stop <-chan struct{}
}

// The default timeouts of a Launch.
const (
	// DefaultTimeout is the longest time to wait for an answer.
	DefaultTimeout = 10 * time.Second
	// DefaultStartTimeout is the longest time to wait for the answer to the start.
	DefaultStartTimeout = time.Minute
)

// maxFailedStarts is the number of failed restarts in a row after which an engine is no
// longer started.
const maxFailedStarts = 3

// A Foreign is an engine in another process, as a Subject. It handles one request at a
// time. Its methods may be called from several goroutines.
//
// If the process fails, the Outcome's error is a *Fault, and the next Run restarts the
// engine.
type Foreign struct {
	launch  Launch
	hello   hello
	dialect string

	mu           sync.Mutex
	process      *process // nil if no process runs
	seq          int
	failedStarts int
	requests     requestWriter
}

// A hello is an engine's answer to the start: its properties.
type hello struct {
	name     string
	ops      []corpus.Op
	unknown  []string // the operations that are not operations of this module
	dialects []string
	repeats  bool // repeats requests itself
}

// Start starts the engine. The error is a *Fault. It reports that the command cannot be run, or
// that the engine's answer to the start does not follow the protocol.
func (l Launch) Start() (*Foreign, error) {
	if l.Timeout == 0 {
		l.Timeout = DefaultTimeout
	}
	if l.StartTimeout == 0 {
		l.StartTimeout = DefaultStartTimeout
	}
	if l.Dialect == "" {
		l.Dialect = corpus.Documented
	}
	f := &Foreign{launch: l}
	if fault := f.start(l.Stop); fault != nil {
		return nil, fault
	}
	f.dialect = l.Dialect
	if !slices.Contains(f.hello.dialects, l.Dialect) {
		f.dialect = f.hello.dialects[0]
	}
	return f, nil
}

// Name returns the engine's own name.
func (f *Foreign) Name() string { return f.hello.name }

// Dialect returns the dialect in which the engine answers.
func (f *Foreign) Dialect() string { return f.dialect }

// Has reports whether the engine supports an operation.
func (f *Foreign) Has(op corpus.Op) bool { return slices.Contains(f.hello.ops, op) }

// UnknownOps returns the operations that the engine announced, but that do not exist. The engine
// is never asked for them.
func (f *Foreign) UnknownOps() []string { return slices.Clone(f.hello.unknown) }

// Close stops the engine. A later Run restarts it.
func (f *Foreign) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.process != nil {
		f.process.stop()
		f.process = nil
	}
}

// Run sends the operation to the engine, repeated as the Launch defines. It skips operations
// that the engine does not support.
func (f *Foreign) Run(in corpus.Input) corpus.Outcome { return f.runOften(in, f.launch.Repeat) }

// Once returns the same engine as a subject that does not repeat requests.
func (f *Foreign) Once() corpus.Subject { return once{f} }

type once struct{ foreign *Foreign }

func (o once) Name() string                       { return o.foreign.Name() }
func (o once) Run(in corpus.Input) corpus.Outcome { return o.foreign.runOften(in, 1) }

func (f *Foreign) runOften(in corpus.Input, repeat int) corpus.Outcome {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.Has(in.Op) {
		return corpus.Outcome{Skipped: fmt.Sprintf("the engine does not support the operation %s", in.Op)}
	}
	if f.hello.repeats {
		return f.run(in, repeat)
	}
	return repeated(repeat, func() corpus.Outcome { return f.run(in, 1) })
}

// run sends one request, with the number of times that the engine itself repeats it.
func (f *Foreign) run(in corpus.Input, repeat int) corpus.Outcome {
	f.seq++
	line, err := f.requests.line(f.seq, f.dialect, repeat, in)
	if err != nil {
		return corpus.Outcome{Skipped: fmt.Sprintf("cannot send the input: %v", err)}
	}
	out, fault := f.ask(line)
	if fault != nil {
		return corpus.Outcome{Err: fault}
	}
	return out
}

// ask sends a request to the engine. It starts the engine if necessary.
func (f *Foreign) ask(line []byte) (corpus.Outcome, *corpus.Fault) {
	if f.process == nil {
		if f.failedStarts == maxFailedStarts {
			return corpus.Outcome{}, faultf(corpus.NotStarted, "the engine failed to start %d times in a row", maxFailedStarts)
		}
		if fault := f.start(nil); fault != nil {
			f.failedStarts++
			return corpus.Outcome{}, fault
		}
		f.failedStarts = 0
	}
	answer, fault := f.process.ask(line, f.launch.Timeout)
	var out corpus.Outcome
	if fault == nil {
		out, fault = readReply(answer, f.seq)
	}
	if fault != nil {
		f.fail(fault)
		return corpus.Outcome{}, fault
	}
	return out, nil
}

// fail ends the process and adds the end of its standard error to the fault.
func (f *Foreign) fail(fault *corpus.Fault) {
	f.process.kill()
	fault.Stderr = f.process.stderr.String()
	f.process = nil
}

// start starts a process and reads its hello.
func (f *Foreign) start(stop <-chan struct{}) *corpus.Fault {
	p, err := startProcess(f.launch.Command)
	if err != nil {
		return faultf(corpus.NotStarted, "%v", err)
	}
	f.process = p
	started, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		select {
		case <-stop:
			kill(p.cmd)
		case <-started:
		}
	}()
	line := fmt.Appendf(nil, "{%q:%q,%q:%d,%q:%d}\n",
		memberCommand, commandStart, memberVersion, Version, memberRules, corpus.RulesVersion)
	answer, fault := p.ask(line, f.launch.StartTimeout)
	close(started)
	<-watched // after the start, closing stop must not kill the engine
	if fault != nil {
		fault.Code, fault.Message = corpus.NotStarted, string(fault.Code)+": "+fault.Message
	} else if h, err := readHello(answer); err != nil {
		fault = faultf(corpus.NotStarted, "%v: %s", err, corpus.Shortened(string(answer)))
	} else if f.hello.name == "" { // the properties of the first start count, not those of a restart
		f.hello = h
	}
	if fault != nil {
		f.fail(fault)
	}
	return fault
}

// readHello reads an engine's answer to the start.
func readHello(line []byte) (hello, error) {
	v, err := parseLine(line)
	if err != nil || v.Type() != model.Map {
		return hello{}, fmt.Errorf("expected a JSON map as answer to start%s", whyNotJSON(line, err))
	}
	version, _ := v.Get(memberVersion)
	if n, ok := version.Int64(); !ok || n != Version {
		return hello{}, fmt.Errorf("expected version %[2]d of the protocol, got %[1]s", orNothing(version), Version)
	}
	name, _ := v.Get(memberName)
	h := hello{name: corpus.Shortened(name.Text())}
	ops, err := helloTexts(v, memberOps)
	if err != nil {
		return hello{}, err
	}
	for _, op := range ops {
		if slices.Contains(corpus.Ops(), corpus.Op(op)) {
			h.ops = append(h.ops, corpus.Op(op))
		} else {
			h.unknown = append(h.unknown, op)
		}
	}
	repeats, _ := v.Get(memberRepeats)
	h.repeats = repeats.Bool()
	if h.dialects, err = helloTexts(v, memberDialects); err != nil {
		return hello{}, err
	}
	var missing []string
	for _, part := range []struct {
		name string
		none bool
	}{{memberName, h.name == ""}, {memberOps, len(h.ops) == 0}, {memberDialects, len(h.dialects) == 0}} {
		if part.none {
			missing = append(missing, part.name)
		}
	}
	switch {
	case missing != nil && len(h.ops) == 0 && h.unknown != nil:
		return hello{}, fmt.Errorf("the answer to start lacks %s: unknown operation %q; expected apply, diff, threeway, compose, conflicts or lint",
			strings.Join(missing, ", "), h.unknown[0])
	case missing != nil:
		return hello{}, fmt.Errorf("the answer to start lacks %s", strings.Join(missing, ", "))
	}
	return h, nil
}

// helloTexts returns the strings of a list in an engine's answer to the start. There are none if
// the answer lacks the list.
func helloTexts(v model.Value, name string) ([]string, error) {
	list, ok := v.Get(name)
	if !ok {
		return nil, nil
	}
	texts, err := textsIn(list)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return texts, nil
}

var _ corpus.Subject = (*Foreign)(nil)
