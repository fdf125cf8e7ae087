//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package ending

import (
	"os"
	"syscall"
)

// lock locks a folder together with other processes. It calls clean before, if no other process has
// locked the folder. On a file system without locks, it does nothing.
func lock(folder string, clean func()) (unlock func()) {
	f, err := os.Open(folder)
	if err != nil {
		return func() {} // creating a file in the folder reports the error
	}
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		clean()
	}
	_ = syscall.Flock(int(f.Fd()), syscall.LOCK_SH) // waits at most until another process has cleaned
	return func() { f.Close() }
}
