//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Used returns the processor time that the process has used so far, including the garbage
// collector. On systems other than Unix, it returns the time on the clock since the process began.
func Used() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // only a wrong argument makes it fail
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
