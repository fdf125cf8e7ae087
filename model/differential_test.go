package model_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/strategicpatch/smp/model"
)

// mutants calls f with texts that differ from the seeds by small random
// changes. Most of them are nearly valid.
func mutants(seeds []string, n int, f func(text []byte)) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{
		"", " ", "\n", ",", ":", "\"", "\\", "{", "}", "[", "]", "0", "-", "+", ".", "e", "1", "9e", "null", "true", "false",
		"\\u0061", "\\ud83d\\ude00", "\\ud83d", "\\ude00", "\\uD83D\\u0041", "\\n", "\\/", "\\x", "\\u12", "\u00e9", "\u20ac", "\U0001f600",
		"\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\x00", "\x1f", "\x7f", "\t", "\ufeff", "\u2028",
		`"a":1,`, `"a":1`, `,"a":2`, `"\u0061":1,`, `"":0,`, `{"b":[]}`, "1e999", "-0", "12345678901234567890", "0.10", "00", "1.", "NaN", "//x", "'a'",
	}
	for i := range n {
		text := []byte(seeds[r.IntN(len(seeds))])
		for range 1 + r.IntN(3) {
			a := r.IntN(len(text) + 1)
			b := min(len(text), a+r.IntN(4))
			switch r.IntN(5) {
			case 0: // copy a part of the text somewhere else
				c := r.IntN(len(text) + 1)
				part := bytes.Clone(text[c:min(len(text), c+r.IntN(20))])
				text = append(text[:a:a], append(part, text[a:]...)...)
			case 1: // cut it short
				if i%8 == 0 {
					text = text[:a]
				}
			default:
				text = append(text[:a:a], append([]byte(pieces[r.IntN(len(pieces))]), text[b:]...)...)
			}
		}
		f(text)
	}
}

// strictly reads the text with jsontext, which is strict by default.
func strictly(text []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(text),
		jsontext.AllowDuplicateNames(false), jsontext.AllowInvalidUTF8(false))
	v, err := d.ReadValue()
	if err != nil {
		return err
	}
	_ = v
	if _, err := d.ReadToken(); err == nil || err.Error() != "EOF" {
		return errTrailing
	}
	return nil
}

var errTrailing = &model.Error{Code: model.Syntax}

func TestParseAgreesWithJSONText(t *testing.T) {
	seeds := append(documents(t), accepted...)
	n := 60_000
	if testing.Short() {
		n = 5000
	}
	accepts := 0
	mutants(seeds, n, func(text []byte) {
		v, err := model.Parse(text)
		want := strictly(text)
		if (err == nil) != (want == nil) {
			t.Fatalf("%q: got %v, jsontext says %v", text, err, want)
		}
		if err != nil {
			return
		}
		accepts++
		checkAgainstJSON(t, text, v)
	})
	if accepts < n/20 || accepts > n*19/20 {
		t.Errorf("%d of %d texts are right: too few or too many to test much", accepts, n)
	}
}

// checkAgainstJSON compares a value with the result of encoding/json.
func checkAgainstJSON(t *testing.T, text []byte, v model.Value) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var want any
	if err := d.Decode(&want); err != nil {
		t.Fatalf("%q: encoding/json: %v", text, err)
	}
	checkTree(t, v, want)
}

func checkTree(t *testing.T, v model.Value, want any) {
	t.Helper()
	ok := false
	switch want := want.(type) {
	case nil:
		ok = v.Type() == model.Null
	case bool:
		ok = v.Type() == model.Bool && v.Bool() == want
	case json.Number:
		ok = v.Type() == model.Number && v.NumberText() == string(want)
		if f, err := strconv.ParseFloat(string(want), 64); err == nil {
			ok = ok && f == v.Float64()
		}
	case string:
		ok = v.Type() == model.String && v.Text() == want
	case []any:
		ok = v.Type() == model.List && v.Len() == len(want)
		for i, e := range v.Elements() {
			checkTree(t, e, want[i])
			if v.At(i) != e {
				t.Fatalf("At(%d) is another value than the iterator has", i)
			}
		}
	case map[string]any:
		ok = v.Type() == model.Map && v.Len() == len(want)
		for name, m := range v.Members() {
			w, in := want[name]
			if !in {
				t.Fatalf("member %q is not in %v", name, want)
			}
			checkTree(t, m, w)
			if g, found := v.Get(name); !found || g != m {
				t.Fatalf("Get(%q) is another value than the iterator has", name)
			}
		}
	}
	if !ok {
		t.Fatalf("got %#v, want %#v", v, want)
	}
}
