package output_test

import (
	"syscall"
	"testing"
)

// setAttribute gives a file an extended attribute, and returns a function that checks that the
// file still has it.
func setAttribute(t *testing.T, file string) (check func()) {
	t.Helper()
	if err := syscall.Setxattr(file, "user.origin", []byte("here"), 0); err != nil {
		t.Logf("SKIPPED: extended attributes, because %s has none (%v)", file, err)
		return func() {}
	}
	return func() {
		room := make([]byte, 10)
		if n, err := syscall.Getxattr(file, "user.origin", room); err != nil || string(room[:n]) != "here" {
			t.Errorf("the attribute is %q, %v", room[:max(n, 0)], err)
		}
	}
}
