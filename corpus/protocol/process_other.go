//go:build !unix

package protocol

import "os/exec"

func shellCommand(command string) *exec.Cmd { return exec.Command("cmd", "/c", command) }

func isolate(*exec.Cmd) {}

// kill ends the command itself; what it has started may go on.
func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
