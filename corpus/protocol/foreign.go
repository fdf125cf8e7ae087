package protocol

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// A Launch says how to run an engine in another process that speaks the engine
// protocol.
type Launch struct {
	// Command is a command line, as for a shell.
	Command string
	// Dialect is the dialect to ask for, where the engine has it, and Documented
	// when empty. An engine that has not is asked for the first that it has.
	Dialect string
	// Timeout is how long an answer may take; DefaultTimeout when zero.
	Timeout time.Duration
	// StartTimeout is how long the engine may take to say what it is;
	// DefaultStartTimeout when zero.
	StartTimeout time.Duration
	// Repeat, where it is more than 1, is how often each request is carried out,
	// to see whether the answer varies: then it is a *Fault with Code Varies.
	Repeat int
}

// The timeouts of a Launch that says none.
const (
	// DefaultTimeout is how long one answer may take.
	DefaultTimeout = 10 * time.Second
	// DefaultStartTimeout is how long an engine may take to start.
	DefaultStartTimeout = time.Minute
)

// maxFailedStarts is how often in a row an engine may fail to start again
// before it is left alone.
const maxFailedStarts = 3

// A Foreign is an engine in another process, as a Subject. It answers one
// request after the other; methods may be called from several goroutines.
//
// What goes wrong with the process is the error of the Outcome, a *Fault. The
// next Run starts the engine again.
type Foreign struct {
	launch  Launch
	hello   hello
	dialect string

	mu           sync.Mutex
	process      *process // nil while none runs
	seq          int
	failedStarts int
	requests     requestWriter
}

// A hello is what an engine says of itself when it is started.
type hello struct {
	name     string
	ops      []corpus.Op
	dialects []string
	repeats  bool // it repeats requests by itself
}

// Start starts the engine. The error is a *Fault: the command cannot be run, or
// what it answers to the start is not what the protocol wants.
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
	if fault := f.start(); fault != nil {
		return nil, fault
	}
	f.dialect = l.Dialect
	if !slices.Contains(f.hello.dialects, l.Dialect) {
		f.dialect = f.hello.dialects[0]
	}
	return f, nil
}

// Name returns the name that the engine gives itself.
func (f *Foreign) Name() string { return f.hello.name }

// Dialect returns the dialect that the engine is asked for.
func (f *Foreign) Dialect() string { return f.dialect }

// Has reports whether the engine has an operation.
func (f *Foreign) Has(op corpus.Op) bool { return slices.Contains(f.hello.ops, op) }

// Close stops the engine. A Run afterwards starts it again.
func (f *Foreign) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.process != nil {
		f.process.stop()
		f.process = nil
	}
}

// Run asks the engine, as often as the Launch says. It skips operations that the
// engine does not have.
func (f *Foreign) Run(in corpus.Input) corpus.Outcome { return f.runOften(in, f.launch.Repeat) }

// Once returns the same engine, asked once whatever the Launch says.
func (f *Foreign) Once() corpus.Subject { return once{f} }

type once struct{ foreign *Foreign }

func (o once) Name() string                       { return o.foreign.Name() }
func (o once) Run(in corpus.Input) corpus.Outcome { return o.foreign.runOften(in, 1) }

func (f *Foreign) runOften(in corpus.Input, repeat int) corpus.Outcome {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.Has(in.Op) {
		return corpus.Outcome{Skipped: fmt.Sprintf("the engine has no operation %s", in.Op)}
	}
	if f.hello.repeats {
		return f.run(in, repeat)
	}
	return repeated(repeat, func() corpus.Outcome { return f.run(in, 1) })
}

// run asks once; the engine repeats that.
func (f *Foreign) run(in corpus.Input, repeat int) corpus.Outcome {
	f.seq++
	line, err := f.requests.line(f.seq, f.dialect, repeat, in)
	if err != nil {
		return corpus.Outcome{Skipped: fmt.Sprintf("the input cannot be sent: %v", err)}
	}
	out, fault := f.ask(line)
	if fault != nil {
		return corpus.Outcome{Err: fault}
	}
	return out
}

// ask sends a request to an engine that runs, or is started.
func (f *Foreign) ask(line []byte) (corpus.Outcome, *corpus.Fault) {
	if f.process == nil {
		if f.failedStarts == maxFailedStarts {
			return corpus.Outcome{}, faultf(corpus.NotStarted, "it failed to start %d times in a row", maxFailedStarts)
		}
		if fault := f.start(); fault != nil {
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

// fail ends the process and keeps its last words.
func (f *Foreign) fail(fault *corpus.Fault) {
	f.process.kill()
	fault.Stderr = f.process.stderr.String()
	f.process = nil
}

// start starts a process and lets it say what it is.
func (f *Foreign) start() *corpus.Fault {
	p, err := startProcess(f.launch.Command)
	if err != nil {
		return faultf(corpus.NotStarted, "%v", err)
	}
	f.process = p
	line := fmt.Appendf(nil, "{%q:%q,%q:%d,%q:%d}\n",
		memberCommand, commandStart, memberVersion, Version, memberRules, corpus.RulesVersion)
	answer, fault := p.ask(line, f.launch.StartTimeout)
	if fault != nil {
		fault.Code, fault.Message = corpus.NotStarted, string(fault.Code)+": "+fault.Message
	} else if h, err := readHello(answer); err != nil {
		fault = faultf(corpus.NotStarted, "%v: %s", err, corpus.Shortened(string(answer)))
	} else if f.hello.name == "" { // what it says when it is started again changes nothing
		f.hello = h
	}
	if fault != nil {
		f.fail(fault)
	}
	return fault
}

// readHello reads what an engine answers to the start.
func readHello(line []byte) (hello, error) {
	v, err := parseLine(line)
	if err != nil || v.Type() != model.Map {
		return hello{}, errors.New("what it says at the start is no JSON map")
	}
	version, _ := v.Get(memberVersion)
	if n, ok := version.Int64(); !ok || n != Version {
		return hello{}, fmt.Errorf("it speaks version %s of the protocol, not %d", orNothing(version), Version)
	}
	name, _ := v.Get(memberName)
	h := hello{name: corpus.Shortened(name.Text())}
	ops, _ := v.Get(memberOps)
	for _, op := range ops.Elements() {
		if op := corpus.Op(op.Text()); slices.Contains(corpus.Ops(), op) {
			h.ops = append(h.ops, op)
		}
	}
	repeats, _ := v.Get(memberRepeats)
	h.repeats = repeats.Bool()
	dialects, _ := v.Get(memberDialects)
	for _, dialect := range dialects.Elements() {
		h.dialects = append(h.dialects, dialect.Text())
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
	if missing != nil {
		return hello{}, fmt.Errorf("it does not say its %s", strings.Join(missing, ", "))
	}
	return h, nil
}

var _ corpus.Subject = (*Foreign)(nil)
