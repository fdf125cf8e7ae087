//go:build !linux

package server

import "os/exec"

// endWithParent does nothing: the system cannot end processes together with their parent.
// Signals and errors still stop them.
func endWithParent(*exec.Cmd) {}
