package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// errTimedOut is that of a run that was ended as it took too long.
var errTimedOut = errors.New("took too long")

// test runs tests of a program in the folder of the package; it returns what
// they print, and an error if they fail.
func (b *build) test(program, pattern string, limit time.Duration, env ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	run := exec.CommandContext(ctx, program, "-test.failfast", "-test.run", pattern)
	run.Dir, run.Env = b.dir, append(os.Environ(), env...)
	run.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	run.Cancel = func() error { return syscall.Kill(-run.Process.Pid, syscall.SIGKILL) }
	run.WaitDelay = time.Second
	out, err := run.CombinedOutput()
	if err != nil && ctx.Err() != nil {
		err = errTimedOut
	}
	return out, err
}
