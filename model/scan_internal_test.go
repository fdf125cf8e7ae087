package model

import (
	"strings"
	"testing"
)

// After valid and invalid texts, a scanner keeps its memory up to a limit, and does not keep the
// text alive.
func TestScratchIsCapped(t *testing.T) {
	s := new(scanner)
	for _, text := range []string{
		"[" + strings.Repeat("1,", keptScratch) + "1]",
		"[" + strings.Repeat("1,", keptScratch) + "1",
		"[" + strings.Repeat("1,", 100) + "1]",
	} {
		s.begin(text, len(text), 1)
		if err := s.run(0); err == nil {
			s.takeTape(false)
		}
		s.index = make([]uint32, len(s.tape))
		s.clear(keptScratch)
		if s.src != "" || cap(s.tape) > keptScratch || cap(s.index) > keptScratch || len(s.tape) != 0 || len(s.index) != 0 {
			t.Errorf("%d bytes: %d entries and %d cells are kept", len(text), cap(s.tape), cap(s.index))
		}
		if len(text) < 1000 && cap(s.tape) == 0 {
			t.Error("usual scratch is not kept")
		}
	}
}

// A new scanner, which has no memory yet, reads a text that begins with white space.
func TestFreshScanner(t *testing.T) {
	s := new(scanner)
	s.begin(" [1]", len(" [1]"), 1)
	if err := s.run(0); err != nil || len(s.tape) != 3 {
		t.Errorf("%d entries, %v", len(s.tape), err)
	}
}

// A tape has little unused capacity, for any beginning of the text.
func TestTapeFits(t *testing.T) {
	dense, sparse := strings.Repeat("1,", 50_000), `"`+strings.Repeat("x", 1_000_000)+`",`
	for _, text := range []string{"[1]", "[" + dense + sparse + "1]", "[" + sparse + dense + "1]", "[" + strings.Repeat(dense, 5) + "1]", "[" + strings.Repeat("[],{},", 50_000) + "1]"} {
		d, err := parse(text, 10, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(d.tape); cap(d.tape) > n+n/16+64 {
			t.Errorf("%.10s: room for %d entries, %d are used", text, cap(d.tape), n)
		}
	}
}

// The positions in the tape are correct: the text of each value parses to the
// same value, and siblings are consecutive.
func TestTape(t *testing.T) {
	text := ` { "a" : [ 1 , {} , [ ] , "\u0061" ] , "\u0062" : { "c" : null } , "d" : true } `
	d, err := parse(text, 10, nil)
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		name, text string
		after      uint32
	}
	want := map[uint32]row{
		0:  {"", strings.TrimSpace(text), 14},
		2:  {"a", `[ 1 , {} , [ ] , "\u0061" ]`, 10},
		4:  {"", `1`, 5},
		5:  {"", `{}`, 7},
		7:  {"", `[ ]`, 9},
		9:  {"", `"\u0061"`, 10},
		10: {"b", `{ "c" : null }`, 13},
		12: {"c", `null`, 13},
		13: {"d", `true`, 14},
	}
	for slot, w := range want {
		e := &d.tape[slot]
		got := row{"", d.text(slot), d.after(slot)}
		if e.name != 0 {
			got.name = d.nameOf(e)
		}
		if got != w {
			t.Errorf("slot %d: got %v, want %v", slot, got, w)
		}
	}
	if len(d.tape) != 14 || d.tape[1].height() != 3 || d.tape[3].height() != 2 || d.tape[6].height() != 1 {
		t.Errorf("%d entries, heights %d, %d, %d", len(d.tape), d.tape[1].height(), d.tape[3].height(), d.tape[6].height())
	}
}
