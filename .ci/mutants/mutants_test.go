package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
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

func Next(a int) int { return a + 1 }

func Waits(n int) {
	for n > 0 {
		n--
	}
}
`

const sourceTest = `package p

import (
	"os"
	"os/exec"
	"testing"
)

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "next" {
		os.Exit(Next(6))
	}
	os.Exit(m.Run())
}

// A mutant is also active in a program that starts with an empty environment.
func TestNext(t *testing.T) {
	next := exec.Command(os.Args[0], "next")
	next.Env = []string{}
	if next.Run(); next.ProcessState.ExitCode() != 7 {
		t.Error("wrong")
	}
}

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
	mutants, err := try(p, p.names, t.TempDir(), effort{names: "."})
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
		"22 ARITHMETIC_BASE KILLED",      // in another program
		"25 CONDITIONALS_BOUNDARY LIVED", // one more iteration
		"25 CONDITIONALS_NEGATION LIVED",
		"26 INCREMENT_DECREMENT TIMED OUT",
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

// Only the subtests directly below a test are listed, and a subtest is run without those whose
// names contain its name.
func TestSubtestsAndPattern(t *testing.T) {
	out := "=== RUN   TestA\n=== RUN   TestA/x.y\n=== RUN   TestA/x.y/below\n=== PAUSE TestA/x.y\n=== RUN   TestA/z\n--- PASS: TestA/z (0.00s)\n"
	if got, want := subtests([]byte(out)), []string{"TestA/x.y", "TestA/z"}; !slices.Equal(got, want) {
		t.Errorf("the subtests are %q, want %q", got, want)
	}
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"TestA/x.y"}, `^TestA$/^x\.y$`},
		{[]string{"TestA", "TestB"}, `^(TestA|TestB)$`},
	} {
		if got := pattern(c.names...); got != c.want {
			t.Errorf("the pattern of %q is %s, want %s", c.names, got, c.want)
		}
	}
}
