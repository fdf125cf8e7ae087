//go:build unix

package ending_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/ending"
)

// A tool that has locked the folder, such as flock, does not stop a process that it runs. The files of
// other processes then stay.
func TestLockDoesNotWait(t *testing.T) {
	folder := t.TempDir()
	other := filepath.Join(folder, ".smp-check-1")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(folder)
	if err == nil {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	locked := make(chan func())
	go func() { locked <- ending.Lock(folder) }()
	select {
	case unlock := <-locked:
		unlock()
	case <-time.After(time.Minute):
		t.Fatal("Lock waits for the lock of another process")
	}
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
}

// Remove does not touch a name that has been removed before, because another process may use it.
func TestRemoveOnce(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	name, err := ending.NewFolder()
	if err != nil {
		t.Fatal(err)
	}
	ending.Remove(name)
	if err := os.Mkdir(name, 0o700); err != nil { // the first one is gone
		t.Fatal(err)
	}
	ending.Remove(name)
	if _, err := os.Stat(name); err != nil {
		t.Errorf("the folder of another process is gone: %v", err)
	}
}
