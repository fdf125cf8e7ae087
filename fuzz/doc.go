// Package fuzz holds the bodies of the fuzz targets as plain functions: each
// takes bytes and returns an error when something is wrong with what the module
// makes of them. The test files wire them as native targets:
//
//	go test -fuzz=FuzzApply ./fuzz
//
// An error that wraps [ErrUnparsable] means that the bytes are no input for the
// target, and nothing was tried.
package fuzz

import (
	"errors"
	"fmt"
)

// ErrUnparsable says that bytes are no input for a target.
var ErrUnparsable = errors.New("no input for this target")

// maxInput is how many bytes a target looks at: what is longer shows nothing
// that shorter inputs do not.
const maxInput = 1 << 16

// sized returns an error for data that is too long to be tried.
func sized(data []byte) error {
	if len(data) > maxInput {
		return fmt.Errorf("%w: more than %d bytes", ErrUnparsable, maxInput)
	}
	return nil
}
