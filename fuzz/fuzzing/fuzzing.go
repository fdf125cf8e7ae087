// Package fuzzing makes go test -fuzz begin at once:
//
//	func TestMain(m *testing.M) { fuzzing.Main(m) }
package fuzzing

import (
	"flag"
	"testing"
)

// Active reports whether this process fuzzes a target. If not, targets are tests of their seeds. The
// flags must have been parsed.
func Active() bool { return value("test.fuzz") != "" }

// Worker reports whether this process executes the inputs of a process that fuzzes a target. The inputs
// include the seeds. The flags must have been parsed.
func Worker() bool { return value("test.fuzzworker") == "true" }

// value returns the value of a flag. It returns "" in programs without the flags of go test, such as
// those of libFuzzer.
func value(name string) string {
	f := flag.Lookup(name)
	if f == nil {
		return ""
	}
	return f.Value.String()
}

// Main is the TestMain of a package with targets. When a target is fuzzed, Main runs no tests, unless
// the flag -run selects some. Without Main, go test -fuzz would first run all tests of the package and
// try the seeds of all targets. The seeds of the target that is fuzzed are tried anyway.
func Main(m *testing.M) {
	flag.Parse()
	if Active() && value("test.run") == "" {
		if err := flag.Set("test.run", "^$"); err != nil {
			panic(err) // the flag accepts any string
		}
	}
	m.Run()
}
