package fuzz

import "github.com/strategicpatch/smp/corpus"

// Input returns what the target of an operation makes of bytes: see Apply. The
// error wraps ErrUnparsable where they are no input for it.
func Input(op corpus.Op, data []byte) (corpus.Input, error) { return input(op, data) }
