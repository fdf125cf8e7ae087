//go:build unix

package oracle

import (
	"os/exec"
	"syscall"
)

// isolate lets the end of a command's time reach all that it has started, and
// keeps from it an interrupt, which is meant for the search.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
