package main

// switchboard is a file that is added to the mutated package. It determines the active mutant
// and defines the mutated operators. In a recording build, it writes a file with the mutants
// whose effect the tests reach.
const switchboard = `package %s

import (
	"cmp"
	"os"
	"strconv"
	"syscall"
)

const mutantsRecorded = %t

var mutantMet, _ = strconv.Atoi(os.Getenv("MUTANT"))

var mutantsReached = func() []byte {
	name := os.Getenv("MUTANTS_REACHED")
	if !mutantsRecorded || name == "" {
		return make([]byte, %d)
	}
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		panic(err)
	}
	shared, err := syscall.Mmap(int(file.Fd()), 0, %[3]d, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		panic(err)
	}
	return shared
}()

type mutantInteger interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

type mutantNumber interface {
	mutantInteger | ~float32 | ~float64
}

func mutantIs(n int) bool {
	if mutantsRecorded {
		mutantsReached[n] = 1
	}
	return mutantMet == n
}

func mutantLess[T cmp.Ordered](n int, a, b T) bool {
	return a < b || a == b && mutantIs(n)
}

func mutantLessEqual[T cmp.Ordered](n int, a, b T) bool {
	return a < b || a == b && !mutantIs(n)
}

func mutantGreater[T cmp.Ordered](n int, a, b T) bool {
	return a > b || a == b && mutantIs(n)
}

func mutantGreaterEqual[T cmp.Ordered](n int, a, b T) bool {
	return a > b || a == b && !mutantIs(n)
}

func mutantAdd[T mutantNumber](n int, a, b T) T {
	if b != 0 && mutantIs(n) {
		return a - b
	}
	return a + b
}

func mutantSub[T mutantNumber](n int, a, b T) T {
	if b != 0 && mutantIs(n) {
		return a + b
	}
	return a - b
}

func mutantMul[T mutantNumber](n int, a, b T) T {
	if mutantIs(n) {
		return a / b
	}
	return a * b
}

func mutantQuo[T mutantNumber](n int, a, b T) T {
	if mutantIs(n) {
		return a * b
	}
	return a / b
}

func mutantRem[T mutantInteger](n int, a, b T) T {
	if mutantIs(n) {
		return a * b
	}
	return a %% b
}

func mutantStep[T mutantNumber](n int) T {
	var zero T
	if mutantIs(n) {
		return zero - 1
	}
	return 1
}

func mutantNegative[T mutantNumber](n int, x T) T {
	if x != 0 && mutantIs(n) {
		return -x
	}
	return x
}
`
