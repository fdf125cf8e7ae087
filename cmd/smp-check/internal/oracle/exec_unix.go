//go:build unix

package oracle

import (
	"os/exec"
	"syscall"
)

// isolate starts a command in a process group of its own. A timeout then ends all its
// processes, and an interrupt reaches only the search.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
