package model

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Reading a text with any near document gives the same error, or the same tape and tables, as
// reading it without one.
func TestNearIsParse(t *testing.T) {
	rounds := 40_000
	if testing.Short() {
		rounds = 5000
	}
	r := rand.New(rand.NewPCG(3, 7))
	accepts, helped, copied := 0, 0, 0
	var near *document
	for i := range rounds {
		if near == nil || r.IntN(20) == 0 {
			text := randomText(r)
			d, err := parse(text, DefaultMaxDepth, nil)
			if err != nil {
				t.Fatalf("%.500q: %v", text, err)
			}
			near = d
		}
		text := edited(r, near.src)
		if r.IntN(8) == 0 {
			text = randomText(r)
		}
		depth := DefaultMaxDepth
		if r.IntN(8) == 0 {
			depth = 1 + r.IntN(8)
		}
		d, used := checkNear(t, text, near, depth)
		if d == nil {
			continue
		}
		accepts++
		if used {
			helped++
		}
		if i%2 == 0 {
			near = d // the near document was itself copied
			copied++
		}
	}
	if accepts < rounds/5 || helped < rounds/10 || copied < rounds/20 {
		t.Errorf("of %d texts %d are right, and %d were read with help: too few", rounds, accepts, helped)
	}
}

// A duplicate name is found even if one of the two members was read and the other one was copied.
func TestNearFindsRepeatedNames(t *testing.T) {
	long := strings.Repeat("x", 2*minMatch)
	for _, test := range [][2]string{ // the near text, and the text to read
		{`{"x":1,"a":2,"b":"` + long + `"}`, `{"a":1,"a":2,"b":"` + long + `"}`},
		{`{"x":1,"a":{"p":"` + long + `","q":1}}`, `{"a":1,"a":{"p":"` + long + `","q":2}}`},
		{`{"x":1,"a":["` + long + `",1]}`, `{"a":1,"a":["` + long + `",2]}`},
		{`{"m":{"x":1,"a":2,"b":"` + long + `"},"n":1}`, `{"m":{"a":1,"a":2,"b":"` + long + `"},"n":1}`},
		{`{"m":{"x":1,"a":{"p":"` + long + `","q":1}}}`, `{"m":{"a":1,"a":{"p":"` + long + `","q":2}}}`},
	} {
		near, err := parse(test[0], DefaultMaxDepth, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d, _ := checkNear(t, test[1], near, DefaultMaxDepth); d != nil {
			t.Errorf("%s is read", test[1])
		}
	}
}

// In the text, a part of the near document is at another place, or ends at another place.
func TestNearInOtherPlaces(t *testing.T) {
	long := `"` + strings.Repeat("x", 2*minMatch) + `"`
	for _, test := range [][2]string{ // the near text, and the text to read
		{`{"b":1,"a":` + long + `}`, `{"b":2,"x":{"c":1,"a":` + long + `}}`},
		{`{"m":{"j":1,"k":` + long + `},"a":` + long + `}`, `{"m":{"j":2,"k":` + long + `},"x":{"c":1,"a":` + long + `}}`},
		{`[123456,` + long + `,[]]`, `[12345,` + long + `,[9,8]]`},
	} {
		near, err := parse(test[0], DefaultMaxDepth, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d, _ := checkNear(t, test[1], near, DefaultMaxDepth); d == nil {
			t.Errorf("%s is not read", test[1])
		}
	}
}

// checkNear reads text with and without near. It returns the document, if the
// text is valid, and whether near was used.
func checkNear(t *testing.T, text string, near *document, depth int) (*document, bool) {
	t.Helper()
	want, wantErr := parse(text, depth, nil)
	got, gotErr := parse(text, depth, near)
	if (wantErr == nil) != (gotErr == nil) {
		t.Fatalf("%.500q near %.500q: got %v, want %v", text, near.src, gotErr, wantErr)
	}
	if wantErr != nil {
		if gotErr.Code != wantErr.Code || gotErr.Error() != wantErr.Error() {
			t.Fatalf("%.500q near %.500q: got %v, want %v", text, near.src, gotErr, wantErr)
		}
		return nil, false
	}
	if err := sameDocument(got, want); err != nil {
		t.Fatalf("%.500q near %.500q: %v", text, near.src, err)
	}
	var s scanner
	s.begin(text, len(text), depth)
	return got, s.runNear(near)
}

// sameDocument compares all parts of two parsed documents. Tags matter only in maps with tables.
// There, every name must be found.
func sameDocument(a, b *document) error {
	if a.src != b.src || len(a.tape) != len(b.tape) || a.edit != nil || b.edit != nil {
		return errors.New("the texts or lengths differ")
	}
	if !slices.Equal(a.index, b.index) {
		return errors.New("the tables differ")
	}
	for i := uint32(0); int(i) < len(a.tape); i++ {
		x, y := a.tape[i], b.tape[i]
		x.meta &^= tagMask
		y.meta &^= tagMask
		if x != y {
			return errors.New("slot " + strconv.Itoa(int(i)) + " differs")
		}
		if !x.isContainer() {
			continue
		}
		if a.tape[i+1] != b.tape[i+1] {
			return errors.New("slot " + strconv.Itoa(int(i)+1) + " differs")
		}
		for k := i + 2; x.typ() == Map && k < a.tape[i+1].next(); k = a.after(k) {
			if a.find(i, a.nameOf(&a.tape[k])) != k {
				return errors.New("a name is not found")
			}
		}
		i++
	}
	return nil
}

// randomText returns a random document, which often has maps and lists with tables.
func randomText(r *rand.Rand) string {
	var b strings.Builder
	spaced := r.IntN(3) == 0
	appendRandom(r, &b, 1+r.IntN(5), spaced)
	return b.String()
}

func appendRandom(r *rand.Rand, b *strings.Builder, depth int, spaced bool) {
	gap := func() {
		if spaced && r.IntN(2) == 0 {
			b.WriteString([]string{" ", "\n", "\t\t", "\n        ", " \r\n  "}[r.IntN(5)])
		}
	}
	gap()
	defer gap()
	typ := r.IntN(4)
	if depth == 0 {
		b.WriteString([]string{"null", "true", "false", "0", "-1.5e3", "12345678", `""`, `"text"`, `"\u0061\n"`, `"a longer text, more than sixteen bytes"`, `"αβγ"`, "[]", "{}"}[r.IntN(13)])
		return
	}
	n := r.IntN(6)
	if r.IntN(6) == 0 {
		n = 28 + r.IntN(40)
		depth = min(depth, 2)
	}
	open, closing := "{", "}"
	if typ == 0 {
		open, closing = "[", "]"
	}
	b.WriteString(open)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		gap()
		if typ != 0 {
			b.WriteString(strconv.Quote([]string{"", "$", "name", "a", "a name longer than that "}[r.IntN(5)] + strconv.Itoa(i)))
			gap()
			b.WriteByte(':')
		}
		appendRandom(r, b, r.IntN(depth), spaced)
	}
	gap()
	b.WriteString(closing)
}

// edited returns the text with a few changes. Some insert pieces of JSON in
// plausible places, and others change anything.
func edited(r *rand.Rand, text string) string {
	pieces := []string{
		"", "", "", " ", ",", `"`, "]", "}", "[", "{", ":", "1", "\\", "\xff", "null",
		`"new":1,`, `,"new":{"$x":null}`, `"name0":`, `"\u0061\u0030":1,`, `"a0":1,`, `"$":[],`, "[1,2],", "{},", ",[[[]]]", "null,", "1,",
	}
	for range 1 + r.IntN(3) {
		a := r.IntN(len(text) + 1)
		b := a
		switch r.IntN(4) {
		case 0: // replace a single character
			b = min(len(text), a+1)
		case 1: // insert at a comma, where the pieces fit
			if n := strings.IndexByte(text[a:], ','); n >= 0 {
				a += n + 1
				b = a
			}
		case 2: // remove the values from one comma to another
			if n := strings.IndexByte(text[a:], ','); n >= 0 {
				a += n
				b = a
				for range 1 + r.IntN(6) {
					if n := strings.IndexByte(text[b+1:], ','); n >= 0 {
						b += n + 1
					}
				}
				text = text[:a] + text[b:]
				continue
			}
		case 3: // insert near the beginning or the end
			if a = r.IntN(3); r.IntN(2) == 0 {
				a = len(text) - a
			}
			a = min(max(a, 0), len(text))
			b = a
		}
		text = text[:a] + pieces[r.IntN(len(pieces))] + text[b:]
	}
	return text
}

// commonPrefix agrees with a comparison byte by byte.
func TestCommonPrefix(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		n := r.IntN(40)
		if r.IntN(10) == 0 {
			n = r.IntN(1000)
		}
		a := strings.Repeat("abc", n)[:n]
		b := a
		if n > 0 {
			i := r.IntN(n)
			b = a[:i] + strings.Repeat("x", r.IntN(2)) + a[min(n, i+r.IntN(3)):]
		}
		prefix := 0
		for prefix < min(len(a), len(b)) && a[prefix] == b[prefix] {
			prefix++
		}
		if p := commonPrefix(a, b); p != prefix {
			t.Fatalf("%q and %q: %d bytes, want %d", a, b, p, prefix)
		}
	}
}
