//go:build !linux

package server

import "os/exec"

// endWithParent does nothing: the system cannot end processes together with their parent.
// Signals and errors stop them all the same.
func endWithParent(*exec.Cmd) {}
