//go:build !unix

package protocol

import "os/exec"

func shellCommand(command string) *exec.Cmd { return exec.Command("cmd", "/c", command) }

func isolate(*exec.Cmd) {}

// kill ends the command itself. Its children may continue to run.
func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
