package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"runtime/coverage"
)

// These are the lengths, in bytes, of the parts of the file that package coverage writes: a
// file header, a header for each run with its arguments, and a footer.
const (
	fileHeader, fileFooter, runHeader = 32, 16, 16
	flavorAt                          = 24 // the place in the header of the encoding of numbers
	variableLength                    = 2
)

var magic = []byte("\x00cwm")

var errCounters = errors.New("unexpected format of coverage counters; expected that of Go 1.26")

// blocks returns the number of instrumented blocks that were executed since the
// counters were cleared.
func blocks() (uint64, error) {
	var out bytes.Buffer
	if err := coverage.WriteCounters(&out); err != nil {
		return 0, err
	}
	return sumOfCounters(out.Bytes())
}

// sumOfCounters adds up the counters of all functions. The data of a function consists of the
// number of its counters, its package, its index, and the counters.
func sumOfCounters(data []byte) (uint64, error) {
	if len(data) < fileHeader+runHeader+fileFooter || !bytes.HasPrefix(data, magic) || data[flavorAt] != variableLength {
		return 0, errCounters
	}
	functions := binary.LittleEndian.Uint64(data[fileHeader:])
	before := fileHeader + runHeader + int(binary.LittleEndian.Uint32(data[fileHeader+8:])) + int(binary.LittleEndian.Uint32(data[fileHeader+12:]))
	before = (before + 3) / 4 * 4
	if before > len(data)-fileFooter {
		return 0, errCounters
	}
	rest := data[before:]
	next := func() uint64 {
		n, size := binary.Uvarint(rest)
		if size <= 0 {
			rest = nil
			return 0
		}
		rest = rest[size:]
		return n
	}
	var sum uint64
	for range functions {
		counters, _, _ := next(), next(), next()
		for range min(counters, uint64(len(rest))) {
			sum += next()
		}
	}
	if len(rest) != fileFooter || !bytes.HasPrefix(rest, magic) {
		return 0, errCounters
	}
	return sum, nil
}
