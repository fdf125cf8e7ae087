package server

import (
	"os/exec"
	"syscall"
)

// endWithParent makes the system end the process when this process ends for any reason. The
// process has a group of its own, so that an interrupt from the terminal reaches only this
// process, which then stops the other one.
func endWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
