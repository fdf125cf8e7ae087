//go:build !linux

package server

import "os/exec"

// endWithParent does nothing, because this system cannot end a process together with its
// parent. The process is still stopped on signals and errors.
func endWithParent(*exec.Cmd) {}
