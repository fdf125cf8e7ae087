package meant

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The longest names that are compared have 253 letters.
func TestNearestOfLongestNames(t *testing.T) {
	for length, want := range map[int]bool{longestSimilar: true, longestSimilar + 1: false} {
		written, name := strings.Repeat("a", length), strings.Repeat("a", length-1)+"b"
		if got := Nearest(written, []string{name}) == name; got != want {
			t.Errorf("a name of %d letters is suggested: %v", length, got)
		}
	}
}

// A comparison that ends early finds the same names as one of whole names.
func TestNearestEndsEarly(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		letters := make([]byte, random.IntN(8))
		for i := range letters {
			letters[i] = "aBc"[random.IntN(3)]
		}
		return string(letters)
	}
	for range 20_000 {
		written, names := word(), []string{word(), word(), word(), word()}
		want, best := "", len(written)/3+1
		for _, name := range names {
			if d := editDistance(strings.ToLower(written), strings.ToLower(name), 1<<30); d < best {
				want, best = name, d
			}
		}
		if got := Nearest(written, names); got != want {
			t.Fatalf("Nearest(%q, %q) = %q, want %q", written, names, got, want)
		}
	}
}

// The lower case of a name may be longer than the name.
func TestNearestOfLongNames(t *testing.T) {
	name := strings.Repeat("Ⱥ", longestSimilar/2)
	if got := Nearest(name, []string{name}); !slices.Contains([]string{"", name}, got) {
		t.Errorf("Nearest = %q", got)
	}
}
