package halves_test

import (
	"slices"
	"testing"

	"github.com/strategicpatch/smp/smp/internal/halves"
)

type fault struct{ at string }

// sequence returns the letters a, b and so on.
func sequence(n int) []string {
	var letters []string
	for i := range n {
		letters = append(letters, string(rune('a'+i)))
	}
	return letters
}

// Join calls its function once for each value after the first one, and each value is in at most
// log n results.
func TestJoin(t *testing.T) {
	for n := 1; n <= 17; n++ {
		calls, read, want := 0, 0, ""
		all, err := halves.Join(sequence(n), func(first, second string) (string, *fault) {
			calls, read = calls+1, read+len(first)+len(second)
			return first + second, nil
		})
		for _, letter := range sequence(n) {
			want += letter
		}
		levels := 0
		for 1<<levels < n {
			levels++
		}
		if err != nil || all != want || calls != n-1 || read > n*levels {
			t.Errorf("%d values: %q, %v after %d calls that read %d letters", n, all, err, calls, read)
		}
	}
	_, err := halves.Join(sequence(4), func(first, second string) (string, *fault) { return first, &fault{first + second} })
	if err == nil || err.at != "ab" {
		t.Errorf("got %v, want the first error", err)
	}
}

// InTurn gives the result of joining one value after the other, no matter which groups are refused,
// and stops at the same error.
func TestInTurn(t *testing.T) {
	for n := range 10 {
		values := sequence(n)
		for refused := range 1 << n { // a group with one of these values is refused
			for bad := range n + 1 { // joining this value is an error
				isBad := func(s string) bool { return bad < n && slices.Contains([]byte(s), values[bad][0]) }
				join := func(first, second string) (string, *fault) {
					if isBad(second) {
						return "", &fault{second}
					}
					return first + second, nil
				}
				group := func(first, second string) (string, *fault) {
					for i, letter := range values {
						if refused>>i&1 == 1 && slices.Contains([]byte(second), letter[0]) {
							return "", &fault{letter}
						}
					}
					return join(first, second)
				}
				want := "0"
				for _, letter := range values[:bad] {
					want += letter
				}
				all, joined, err := halves.InTurn("0", values, join, group)
				if all != want || joined != bad || (err != nil) != (bad < n) || err != nil && err.at != values[bad] {
					t.Fatalf("%d values, %b refused, %d bad: %q after %d, %v", n, refused, bad, all, joined, err)
				}
			}
		}
	}
}
