package main

// switchboard is a file that is added to the mutated package. It determines the active mutant,
// also in programs that the tests start, and defines the mutated operators. In a recording build,
// it writes a file with the mutants whose effect the tests reach.
const switchboard = `package %s

import (
	"cmp"
	"os"
	"strconv"
	"strings"
	"syscall"
)

const mutantsRecorded = %t

var mutantMet, _ = strconv.Atoi(mutantVariable("MUTANT"))

// mutantVariable returns an environment variable of this process, or of the nearest process above
// it that has it: tests may start the program with another environment.
func mutantVariable(name string) string {
	if value, ok := os.LookupEnv(name); ok {
		return value
	}
	for process := os.Getppid(); process > 1; {
		folder := "/proc/" + strconv.Itoa(process)
		variables, err := os.ReadFile(folder + "/environ")
		if err != nil {
			break
		}
		for _, variable := range strings.Split(string(variables), "\x00") {
			if value, ok := strings.CutPrefix(variable, name+"="); ok {
				return value
			}
		}
		state, _ := os.ReadFile(folder + "/stat") // the name of the program, in parentheses, a letter, and the parent
		fields := strings.Fields(string(state[strings.LastIndexByte(string(state), ')')+1:]))
		if len(fields) < 2 {
			break
		}
		process, _ = strconv.Atoi(fields[1])
	}
	return ""
}

var mutantsReached = func() []byte {
	name := mutantVariable("MUTANTS_REACHED")
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
