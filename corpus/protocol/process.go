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

// A process is an engine in another process, with lines that go in and come
// out. Nothing that it does, or does not do, keeps a method from returning.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *os.File
	errors *os.File
	stderr tail
	lines  chan []byte   // what it writes; closed when there is no more
	given  chan struct{} // closed when nobody takes lines any more
	said   chan struct{} // closed when its standard error is at its end
	exited chan struct{} // closed when it has ended
}

// exitDelay is how long to wait for what should take no time: a process that is
// told to stop or was killed, and pipes that others hold open.
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
	// Pipes of our own: exec's are closed by Wait while lines are in them, or
	// keep it waiting while something else holds them open.
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
		_ = cmd.Wait() // ProcessState says all
		close(p.exited)
	}()
	return p, nil
}

// read hands on the lines of the standard output.
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

// ask sends a line and returns the next one that comes. The fault leaves the
// process in a state that no further line can be sent in.
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
			sent = nil // if it failed, the process ends or gives no answer
		case <-exited:
			// What it wrote before may still come. Others may hold the pipe.
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

// ended returns the fault of a process whose output is at its end.
func (p *process) ended() *corpus.Fault {
	select {
	case <-p.exited:
		return faultf(corpus.Died, "%s", p.cmd.ProcessState)
	case <-time.After(exitDelay):
		return faultf(corpus.Died, "it closed its output")
	}
}

// stop ends the process: in good order where it heeds the line, by force where
// it does not.
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

// kill ends the process, and all that it has started, by force.
func (p *process) kill() {
	close(p.given)
	p.end()
}

// end leaves nothing behind.
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
