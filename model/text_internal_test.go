package model

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// The first byte that stops marks is the first one that must not be skipped.
func TestStops(t *testing.T) {
	special := func(c byte) bool { return c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf }
	check := func(word string) {
		want := 8
		for i := range 8 {
			if special(word[i]) {
				want = i
				break
			}
		}
		if got := bits.TrailingZeros64(stops(load8(word, 0))) / 8; got != want {
			t.Fatalf("%q: got %d, want %d", word, got, want)
		}
	}
	for a := range 256 {
		for b := range 256 {
			for i := range 7 {
				word := []byte("abcdefgh")
				word[i], word[i+1] = byte(a), byte(b)
				check(string(word))
			}
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 200_000 {
		word := make([]byte, 8)
		for i := range word {
			word[i] = byte(r.IntN(256))
			if r.IntN(4) > 0 {
				word[i] = "\x1f !\"#[\\]\x7f\x80\xa0\xa1\xdc\xde\xff"[r.IntN(15)]
			}
		}
		check(string(word))
	}
}

// The scanner skips the same white space as a loop over bytes, at every length
// and distance from the end.
func TestSpace(t *testing.T) {
	for n := range 40 {
		for _, pattern := range []string{" ", "\n", "\n  ", "\r\n\t", "\n                 ", "\t "} {
			spaces := strings.Repeat(pattern, n)[:n]
			for _, after := range []string{"", "x", "\v", "\f", "\x00", "\u00a0", "x       ", "        x"} {
				text := spaces + after
				want := len(text) - len(strings.TrimLeft(text, " \n\r\t"))
				for from := range len(spaces) + 1 {
					if got := space(text, from); got != max(want, from) {
						t.Fatalf("%q from %d: got %d, want %d", text, from, got, want)
					}
				}
			}
		}
	}
}

// scanText agrees with a loop over bytes. The strings have every length and every distance from the
// end of the text, and have an end, an escape or a fault at every place.
func TestScanText(t *testing.T) {
	pieces := []string{"", `\n`, `\u00e9`, `\ud83d\ude00`, "é", "é ", " é\x7f", "€", "😀", "\x00", "\x1f", `\x`, `\`, `\u12`, `\ud800`, "\xff", "\xc3", "\xed\xa0\x80"}
	for n := range 36 {
		for at := 0; at <= n; at++ {
			for _, piece := range pieces {
				body := strings.Repeat("x", at) + piece + strings.Repeat("y", n-at)
				for _, tail := range []string{`"`, ``, `",1]`, `":{"a":"b"},"c":"dddddddddd"}`} {
					text := `"` + body + tail
					end, escaped := scanText(text, 1)
					wantEnd, wantEscaped := scanTextSlowly(text, 1)
					if end != wantEnd || end > 0 && escaped != wantEscaped {
						t.Fatalf("%q: got %d %v, want %d %v", text, end, escaped, wantEnd, wantEscaped)
					}
				}
			}
		}
	}
}

func scanTextSlowly(src string, i int) (end int, escaped bool) {
	for i < len(src) {
		switch c := src[i]; {
		case c == '"':
			return i + 1, escaped
		case c == '\\':
			escaped = true
			if i = scanEscape(src, i); i < 0 {
				return -1, escaped
			}
		case c < ' ':
			return -1, escaped
		default:
			r, n := utf8.DecodeRuneInString(src[i:])
			if r == utf8.RuneError && n == 1 {
				return -1, escaped
			}
			i += n
		}
	}
	return -1, escaped
}
