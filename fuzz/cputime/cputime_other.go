//go:build !unix

package cputime

import "time"

var begin = time.Now()

// Used returns the time on the clock since the process began. On Unix, it returns the processor time.
func Used() time.Duration { return time.Since(begin) }
