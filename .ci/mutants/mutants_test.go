package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

const source = `package p

type Size uint8

const Most = -1 + 4

var Lowest = -1

func Less(a, b int) bool { return a < b }

func Sum(sizes []Size, more Size) (n Size) {
	for i := 0; i < len(sizes); i++ {
		n += sizes[i] + more*2
	}
	return n
}

func Same(a any, b string) bool { return a == b && b+"x" != "" }

func Unused(a int) int { return a % 3 }

func Waits(n int) {
	for n > 0 {
		n--
	}
}
`

const sourceTest = `package p

import "testing"

func Test(t *testing.T) {
	Waits(3)
	if Sum([]Size{1, 2}, 3) != 15 || !Less(1, 2) || Less(2, 1) || Same(1, "") || !Same("a", "a") {
		t.Error("wrong")
	}
}
`

// Every mutant of a small package has the expected result.
func TestMutants(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module p\n\ngo 1.25\n", "p.go": source, "p_test.go": sourceTest} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	p, err := load(dir)
	if err != nil {
		t.Fatal(err)
	}
	mutants, err := try(p, p.names, t.TempDir(), effort{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range mutants {
		got = append(got, fmt.Sprintf("%d %s %s", m.Line, m.Kind, m.Status))
	}
	want := []string{
		"7 INVERT_NEGATIVES LIVED",
		"9 CONDITIONALS_BOUNDARY NOT REACHED", // no equal elements
		"9 CONDITIONALS_NEGATION KILLED",
		"12 CONDITIONALS_BOUNDARY KILLED",
		"12 CONDITIONALS_NEGATION KILLED",
		"12 INCREMENT_DECREMENT KILLED",
		"13 INVERT_ASSIGNMENTS KILLED",
		"13 ARITHMETIC_BASE KILLED", // the sum
		"13 ARITHMETIC_BASE KILLED", // the product
		"18 CONDITIONALS_NEGATION KILLED",
		"18 CONDITIONALS_NEGATION KILLED", // comparison of texts
		"20 ARITHMETIC_BASE NOT REACHED",
		"23 CONDITIONALS_BOUNDARY LIVED", // one more iteration
		"23 CONDITIONALS_NEGATION LIVED",
		"24 INCREMENT_DECREMENT TIMED OUT",
	}
	for i := range got {
		if got[i] != want[min(i, len(want)-1)] {
			t.Errorf("mutant %d: got %s, want %s", i+1, got[i], want[min(i, len(want)-1)])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d mutants, want %d", len(got), len(want))
	}
}
