package server

import (
	"errors"
	"math"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
)

// readPatch parses the text of a patch.
func readPatch(text []byte) (model.Value, error) {
	if len(text) > MaxBytes {
		return model.Value{}, rejected(RequestEntityTooLarge, faults.Errorf("the patch has %d bytes; at most %d are allowed", len(text), MaxBytes))
	}
	v, err := read(text)
	if err != nil {
		return model.Value{}, rejected(BadRequest, faults.Errorf("the patch cannot be read: %w", err))
	}
	return v, nil
}

// readMap reads a patch that must be a map or null.
func readMap(read func() (model.Value, error)) (model.Value, error) {
	v, err := read()
	if err == nil && v.Type() != model.Map && v.Type() != model.Null {
		err = rejected(BadRequest, faults.Errorf("expected a patch, which is a map, got %s", v.Type().Noun()))
	}
	if err == nil {
		err = checkNumbers(v)
	}
	return v, err
}

// read parses text like a server. If a field is duplicated, the last value counts. Invalid Unicode
// is replaced by U+FFFD.
func read(text []byte) (model.Value, error) {
	v, err := model.Parse(text, model.MaxDepth(model.HardMaxDepth))
	var e *model.Error
	if !errors.As(err, &e) || e.Code != model.Syntax {
		return v, err
	}
	tolerated := lastFields(validStrings(text))
	if len(tolerated) == len(text) && string(tolerated) == string(text) {
		return v, err
	}
	return model.Parse(tolerated, model.MaxDepth(model.HardMaxDepth))
}

// validStrings replaces invalid UTF-8 in strings, and escapes of lone surrogates, by the escape of
// U+FFFD.
func validStrings(text []byte) []byte {
	const unknown = `\ufffd`
	out := make([]byte, 0, len(text))
	quoted := false
	for i := 0; i < len(text); {
		n := 1
		switch {
		case text[i] == '"':
			quoted = !quoted
		case !quoted:
		case text[i] == '\\':
			n = min(2, len(text)-i)
			first, ok := surrogate(text[i:])
			if !ok {
				break
			}
			n = 6
			if second, ok := surrogate(text[i+6:]); ok && utf16.DecodeRune(first, second) != utf8.RuneError {
				n = 12
				break
			}
			out = append(out, unknown...)
			i += n
			continue
		case text[i] >= utf8.RuneSelf:
			var r rune
			if r, n = utf8.DecodeRune(text[i:]); r == utf8.RuneError && n == 1 {
				out = append(out, unknown...)
				i++
				continue
			}
		}
		out = append(out, text[i:i+n]...)
		i += n
	}
	return out
}

// surrogate returns the surrogate at the beginning of text, and whether text begins with the escape
// of a surrogate.
func surrogate(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range text[2:6] {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, utf16.IsSurrogate(r)
}

// A span locates a field in a text, including the comma after it.
type span struct{ from, to int }

// lastFields removes all fields that are followed by another one with the same name in their map.
// This never turns a text that is not JSON into JSON.
func lastFields(text []byte) []byte {
	type level struct {
		isMap, inField bool
		fields         map[string]*span
		last           *span
	}
	var levels []level
	var dropped []span
	for i := 0; i < len(text); i++ {
		var top *level
		if len(levels) > 0 {
			top = &levels[len(levels)-1]
		}
		switch c := text[i]; {
		case c == '{' || c == '[':
			levels = append(levels, level{isMap: c == '{'})
		case top == nil:
		case c == '}' || c == ']':
			levels = levels[:len(levels)-1]
		case c == ',' && top.inField:
			top.inField, top.last.to = false, i+1
		case c == '"':
			end := stringEnd(text, i)
			if top.isMap && !top.inField {
				name, _ := model.Parse(text[i:end])
				field := &span{from: i}
				if before := top.fields[name.Text()]; before != nil {
					dropped = append(dropped, *before)
				}
				if top.fields == nil {
					top.fields = map[string]*span{}
				}
				top.inField, top.last, top.fields[name.Text()] = true, field, field
			}
			i = end - 1
		}
	}
	slices.SortFunc(dropped, func(a, b span) int { return a.from - b.from })
	out, done := make([]byte, 0, len(text)), 0
	for _, d := range dropped {
		if d.from >= done {
			out = append(out, text[done:d.from]...)
			done = d.to
		}
	}
	return append(out, text[done:]...)
}

// stringEnd returns the index after the string that begins at i.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

var errRange = errors.New("a number is too large; expected at most 1.8e308, the maximum of float64")

// checkNumbers rejects numbers beyond the range of float64.
func checkNumbers(v model.Value) error {
	if hasHuge(v) {
		return rejected(BadRequest, errRange)
	}
	return nil
}

func hasHuge(v model.Value) bool {
	switch v.Type() {
	case model.Number:
		return math.IsInf(v.Float64(), 0)
	case model.List:
		for _, e := range v.Elements() {
			if hasHuge(e) {
				return true
			}
		}
	case model.Map:
		for _, m := range v.Members() {
			if hasHuge(m) {
				return true
			}
		}
	}
	return false
}
