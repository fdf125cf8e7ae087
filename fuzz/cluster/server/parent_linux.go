package server

import (
	"os/exec"
	"syscall"
)

// endWithParent has the system end the process when this one is gone, however
// that happens. The process is not of this one's group, so that an interrupt
// from the terminal reaches this one alone, which then stops it.
func endWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
