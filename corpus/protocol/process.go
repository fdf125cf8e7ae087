package protocol

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/strategicpatch/smp/corpus"
)

// A process is an engine in another process that reads and writes lines. All methods
// return in bounded time, even if the process hangs.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *os.File
	errors *os.File
	stderr tail
	lines  chan []byte   // the lines of its output; closed at the end
	given  chan struct{} // closed when nobody reads lines any more
	said   chan struct{} // closed at the end of its standard error
	exited chan struct{} // closed when it has exited
}

// exitDelay is the time to wait for a process to exit after it was stopped or killed,
// and for pipes that its children keep open.
const exitDelay = 2 * time.Second

// startProcess starts a command line in a shell.
func startProcess(command string) (*process, error) {
	cmd := shellCommand(command)
	isolate(cmd)
	p := &process{
		cmd:   cmd,
		lines: make(chan []byte), given: make(chan struct{}),
		said: make(chan struct{}), exited: make(chan struct{}),
	}
	var err error
	if p.stdin, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	// Use our own pipes. Wait would close exec's pipes while lines are in them, or
	// would wait until the process's children close them.
	var stdout, stderr *os.File
	if p.stdout, stdout, err = os.Pipe(); err != nil {
		return nil, err
	}
	defer stdout.Close()
	if p.errors, stderr, err = os.Pipe(); err != nil {
		p.stdout.Close()
		return nil, err
	}
	defer stderr.Close()
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if err := cmd.Start(); err != nil {
		p.stdout.Close()
		p.errors.Close()
		return nil, err
	}
	go p.read()
	go func() {
		_, _ = io.Copy(&p.stderr, p.errors)
		close(p.said)
	}()
	go func() {
		_ = cmd.Wait() // the result is in ProcessState
		close(p.exited)
	}()
	return p, nil
}

// read sends the lines of the standard output to p.lines.
func (p *process) read() {
	defer close(p.lines)
	scanner := bufio.NewScanner(p.stdout)
	scanner.Buffer(nil, MaxLine)
	for scanner.Scan() {
		select {
		case p.lines <- append([]byte(nil), scanner.Bytes()...):
		case <-p.given:
			return
		}
	}
}

// ask sends a line and returns the next line of output. After a fault, no more lines
// can be sent.
func (p *process) ask(line []byte, timeout time.Duration) ([]byte, *corpus.Fault) {
	sent := make(chan error, 1)
	go func() {
		_, err := p.stdin.Write(line)
		sent <- err
	}()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	exited := p.exited
	for {
		select {
		case answer, ok := <-p.lines:
			if !ok {
				return nil, p.ended()
			}
			return answer, nil
		case <-sent:
			sent = nil // if writing failed, the process has exited or does not answer
		case <-exited:
			// The last lines of the process may still arrive, and its children may keep the
			// pipe open.
			exited = nil
			kill(p.cmd)
			timer.Reset(min(timeout, exitDelay))
		case <-timer.C:
			if exited == nil {
				return nil, p.ended()
			}
			return nil, faultf(corpus.Hung, "no answer in %s", timeout)
		}
	}
}

// ended returns the fault of a process that has closed its output.
func (p *process) ended() *corpus.Fault {
	select {
	case <-p.exited:
		return faultf(corpus.Died, "%s", p.cmd.ProcessState)
	case <-time.After(exitDelay):
		return faultf(corpus.Died, "the engine closed its output")
	}
}

// stop asks the process to exit, and kills it if it does not.
func (p *process) stop() {
	go func() {
		fmt.Fprintf(p.stdin, "{%q:%q}\n", memberCommand, commandStop)
		p.stdin.Close()
	}()
	close(p.given)
	select {
	case <-p.exited:
	case <-time.After(exitDelay):
	}
	p.end()
}

// kill kills the process, on Unix also its children, and closes the pipes.
func (p *process) kill() {
	close(p.given)
	p.end()
}

// end kills the process and closes the pipes.
func (p *process) end() {
	kill(p.cmd)
	select {
	case <-p.exited:
	case <-time.After(2 * exitDelay):
	}
	select {
	case <-p.said:
	case <-time.After(exitDelay / 10):
	}
	p.stdin.Close()
	p.stdout.Close()
	p.errors.Close()
}
