//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"
)

// measure runs a command and returns its maximum memory in bytes. Some systems count the
// memory of a process as memory of the commands that it starts. The test itself needs much
// memory, so another, small process starts the command.
func measure(t *testing.T, cmd *exec.Cmd) (memory int64, err error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "memory")
	cmd.Args = append([]string{"measured", file}, cmd.Args...)
	if cmd.Path, err = exec.LookPath("measured"); err != nil {
		t.Fatal(err)
	}
	err = cmd.Run()
	text, missing := os.ReadFile(file)
	if missing != nil {
		t.Fatal(errors.Join(missing, err))
	}
	if memory, missing = strconv.ParseInt(string(text), 10, 64); missing != nil {
		t.Fatal(missing)
	}
	return memory, err
}

// measured is the main function of the small process that starts the command. It writes the
// memory to a file, and exits with the status of the command.
func measured() int {
	cmd := exec.Command(os.Args[2], os.Args[3:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	memory := int64(0)
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		memory = int64(usage.Maxrss)
	}
	if runtime.GOOS != "darwin" && runtime.GOOS != "ios" {
		memory <<= 10 // Maxrss is in KiB
	}
	if err := os.WriteFile(os.Args[1], strconv.AppendInt(nil, memory, 10), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return cmd.ProcessState.ExitCode()
}
