package model

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// For lists of similar maps, the results are the same as those of a simple reader, and jsontext
// rejects the same texts.
func TestListsOfLikeMaps(t *testing.T) {
	rounds := 200_000
	if testing.Short() {
		rounds = 30_000
	}
	r := rand.New(rand.NewPCG(7, 13))
	accepts := 0
	for round := range rounds {
		text := likeMaps(r)
		if r.IntN(2) == 0 {
			text = spoiled(r, text)
		}
		read := ParseString
		if round%2 == 0 {
			read = func(src string, opts ...ParseOption) (Value, error) { return Parse([]byte(src), opts...) }
		}
		v, err := read(text)
		if right := jsontext.Value(text).IsValid(); right != (err == nil) {
			t.Fatalf("%q: %v, but jsontext says %t", text, err, right)
		}
		if err != nil {
			continue
		}
		accepts++
		checkTape(t, v.doc)
	}
	if accepts < rounds/3 || accepts > rounds*9/10 {
		t.Errorf("%d of %d texts are right", accepts, rounds)
	}
}

// Equal maps near the beginning of a text, where offsets are small, have the correct ends.
func TestEqualMapsAtTheBeginning(t *testing.T) {
	for n := range 30 {
		element := `{"a":1` + strings.Repeat("1", n) + `},`
		v, err := ParseString("[" + strings.Repeat(" ", 7) + strings.Repeat(element, 4) + `"some more text at the end"]`)
		if err != nil {
			t.Fatal(err)
		}
		checkTape(t, v.doc)
	}
}

// A fault in a map that is like the previous one is an error.
func TestLikeMapsStopBeforeFaults(t *testing.T) {
	const before, after = `[1234567,{"k":"v","l":1},{"k":"v","l":1},`, `,{"k":"v","l":1},"some more text at the end"]`
	if _, err := ParseString(before + `{"k":"v}","l":1},{"k":"a text of more than 16 bytes,","l":12},{"k":"v"}` + after); err != nil {
		t.Error(err)
	}
	for _, element := range []string{
		`{"k":"v\,"l":1}`, "{\"k\":\"v\x01,\"l\":1}", "{\"k\":\"v\xff,\"l\":1}", `{"k":1","l":1}`, `{"k":t","l":1}`,
		`{"k":tabc,"l":1}`, `{"k":tru,"l":1}`, `{"k":fabcd,"l":1}`, `{"k":fals,"l":1}`, `{"k":nabc,"l":1}`,
		"{\"k\":\xcf,\"l\":1}", "{\"k\":1\xd0,\"l\":1}", `{"k":1.,"l":1}`, `{"k":1e,"l":1}`, `{"k":01,"l":1}`, `{"k":-,"l":1}`,
		`["k":"v","l":1}`, `x"k":"v","l":1}`, `"k":"v","l":1}`, `{"k":"v","l":1]`, `{"k":"v"}"l":1}`, `{"k":"v":"l":1}`, `{"k":"v","l":1,}`,
		`{"k":"v","k":1}`, `{"l":"v","l":1}`, `{"k""v","l":1}`, `{"k":,"l":1}`, `{"k":"v",,"l":1}`, `{,"k":"v","l":1}`, `{"k":"v" "l":1}`,
	} {
		for _, text := range []string{before + element + after, before + `{"k":"v","l":1},` + element + after} {
			if _, err := ParseString(text); err == nil {
				t.Errorf("%q is read", text)
			}
		}
	}
	for _, wrong := range []string{
		`1"`, `"v\`, `tabc`, `tru`, `truex`, `fabcd`, `fals`, `falsex`, "\xcf", "1\xd0", "\"\x01", "\"\xff", `1.`, `1e`, `01`, `1x`, `x1`, `"1`, `1,`, `t`, `"`, ``,
	} {
		for _, like := range []string{"1", "true", `"v"`, `"v}"`} {
			text := strings.ReplaceAll(`[1234567,{"k":like},{"k":like},{"k":`, "like", like) + wrong + `},{"k":` + like + `},"some more text at the end"]`
			if _, err := ParseString(text); err == nil {
				t.Errorf("%q is read", text)
			}
		}
	}
	for _, right := range []string{`"}"`, `"v}"`, `"v},"`, `","`, `"a text of 15 by}"`, `"a text of 16 byt}"`, `",23456789012345"`, `"}23456789012345"`, "12", "true", "false"} {
		for _, like := range []string{"1", "true", `"v"`} {
			text := strings.ReplaceAll(`[1234567,{"k":like},{"k":like},{"k":`, "like", like) + right + `},{"k":` + like + `},"some more text at the end"]`
			for _, text := range []string{text, strings.ReplaceAll(text, `"k"`, `"a}b"`), strings.ReplaceAll(text, `"k"`, `"a}bc"`)} {
				v, err := ParseString(text)
				if err != nil {
					t.Fatal(err)
				}
				checkTape(t, v.doc)
			}
		}
	}
	for _, between := range []string{":", "", " ", "x", "]", "}", "{", ",,"} {
		text := `[1234567,{"k":1},{"k":1},{"k":1},{"k":1}` + between + `{"k":1},"some more text at the end"]`
		if _, err := ParseString(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// A text that ends too early, at any offset, is rejected.
func TestLikeMapsEndEarly(t *testing.T) {
	gap := strings.Repeat(" ", 30)
	for _, text := range []string{
		`[1234567,{"k":"v"},{"k":"v"},{"k":"v"},{"k":"a text of more than 16 bytes"},{"k":1},{"k":true},{"k":false},{"k":null}]`,
		`[1234567,{"k":"a text of more than 16 bytes"},{"k":"a text of more than 16 bytes"},{"k":"a text of more than 16 bytes"}]`,
		`[1234567,{"k":12345678901234567890},{"k":12345678901234567890},{"k":12345678901234567890},{"k":12345678901234567890}]`,
		`[1234567,{"a name of 21 byteses-":1},{"a name of 21 byteses-":1},{"a name of 21 byteses-":true},{"a name of 21 byteses-":true}]`,
		`[1234567,{"k":true},{"k":true},{"k":true},{"k":true},{"k":true},{"k":false},{"k":false},{"k":false},{"k":false}]`,
		strings.ReplaceAll(`[1234567_,_{_"k": "v"_}_,_{_"k": "v"_}_,_{_"k": "v"_}_,_{_"k": "v"_}_]`, "_", gap),
		strings.ReplaceAll(`[1234567,{_"k":"v"_},{_"k":"v"_},{_"k":"v"_},_{_"k":"v"_},_{_"k":"v"_}]`, "_", gap),
		strings.ReplaceAll(`[1234567,{"k":"v","l":1},{_"k":"v",_"l":1_}_,_{"k":"v",_"l":1_}_,_{_"k":"v",_"l":1}]`, "_", gap),
	} {
		if _, err := ParseString(text); err != nil {
			t.Error(err)
		}
		for i := range text {
			if _, err := ParseString(text[:i]); err == nil {
				t.Errorf("%q is read", text[:i])
			}
		}
	}
}

// likeMaps creates a text with a list of maps, most of which have the same names.
func likeMaps(r *rand.Rand) string {
	names := []string{
		"a", "b", "ab", "name", "value", "12345", "123456", "1234567", "12345678", "123456789", "a2345678", "name of 13 cs", "name of 14 chs",
		"a name of 16 bys", "a name of 17 bytes", "a name of more than 24 bytes", "$a", `\u0061`, "é", "",
	}
	few := 1 + r.IntN(4)
	chosen, habit := make([]string, few), make([]int, few)
	for i := range chosen {
		n := len(names)
		habit[i] = r.IntN(6)
		if r.IntN(3) > 0 {
			n -= 4 // only the plain names
		}
		chosen[i] = names[r.IntN(n)]
	}
	gap := []string{"", "", "", " ", "\n  ", "\n          ", "\t\r\n"}[r.IntN(7)]
	colon := []string{":", ":", ": ", " :", ":  "}[r.IntN(5)]
	habits := [][]string{{"1", "7", "10", "12345678901234567890"}, {"true", "false"}}
	types := 3 + r.IntN(20)
	value := func(habit int) string {
		if habit < len(habits) && r.IntN(6) > 0 {
			return habits[habit][r.IntN(len(habits[habit]))]
		}
		switch r.IntN(types) {
		case 0, 1:
			return `"` + strings.Repeat("x", r.IntN(40)) + []string{"", "", "}", ","}[r.IntN(4)] + `"`
		case 2:
			return fmt.Sprintf(`"value-%d"`, r.IntN(20000))
		default:
			return []string{
				"1", "12345678901234567890", "0", "-1", "1.5", "2e3", "10", "true", "false", "null", `"\n"`, `"é"`, "[]", "{}", `[1,"x"]`, `{"a":{}}`, "7",
			}[r.IntN(17)]
		}
	}
	var b strings.Builder
	b.WriteString([]string{"[", `{"list":[`, `[[`, "[1,", `{"a longer name":[`}[r.IntN(5)])
	open := b.String()
	for i := range 1 + r.IntN(6) {
		if i > 0 {
			b.WriteString("," + gap)
		}
		b.WriteString("{" + gap)
		first := true
		for k, name := range chosen {
			switch r.IntN(24) {
			case 0:
				continue
			case 1:
				name = names[r.IntN(len(names))]
			}
			if !first {
				b.WriteString("," + gap)
			}
			b.WriteString(`"` + name + `"` + colon + value(habit[k]))
			first = false
		}
		b.WriteString(gap + "}")
	}
	for i := len(open) - 1; i >= 0; i-- {
		switch open[i] {
		case '[':
			b.WriteByte(']')
		case '{':
			b.WriteByte('}')
		}
	}
	if r.IntN(2) == 0 {
		return b.String()
	}
	return `{"before":` + b.String() + `,"after":[true]}`
}

// spoiled removes or replaces one or two bytes of a text.
func spoiled(r *rand.Rand, text string) string {
	const others = "\"\"\"{}[],,::  \\x19tfn-.e\x00\x1f\n\xff\xc3"
	for range 1 + r.IntN(2) {
		i := r.IntN(len(text))
		switch c := others[r.IntN(len(others))]; r.IntN(3) {
		case 0:
			text = text[:i] + text[i+1:]
		case 1:
			text = text[:i] + string([]byte{c}) + text[i:]
		default:
			text = text[:i] + string([]byte{c}) + text[i+1:]
		}
		if text == "" {
			return "x"
		}
	}
	return text
}
