package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// errTimedOut is the error of a run that was killed because it took too long.
var errTimedOut = errors.New("took too long")

// An outcome is the result of a run of tests.
type outcome struct {
	out  []byte        // the output
	took time.Duration // processor time, because other programs may be running
	err  error         // not nil if the tests fail
}

// test runs tests of a program in the folder of the package, in their short form if short is
// set. The argument limit is the limit of processor time. The limit of elapsed time is eight
// times as long.
func (b *build) test(program, pattern string, short bool, limit time.Duration, env ...string) outcome {
	ctx, cancel := context.WithTimeout(context.Background(), 8*limit)
	defer cancel()
	limited := fmt.Sprintf(`ulimit -t %d && exec "$0" "$@"`, int(limit.Seconds()))
	args := append([]string{"-c", limited, program, "-test.v", "-test.failfast", fmt.Sprintf("-test.short=%t", short), "-test.run", pattern}, b.flags...)
	run := exec.CommandContext(ctx, "sh", args...)
	run.Dir, run.Env = b.dir, append(append(os.Environ(), "GOGC=400"), env...) // the process is short-lived
	run.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	run.Cancel = func() error { return syscall.Kill(-run.Process.Pid, syscall.SIGKILL) }
	run.WaitDelay = time.Second
	var o outcome
	o.out, o.err = run.CombinedOutput()
	killed := false // whether ulimit killed the process, which may count more time than ProcessState
	if run.ProcessState != nil {
		o.took = run.ProcessState.UserTime() + run.ProcessState.SystemTime()
		killed = run.ProcessState.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL
	}
	if o.err != nil && (ctx.Err() != nil || killed) {
		o.err = errTimedOut
	}
	return o
}
