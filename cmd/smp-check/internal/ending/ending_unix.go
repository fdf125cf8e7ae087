//go:build unix

package ending

import (
	"os"
	"os/signal"
	"syscall"
)

const removedWhileOpen = true

// ends are the signals that end a process and can be handled: an interrupt, the end of the terminal,
// and the request to end.
var ends = []os.Signal{os.Interrupt, syscall.SIGHUP, syscall.SIGTERM}

// die ends the process with a signal, so that the parent process sees the signal.
func die(s os.Signal) {
	signal.Reset(s)
	if number, ok := s.(syscall.Signal); ok {
		_ = syscall.Kill(os.Getpid(), number)
		select {} // until the signal arrives
	}
	os.Exit(1)
}
