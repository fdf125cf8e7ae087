//go:build !unix

package oracle

import "os/exec"

// isolate does nothing on this system: processes that a command starts may outlive it.
func isolate(*exec.Cmd) {}
