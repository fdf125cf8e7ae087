package oracle

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/ending"
	"github.com/strategicpatch/smp/corpus"
)

// CommandWord replaces a command in a case that is redacted.
const CommandWord = "COMMAND"

// An execOracle keeps cases for which a command exits with status 0.
type execOracle struct {
	command string
	timeout time.Duration
	folder  string // for the case files
	files   atomic.Int64
}

// NewCommand returns an oracle that keeps the cases for which a command exits with status 0
// within the timeout. The last argument of the command is the name of the case file. It is an
// error if no temporary folder can be created for these files.
func NewCommand(command string, timeout time.Duration) (Oracle, error) {
	folder, err := ending.NewFolder()
	if err != nil {
		return nil, err
	}
	return &execOracle{command: command, timeout: timeout, folder: folder}, nil
}

// Close removes the case files.
func (o *execOracle) Close() { ending.Remove(o.folder) }

func (o *execOracle) looksFor() string { return "the command exits with 0" }

// fault runs the command and, if it exits with 0, runs it again, to detect a flaky command.
func (o *execOracle) fault(c corpus.Case) (Fault, error) {
	text, err := c.Answered(Ours.Run(c.Input)).YAML()
	if err != nil {
		return Fault{}, err
	}
	file := filepath.Join(o.folder, fmt.Sprintf("case-%d.yaml", o.files.Add(1)))
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return Fault{}, err
	}
	defer os.Remove(file)
	yes, err := o.run(file)
	if err != nil || !yes {
		return Fault{}, err
	}
	again, err := o.run(file)
	switch {
	case err != nil:
		return Fault{}, err
	case !again:
		return Fault{}, errors.New("--exec: the command is flaky: it exited with 0 for a case, then with another status for the same case")
	}
	return Fault{signs: []string{"exit status 0"}, text: "the command exits with 0: " + o.command, neutral: "the command exits with 0: " + CommandWord}, nil
}

// run runs the command for a file, and reports whether it exits with 0.
func (o *execOracle) run(file string) (bool, error) {
	ctx, cancel := context.WithTimeout(context.Background(), o.timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", o.command+` "$1"`, "sh", file)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.WaitDelay = time.Second
	isolate(cmd)
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return true, nil
	case ctx.Err() != nil:
		return false, fmt.Errorf("--exec: the command did not end within %s; --timeout sets the limit", o.timeout)
	case errors.As(err, &exit) && (exit.ExitCode() == 126 || exit.ExitCode() == 127):
		return false, fmt.Errorf("--exec: cannot run the command: %s", bytes.TrimSpace(stderr.Bytes()))
	case errors.As(err, &exit):
		return false, nil
	}
	return false, fmt.Errorf("--exec: %w", err)
}
