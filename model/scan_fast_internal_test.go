package model

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The tape of any text is equal to the tape that a simple reader makes. Bytes after the text in
// memory do not affect the tape.
func TestTapeIsPlain(t *testing.T) {
	rounds := 20_000
	if testing.Short() {
		rounds = 2000
	}
	r := rand.New(rand.NewPCG(5, 11))
	accepts := 0
	for range rounds {
		text := randomText(r)
		if r.IntN(2) == 0 {
			text = edited(r, text)
		}
		d, err := parse(text, DefaultMaxDepth, nil)
		copied, fault := parsePadded(padded([]byte(text)), len(text), DefaultMaxDepth, nil)
		if err != nil {
			if fault == nil || fault.Error() != err.Error() {
				t.Fatalf("%.500q: with more memory after it got %v, want %v", text, fault, err)
			}
			continue
		}
		accepts++
		checkTape(t, d)
		checkTape(t, copied)
	}
	if accepts < rounds/2 {
		t.Errorf("only %d of %d texts are right", accepts, rounds)
	}
}

// checkTape compares the tape of a document with the tape that a plainReader makes for its text.
func checkTape(t *testing.T, d *document) {
	t.Helper()
	p := plainReader{src: d.src}
	p.value(entry{})
	want := &document{src: d.src, tape: p.tape, index: d.index}
	for i := range want.tape { // a plainReader does not know where tables begin
		if e := &want.tape[i]; e.isContainer() && i+1 < len(d.tape) && p.tables[uint32(i)] {
			if want.tape[i+1].start = d.tape[i+1].start; d.tape[i+1].table() == 0 {
				t.Fatalf("%.500q: slot %d has no table", d.src, i)
			}
		}
	}
	if err := sameDocument(d, want); err != nil {
		t.Fatalf("%.500q: %v", d.src, err)
	}
}

// A plainReader creates the tape of a valid text.
type plainReader struct {
	src    string
	i      int
	tape   []entry
	tables map[uint32]bool // slots of the lists and maps that have a table
}

func (p *plainReader) blanks() {
	for p.i < len(p.src) && strings.IndexByte(" \t\r\n", p.src[p.i]) >= 0 {
		p.i++
	}
}

// text reads a string and reports whether it has escapes.
func (p *plainReader) text() bool {
	escaped := false
	for p.i++; p.src[p.i] != '"'; p.i++ {
		if p.src[p.i] == '\\' {
			escaped = true
			p.i++
		}
	}
	p.i++
	return escaped
}

// value reads a value whose name is known.
func (p *plainReader) value(e entry) {
	p.blanks()
	e.start = uint32(p.i)
	switch c := p.src[p.i]; c {
	case '{', '[':
		e.meta |= uint32(List)
		if c == '{' {
			e.meta = e.meta&^typeMask | uint32(Map)
		}
		p.container(e)
		return
	case '"':
		e.meta |= uint32(String)
		if p.text() {
			e.meta |= escapedText
		}
	default:
		typ := Number
		if c == 'n' {
			typ = Null
		} else if c == 't' || c == 'f' {
			typ = Bool
		}
		e.meta |= uint32(typ)
		for p.i < len(p.src) && strings.IndexByte(" \t\r\n,]}", p.src[p.i]) < 0 {
			p.i++
		}
	}
	e.end = uint32(p.i)
	p.tape = append(p.tape, e)
}

func (p *plainReader) container(e entry) {
	slot := len(p.tape)
	p.tape = append(p.tape, e, entry{})
	isMap := e.typ() == Map
	var count, height uint32
	simple := true // the list or map contains only scalars
	p.i++
	for p.blanks(); p.src[p.i] != ']' && p.src[p.i] != '}'; p.blanks() {
		if p.src[p.i] == ',' {
			p.i++
			p.blanks()
		}
		var value entry
		if isMap {
			begin := p.i + 1
			if p.text() {
				value.meta |= escapedName
			}
			value.name = uint32(begin)
			value.meta |= uint32(min(p.i-1-begin, longName)) << nameShift
			p.blanks()
			p.i++ // skip the colon
		}
		first := len(p.tape)
		p.value(value)
		count++
		d := document{src: p.src, tape: p.tape}
		v := Value{&d, uint32(first)}
		p.tape[slot].meta |= contribution(e.typ(), d.beginsWithDollar(&p.tape[first]), v)
		height = max(height, v.height())
		simple = simple && !p.tape[first].isContainer()
	}
	p.i++
	p.tape[slot].end = uint32(p.i)
	p.tape[slot+1] = entry{name: uint32(len(p.tape)), meta: count, end: height + 1}
	if count > smallMap && (isMap || !simple) {
		if p.tables == nil {
			p.tables = map[uint32]bool{}
		}
		p.tables[uint32(slot)] = true
	}
}

// skim does not accept invalid text that resembles valid text.
func TestSkimStopsBeforeFaults(t *testing.T) {
	const more = `,"long":"xxxxxxxxxxxxxxxxxxxxxxxx"}`
	for _, text := range []string{
		`{"12345678":1,"a\:1` + more, `{"12345678":1,"a` + "\x01" + `:1` + more, `{"12345678":1,"a"x1` + more, `{"12345678":1,"a" 1` + more,
		"[1234567,\xcf]", "[1234567,\xd01]",
		`[1234567,t`, `[1234567,tru`, `[1234567,true`, `[1234567,tabc]`, `[1234567,trux,1]`,
		`[1234567,f`, `[1234567,fals`, `[1234567,false`, `[1234567,fabcd]`, `[1234567,falsx,1]`,
	} {
		if _, err := parse(text, DefaultMaxDepth, nil); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
