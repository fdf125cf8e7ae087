// Package fuzz contains the fuzz targets as plain functions. Each function takes bytes, and
// returns an error if the module handles them incorrectly. The test files run them as native
// fuzz targets:
//
//	go test -fuzz=FuzzApply ./fuzz
//
// An error that wraps [ErrUnparsable] means that the bytes are not a valid input for the
// target, so that nothing was checked.
package fuzz

import (
	"errors"
	"fmt"
)

// ErrUnparsable means that bytes are not a valid input for a target.
var ErrUnparsable = errors.New("not a valid input for this target")

// maxInput is the maximum length of an input, in bytes. Longer inputs find no further bugs.
const maxInput = 1 << 16

// sized returns an error if data is too long.
func sized(data []byte) error {
	if len(data) > maxInput {
		return fmt.Errorf("%w: more than %d bytes", ErrUnparsable, maxInput)
	}
	return nil
}
