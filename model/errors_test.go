package model_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
)

// These are the texts of errors. Other tests check only codes, offsets and paths.
func TestErrorTexts(t *testing.T) {
	parse := func(text string, opts ...model.ParseOption) error {
		_, err := model.ParseString(text, opts...)
		return err
	}
	_, errOfNumber := model.NewNumber("secret")
	_, errOfPath := model.ParsePath("a[")
	_, errOfTree := model.FromAny(map[string]any{"a": []any{struct{ s string }{"secret"}}})
	tree := func(bad any) error {
		_, err := model.FromAny(map[string]any{"a": bad})
		return err
	}
	changing := map[string]any{"a": math.NaN()}
	wrapped, err := model.WrapAny(changing)
	if err != nil {
		t.Fatal(err)
	}
	wrapped.Get("a")
	changing["a"] = 1
	_, errOfMembers := model.MustParse(`"secret"`).WithMembers(model.Member{})
	_, errOfElements := model.MustParse(`{"secret":1}`).WithElements(nil)
	_, errOfIndex := model.MustParse(`["secret"]`).WithElements([]model.Element{{Index: 1}})
	deep := model.MustParse(nested("[", "", "]", model.HardMaxDepth))
	_, errOfDepth := model.NewList(deep)
	long := strings.Repeat("é", 300)
	tests := []struct {
		err  error
		want string
	}{
		{parse(``), `syntax error at the start: the text ends too early`},
		{parse(`{"a":[1,x]}`), `syntax error in a[1], byte 8: expected a value, got 'x'`},
		{parse("{\"a\":[1,\x01]}"), `syntax error in a[1], byte 8: expected a value, got '\x01'`},
		{parse("\ufeff1"), `syntax error at the start: expected a value, got a byte order mark`},
		{parse("[\xff]"), `syntax error in [0], byte 1: expected a value, got invalid UTF-8`},
		{parse(`[1 2]`), `syntax error at byte 3: expected a comma or a closing bracket, got '2'`},
		{parse(`1 2`), `syntax error at byte 2: more data after the value`},
		{parse(`{a:1}`), `syntax error at byte 1: expected a name in quotes, got 'a'`},
		{parse(`{"a" 1}`), `syntax error in a, byte 5: expected a colon, got '1'`},
		{parse(`{"a":1.x}`), `syntax error in a, byte 7: expected a digit, got 'x'`},
		{parse(`{"a"`), `syntax error in a, byte 4: the text ends too early`},
		{parse(`-`), `syntax error at byte 1: the text ends too early`},
		{parse(`[0.x]`), `syntax error in [0], byte 3: expected a digit, got 'x'`},
		{parse(`[9.x]`), `syntax error in [0], byte 3: expected a digit, got 'x'`},
		{parse(`[1ex]`), `syntax error in [0], byte 3: expected a digit, got 'x'`},
		{parse(`[1.90ex]`), `syntax error in [0], byte 6: expected a digit, got 'x'`},
		{parse(`[10.09e-x]`), `syntax error in [0], byte 8: expected a digit, got 'x'`},
		{parse(`{"a":" \x"}`), `syntax error in a, byte 7: invalid escape in a string`},
		{parse("{\"a\":\"\n\"}"), `syntax error in a, byte 6: control character '\n' in a string`},
		{parse("{\"a\":\"\xff\"}"), `syntax error in a, byte 6: invalid UTF-8 in a string`},
		{parse(`{"a":"\x"}`), `syntax error in a, byte 6: invalid escape in a string`},
		{parse(`{"a":"\u00"}`), `syntax error in a, byte 6: invalid escape in a string: \u takes four hexadecimal digits`},
		{parse(`{"a":"\ud800"}`), `syntax error in a, byte 6: unpaired surrogate in a string`},
		{parse(`{"a":1,"\u0061":2}`), `syntax error in a, byte 7: duplicate name "a"`},
		{parse(`[[[]]]`, model.MaxDepth(2)), `limit exceeded in [0][0], byte 2: nested deeper than 2 levels`},
		{parse(`[[[]]]`, model.MaxBytes(5)), `limit exceeded at byte 5: longer than 5 bytes`},
		{parse(`{"` + long + `":1,"` + long + `":2}`), `syntax error in ["` + long[:198] + `…` + long[:198] + `"], byte 606: duplicate name "` + long[:200] + `…` + long[:200] + `"`},
		{parse(strings.Repeat("[", 1000)), `syntax error in ` + strings.Repeat("[0]", 66) + "[0…0]" + strings.Repeat("[0]", 66) + `, byte 1000: the text ends too early`},
		{parse(`{"` + long[:400] + `":x}`), `syntax error in ["` + long[:198] + `…` + long[202:400] + `"], byte 404: expected a value, got 'x'`},
		{parse(`{"` + long[:396] + `":x}`), `syntax error in ["` + long[:396] + `"], byte 400: expected a value, got 'x'`}, // just short enough
		{errOfNumber, `syntax error: not a JSON number`},
		{errOfPath, `syntax error at byte 2: expected a step after the opening bracket, got the end of the text`},
		{errOfTree, `not supported in a[0]: Go type struct { s string } is not converted; encode it with encoding/json, and parse the text`},
		{tree(math.NaN()), `not supported in a: a floating-point number that is not finite`},
		{tree("\xff"), `not supported in a: a string that is not UTF-8`},
		{tree(json.Number("01")), `not supported in a: a json.Number that is not a JSON number`},
		{tree(model.Value{}), `not supported in a: an absent value`},
		{wrapped.Err(), `not supported: the Go tree changed after WrapAny; do not change it while its values are in use`},
		{errOfMembers, `not supported: expected a map, got a string`},
		{errOfElements, `not supported: expected a list, got a map`},
		{errOfIndex, `not supported in [1]: index 1 is out of range; the list has length 1`},
		{errOfDepth, `limit exceeded: nested deeper than 10000 levels`},
	}
	for _, test := range tests {
		var e *model.Error
		if !errors.As(test.err, &e) {
			t.Errorf("got %#v, want an *Error: %s", test.err, test.want)
			continue
		}
		if got := e.Error(); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
	for code, want := range map[model.Code]string{model.Syntax: "syntax", model.Limit: "limit", model.Unsupported: "unsupported", 0: "unknown"} {
		if code.String() != want {
			t.Errorf("code %d is %q, want %q", code, code, want)
		}
	}
}

// OneLine replaces the characters that change the lines or the look of other text, and no others.
// Shorten does so, too.
func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "",
		"a\tb ü 漢 \u00a0\u200d\U0001f600":      "a\tb ü 漢 \u00a0\u200d\U0001f600",
		"a\nb\r\n":                             `a\nb\r\n`,
		"\x00\x1b[31m\x7f\u0085":               `\u0000\u001b[31m\u007f\u0085`,
		"\u2028\u2029\u202e\u2066\u061c\u200f": `\u2028\u2029\u202e\u2066\u061c\u200f`,
	} {
		if got := model.OneLine(text); got != want {
			t.Errorf("OneLine(%q) = %q, want %q", text, got, want)
		}
		if got := model.Shorten(text); got != want {
			t.Errorf("Shorten(%q) = %q, want %q", text, got, want)
		}
	}
	if got := model.Shorten(strings.Repeat("\x1b", 100_000)); len(got) > 410 {
		t.Errorf("a text of escape characters is shortened to %d bytes", len(got))
	}
}
