//go:build unix && !linux

package output_test

import "testing"

// setAttribute does nothing: extended attributes are only kept on Linux.
func setAttribute(*testing.T, string) (check func()) { return func() {} }
