//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package ending

import (
	"os"
	"syscall"
	"time"
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
	// Another process cleans for a moment. A tool such as flock may keep its lock for as long as this
	// process runs, so the folder is used without a lock then.
	for range 20 {
		if syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) == nil {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	return func() { f.Close() }
}
