//go:build !unix

package ending

import (
	"os"
	"syscall"
)

const removedWhileOpen = false

// ends are the signals that end a process and can be handled.
var ends = []os.Signal{os.Interrupt, syscall.SIGTERM}

// die ends the process.
func die(os.Signal) { os.Exit(1) }
